import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { startNameServer } from '../support/dns.ts'
import { freePort } from '../support/redis.ts'
import { cleanWhenInterrupted, progress } from './bench.ts'
import { openDatabase, openServer, query } from './database.ts'
import { Client } from './delivery-client.ts'
import type { Order } from './delivery-floor.ts'
import type { Report } from './delivery-sink.ts'
import { startIssuer } from './issuer.ts'
import { forgetPeak, peakMemory, type Running } from './processes.ts'
import { startGateway } from './start.ts'
import { quantile, timed } from './turns.ts'

/*
 * E-mail campaigns: an audience is imported, and sent to a mail server in a process of its own. The large campaign is sent
 * in stretches, each of which ends with a pause. Between the stretches, a bare pool of nodemailer sends to the same server.
 */

/** The connections that the gateway has for one sender in a process. */
const CONNECTIONS = 10
const SMALL = 1000
const TEN = 10
const FULL = { stretchMs: 8_000, bare: 3000, rounds: 3, messages: 100_000 }
const QUICK = { stretchMs: 4_000, bare: 1000, rounds: 1, messages: 10_000 }
/** The embedded database is for trials and small organizations. */
const EMBEDDED_MESSAGES = 20_000
type Size = typeof FULL

const print = (text: string) => process.stdout.write(`${text}\n`)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Prints a figure, and whether it reaches its target. */
function figure(name: string, value: number, unit: string, { atMost = Infinity, atLeast = -Infinity } = {}): void {
  const isMet = value <= atMost && value >= atLeast
  const target = atMost !== Infinity ? `<= ${atMost}` : atLeast !== -Infinity ? `>= ${atLeast}` : undefined
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2)
  print(`  ${name}: ${shown}${unit}${target ? ` (${target}: ${isMet ? 'yes' : 'NO'})` : ''}`)
  if (!isMet) process.exitCode = 1
}

/** A process that answers each message with one. */
class Helper<Question, Answer> {
  readonly #child: ChildProcess

  constructor(script: string, env: Record<string, string> = {}) {
    this.#child = fork(join(import.meta.dirname, script), { env: { ...process.env, ...env } })
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stopped = () => reject(new Error('a helper of the benchmark stopped'))
      this.#child.once('exit', stopped)
      this.#child.once('message', (answer) => {
        this.#child.off('exit', stopped)
        resolve(answer as Answer)
      })
      this.#child.send(question as object)
    })
  }

  stop(): void {
    this.#child.kill()
  }
}

type Sink = Helper<string, Report>

/** The messages to the people of an organization since the last report. */
const takenBy = (sink: Sink, { organizationId }: Client): Promise<Report> => sink.ask(domainOf(organizationId))

/** Starts a campaign. Returns the milliseconds from the request to the first message at the mail server. */
async function firstMessage(sink: Sink, client: Client, id: string): Promise<number> {
  await takenBy(sink, client)
  const started = Date.now()
  await client.move(id, 'ACTIVE')
  for (;;) {
    const { count, first } = await takenBy(sink, client)
    if (count > 0) return first - started
    await pause(20)
  }
}

const domainOf = (organizationId: string) => `${organizationId.replace('_', '-')}.people.example`

/** Addresses of an organization. Each campaign of it has people of its own. */
function* people(organizationId: string, from: number, count: number): Generator<string> {
  for (let index = from; index < from + count; index++) yield `p${index}@${domainOf(organizationId)}`
}

const LARGE = 'org_large'
const LITTLE = 'org_little'
const OTHER = 'org_other'

/** Everybody may be contacted: existing customers, as SQL writes them faster than requests. */
const groundsOf = (organizationId: string, count: number) => `
  insert into organization (organization_id) values ('${organizationId}') on conflict do nothing;
  insert into contact_basis (organization_id, id, kind, contact, channel, evidence, created_by, created_at, updated_at)
    select '${organizationId}', gen_random_uuid(), 'EXISTING_CUSTOMER', 'p' || n || '@${domainOf(organizationId)}',
      'EMAIL', 'An order', 'bench', now(), now() from generate_series(0, ${count}) as n;`

const grounds = ({ messages }: Size) => [
  groundsOf(LARGE, messages + SMALL),
  groundsOf(LITTLE, TEN * 100),
  'analyze contact_basis',
]

/** Milliseconds of single requests of another organization, one after another, for as long as `work` runs. */
async function latencyDuring(client: Client, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    times.push(await timed(() => client.rest('GET', '/api/clients?page=1&limit=20')))
    await pause(10)
  }
  await done
  return times
}

interface Course extends Size {
  gateway: Running
  sink: Sink
  port: number
  floor: Helper<Order, number>
  large: Client
  little: Client
  other: Client
}

interface Stretch {
  perSecond: number
  /** Milliseconds from the request for the pause to the last message. */
  pausedAfter: number
}

/** Sends the large campaign while `during` runs, and pauses it. */
async function stretch(
  { large, sink, stretchMs }: Course,
  id: string,
  during = (): Promise<unknown> => pause(stretchMs),
): Promise<Stretch> {
  await takenBy(sink, large)
  await large.move(id, 'ACTIVE')
  await during()
  const asked = Date.now()
  await large.move(id, 'PAUSED')
  await pause(2000)
  const { count, first, last } = await takenBy(sink, large)
  return { perSecond: (count - 1) / ((last - first) / 1000), pausedAfter: Math.max(0, last - asked) }
}

const median = (values: readonly number[]) => quantile(values, 0.5)

/** The rate of the large campaign, in turns with a bare pool. */
async function rate(course: Course, id: string): Promise<void> {
  const { floor, port, rounds, bare: count } = course
  const own: Stretch[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await floor.ask({ port, count, connections: CONNECTIONS }))
    own.push(await stretch(course, id))
  }
  const perSecond = median(own.map((each) => each.perSecond))
  const ratio = median(own.map((each, round) => each.perSecond / (bare[round] ?? Number.NaN)))
  figure('messages per second', perSecond, '')
  figure('messages per second of a bare pool of nodemailer', median(bare), '')
  // Either is enough: a bare pool only signs and sends, and may be faster than anybody needs.
  figure('the share of the bare pool', ratio, '', perSecond >= 300 ? {} : { atLeast: 0.8 })
  figure('a pause stops the sending after, at most', Math.max(...own.map((each) => each.pausedAfter)), ' ms', {
    atMost: 1000,
  })
}

/** Requests of another organization, at rest and while the large campaign is sent. */
async function latency(course: Course, id: string): Promise<void> {
  const { other, stretchMs } = course
  const rest = await latencyDuring(other, pause(stretchMs))
  let busy: number[] = []
  await stretch(course, id, async () => {
    busy = await latencyDuring(other, pause(stretchMs))
  })
  for (const share of [0.5, 0.95, 0.99]) {
    const [one, two] = [quantile(rest, share), quantile(busy, share)]
    print(`  GET /api/clients, p${share * 100}: ${one.toFixed(1)} ms at rest, ${two.toFixed(1)} ms while sending`)
  }
  figure('p99 while sending, to p99 at rest', quantile(busy, 0.99) / quantile(rest, 0.99), '', { atMost: 2 })
}

/** The first message of an organization with ten, alone and beside the large campaign. */
async function fairness(course: Course, id: string, senderId: string): Promise<void> {
  const { little, sink, rounds } = course
  const alone: number[] = []
  const beside: number[] = []
  const ready = async (number: number) => (await little.campaign(senderId, people(LITTLE, number * TEN, TEN))).id
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [await ready(2 * round), await ready(2 * round + 1)]
    alone.push(await firstMessage(sink, little, one))
    await stretch(course, id, async () => {
      await pause(1000)
      beside.push(await firstMessage(sink, little, two))
    })
  }
  print(`  first of ten messages: ${median(alone).toFixed(0)} ms after the start, alone`)
  print(`  first of ten messages: ${median(beside).toFixed(0)} ms after the start, beside the large campaign`)
  figure('the delay by the large campaign', median(beside) - median(alone), ' ms', { atMost: 1000 })
}

/** The peak of the memory, in MiB, while `work` runs. */
async function peakOf({ gateway }: Course, work: () => Promise<unknown>): Promise<number> {
  forgetPeak(gateway.pid)
  await work()
  return peakMemory(gateway.pid)
}

/** Measures one gateway. */
async function measureDelivery(course: Course, names: Names): Promise<void> {
  const { large, little, other, sink, messages } = course
  for (let index = 0; index < 20; index++) await other.rest('POST', '/api/clients', CLIENT)
  const [senderId, littleSender] = [await large.sender(names), await little.sender(names)]
  const small = await large.campaign(senderId, people(LARGE, messages, SMALL))
  const smallPeak = await peakOf(course, async () => {
    figure(`first of ${SMALL} messages, after the start`, await firstMessage(sink, large, small.id), ' ms')
    for (let count = 1; count > 0; ) {
      await pause(1000)
      count = (await takenBy(sink, large)).count
    }
  })
  let id = ''
  const importPeak = await peakOf(course, async () => {
    const campaign = await large.campaign(senderId, people(LARGE, 0, messages))
    id = campaign.id
    figure(`import of ${messages} recipients`, campaign.seconds, ' s')
    figure('recipients imported per second', messages / campaign.seconds, '')
  })
  const largePeak = await peakOf(course, async () => {
    figure(`first of ${messages} messages, after the start`, await firstMessage(sink, large, id), ' ms')
    await large.move(id, 'PAUSED')
    await rate(course, id)
    await latency(course, id)
    await fairness(course, id, littleSender)
  })
  figure(`peak memory, a campaign of ${SMALL}`, smallPeak, ' MiB')
  figure('peak memory, the import', importPeak, ' MiB')
  figure(`peak memory, a campaign of ${messages}, to that of ${SMALL}`, largePeak / smallPeak, '', { atMost: 1.5 })
  figure('messages to somebody who had one before', (await takenBy(sink, large)).twice, '', { atMost: 0 })
}

type Names = Awaited<ReturnType<typeof startNameServer>>

const CLIENT = {
  name: 'Karoo Foods',
  type: 'MEDIUM_BUSINESS',
  industry: 'Retail',
  sector: 'BUSINESS',
  contact: { name: 'Office' },
}

/** A folder of an embedded database with the grounds. The gateway creates the tables at its first start. */
async function embedded(start: Start, size: Size, cleanup: AsyncDisposableStack): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-delivery-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  await (await start({ DATA_DIR: folder })).stop()
  const database = await PGlite.create(join(folder, 'pglite'))
  for (const statements of grounds(size)) await database.exec(statements)
  await database.close()
  return start({ DATA_DIR: folder })
}

async function onServer(
  start: Start,
  size: Size,
  databaseUrl: string | undefined,
  cleanup: AsyncDisposableStack,
): Promise<Running> {
  const server = await openServer(databaseUrl, cleanup)
  const database = await openDatabase(server, `gateway_bench_delivery_${process.pid}`, cleanup)
  await query(database.administratorUrl, ...grounds(size))
  return start({ DATABASE_URL: database.url })
}

type Start = (store: Record<string, string>) => Promise<Running>

interface Options {
  quick: boolean
  databaseUrl: string | undefined
  messages?: number
}

/** Measures the delivery on a PostgreSQL server and on the embedded database, and removes what it made. */
export async function run({ quick, databaseUrl, messages }: Options): Promise<void> {
  const whole = quick ? QUICK : FULL
  for (const store of ['PostgreSQL', 'PGlite']) {
    const most = store === 'PGlite' ? Math.min(whole.messages, EMBEDDED_MESSAGES) : whole.messages
    const size = { ...whole, messages: messages ?? most }
    await using cleanup = new AsyncDisposableStack()
    cleanWhenInterrupted(cleanup)
    const issuer = await startIssuer()
    cleanup.defer(issuer.stop)
    const names = cleanup.use(await startNameServer())
    const port = await freePort()
    const sink: Sink = new Helper('delivery-sink.ts', { PORT: String(port) })
    cleanup.defer(() => sink.stop())
    const floor = new Helper<Order, number>('delivery-floor.ts')
    cleanup.defer(() => floor.stop())
    const settings = {
      DNS_SERVERS: names.address,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PUBLIC_URL: 'https://c.example',
    }
    const start: Start = (where) => startGateway('gateway', issuer, { ...settings, ...where })
    progress(`delivery on ${store}`)
    const gateway = await (store === 'PGlite'
      ? embedded(start, size, cleanup)
      : onServer(start, size, databaseUrl, cleanup))
    cleanup.defer(gateway.stop)
    const load = loadavg().map((each) => each.toFixed(1))
    print(`Delivery on ${store} (${cpus().length} processors, load before ${load.join(' ')})`)
    const client = (organizationId: string) => new Client(gateway.url, issuer, organizationId)
    const [large, little, other] = [client(LARGE), client(LITTLE), client(OTHER)]
    await measureDelivery({ ...size, gateway, sink, port, floor, large, little, other }, names)
  }
}
