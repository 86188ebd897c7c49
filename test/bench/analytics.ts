/*
 * Analytics at millions of records: how fast they are taken, and what a dashboard over all of them costs beside a plain
 * indexed count. The two are measured in turn, so that both meet the same machine; each round is a pair.
 *
 *   DATABASE_URL=postgres://gateway:gateway@127.0.0.1/gateway npm run bench:analytics -- --records 2000000
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'

const ORGANIZATION = 'org_bench'
const CAMPAIGNS = 1000
const CHUNK = 100_000
const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '500' },
    batches: { type: 'string', default: '60' },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)

const withName = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
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

/** Campaigns, and records over two years and all campaigns; the triggers keep the roll-ups meanwhile. */
async function seed(client: pg.Client, records: number): Promise<void> {
  await asTenant(client, async () => {
    await client.query('insert into organization (id) values ($1)', [ORGANIZATION])
    await client.query(
      `insert into campaign (id, organization_id, name, type, status, channels, created_by, created_at, updated_at)
       select gen_random_uuid(), $1, 'Campaign ' || n, 'EMAIL', (array['ACTIVE', 'DRAFT', 'PAUSED', 'COMPLETED'])[n % 4 + 1],
         '{}', 'bench', now(), now() from generate_series(1, $2) n`,
      [ORGANIZATION, CAMPAIGNS],
    )
  })
  for (let from = 0; from < records; from += CHUNK) {
    const to = Math.min(from + CHUNK, records) - 1
    await asTenant(client, () =>
      client.query(
        `insert into analytics_record (id, organization_id, campaign_id, channel, day, impressions, clicks, conversions,
           spend_cents, revenue_cents, created_at, updated_at)
         select gen_random_uuid(), $1, c.id, 'EMAIL', current_date - (n / $4 % 730)::int, 100 + n % 900, n % 90, n % 9,
           n % 5000, n % 9000, now(), now()
         from generate_series($2::int, $3::int) n
         join (select id, row_number() over (order by id) - 1 as place from campaign) c on c.place = n % $4`,
        [ORGANIZATION, from, to, CAMPAIGNS],
      ),
    )
  }
  await client.query('vacuum analyze')
}

async function startGateway(databaseUrl: string, dataDir: string) {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO_DATA: 'false',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_AUTHENTICATED: '100000000',
  }
  const child = spawn(process.execPath, ['dist/src/server.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  const token = ['dist/src/token.js', '--organization', ORGANIZATION, '--role', 'admin', '--port', String(port)]
  const { stdout } = await promisify(execFile)(process.execPath, [...token, '--data-dir', dataDir], { env })
  return { url, child, headers: { Authorization: `Bearer ${stdout.trim()}`, 'Content-Type': 'application/json' } }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The gateway ended with code ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The gateway was not ready after 30 s')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const shown = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`

type Gateway = Awaited<ReturnType<typeof startGateway>>

async function ok(gateway: Gateway, path: string, body?: unknown): Promise<unknown> {
  const { headers, url } = gateway
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(url + path, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Batches of a thousand over two connections at once, each record with a key. */
async function ingest(gateway: Gateway, campaigns: readonly string[], batches: number): Promise<void> {
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
    for (let body = bodies.pop(); body; body = bodies.pop()) await ok(gateway, '/api/analytics/records', body)
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

function countsOf(gateway: Gateway, client: pg.Client, campaign: string, rounds: number): Count[] {
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
      run: () => ok(gateway, '/graphql', { query }),
    },
  ]
}

async function compare(gateway: Gateway, { name, rounds, run }: Count): Promise<void> {
  const plain: number[] = []
  const dashboard: number[] = []
  for (let round = -10; round < rounds; round++) {
    const one = await timed(run)
    const other = await timed(() => ok(gateway, '/api/analytics/dashboard'))
    // The first ten warm up.
    if (round < 0) continue
    plain.push(one)
    dashboard.push(other)
  }
  const ratios = dashboard.map((each, index) => each / (plain[index] ?? Number.NaN))
  print(`${name}: ${shown(plain)}`)
  print(`  dashboard over HTTP, its audit record written: ${shown(dashboard)}`)
  const ratio = quantile(dashboard, 0.99) / quantile(plain, 0.99)
  print(`  p99 ratio ${ratio.toFixed(2)}, median of the paired ratios ${quantile(ratios, 0.5).toFixed(2)}`)
}

async function rates(gateway: Gateway, campaign: string): Promise<void> {
  const paths = [
    '/api/campaigns?limit=20',
    `/api/campaigns/${campaign}/analytics`,
    '/api/analytics/dashboard',
    '/api/analytics/trends',
    '/api/analytics/performance',
    '/api/analytics/sector',
    '/api/analytics/predictions',
  ]
  for (const path of paths) {
    const times: number[] = []
    for (let round = 0; round < 100; round++) times.push(await timed(() => ok(gateway, path)))
    print(`${path}: ${shown(times)}`)
  }
}

async function main(): Promise<void> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('DATABASE_URL must name a PostgreSQL server on which databases may be made')
  await using cleanup = new AsyncDisposableStack()
  const admin = await connected(server)
  cleanup.defer(() => admin.end())
  const name = `gateway_bench_analytics_${process.pid}`
  await admin.query(`create database ${name}`)
  cleanup.defer(async () => void (await admin.query(`drop database ${name} with (force)`)))
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const gateway = await startGateway(withName(server, name), dataDir)
  cleanup.defer(async () => {
    const ended = once(gateway.child, 'exit')
    gateway.child.kill()
    await ended
  })
  const client = await connected(withName(server, name))
  cleanup.defer(() => client.end())
  const records = Number(options.records)
  const seeding = await timed(() => seed(client, records))
  print(`seeded ${records} records of ${CAMPAIGNS} campaigns in ${(seeding / 1000).toFixed(0)} s`)
  const { rows } = await asTenant(client, () => client.query<{ id: string }>('select id from campaign'))
  const campaigns = rows.map(({ id }) => id)
  const counts = countsOf(gateway, client, campaigns[0] ?? '', Number(options.rounds))
  for (const count of counts) await compare(gateway, count)
  await rates(gateway, campaigns[0] ?? '')
  await ingest(gateway, campaigns, Number(options.batches))
}

await main()
