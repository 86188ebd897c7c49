import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadResult } from './load.ts'
import { forgetPeak, peakMemory, postgresCpu, type Running, serverCpu } from './processes.ts'
import { type Actor, actorsOf, requestOf, type Scenario, type ServerName, type Side } from './scenarios.ts'

/** What one server did in one round, per request where that makes sense. */
export interface Figures {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** CPU time of the server process per request, milliseconds. */
  cpu: number
  /** CPU time of PostgreSQL per request, milliseconds. */
  postgresCpu: number
  /** Bytes that the heap of the server allocated per request. */
  allocated: number
  /** Most resident memory during the scenario so far, MiB. */
  peakMemory: number
}

export type Metric = keyof Figures

/** Figures of each side, round by round. */
export type Rounds = Map<Side, Figures[]>

/** A load client in a process of its own. */
export class LoadClient {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'))

  put(load: Load): Promise<LoadResult> {
    return new Promise((resolve, reject) => {
      const stopped = () => reject(new Error('the load client stopped'))
      this.#child.once('exit', stopped)
      this.#child.once('message', (result) => {
        this.#child.off('exit', stopped)
        resolve(result as LoadResult)
      })
      this.#child.send(load)
    })
  }

  stop(): void {
    this.#child.kill()
  }
}

export interface Course {
  client: LoadClient
  servers: Map<ServerName, Running>
  actors: Actor[]
  postmaster: number
  connections: number
  /** Of load per side and round, and in the first round, which warms up and is not counted. */
  seconds: number
  /** The number of requests per side and round, instead of seconds. */
  amount?: number
  warming: number
  /** None: nothing is measured, and answers are compared all the same. */
  rounds: number
  progress: (text: string) => void
}

/**
 * Runs a scenario in short rounds, each side in turn and every other round backwards, so that whatever else the
 * machine does meets all of them. A first round warms up and is not counted: an engine that compiles what is hot while
 * it runs needs its time.
 */
export async function measure(scenario: Scenario, course: Course): Promise<Rounds> {
  const { sides, title } = scenario
  const results: Rounds = new Map(sides.map((side) => [side, []]))
  await demandSameAnswers(scenario, course)
  if (course.rounds === 0) return results
  for (const side of sides) forgetPeak(serverOf(course, side).pid)
  for (let round = 0; round <= course.rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const figures = await measureOnce(scenario, side, round === 0 ? { ...course, seconds: course.warming } : course)
      const name = `${title}, round ${round || 'of warming up'}, ${side.name}`
      course.progress(`${name}: ${Math.round(figures.perSecond)}/s, ${figures.cpu.toFixed(2)} ms CPU`)
      if (round > 0) results.get(side)?.push(figures)
    }
  }
  return results
}

function serverOf({ servers }: Course, { server: name }: Side): Running {
  const server = servers.get(name)
  if (!server) throw new Error(`${name} is not running`)
  return server
}

async function measureOnce(scenario: Scenario, side: Side, course: Course): Promise<Figures> {
  const server = serverOf(course, side)
  const { url, pid } = server
  const requests = actorsOf(scenario, course.actors).map((actor) => requestOf(side, actor))
  const before = [serverCpu(pid), postgresCpu(course.postmaster), await server.allocated()] as const
  const { connections, seconds, amount } = course
  const result = await course.client.put({ url, connections, seconds, amount, requests })
  if (result.failures > 0) throw new Error(`${side.name}, ${scenario.title}: ${result.failures} requests failed`)
  return {
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    cpu: (serverCpu(pid) - before[0]) / result.requests,
    postgresCpu: (postgresCpu(course.postmaster) - before[1]) / result.requests,
    allocated: ((await server.allocated()) - before[2]) / result.requests,
    peakMemory: peakMemory(pid),
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** A value without what may differ between two answers alike: how lists are wrapped and moments written, new rows' ids. */
function essence(value: unknown, isCreating: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => essence(item, isCreating))
  if (typeof value === 'string' && MOMENT.test(value)) return new Date(value).toISOString()
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !isCreating || !/(At|By|^id)$/.test(key))
  const [only, ...more] = entries
  // A list without a total is its rows, and what PostGraphile wraps a new row in is the row.
  if (only && more.length === 0 && ['nodes', 'client'].includes(only[0])) return essence(only[1], isCreating)
  return Object.fromEntries(entries.map(([key, item]) => [key, essence(item, isCreating)]).sort())
}

/** So many callers' answers are compared. */
const COMPARED = 4

/** Ratios of servers that answer differently would mean nothing. @throws Error that shows both answers */
async function demandSameAnswers(scenario: Scenario, course: Course): Promise<void> {
  for (const actor of actorsOf(scenario, course.actors).slice(0, COMPARED)) {
    const answers = await Promise.all(scenario.sides.map((side) => answerTo(scenario, side, actor, course)))
    if (!scenario.isUnlike && new Set(answers).size > 1)
      throw new Error(`${scenario.title}: the answers differ\n${answers.join('\n')}`)
  }
}

async function answerTo(scenario: Scenario, side: Side, actor: Actor, course: Course): Promise<string> {
  const { path, ...request } = requestOf(side, actor)
  const response = await fetch(`${serverOf(course, side).url}${path}`, request)
  const body = await response.text()
  if (!response.ok || 'errors' in JSON.parse(body))
    throw new Error(`${side.name}, ${scenario.title}: ${response.status} ${body}`)
  return JSON.stringify(essence(JSON.parse(body), Boolean(scenario.isCreating)))
}
