import { cpus } from 'node:os'
import pg from 'pg'
import { copyDatabase, openDatabase, openServer, query } from './database.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { LoadClient, measure } from './measure.ts'
import { parentOf, type Running } from './processes.ts'
import { type Comparison, compare, type Fact, mediansOf, tableOf, writeReport } from './report.ts'
import { type Actor, SCENARIOS, type ServerName } from './scenarios.ts'
import { FULL, grow, MANY, organizationsOf, QUICK, type Size, seed } from './seed.ts'
import { idleMemory, startFloor, startGateway, startOnPglite, startPostGraphile } from './start.ts'

/** What the command line asked for. */
export interface Options {
  quick: boolean
  seconds: number
  connections: number
  databaseUrl: string | undefined
  scenarios: string[]
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
      // What is under way fails now, and must not end the process before all is cleaned up.
      process.on('uncaughtException', () => {})
      void cleanup.disposeAsync().finally(() => process.exit(1))
    })
  }
}

/** Runs the whole benchmark, and cleans up behind it, also when it fails or is interrupted. */
export async function bench(options: Options): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  cleanWhenInterrupted(cleanup)
  const size = options.quick ? QUICK : FULL
  const scenarios = SCENARIOS.filter(({ name }) => options.scenarios.includes(name))
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const server = await openServer(options.databaseUrl, cleanup)
  const names = new Set(scenarios.flatMap((scenario) => scenario.servers))
  const databases = await fill(server, size, names.has('gateway x10'), cleanup)
  const { servers, facts } = await startAll(databases, issuer, names, cleanup)
  const client = new LoadClient()
  cleanup.defer(() => client.stop())
  const course = {
    client,
    servers,
    actors: await actorsOf(databases.database.url, size, issuer),
    postmaster: await postmasterOf(server),
    connections: options.connections,
    seconds: options.seconds,
    rounds: options.quick ? 3 : 7,
    progress,
  }
  const comparisons: Comparison[] = []
  const medians: Record<string, unknown> = {}
  for (const scenario of scenarios) {
    const rounds = await measure(scenario, course)
    comparisons.push(...compare(scenario, rounds))
    medians[scenario.title] = mediansOf(rounds)
  }
  const [found] = await query<{ version: string }>(server, `select current_setting('server_version') as version`)
  const machine = { cpus: cpus().length, node: process.version, postgresql: found?.version }
  const { quick, seconds, connections } = options
  await writeReport({ machine, quick, seconds, connections, rounds: course.rounds, size, comparisons, facts, medians })
  process.stdout.write(`\n${tableOf(comparisons, facts)}\n`)
  if (comparisons.some(({ target }) => target && !target.isReached) || facts.some((fact) => fact.value > fact.atMost))
    process.exitCode = 1
}

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
  { database: { url }, grown }: Databases,
  issuer: Issuer,
  names: Set<ServerName>,
  cleanup: AsyncDisposableStack,
): Promise<{ servers: Map<ServerName, Running>; facts: Fact[] }> {
  progress('starting the servers')
  const servers = new Map<ServerName, Running>()
  const add = async (starting: Promise<Running>) => {
    const running = await starting
    cleanup.defer(running.stop)
    servers.set(running.name as ServerName, running)
    return running
  }
  const gateway = await add(startGateway('gateway', issuer, { DATABASE_URL: url }))
  const facts: Fact[] = [
    { name: 'Start to first answer, PostgreSQL', value: gateway.startMs / 1000, unit: 's', atMost: 2 },
    { name: 'Idle memory, PostgreSQL', value: await idleMemory(gateway), unit: 'MiB', atMost: 250 },
    { name: 'Start to first answer, PGlite', value: (await startOnPglite(issuer)) / 1000, unit: 's', atMost: 4 },
  ]
  if (names.has('floor')) await add(startFloor('floor', url, true))
  if (names.has('floor without audit')) await add(startFloor('floor without audit', url, false))
  if (names.has('PostGraphile')) await add(startPostGraphile(url))
  if (grown) await add(startGateway('gateway x10', issuer, { DATABASE_URL: grown.url }))
  return { servers, facts }
}

/** Two users of each organization; of the one with many clients, as many as of all others. */
async function actorsOf(url: string, size: Size, issuer: Issuer): Promise<Actor[]> {
  const organizations = organizationsOf(size)
  const ids = await newestClients(url, [...organizations, MANY])
  return [...organizations, ...organizations.map(() => MANY)].flatMap((organizationId, index) =>
    ['a', 'b'].map((user) => ({
      organizationId,
      token: issuer.token(organizationId, `user_${index}_${user}`),
      clientId: ids.get(organizationId) ?? '',
    })),
  )
}

async function newestClients(url: string, organizations: string[]): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin; set local role gateway_tenant')
    const ids = new Map<string, string>()
    for (const organization of organizations) {
      await client.query(`select set_config('app.organization_id', $1, true)`, [organization])
      const newest = 'select id from client where organization_id = $1 order by created_at desc limit 1'
      const { rows } = await client.query(newest, [organization])
      ids.set(organization, rows[0]?.id)
    }
    return ids
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
