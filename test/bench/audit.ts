import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { cleanWhenInterrupted, progress } from './bench.ts'
import { openDatabase, openServer } from './database.ts'
import { startIssuer } from './issuer.ts'
import type { Running } from './processes.ts'
import { startGateway } from './start.ts'
import { inTurns, ok, quantile, shown } from './turns.ts'

/*
 * The audit list of an organization with ten million records, beside that of one with a hundredth of them, and beside
 * the SQL of the same answer with its durable record. Rows have the columns, sizes and indexes of real ones; their
 * hashes are random and chain nothing, which no list looks at.
 */

const ORGANIZATION = 'org_audit'
const FULL = { large: 10_000_000, small: 100_000, rounds: 100 }
const QUICK = { large: 1_000_000, small: 10_000, rounds: 30 }

const ACTIONS = Array.from({ length: 20 }, (_, index) => `${['CLIENT', 'CAMPAIGN'][index % 2]}_ACTION_${index}`)
const RESOURCE = '00000000-0000-7000-8000-000000000007'

/** Records of the year before now, evenly spread. */
const RECORDS = `insert into audit_record
  select $1, n, gen_random_uuid(), ($3::text[])[1 + n % 20], 'user_' || n % 500, split_part(($3::text[])[1 + n % 20], '_', 1),
    '00000000-0000-7000-8000-' || lpad(to_hex(n % 100000), 12, '0'),
    now() - ($2::bigint - n) * (interval '365 days' / $2::bigint), '10.0.0.0', 'Mozilla/5.0 (X11; Linux x86_64)',
    encode(sha256(int8send(n)), 'hex')
  from generate_series(1::bigint, $2::bigint) n`

/** A list, the SQL that answers it, and how many times slower it may be for a hundred times the records. */
interface Listing {
  title: string
  path: string
  sql: [text: string, values: unknown[]][]
  atMost?: number
}

const ROWS = 'select * from audit_record where organization_id = $1'
const COUNT = 'select count(*) from audit_record where organization_id = $1'
const HEAD: Listing['sql'][number] = [
  'select audit_sequence, audit_hash from organization_head where organization_id = $1',
  [ORGANIZATION],
]

/** A filter by one column: the newest ten that match, and how many do. */
const filtered = (column: string, value: string): Listing['sql'] => [
  [`${ROWS} and ${column} = $2 order by sequence desc limit 10`, [ORGANIZATION, value]],
  [`${COUNT} and ${column} = $2`, [ORGANIZATION, value]],
]

function listings(): Listing[] {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const [from, to] = [day(100), day(99)]
  const action = ACTIONS[3] ?? ''
  const period = 'timestamp >= $2 and timestamp < $3'
  return [
    {
      title: 'newest ten',
      path: '/api/audit/log',
      sql: [HEAD, [`${ROWS} order by sequence desc limit 10`, [ORGANIZATION]]],
      atMost: 2,
    },
    {
      title: 'of one resource',
      path: `/api/audit/log?resourceId=${RESOURCE}`,
      sql: filtered('resource_id', RESOURCE),
      atMost: 2,
    },
    { title: 'of one action, a twentieth', path: `/api/audit/log?action=${action}`, sql: filtered('action', action) },
    {
      title: 'of one type, half',
      path: '/api/audit/log?resourceType=CLIENT',
      sql: filtered('resource_type', 'CLIENT'),
    },
    {
      title: 'of one day',
      path: `/api/audit/log?from=${from}&to=${to}`,
      sql: [
        [`${ROWS} and ${period} order by sequence desc limit 10`, [ORGANIZATION, from, to]],
        [`${COUNT} and ${period}`, [ORGANIZATION, from, to]],
      ],
    },
  ]
}

/** Fills the table without its indexes, which are then made at once: the same in the end, in a third of the time. */
async function seed(url: string, records: number): Promise<void> {
  const client = await connected(url)
  try {
    await client.query("set maintenance_work_mem = '512MB'; set statement_timeout = 0")
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'audit_record' and indexname <> 'audit_record_pkey'`,
    )
    await client.query('begin')
    // The hashes are random: nothing is linked.
    await client.query('set local session_replication_role = replica')
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await client.query('insert into organization (organization_id) values ($1)', [ORGANIZATION])
    await client.query(RECORDS, [ORGANIZATION, records, ACTIONS])
    await client.query(`insert into organization_head values ($1, $2, repeat('0', 64), 0, now())`, [
      ORGANIZATION,
      records,
    ])
    for (const { definition } of rows) await client.query(definition)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** The SQL of a listing as the gateway runs it: as the tenant, and then its record, durable. */
async function floor(client: pg.Client, { sql }: Listing): Promise<void> {
  const begin = (role: string, mode: string) =>
    client.query(
      `begin ${mode}; set local role ${role}; select set_config('app.organization_id', '${ORGANIZATION}', true)`,
    )
  await begin('gateway_tenant', 'read only')
  for (const [text, values] of sql) await client.query(text, values)
  await client.query('commit')
  const facts = {
    action: 'AUDIT_LISTED',
    id: randomUUID(),
    metadata: { ipAddress: 'unknown', userAgent: 'floor' },
    organizationId: ORGANIZATION,
    resourceId: null,
    resourceType: 'AUDIT',
    userId: 'floor',
  }
  await begin('gateway_system', '')
  await client.query('select append($1, $2::jsonb, true)', [ORGANIZATION, JSON.stringify([facts])])
  await client.query('commit')
}

/** Runs the comparison, and removes what it made. */
export async function run({ quick, databaseUrl }: { quick: boolean; databaseUrl: string | undefined }): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  cleanWhenInterrupted(cleanup)
  const { large, small, rounds } = quick ? QUICK : FULL
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const server = await openServer(databaseUrl, cleanup)
  const gateways: Running[] = []
  let url = ''
  for (const records of [small, large]) {
    const database = await openDatabase(server, `gateway_bench_audit_${process.pid}_${records}`, cleanup)
    progress(`an audit trail of ${records} records`)
    await seed(database.administratorUrl, records)
    const gateway = await startGateway('gateway', issuer, { DATABASE_URL: database.url })
    cleanup.defer(gateway.stop)
    gateways.unshift(gateway)
    url = database.url
  }
  const client = await connected(url)
  cleanup.defer(() => client.end())
  const headers = { authorization: `Bearer ${issuer.token(ORGANIZATION, 'user_bench')}` }
  for (const listing of listings()) {
    const runs = [
      ...gateways.map(
        ({ url }) =>
          () =>
            ok(url + listing.path, { headers }),
      ),
      () => floor(client, listing),
    ]
    // Counting millions takes its time.
    const [many = [], few = [], bare = []] = await inTurns(runs, listing.atMost ? rounds : Math.ceil(rounds / 5))
    const growth = quantile(many, 0.5) / quantile(few, 0.5)
    const isMissed = listing.atMost !== undefined && growth > listing.atMost
    process.stdout.write(
      `Audit records, ${listing.title}\n  of ${large}: ${shown(many)}\n  of ${small}: ${shown(few)}; ratio ${growth.toFixed(2)}` +
        `${listing.atMost ? ` (<= ${listing.atMost}: ${isMissed ? 'NO' : 'yes'})` : ''}\n` +
        `  SQL alone, of ${large}: ${shown(bare)}; ratio ${(quantile(many, 0.5) / quantile(bare, 0.5)).toFixed(2)}\n`,
    )
    if (isMissed) process.exitCode = 1
  }
}
