import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import { copyDatabase, openDatabase, openServer, query } from './database.ts'
import { PEER } from './documents.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { type Course, LoadClient, measure } from './measure.ts'
import { parentOf, type Running } from './processes.ts'
import { type Comparison, compare, type Fact, mediansOf, tableOf, writeReport } from './report.ts'
import { type Actor, MOST_ALLOCATED, type Scenario, type ServerName, type Side } from './scenarios.ts'
import { FEW, FULL, grow, MANY, organizationsOf, QUICK, type Size, seed } from './seed.ts'
import { idleMemory, startFloor, startGateway, startOnPglite, startPostGraphile } from './start.ts'

/** What the command line asked for. */
export interface Options {
  quick: boolean
  /** Only whether all works, and answers alike. */
  check: boolean
  rounds: number
  seconds: number
  warming: number
  connections: number
  databaseUrl: string | undefined
  scenarios: Scenario[]
}

const started = performance.now()
/** Says what is going on. */
export const progress = (text: string) => {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(5)
  process.stderr.write(`${seconds} s  ${text}\n`)
}

/** Cleans up when the command is interrupted, too. */
export function cleanWhenInterrupted(cleanup: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // Running requests fail now, and must not end the process before everything is cleaned up.
      process.on('uncaughtException', () => {})
      void cleanup.disposeAsync().finally(() => process.exit(1))
    })
  }
}

/** Runs the whole benchmark, and cleans up behind it, also when it fails or is interrupted. */
export async function bench(options: Options): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  cleanWhenInterrupted(cleanup)
  const { check, quick, scenarios } = options
  const size = check ? FEW : quick ? QUICK : FULL
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const server = await openServer(options.databaseUrl, cleanup)
  const names = new Set(scenarios.flatMap(({ sides }) => sides.map((side) => side.server)))
  const databases = await fill(server, size, names.has('gateway x10'), cleanup)
  const servers = await startAll(databases, issuer, names, cleanup)
  const facts = check ? [] : await factsOf(servers, issuer)
  const client = new LoadClient()
  cleanup.defer(() => client.stop())
  const course = {
    ...options,
    client,
    servers,
    actors: await callersOf(databases.database.url, size, issuer),
    postmaster: await postmasterOf(server),
    progress,
  }
  const comparisons: Comparison[] = []
  const medians: Record<string, unknown> = {}
  if (check) {
    await checkAll(scenarios, course)
    return
  }
  for (const scenario of scenarios) {
    const rounds = await measure(scenario, course)
    comparisons.push(...compare(scenario, rounds))
    medians[scenario.title] = mediansOf(rounds)
  }
  const [found] = await query<{ version: string }>(server, `select current_setting('server_version') as version`)
  const machine = { cpus: cpus().length, node: process.version, postgresql: found?.version, load: loadavg() }
  const { seconds, connections, rounds } = options
  await writeReport({ machine, quick, seconds, connections, rounds, size, comparisons, facts, medians })
  process.stdout.write(`\n${tableOf(comparisons, facts)}\n`)
  const isMissed = ({ value, atMost = value }: Fact) => value > atMost
  if (comparisons.some(({ target }) => target && !target.isReached) || facts.some(isMissed)) process.exitCode = 1
}

/** Whether all servers answer alike, and the gateway allocates no more than it did. @throws Error that names what differs */
async function checkAll(scenarios: Scenario[], course: Course): Promise<void> {
  const grown: string[] = []
  for (const scenario of scenarios) {
    await measure(scenario, { ...course, rounds: 0 })
    const most = MOST_ALLOCATED[scenario.name]
    if (most === undefined) continue
    const [gateway, floor] = scenario.sides
    const rounds = await measure({ ...scenario, sides: [gateway, floor as Side] }, { ...course, ...BRIEFLY })
    const allocated = compare(scenario, rounds)[0]?.ratios.allocated ?? Number.NaN
    const line = `${scenario.title}: allocates ${allocated} of the floor, at most ${most}`
    progress(line)
    if (!(allocated <= most)) grown.push(line)
  }
  if (grown.length > 0) throw new Error(`The gateway allocates more than it did\n${grown.join('\n')}`)
  process.stdout.write(`${scenarios.length} scenarios: all servers answer alike\n`)
}

/** The load of the check. Its size is fixed, because the engine compiles what runs often, and compiled code allocates less. */
const BRIEFLY = { amount: 1000, rounds: 1 }

/** Makes the database of this run, and for `gateway x10` a copy with ten times the data of others. */
async function fill(server: string, size: Size, isGrown: boolean, cleanup: AsyncDisposableStack) {
  const name = `gateway_bench_${process.pid}`
  const database = await openDatabase(server, name, cleanup)
  await seed(database.administratorUrl, size, progress)
  if (!isGrown) return { database, grown: undefined }
  progress('a copy of the database, in which the others grow tenfold')
  const grown = await copyDatabase(server, database, `${name}_tenfold`, cleanup)
  await grow(grown.administratorUrl, size, 10, progress)
  return { database, grown }
}

type Databases = Awaited<ReturnType<typeof fill>>

async function startAll(
  { database: { url, administratorUrl }, grown }: Databases,
  issuer: Issuer,
  names: Set<ServerName>,
  cleanup: AsyncDisposableStack,
): Promise<Map<ServerName, Running>> {
  progress('starting the servers')
  const servers = new Map<ServerName, Running>()
  const starts: Record<ServerName, () => Promise<Running>> = {
    gateway: () => startGateway('gateway', issuer, { DATABASE_URL: url }),
    floor: () => startFloor(url, issuer),
    PostGraphile: () => startPostGraphile('PostGraphile', url),
    'PostGraphile, audited': () => startPostGraphile('PostGraphile, audited', url),
    'gateway x10': () => startGateway('gateway x10', issuer, { DATABASE_URL: grown?.url ?? url }),
  }
  const start = async (name: ServerName) => {
    const running = await starts[name]()
    cleanup.defer(running.stop)
    servers.set(name, running)
  }
  const gateways = (['gateway', 'gateway x10'] as const).filter((name) => name === 'gateway' || names.has(name))
  for (const name of gateways) await start(name)
  // Only now: the gateway refuses to start on a schema that is not its own.
  await query(administratorUrl, PEER)
  for (const name of names) if (!servers.has(name)) await start(name)
  return servers
}

/** What the process takes by itself. */
async function factsOf(servers: Map<ServerName, Running>, issuer: Issuer): Promise<Fact[]> {
  const gateway = servers.get('gateway') as Running
  const pglite = await startOnPglite(issuer)
  return [
    { name: 'Start to first answer, PostgreSQL', value: gateway.startMs / 1000, unit: 's', atMost: 2 },
    { name: 'Start to first answer, PGlite', value: pglite.startMs / 1000, unit: 's', atMost: 2.5 },
    { name: 'Memory at rest, PostgreSQL', value: await idleMemory(gateway), unit: 'MiB', atMost: 250 },
    { name: 'Memory at rest, PGlite', value: pglite.idle, unit: 'MiB', atMost: 420 },
    { name: 'Most memory, PGlite, after a first start and an import', value: pglite.peak, unit: 'MiB', atMost: 700 },
  ]
}

/** Two users of each organization; of the one with many clients, as many as of all others. */
async function callersOf(url: string, size: Size, issuer: Issuer): Promise<Actor[]> {
  const organizations = organizationsOf(size)
  const found = await placesOf(url, [...organizations, MANY])
  return [...organizations, ...organizations.map(() => MANY)].flatMap((organizationId, index) =>
    ['a', 'b'].map((user) => ({
      organizationId,
      token: issuer.token(organizationId, `user_${index}_${user}`),
      clientId: '',
      campaignCursor: '',
      ...found.get(organizationId),
    })),
  )
}

type Places = Pick<Actor, 'clientId' | 'campaignCursor'>

/** The newest client of each organization, and the cursor of the twentieth of its active campaigns by name. */
const PLACES = `select
  (select id from client where organization_id = $1 order by created_at desc, id desc limit 1) as client,
  (select json_build_array(name, id, 'name') from campaign where organization_id = $1 and status = 'ACTIVE'
    order by name, id offset 19 limit 1) as campaign`

async function placesOf(url: string, organizations: string[]): Promise<Map<string, Places>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin; set local role gateway_tenant')
    const places = new Map<string, Places>()
    for (const organization of organizations) {
      await client.query(`select set_config('app.organization_id', $1, true)`, [organization])
      const { rows } = await client.query(PLACES, [organization])
      const campaignCursor = Buffer.from(JSON.stringify(rows[0]?.campaign)).toString('base64url')
      places.set(organization, { clientId: rows[0]?.client, campaignCursor })
    }
    return places
  } finally {
    await client.end()
  }
}

/** PostgreSQL's main process: the parent of the process that serves a session. */
async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = rows[0] && parentOf(rows[0].pid)
    if (!postmaster) throw new Error('PostgreSQL must run on this machine: its CPU time is measured')
    return postmaster
  } finally {
    await client.end()
  }
}
