import { expect, test } from '@jest/globals'
import { MikroORM } from '@mikro-orm/postgresql'
import { ormOptions } from '../../mikro-orm.config.ts'
import { openPglite, PglitePool } from '../../src/kernel/database.ts'

test('records from before the roll-ups are in them', async () => {
  const pglite = await openPglite({})
  const orm = await MikroORM.init(ormOptions(new PglitePool(pglite), 'postgres'))
  try {
    await orm.migrator.up({ to: 'Migration20261121000100_events' })
    await pglite.exec(`
      insert into organization (id) values ('org_a'), ('org_b');
      insert into campaign (id, organization_id, name, type, status, channels, created_by, created_at, updated_at)
        select ('00000000-0000-4000-8000-00000000000' || n)::uuid, case n when 3 then 'org_b' else 'org_a' end, 'C', 'TV',
          'DRAFT', '{}', 'u', now(), now() from generate_series(1, 3) n;
      insert into analytics_record (id, organization_id, campaign_id, day, impressions, clicks, conversions, spend_cents,
        revenue_cents, created_at, updated_at)
        select gen_random_uuid(), organization_id, id, '2026-01-01'::date + n % 2, 100, n, 0, 0, 0, now(), now()
        from campaign, generate_series(1, 4) n`)
    await orm.migrator.up()
    const { rows: days } = await pglite.query(
      `select organization_id, day, records, impressions, clicks from organization_day order by 1, 2`,
    )
    expect(days).toEqual([
      { organization_id: 'org_a', day: '2026-01-01', records: 4, impressions: 400, clicks: 12 },
      { organization_id: 'org_a', day: '2026-01-02', records: 4, impressions: 400, clicks: 8 },
      { organization_id: 'org_b', day: '2026-01-01', records: 2, impressions: 200, clicks: 6 },
      { organization_id: 'org_b', day: '2026-01-02', records: 2, impressions: 200, clicks: 4 },
    ])
    const { rows: totals } = await pglite.query('select records, clicks from campaign_total')
    expect(totals).toEqual(Array(3).fill({ records: 4, clicks: 10 }))
  } finally {
    await orm.close()
  }
})
