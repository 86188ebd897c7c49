import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'graphql-sse'
import { PATIENCE_MS } from '../support/patience.ts'
import { clientBody } from '../support/samples.ts'
import type { Json } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Replica, Stage } from './stage.ts'

/** Between two requests of one caller: the machine has to serve them all. */
const BREATH_MS = 20

/** What came of the requests of one organization. */
export interface Ledger {
  organizationId: string
  /** Names of clients whose creation was answered with 201, with their ids. */
  acknowledged: Map<string, string>
  /** Names whose creation was answered otherwise, or not at all: they may be there once, or not. */
  unknown: Set<string>
  /** Answers by status; 0 counts requests without an answer. */
  statuses: Map<number, number>
  /** When and by which gateway each success was answered, on the clock of this process. */
  successes: { at: number; replica: Replica }[]
}

/** The events that a stream received: ids of clients, in order. */
export interface Followed {
  replica: Replica
  organizationId: string
  ids: string[]
  /** The id of the last event, to go on behind; that of the opening, before there was any. */
  since: string | undefined
}

export interface Load {
  ledgers: Ledger[]
  streams: Followed[]
  /** Stops sending, and waits for running requests. Streams stay open. */
  quiesce(): Promise<void>
  /** Ends the streams too. */
  stop(): Promise<void>
}

/** Reads, writes and streams of several organizations on both gateways, until it is stopped. */
export async function startLoad(stage: Stage, organizations: readonly string[]): Promise<Load> {
  const ending = new AbortController()
  const streams = organizations.flatMap((organizationId) =>
    stage.replicas.map((replica): Followed => ({ replica, organizationId, ids: [], since: undefined })),
  )
  const followers = streams.map((each) => follow(stage, each, ending.signal))
  await until('the streams to open', () => streams.every(({ since }) => since !== undefined))
  const signal = new AbortController()
  const isOver = () => signal.signal.aborted
  const ledgers = organizations.map((organizationId): Ledger => {
    return { organizationId, acknowledged: new Map(), unknown: new Set(), statuses: new Map(), successes: [] }
  })
  const callers = ledgers.flatMap((ledger) =>
    stage.replicas.flatMap((replica) => [write(stage, replica, ledger, isOver), read(stage, replica, ledger, isOver)]),
  )
  const quiesce = async () => {
    signal.abort()
    await Promise.all(callers)
  }
  return {
    ledgers,
    streams,
    quiesce,
    async stop() {
      await quiesce()
      ending.abort()
      await Promise.all(followers)
    },
  }
}

async function send(
  stage: Stage,
  replica: Replica,
  ledger: Ledger,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
) {
  const answer = await fetch(replica.gateway.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${stage.token(ledger.organizationId)}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then(async (response) => ({ status: response.status, body: (await response.json()) as Json }))
    .catch((error: Error): { status: number; body: Json } => ({ status: 0, body: String(error.cause ?? error) }))
  ledger.statuses.set(answer.status, (ledger.statuses.get(answer.status) ?? 0) + 1)
  if (answer.status === 200 || answer.status === 201) ledger.successes.push({ at: performance.now(), replica })
  return answer
}

/** Creates clients. Every other one with a key, and then for as long as it takes. */
async function write(stage: Stage, replica: Replica, ledger: Ledger, isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const name = `${replica.name}-${number}`
    const isKeyed = number % 2 === 0
    const headers = isKeyed ? { 'Idempotency-Key': `${ledger.organizationId}-${name}` } : {}
    const attempt = () => send(stage, replica, ledger, 'POST', '/api/clients', clientBody({ name }), headers)
    let { status, body } = await attempt()
    while (isKeyed && status !== 201 && !isOver()) {
      await pause(BREATH_MS * 5)
      ;({ status, body } = await attempt())
    }
    if (status === 201) ledger.acknowledged.set(name, body.data.id)
    else ledger.unknown.add(name)
    await pause(BREATH_MS)
  }
}

async function read(stage: Stage, replica: Replica, ledger: Ledger, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await send(stage, replica, ledger, 'GET', '/api/clients?limit=5')
    await pause(BREATH_MS)
  }
}

const QUERY = `subscription ($since: ID) { clientChanged(since: $since) { id event data { type resourceId } } }`

/** Follows a stream. When it ends, opens it again after the last event. */
async function follow(stage: Stage, stream: Followed, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const sse = createClient({
      url: `${stream.replica.gateway.url}/graphql/stream`,
      headers: { Authorization: `Bearer ${stage.token(stream.organizationId)}` },
      retryAttempts: 0,
    })
    const stop = () => sse.dispose()
    ending.addEventListener('abort', stop)
    await hear(sse.iterate<Json>({ query: QUERY, variables: { since: stream.since } }), stream)
    ending.removeEventListener('abort', stop)
    sse.dispose()
    if (!ending.aborted) await pause(BREATH_MS * 5)
  }
}

/** Hears a stream to its end, whatever ends it. A gap that it tells of shows as events that are missing. */
async function hear(results: AsyncIterable<Json>, stream: Followed): Promise<void> {
  try {
    for await (const { data } of results) {
      const change = data?.clientChanged
      if (!change) continue
      stream.since = change.id
      if (change.data?.type === 'CLIENT_CREATED') stream.ids.push(change.data.resourceId)
    }
  } catch {
    // It is opened again.
  }
}

/** Successes of one organization on one gateway that count as being served. */
const SERVED = 3

/** Waits until organizations were served by gateways after a moment. Answers how long that took, in milliseconds. */
export async function servedAfter(
  from: number,
  ledgers: readonly Ledger[],
  replicas: readonly Replica[],
): Promise<number> {
  const after = (ledger: Ledger, replica: Replica) =>
    ledger.successes.filter((success) => success.at > from && success.replica === replica)
  const all = () => ledgers.flatMap((ledger) => replicas.map((replica) => after(ledger, replica)))
  await until('every organization to be served', () => all().every(({ length }) => length >= SERVED))
  return Math.max(...all().map((successes) => successes[SERVED - 1]?.at ?? 0)) - from
}

/** How many answers of a status there were. */
export const answered = (load: Load, status: number): number =>
  load.ledgers.reduce((sum, { statuses }) => sum + (statuses.get(status) ?? 0), 0)
