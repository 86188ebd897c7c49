import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../support/redis.ts'
import { copyDatabase, openDatabase, openServer, query } from './database.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { memory, type Running, startServer } from './processes.ts'
import { environment } from './start.ts'
import type { Followed, Order, Taken } from './streams-client.ts'
import { publish } from './streams-publisher.ts'

const ORGANIZATIONS = 100
const PATHS = {
  rest: '/api/realtime/breaches',
  graphql: `/graphql/stream?query=${encodeURIComponent(
    'subscription { breaches { id event data { kind title severity description resourceId occurredAt } } }',
  )}`,
}
const RATES = [10, 100, 500]

/** How many streams are open, and for how long changes are made, how often, at each rate. */
interface Size {
  streams: number
  seconds: number
  rounds: number
}

const FULL: Size = { streams: 2000, seconds: 5, rounds: 3 }
const QUICK: Size = { streams: 200, seconds: 2, rounds: 1 }

const print = (text: string) => process.stdout.write(`${text}\n`)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Readers in a process of their own. */
class Readers {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'streams-client.ts'))

  ask(order: Order): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.#child.once('exit', () => reject(new Error('the readers stopped')))
      this.#child.once('message', (answer) => {
        this.#child.removeAllListeners('exit')
        resolve(answer as Taken)
      })
      this.#child.send(order)
    })
  }

  stop(): void {
    this.#child.removeAllListeners('exit').kill()
  }
}

const isReady = async (url: string) => {
  await pause(100)
  return (await fetch(`${url}/healthz`)).ok
}

/** A server whose garbage can be collected from here, so that what stays is what streams keep. */
interface Measured extends Running {
  databaseUrl: string
  settle(): Promise<number>
}

async function startMeasured(
  name: string,
  script: string,
  databaseUrl: string,
  issuer: Issuer,
  cleanup: AsyncDisposableStack,
): Promise<Measured> {
  const inspector = await freePort()
  const env = { ...environment(issuer), DATABASE_URL: databaseUrl, STREAMS_PER_USER: '10000' }
  const command = [`--inspect=127.0.0.1:${inspector}`, script]
  const running = await startServer(name, await freePort(), command, env, isReady)
  cleanup.defer(running.stop)
  const answer = await fetch(`http://127.0.0.1:${inspector}/json`)
  const [target] = (await answer.json()) as [{ webSocketDebuggerUrl: string }]
  const settle = async () => {
    for (let times = 0; times < 3; times++) await collectGarbage(target.webSocketDebuggerUrl)
    await pause(1000)
    return memory(running.pid)
  }
  return { ...running, databaseUrl, settle }
}

function collectGarbage(url: string): Promise<void> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('the inspector does not answer'))
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
    socket.onmessage = () => {
      socket.close()
      resolve()
    }
  })
}

/** One breach in each organization. Every change is a change of it. */
async function seed(url: string, issuer: Issuer): Promise<Map<string, string>> {
  const env = { ...environment(issuer), DATABASE_URL: url }
  const gateway = await startServer('gateway', await freePort(), ['dist/src/main/server.js'], env, isReady)
  const breaches = new Map<string, string>()
  for (let index = 0; index < ORGANIZATIONS; index++) {
    const organization = `org_${index}`
    const answer = await fetch(`${gateway.url}/api/breaches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${issuer.token(organization, 'user')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Lost laptop', description: 'A laptop was lost.', discoveredAt: new Date() }),
    })
    const { data } = (await answer.json()) as { data: { id: string } }
    breaches.set(organization, data.id)
  }
  await gateway.stop()
  return breaches
}

const followed = (issuer: Issuer, streams: number, organizations: number): Followed[] =>
  Array.from({ length: streams }, (_, index) => {
    const organizationId = `org_${index % organizations}`
    return { organizationId, token: issuer.token(organizationId, `user_${index % organizations}`) }
  })

const commitsOf = async (url: string) =>
  Number(
    (
      await query<{ n: string }>(
        url,
        `select xact_commit as n from pg_stat_database where datname = current_database()`,
      )
    )[0]?.n,
  )

interface Course extends Size {
  issuer: Issuer
  breaches: Map<string, string>
  readers: Readers
}

/** What each of so many idle streams keeps, in KiB. */
async function idleMemory(
  server: Measured,
  path: string,
  { issuer, readers, streams: count }: Course,
): Promise<number> {
  // Once before: what the first streams load and compile is not theirs alone.
  const streams = followed(issuer, count, ORGANIZATIONS)
  await readers.ask({ open: { url: server.url, path, streams } })
  await readers.ask({ close: true })
  await pause(1000)
  const before = await server.settle()
  await readers.ask({ open: { url: server.url, path, streams } })
  const after = await server.settle()
  await readers.ask({ close: true })
  await pause(500)
  return ((after - before) * 1024) / count
}

interface FanOut extends Taken {
  perChange: number
}

async function fanOut(server: Measured, rate: number, { breaches, readers, seconds }: Course): Promise<FanOut> {
  await readers.ask({ take: true })
  const before = await commitsOf(server.databaseUrl)
  const changes = await publish(server.databaseUrl, breaches, rate, seconds)
  await pause(1500)
  const taken = await readers.ask({ take: true })
  const commits = (await commitsOf(server.databaseUrl)) - before - changes
  return { ...taken, perChange: commits / changes }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function compare(servers: Measured[], shape: string, organizations: number, rates: number[], course: Course) {
  const streams = followed(course.issuer, course.streams, organizations)
  const breaches = new Map([...course.breaches].slice(0, organizations))
  for (const rate of rates) {
    const rounds = new Map(servers.map(({ name }) => [name, [] as FanOut[]]))
    for (let round = 0; round < course.rounds; round++) {
      for (const server of servers) {
        await course.readers.ask({ open: { url: server.url, path: PATHS.rest, streams } })
        rounds.get(server.name)?.push(await fanOut(server, rate, { ...course, breaches }))
        await course.readers.ask({ close: true })
        await pause(500)
      }
    }
    for (const [name, taken] of rounds) {
      const of = (key: keyof FanOut) => median(taken.map((each) => each[key]))
      const delivered = (of('events') / (rate * course.seconds * (course.streams / organizations))) * 100
      print(
        `${shape}, ${rate} changes/s, ${name}: p50 ${of('p50')} ms, p99 ${of('p99')} ms, ` +
          `${delivered.toFixed(0)} % delivered, ${of('perChange').toFixed(2)} transactions per change`,
      )
    }
  }
}

/**
 * Event streams: what an idle one keeps in memory, and how long a change takes from its commit to its readers, beside a
 * bare server that writes the same bytes. Readers and servers are processes of their own.
 */
export async function run({ quick, databaseUrl }: { quick: boolean; databaseUrl?: string }): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const server = await openServer(databaseUrl, cleanup)
  const name = `gateway_streams_${process.pid}`
  const own = await openDatabase(server, name, cleanup)
  const breaches = await seed(own.url, issuer)
  const floors = await copyDatabase(server, own, `${name}_floor`, cleanup)
  const readers = new Readers()
  cleanup.defer(() => readers.stop())
  const gateway = await startMeasured('gateway', 'dist/src/main/server.js', own.url, issuer, cleanup)
  const floor = await startMeasured('floor', 'test/bench/streams-floor.ts', floors.url, issuer, cleanup)
  const course = { ...(quick ? QUICK : FULL), issuer, breaches, readers }

  const idle = (await fanOut(gateway, 100, course)).perChange
  print(`no streams, 100 changes/s, gateway: ${idle.toFixed(2)} transactions per change`)
  for (const [each, path] of [
    [gateway, PATHS.rest],
    [gateway, PATHS.graphql],
    [floor, PATHS.rest],
  ] as const)
    print(
      `an idle stream, ${each.name}, ${path.split('?')[0]}: ${(await idleMemory(each, path, course)).toFixed(1)} KiB`,
    )
  await compare(
    [gateway, floor],
    `${course.streams} streams of ${ORGANIZATIONS} organizations`,
    ORGANIZATIONS,
    RATES,
    course,
  )
  await compare([gateway, floor], `${course.streams} streams of one organization`, 1, [10], course)
}
