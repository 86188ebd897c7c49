import { type Kysely, sql } from 'kysely'
import type { Release, Removal } from '../kernel/references.ts'
import { names } from '../kernel/tenant.ts'
import type { Tables } from '../kernel/transaction.ts'
import { addSums, MEASURES, mapMeasures, type Sums } from './analytics.figures.ts'

/*
 * Roll-ups: what was achieved per campaign and day, per campaign, and per organization and day. So a dashboard reads as
 * many rows as it shows days, however many records stand behind them. Whoever adds or deletes records does it with what
 * is below, in the same transaction: nothing else writes roll-ups.
 */

type Db = Kysely<Tables>

const KEYS = { campaignId: 'uuid', day: 'date' } as const
type Key = keyof typeof KEYS

/** What records achieved, with what they are counted by. */
type Result = Record<Key, string> & Sums

/** The tables, and what each is keyed by beside the organization. */
const ROLL_UPS: [table: string, keys: readonly Key[]][] = [
  ['campaign_day', ['campaignId', 'day']],
  ['campaign_total', ['campaignId']],
  ['organization_day', ['day']],
]

/**
 * Makes the writers of an organization's figures wait for each other until they commit. To be taken behind the locks on
 * campaigns and content, and before any on records and roll-ups: whoever takes locks in one order waits for nobody who
 * waits for him.
 */
export async function lockFigures(db: Db, organizationId: string): Promise<void> {
  await db
    .selectFrom('organization')
    .select('organizationId')
    .where('organizationId', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
}

/** What results add up to by a key. */
function sumsBy(keys: readonly Key[], results: readonly Result[]): Result[] {
  const groups = Map.groupBy(results, (result) => keys.map((key) => result[key]).join(' '))
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, ...addSums(group) })))
}

/** One parameter, and one statement for any number of rows. */
async function addTo(
  [table, keys]: (typeof ROLL_UPS)[number],
  db: Db,
  organizationId: string,
  results: readonly Result[],
) {
  const [key, measures] = [keys.map((name) => names.stored(name)), MEASURES.map((name) => names.stored(name))]
  const fields = [...keys.map((name) => `"${name}" ${KEYS[name]}`), ...MEASURES.map((name) => `"${name}" bigint`)]
  const sets = measures.map((measure) => `${measure} = kept.${measure} + excluded.${measure}`)
  await sql`
    insert into ${sql.table(table)} as kept (organization_id, ${sql.raw([...key, ...measures].join(', '))})
    select organization_id, added.* from organization
    cross join json_to_recordset(${JSON.stringify(sumsBy(keys, results))}::json) as added (${sql.raw(fields.join(', '))})
    where organization_id = ${organizationId}
    on conflict (organization_id, ${sql.raw(key.join(', '))}) do update set ${sql.raw(sets.join(', '))}`.execute(db)
}

/** Adds results to the roll-ups, with the figures locked. */
export async function addResults(db: Db, organizationId: string, results: readonly Result[]): Promise<void> {
  if (results.length > 0) await Promise.all(ROLL_UPS.map((rollUp) => addTo(rollUp, db, organizationId, results)))
}

/** Deletes records, and takes what they achieved from the roll-ups. */
export const deleteRecords: Removal = async (db, organizationId, ids) => {
  await lockFigures(db, organizationId)
  const deleted = await db
    .deleteFrom('analyticsRecord')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .returning(['campaignId', 'day', 'impressions', 'clicks', 'conversions', 'spendCents', 'revenueCents'])
    .execute()
  const negative = deleted.map((row) => ({ ...row, ...mapMeasures((name) => (name === 'records' ? -1 : -row[name])) }))
  await addResults(db, organizationId, negative)
  return deleted.length
}

/**
 * Deletes all records of campaigns that are about to be deleted. Their own roll-ups go with them, and say what the
 * organization's lose: a row for each day, however many records there are.
 */
export const deleteRecordsOfCampaigns: Release = async (db, organizationId, campaignIds) => {
  await lockFigures(db, organizationId)
  const measures = MEASURES.map((name) => names.stored(name))
  const isTheirs = sql`organization_id = ${organizationId} and campaign_id = any(${[...campaignIds]}::uuid[])`
  await sql`
    with gone as (
      select day, ${sql.raw(measures.map((name) => `sum(${name})::bigint as ${name}`).join(', '))}
      from campaign_day where ${isTheirs} group by day
    ), taken as (
      update organization_day as kept set ${sql.raw(measures.map((name) => `${name} = kept.${name} - gone.${name}`).join(', '))}
      from gone where kept.organization_id = ${organizationId} and kept.day = gone.day
    )
    delete from analytics_record where ${isTheirs}`.execute(db)
}

/** Lets go of content that is about to be deleted. Its records stay with their campaigns. */
export const releaseContent: Release = async (db, organizationId, contentIds) => {
  await lockFigures(db, organizationId)
  await sql`update analytics_record set content_id = null
    where organization_id = ${organizationId} and content_id = any(${[...contentIds]}::uuid[])`.execute(db)
}
