import { daysAgo, record } from '../analytics/records.ts'
import { asAdministrator } from './database.ts'
import { aCampaign, aClient } from './samples.ts'
import type { Actor, TestServer } from './server.ts'

/**
 * Creates an organization with `size` clients, and as many campaigns with results. The rows are written without its
 * counts.
 */
export async function anOrganizationOf(size: number, server: TestServer): Promise<Actor> {
  const actor = server.actor()
  const { organizationId } = actor
  const client = await aClient(actor)
  const campaign = await aCampaign(actor, { clientId: client.id, status: 'ACTIVE' })
  await record(actor, { campaignId: campaign.id, day: daysAgo(3), clicks: 5, impressions: 50 })
  const copied = (table: string) => `insert into ${table}
    select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'name', 'Row ' || n))).*
    from ${table} t cross join generate_series(1, ${size}) n where t.organization_id = '${organizationId}'`
  const [row] = await asAdministrator<{ results: object[] }>(
    server.connection,
    copied('client'),
    copied('campaign'),
    `select json_agg(json_build_object('id', gen_random_uuid(), 'campaignId', id, 'day', '${daysAgo(2)}',
      'impressions', length(name) * 7, 'clicks', 3, 'conversions', 1, 'spendCents', 5, 'revenueCents', 6)) as results
    from campaign where organization_id = '${organizationId}'`,
  )
  await asAdministrator(
    server.connection,
    `select record_results('${organizationId}', '${JSON.stringify(row?.results)}')`,
    `select append('${organizationId}', '[]'::jsonb, true)`,
  )
  // The next change counts the rows again.
  await aClient(actor)
  return actor
}
