/** @long it migrates a database of each earlier release. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { migrations } from '../schema/migrations/index.ts'
import { checksumOf } from '../src/data/store/migrations.ts'
import { rowsOf, verifyRestored } from '../src/main/backup/verify.ts'
import { openRestored, type Restored, SERVER } from './support/database.ts'
import { type Example, presentable, runExamples, shapeOf } from './support/example-run.ts'
import { adminOf, answersOf, dumpOf, ENVIRONMENT, recordRelease, releasedMigrations } from './support/release.ts'
import { clientBody } from './support/samples.ts'
import { type Json, startServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

const EXAMPLES = join(import.meta.dirname, '../schema/examples.json')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

/** `RECORD_RELEASE=1` records a release with the version of package.json. */
if (process.env.RECORD_RELEASE) await recordRelease(version)

const released = releasedMigrations()

describe('the migrations of a release', () => {
  test.each(Object.entries(released))('%s are unchanged', (_, checksums) => {
    const now = Object.fromEntries(migrations.map((each) => [each.name, checksumOf(each)]))
    expect(now).toMatchObject(checksums)
    // A new migration comes after all others.
    expect(migrations.slice(0, Object.keys(checksums).length).map(({ name }) => name)).toEqual(Object.keys(checksums))
  })
})

/** `npm run db -- restore` checks the records of 0.3 and later: those of 0.2 have no column `details`. */
describe.each(Object.entries(released).filter(([release]) => release !== '0.2.0'))(
  'a backup of %s',
  (release, applied) => {
    let restored: Restored
    setUp(async (opened) => {
      restored = await openRestored(dumpOf(release), opened)
    })

    test('passes the checks of a restore, and is refused if it lacks rows', async () => {
      const { ask } = restored
      // On a server, only this role reads the rows of every organization.
      if (SERVER) await ask('begin; set local role gateway_backup', [])
      const manifest = { rows: await rowsOf(ask), migrations: Object.keys(applied) }
      const log = { info: () => {}, warn: (message: string) => expect(message).toBe('') }
      await verifyRestored(ask, manifest, log)
      expect(manifest.rows.audit_record).toBeGreaterThan(10)
      const other = { ...manifest, rows: { ...manifest.rows, client: 1000 } }
      await expect(verifyRestored(ask, other, log)).rejects.toThrow(/client: \d+ instead of 1000/)
      if (SERVER) await ask('rollback', [])
    })
  },
)

/** Removes alerts that appeared since the recording: deadlines and retention periods of its records end. */
function withoutLaterAlerts({ complianceAlerts, ...rest }: Json, recorded: Json): Json {
  if (!complianceAlerts) return rest
  const known = new Set(recorded.complianceAlerts.nodes.map(({ id }: Json) => id))
  const nodes = complianceAlerts.nodes.filter(({ id }: Json) => known.has(id))
  const later = complianceAlerts.nodes.length - nodes.length
  return { ...rest, complianceAlerts: { totalCount: complianceAlerts.totalCount - later, nodes } }
}

describe.each(Object.keys(released))('a database of %s, migrated', (release) => {
  let restored: Restored
  setUp(async (opened) => {
    restored = await openRestored(dumpOf(release), opened)
  })

  const start = () => startServer(ENVIRONMENT, () => restored.open())

  test('returns the same answers', async () => {
    await using server = await start()
    for (const { query, data } of answersOf(release)) {
      const answer = await adminOf(server).graphql(query)
      expect(answer.body.errors).toBeUndefined()
      expect(withoutLaterAlerts(answer.body.data, data)).toEqual(data)
    }
  })

  test('continues its audit trail', async () => {
    await using server = await start()
    const admin = adminOf(server)
    const before = (await admin.rest('GET', '/api/audit/verify')).body.data
    await admin.rest('POST', '/api/clients', clientBody())
    const after = (await admin.rest('GET', '/api/audit/verify')).body.data
    expect([before.valid, after.valid]).toEqual([true, true])
    expect(after.checked).toBeGreaterThan(before.checked)
  })

  test('allows all existing rows to be changed and deleted', async () => {
    await using server = await start()
    const admin = adminOf(server)
    const { body } = await admin.rest('GET', '/api/clients')
    expect(body.data.length).toBeGreaterThan(1)
    for (const { id } of body.data) {
      expect((await admin.rest('PUT', `/api/clients/${id}`, { industry: 'Other' })).status).toBe(200)
      expect((await admin.rest('DELETE', `/api/clients/${id}`)).status).toBe(204)
    }
  })

  test('supports all operations of the API', async () => {
    await using server = await start()
    const actual = presentable(await runExamples(server, 'org_upgraded'))
    const recorded: Record<string, Example> = JSON.parse(readFileSync(EXAMPLES, 'utf8'))
    expect(shapeOf(actual as Json)).toEqual(shapeOf(recorded as Json))
  })
})

/** Additions of a possible newer version, which this version ignores. */
const ADDED = `
  create table folder (organization_id text not null, id uuid not null, name text not null, primary key (organization_id, id));
  alter table folder enable row level security;
  alter table folder force row level security;
  create policy tenant on folder to gateway_tenant
    using (organization_id = current_setting('app.organization_id', true))
    with check (organization_id = current_setting('app.organization_id', true));
  grant select, insert on folder to gateway_tenant;
  alter table campaign add column folder_id uuid;
  alter table campaign add foreign key (organization_id, folder_id) references folder;
  create index campaign_by_folder on campaign (organization_id, folder_id);
  alter table client add column importance integer not null default 0`

describe('this version, on a database that a newer one has migrated', () => {
  let restored: Restored
  setUp(async (opened) => {
    restored = await openRestored(dumpOf(version), opened)
    // This version migrates it first.
    await (await restored.open()).close()
    await restored.ask(`${ADDED}; insert into schema_migration values ('9999_newer', 'x')`, [])
  })

  test('supports all operations of its API if the newer one only added', async () => {
    await using server = await startServer(ENVIRONMENT, () => restored.open())
    const actual = presentable(await runExamples(server, 'org_rolling'))
    expect(shapeOf(actual as Json)).toEqual(shapeOf(JSON.parse(readFileSync(EXAMPLES, 'utf8'))))
  })

  test('refuses to start if something is missing, and names it and the newer version', async () => {
    await restored.ask('alter table campaign rename column description to text', [])
    await expect(restored.open()).rejects.toThrow(
      /another schema than this version works with:\n {2}column campaign.description is missing\nA newer version has migrated it \(9999_newer\)/,
    )
  })
})
