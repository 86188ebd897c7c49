import { sql } from 'kysely'
import { MEASURES, type Sums } from '../../src/features/analytics/analytics.figures.ts'
import type { Actor, TestServer } from '../support/server.ts'

/** The day so many days before today, where the campaigns run. */
export function daysAgo(days: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' }).format(new Date())
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
}

/** Posts records, and demands that they are taken. */
export async function record(actor: Actor, records: object | object[]) {
  const answer = await actor.rest('POST', '/api/analytics/records', records)
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

const KEYS = {
  campaignDay: 'campaign_id::text, day::text',
  campaignTotal: 'campaign_id::text',
  organizationDay: 'day::text',
}
type RollUp = keyof typeof KEYS

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a roll-up holds for an organization, and what the records add up to: the two must be the same. */
export async function rollUpAgainstRecords(server: TestServer, organizationId: string, rollUp: RollUp) {
  const key = KEYS[rollUp]
  const columns = MEASURES.map(snake)
  const sums = columns.map((column) => (column === 'records' ? 'count(*)' : `sum(${column})::bigint as ${column}`))
  return server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => {
    const kept = await sql<Sums>`select concat_ws(' ', ${sql.raw(key)}) as key, ${sql.raw(columns.join(', '))}
      from ${sql.raw(snake(rollUp))} where records > 0 order by 1`.execute(db)
    const true_ = await sql<Sums>`select concat_ws(' ', ${sql.raw(key)}) as key,
      ${sql.raw(sums.join(', ').replace('count(*)', 'count(*) as records'))}
      from analytics_record group by ${sql.raw(key)} order by 1`.execute(db)
    return { kept: kept.rows, expected: true_.rows }
  })
}

export const ROLL_UPS = Object.keys(KEYS) as RollUp[]
