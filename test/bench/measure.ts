import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadResult } from './load.ts'
import { forgetPeak, peakMemory, postgresCpu, type Running, serverCpu } from './processes.ts'
import { type Actor, requestsOf, type Scenario, type ServerName } from './scenarios.ts'

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
  /** Most resident memory during the scenario so far, MiB. */
  peakMemory: number
}

export type Metric = keyof Figures

/** Figures of each server, round by round. */
export type Rounds = Map<ServerName, Figures[]>

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
  seconds: number
  rounds: number
  progress: (text: string) => void
}

/** Load that each server gets before it counts, in seconds. */
const WARMING_S = 30

/**
 * Runs a scenario in short rounds, each server in turn and every other round backwards, so that whatever else the
 * machine does meets all of them. A first, longer round warms up and is not counted: an engine that compiles what is
 * hot while it runs needs its time, the more the more code there is.
 */
export async function measure(scenario: Scenario, course: Course): Promise<Rounds> {
  const results: Rounds = new Map(scenario.servers.map((name) => [name, []]))
  const running = scenario.servers.map((name) => [name, serverNamed(course, name)] as const)
  await demandSameAnswers(scenario, course)
  for (const [, { pid }] of running) forgetPeak(pid)
  for (let round = 0; round <= course.rounds; round++) {
    for (const [name, server] of round % 2 === 0 ? running : running.toReversed()) {
      const figures = await measureOnce(
        scenario,
        name,
        server,
        round === 0 ? { ...course, seconds: WARMING_S } : course,
      )
      course.progress(
        `${scenario.title}, round ${round || 'of warming up'}, ${name}: ${Math.round(figures.perSecond)}/s`,
      )
      if (round > 0) results.get(name)?.push(figures)
    }
  }
  return results
}

function serverNamed({ servers }: Course, name: ServerName): Running {
  const server = servers.get(name)
  if (!server) throw new Error(`${name} is not running`)
  return server
}

async function measureOnce(
  scenario: Scenario,
  name: ServerName,
  { url, pid }: Running,
  course: Course,
): Promise<Figures> {
  const requests = requestsOf(scenario, name, course.actors)
  const before = [serverCpu(pid), postgresCpu(course.postmaster)] as const
  const result = await course.client.put({ url, connections: course.connections, seconds: course.seconds, requests })
  if (result.failures > 0) throw new Error(`${name}, ${scenario.title}: ${result.failures} requests failed`)
  return {
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    cpu: (serverCpu(pid) - before[0]) / result.requests,
    postgresCpu: (postgresCpu(course.postmaster) - before[1]) / result.requests,
    peakMemory: peakMemory(pid),
  }
}

/** What differs between two servers that answer the same: how lists are wrapped, how moments are written, new rows' ids. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence)
  if (typeof value !== 'object' || value === null) return value
  if ('nodes' in value) return essence(value.nodes)
  const entries = Object.entries(value).filter(([key]) => !/(At|By|^id)$/.test(key))
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key.replace(/^all(C.*)|(campaigns)By.*$/, (_, a, b) => a?.toLowerCase() ?? b),
      essence(item),
    ]),
  )
}

/** Ratios of servers that answer differently would mean nothing. @throws Error that shows both answers */
async function demandSameAnswers(scenario: Scenario, course: Course): Promise<void> {
  const answers = await Promise.all(
    scenario.servers.map(async (name) => {
      const [request] = requestsOf(scenario, name, course.actors)
      if (!request) throw new Error(`${scenario.name} has no callers`)
      const response = await fetch(`${serverNamed(course, name).url}${request.path}`, request)
      const body = await response.text()
      if (!response.ok) throw new Error(`${name} answers ${response.status}: ${body}`)
      return isVerbatim(scenario) ? body : JSON.stringify(essence(JSON.parse(body)))
    }),
  )
  if (new Set(answers).size > 1) throw new Error(`${scenario.title}: the answers differ\n${answers.join('\n')}`)
}

/** REST reads must be the same bytes. */
const isVerbatim = ({ name }: Scenario) => name !== 'graphql' && name !== 'create'
