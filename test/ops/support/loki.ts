import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** One entry as the log store knows it: equal stream, time and line make it the same entry. */
export interface Entry {
  labels: Record<string, string>
  time: string
  line: string
}

/** A push as it came in. */
export interface Push {
  headers: IncomingHttpHeaders
  body: string
  entries: Entry[]
}

/** How the fake answers: a status, no answer at all, or a status with a list of refused entries. */
export type Answer = number | 'die' | { status: 400; refused: (entry: Entry) => boolean }

interface Body {
  streams: { stream: Record<string, string>; values: [string, string][] }[]
}

const entriesOf = (body: Body): Entry[] =>
  body.streams.flatMap(({ stream, values }) => values.map(([time, line]) => ({ labels: stream, time, line })))

const streamOf = ({ labels }: Entry): string =>
  JSON.stringify(Object.entries(labels).sort(([a], [b]) => a.localeCompare(b)))

const keyOf = (entry: Entry): string => JSON.stringify([streamOf(entry), entry.time, entry.line])

const HOUR = 3_600_000_000_000n

/** A log store that misbehaves on demand. Like the real one it keeps the good entries of a batch that it refuses. */
export class FakeLoki implements AsyncDisposable {
  /** Every push, whatever was answered. */
  readonly pushes: Push[] = []
  /** What a query would show: entries that were taken, each once. */
  readonly stored = new Map<string, Entry>()
  /** Decides about each push, by its number from 0; 204 by default. */
  answer: (push: Push, number: number) => Answer | Promise<Answer> = () => 204

  readonly #newest = new Map<string, bigint>()
  readonly #server: Server = createServer(async (request, response) => {
    const body = (await json(request)) as Body
    const push = { headers: request.headers, body: JSON.stringify(body), entries: entriesOf(body) }
    this.pushes.push(push)
    const answer = await this.answer(push, this.pushes.length - 1)
    if (answer === 'die') return void request.socket.destroy()
    const status = typeof answer === 'number' && answer !== 204 ? answer : this.#take(push, answer)
    response.writeHead(status).end(status === 204 ? '' : `fake answer ${status}`)
  })

  /** Entries of one job, as stored. */
  job(name: string): Entry[] {
    return [...this.stored.values()].filter(({ labels }) => labels.job === name)
  }

  /** Listens on a free loopback port; returns the push address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/loki/api/v1/push`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** More than an hour behind the newest entry of its stream, which Loki takes no more. */
  #tooFarBehind(entry: Entry): boolean {
    return BigInt(entry.time) < (this.#newest.get(streamOf(entry)) ?? 0n) - HOUR
  }

  #take({ entries }: Push, answer: Answer): number {
    const refused = entries.filter(
      (entry) => (typeof answer === 'object' && answer.refused(entry)) || this.#tooFarBehind(entry),
    )
    for (const entry of entries) if (!refused.includes(entry)) this.#store(entry)
    return refused.length > 0 ? 400 : 204
  }

  #store(entry: Entry): void {
    this.stored.set(keyOf(entry), entry)
    const [stream, time] = [streamOf(entry), BigInt(entry.time)]
    if (time > (this.#newest.get(stream) ?? 0n)) this.#newest.set(stream, time)
  }
}
