import type { Ask, Progress } from '../../data/store/ask.ts'
import { type ChainedRecord, firstBreak, GENESIS } from '../../security/audit/chain.ts'
import type { Manifest } from './manifest.ts'

const RECORDS_AT_ONCE = 1_000

/** The row count of every table, as visible to the current role. */
export async function rowsOf(ask: Ask): Promise<Record<string, number>> {
  const { rows: tables } = await ask<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      order by relname`,
    [],
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await ask<{ count: number }>(`select count(*)::int8 as count from "${name}"`, [])
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/** Describes tables whose row count differs from the expected one. */
export const countsApart = (rows: Record<string, number>, expected: Record<string, number>): string[] =>
  [...new Set([...Object.keys(rows), ...Object.keys(expected)])]
    .filter((table) => rows[table] !== expected[table])
    .map((table) => `${table}: ${rows[table] ?? 'no table'} instead of ${expected[table] ?? 'none'}`)

interface Head {
  organizationId: string
  sequence: number
  hash: string
}

/**
 * Checks every audit chain from its first record to its head. Returns the organization and the reason for each broken
 * chain.
 */
export async function brokenChains(ask: Ask): Promise<string[]> {
  const { rows: heads } = await ask<Head>(
    `select organization_id as "organizationId", audit_sequence as sequence, audit_hash as hash
      from organization_head order by organization_id`,
    [],
  )
  const broken: string[] = []
  for (const head of heads) {
    const reason = await breakOf(ask, head)
    if (reason) broken.push(`${head.organizationId}: ${reason}`)
  }
  return broken
}

async function breakOf(ask: Ask, head: Head): Promise<string | undefined> {
  let last = { sequence: 0, hash: GENESIS }
  for (;;) {
    const records = await recordsAfter(ask, head.organizationId, last)
    const found = firstBreak(records, last)
    if (found) return `record ${found.sequence}: ${found.reason}`
    const { sequence, hash } = records.at(-1) ?? last
    last = { sequence, hash }
    if (records.length < RECORDS_AT_ONCE) break
  }
  const isWhole = last.sequence === Number(head.sequence) && last.hash === head.hash
  return isWhole ? undefined : `the chain ends with record ${last.sequence}, but its head is record ${head.sequence}`
}

interface Row extends Omit<ChainedRecord, 'metadata' | 'timestamp' | 'previousHash'> {
  timestamp: Date
  ipAddress: string
  userAgent: string
  details: string | null
}

async function recordsAfter(
  ask: Ask,
  organizationId: string,
  { sequence, hash }: { sequence: number; hash: string },
): Promise<ChainedRecord[]> {
  const { rows } = await ask<Row>(
    `select organization_id as "organizationId", sequence, id, action, user_id as "userId", resource_type as "resourceType",
      resource_id as "resourceId", timestamp, ip_address as "ipAddress", user_agent as "userAgent", details, hash
      from audit_record where organization_id = $1 and sequence > $2 order by sequence limit ${RECORDS_AT_ONCE}`,
    [organizationId, sequence],
  )
  let previousHash = hash
  return rows.map(({ ipAddress, userAgent, details, timestamp, ...row }) => {
    const record = {
      ...{ ...row, sequence: Number(row.sequence), timestamp: timestamp.toISOString() },
      ...{ metadata: { ipAddress, userAgent, details: details && JSON.parse(details) }, previousHash },
    }
    previousHash = row.hash
    return record
  })
}

type Counts = Record<string, Record<string, number>>

/** The tables whose stored counts differ from the counted rows. A missing count is 0. */
function countedApart(kept: Counts, counted: Counts): string[] {
  const tables = new Set([...Object.keys(kept), ...Object.keys(counted)])
  return [...tables].filter((table) => {
    const [known, found] = [kept[table] ?? {}, counted[table] ?? {}]
    return [...Object.keys(known), ...Object.keys(found)].some((value) => (known[value] ?? 0) !== (found[value] ?? 0))
  })
}

const MEASURES = ['records', 'impressions', 'clicks', 'conversions', 'spend_cents', 'revenue_cents']

/** Counts differences between an organization's stored sums of results, by status, and the sums of its campaigns. */
const SUMS_APART = (() => {
  const kept = `select status, ${MEASURES.join(', ')} from status_total where organization_id = $1 and records <> 0`
  const sums = MEASURES.map((measure) => `sum(${measure})`).join(', ')
  const added = `select status, ${sums} from campaign_total where organization_id = $1 group by status having sum(records) <> 0`
  return `select count(*)::int as count from ((${kept} except ${added}) union all (${added} except ${kept})) as apart`
})()

/** Describes organizations whose stored counts and sums differ from their rows. */
export async function figuresApart(ask: Ask): Promise<string[]> {
  const { rows: heads } = await ask<{ id: string; kept: Counts }>(
    'select organization_id as id, counts as kept from organization_head where counts is not null order by 1',
    [],
  )
  const apart: string[] = []
  for (const { id, kept } of heads) {
    const { rows: counted } = await ask<{ counts: Counts }>('select count_rows($1) as counts', [id])
    const { rows: sums } = await ask<{ count: number }>(SUMS_APART, [id])
    const of = [...countedApart(kept, counted[0]?.counts ?? {}), ...(sums[0]?.count ? ['results by status'] : [])]
    if (of.length > 0) apart.push(`${id}: ${of.join(', ')}`)
  }
  return apart
}

/** Databases of earlier versions have no stored counts. */
const COUNTS_SINCE = '0009_counters'

/**
 * Checks a restored database. Wrong stored counts only cause a warning, because they can be computed again from the
 * rows.
 * @throws Error that lists missing rows and broken audit chains
 */
export async function verifyRestored(
  ask: Ask,
  { rows, migrations }: Pick<Manifest, 'rows' | 'migrations'>,
  log: Progress,
): Promise<void> {
  const apart = countsApart(await rowsOf(ask), rows)
  if (apart.length > 0)
    throw new Error(`The restored database has other rows than the backup:\n  ${apart.join('\n  ')}`)
  const broken = await brokenChains(ask)
  if (broken.length > 0) throw new Error(`Audit chains of the restored database are broken:\n  ${broken.join('\n  ')}`)
  const wrong = migrations.includes(COUNTS_SINCE) ? await figuresApart(ask) : []
  if (wrong.length > 0)
    log.warn(
      `Stored counts differ from the rows. Set organization_head.counts to null for these organizations, and ` +
        `they are counted again at the next change:\n  ${wrong.join('\n  ')}`,
    )
}
