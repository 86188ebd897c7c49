import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { cleanWhenInterrupted, progress } from './bench.ts'
import { openDatabase, openServer, query } from './database.ts'
import { startIssuer } from './issuer.ts'
import { ROLL_UPS } from './seed.ts'
import { startGateway } from './start.ts'
import { inTurns, ok, quantile, shown, timed } from './turns.ts'

/*
 * Analytics at millions of records: how fast they are taken, and what a dashboard over all of them costs beside a plain
 * indexed count. The two are measured in turns, so that both meet the same machine.
 */

const ORGANIZATION = 'org_bench'
const CAMPAIGNS = 1000
const CHUNK = 100_000
const FULL = { records: 2_000_000, rounds: 300, batches: 60 }
const QUICK = { records: 200_000, rounds: 30, batches: 10 }

const print = (text: string) => process.stdout.write(`${text}\n`)

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Runs `work` as the tenant, as the gateway does. */
async function asTenant<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(
    `begin; set local role gateway_tenant; select set_config('app.organization_id', '${ORGANIZATION}', true)`,
  )
  const result = await work()
  await client.query('commit')
  return result
}

/** Campaigns, and records over two years and all campaigns. */
async function seed(client: pg.Client, records: number): Promise<void> {
  await asTenant(client, async () => {
    await client.query('insert into organization (organization_id) values ($1)', [ORGANIZATION])
    await client.query(
      `insert into campaign (organization_id, id, name, type, status, channels, created_by, created_at, updated_at)
       select $1, gen_random_uuid(), 'Campaign ' || n, 'EMAIL', (array['ACTIVE', 'DRAFT', 'PAUSED', 'COMPLETED'])[n % 4 + 1],
         '{}', 'bench', now(), now() from generate_series(1, $2) n`,
      [ORGANIZATION, CAMPAIGNS],
    )
  })
  for (let from = 0; from < records; from += CHUNK) {
    const to = Math.min(from + CHUNK, records) - 1
    await asTenant(client, () =>
      client.query(
        `insert into analytics_record (organization_id, id, campaign_id, channel, day, impressions, clicks, conversions,
           spend_cents, revenue_cents, created_at, updated_at)
         select $1, gen_random_uuid(), c.id, 'EMAIL', current_date - (n / $4 % 730)::int, 100 + n % 900, n % 90, n % 9,
           n % 5000, n % 9000, now(), now()
         from generate_series($2::int, $3::int) n
         join (select id, row_number() over (order by id) - 1 as place from campaign where organization_id = $1) c on c.place = n % $4`,
        [ORGANIZATION, from, to, CAMPAIGNS],
      ),
    )
  }
  await asTenant(client, async () => {
    for (const rollUp of ROLL_UPS) await client.query(rollUp, [[ORGANIZATION]])
  })
}

/** The gateway, and a token for it. */
interface Asked {
  url: string
  headers: Record<string, string>
}

const get = ({ url, headers }: Asked, path: string) => ok(url + path, { headers })
const post = ({ url, headers }: Asked, path: string, body: unknown) =>
  ok(url + path, { method: 'POST', headers, body: JSON.stringify(body) })

/** Batches of a thousand over two connections at once, each record with a key. */
async function ingest(gateway: Asked, campaigns: readonly string[], batches: number): Promise<void> {
  const today = Date.now()
  const batch = () =>
    Array.from({ length: 1000 }, (_, index) => ({
      campaignId: campaigns[(index * 7) % campaigns.length],
      day: new Date(today - (1 + (index % 14)) * 86_400_000).toISOString().slice(0, 10),
      channel: 'EMAIL',
      impressions: 900 + index,
      clicks: index % 50,
      key: randomUUID(),
    }))
  const bodies = Array.from({ length: batches }, batch)
  const worker = async () => {
    for (let body = bodies.pop(); body; body = bodies.pop()) await post(gateway, '/api/analytics/records', body)
  }
  const elapsed = await timed(() => Promise.all([worker(), worker()]))
  print(`ingest, ${batches} batches of 1000: ${Math.round((batches * 1_000_000) / elapsed)} records/s`)
}

/** A plain indexed count, measured as SQL alone (a transaction of the tenant's) or through the gateway. */
interface Count {
  name: string
  rounds: number
  run: () => Promise<unknown>
}

function countsOf(gateway: Asked, client: pg.Client, campaign: string, rounds: number): Count[] {
  const all = 'select count(*) from analytics_record where organization_id = $1'
  const query = `{ analyticsRecords(first: 1, filter: { campaignId: "${campaign}" }) { totalCount } }`
  return [
    {
      name: 'count of all records of the organization, SQL alone',
      rounds: Math.min(rounds, 100),
      run: () => asTenant(client, () => client.query(all, [ORGANIZATION])),
    },
    {
      name: 'count of the records of one campaign, SQL alone',
      rounds,
      run: () => asTenant(client, () => client.query(`${all} and campaign_id = $2`, [ORGANIZATION, campaign])),
    },
    {
      name: 'count of the records of one campaign, over GraphQL',
      rounds,
      run: () => post(gateway, '/graphql', { query }),
    },
  ]
}

async function compare(gateway: Asked, { name, rounds, run }: Count): Promise<void> {
  const dashboards = () => get(gateway, '/api/analytics/dashboard')
  const [plain = [], dashboard = []] = await inTurns([run, dashboards], rounds)
  const ratios = dashboard.map((each, index) => each / (plain[index] ?? Number.NaN))
  print(`${name}: ${shown(plain)}`)
  print(`  dashboard over HTTP, its audit record written: ${shown(dashboard)}`)
  const ratio = quantile(dashboard, 0.99) / quantile(plain, 0.99)
  print(`  p99 ratio ${ratio.toFixed(2)}, median of the paired ratios ${quantile(ratios, 0.5).toFixed(2)}`)
}

async function rates(gateway: Asked, campaign: string, rounds: number): Promise<void> {
  const paths = [
    '/api/campaigns?limit=20',
    `/api/campaigns/${campaign}/analytics`,
    '/api/analytics/dashboard',
    '/api/analytics/trends',
    '/api/analytics/performance',
    '/api/analytics/sector',
    '/api/analytics/predictions',
  ]
  const times = await inTurns(
    paths.map((path) => () => get(gateway, path)),
    rounds,
  )
  for (const [index, path] of paths.entries()) print(`${path}: ${shown(times[index] ?? [])}`)
}

/** Runs the comparison, and removes what it made. */
export async function run({ quick, databaseUrl }: { quick: boolean; databaseUrl: string | undefined }): Promise<void> {
  const { records, rounds, batches } = quick ? QUICK : FULL
  await using cleanup = new AsyncDisposableStack()
  cleanWhenInterrupted(cleanup)
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const server = await openServer(databaseUrl, cleanup)
  const database = await openDatabase(server, `gateway_bench_analytics_${process.pid}`, cleanup)
  const { url, stop } = await startGateway('gateway', issuer, { DATABASE_URL: database.url })
  cleanup.defer(stop)
  const client = await connected(database.url)
  cleanup.defer(() => client.end())
  progress(`${records} analytics records of ${CAMPAIGNS} campaigns`)
  await seed(client, records)
  await query(database.administratorUrl, 'vacuum analyze')
  const token = issuer.token(ORGANIZATION, 'user_bench')
  const gateway = { url, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }
  const { rows } = await asTenant(client, () =>
    client.query<{ id: string }>('select id from campaign where organization_id = $1', [ORGANIZATION]),
  )
  const campaigns = rows.map(({ id }) => id)
  for (const count of countsOf(gateway, client, campaigns[0] ?? '', rounds)) await compare(gateway, count)
  await rates(gateway, campaigns[0] ?? '', Math.min(rounds, 100))
  await ingest(gateway, campaigns, batches)
}
