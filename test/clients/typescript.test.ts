import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse, print } from 'graphql'
import {
  ConnectionError,
  type components,
  connect,
  DeadlineError,
  ERRORS,
  ForbiddenError,
  GatewayError,
  InvalidStateTransitionError,
  LegalHoldError,
  NotFoundError,
  NotReadyError,
  OPERATIONS,
  type Options,
  OrganizationRequiredError,
  PreconditionFailedError,
  RateLimitError,
  type StreamEvent,
  typed,
  UnauthorizedError,
  untilUnchanged,
  ValidationError,
} from '../../clients/typescript/src/index.ts'
import { STATUS } from '../../src/common/errors.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

const openApi = JSON.parse(readFileSync(join(import.meta.dirname, '../../schema/openapi.json'), 'utf8'))

let server: TestServer
let proxy: FaultyProxy
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  proxy = opened.use(await startFaultyProxy(server.url))
  actor = server.actor()
})

const gatewayOf = (options: Partial<Options> = {}) =>
  connect({ url: proxy.url, token: actor.token, backoffMs: 1, ...options })

const clientBody = (name: string): components['schemas']['ClientInput'] => ({
  name,
  type: 'MUNICIPALITY',
  industry: 'Local government',
  sector: 'GOVERNMENT',
  contact: { name: 'B. Zulu', email: 'b.zulu@example.org' },
})

/** Names of the organization's clients that contain a text. */
const named = async (text: string): Promise<string[]> => {
  const found: string[] = []
  for await (const { name } of gatewayOf().pages('clients', { query: { search: text } })) found.push(name)
  return found.sort()
}

/** The requests that a call sent, and its result. */
async function watch<T>(faults: FaultyProxy['faults'], call: () => Promise<T>) {
  const before = proxy.seen.length
  proxy.faults = [...faults]
  const [outcome] = await Promise.allSettled([call()])
  const sent = proxy.seen.slice(before)
  const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']))
  return {
    requests: sent.length,
    keys,
    value: outcome.status === 'fulfilled' ? outcome.value : undefined,
    error: outcome.status === 'rejected' ? outcome.reason : undefined,
  }
}

const unavailable = {
  status: 503,
  headers: { 'Retry-After': '0' },
  body: '{"error":"x","message":"Full","code":"NOT_READY"}',
}
const limited = {
  status: 429,
  headers: { 'Retry-After': '0' },
  body: '{"error":"x","message":"Wait","code":"RATE_LIMIT_EXCEEDED"}',
}

test('it knows each operation of the OpenAPI document', () => {
  const ids = Object.values(openApi.paths).flatMap((methods) =>
    Object.values(methods as object).map(({ operationId }) => operationId),
  )
  expect(Object.keys(OPERATIONS).sort()).toEqual(ids.sort())
  expect(ids).toHaveLength(92)
})

test('parameters, bodies and results are typed', async () => {
  const gateway = gatewayOf()
  const refused = async () => {
    // @ts-expect-error no such operation
    await gateway.call('createKlient', {})
    // @ts-expect-error the id is missing
    await gateway.call('client', {})
    // @ts-expect-error the body is missing
    await gateway.call('createClient')
    // @ts-expect-error a budget is a number of cents
    await gateway.call('createCampaign', { body: { name: 'a', type: 'EMAIL', budgetCents: '1' } })
    // @ts-expect-error a single resource has no pages
    gateway.pages('client', { path: { id: '1' } })
  }
  expect(refused).toBeInstanceOf(Function)
  const { data } = await gateway.call('createClient', { body: clientBody('Typed') })
  const status: 'PENDING' | 'ACTIVE' | 'REJECTED' | 'SUSPENDED' | 'ARCHIVED' = data.status
  expect(status).toBe('PENDING')
})

describe('a GraphQL document', () => {
  const TEXT = 'query ($search: String) { clients(filter: { search: $search }) { totalCount } }'
  interface Counted {
    clients: { totalCount: number }
  }

  /** The class of documents that the client preset of GraphQL Code Generator writes with `documentMode: 'string'`. */
  class TypedDocumentString<Result, Variables> extends String {
    __apiType?: (variables: Variables) => Result
  }

  test('of GraphQL Code Generator has types', async () => {
    const document = new TypedDocumentString<Counted, { search?: string | null }>(TEXT)
    const counted: Counted = await gatewayOf().graphql(document, { search: 'no such client' })
    expect(counted).toEqual({ clients: { totalCount: 0 } })
    // @ts-expect-error a search is a text
    expect(() => gatewayOf().graphql(document, { search: 1 })).toBeInstanceOf(Function)
  })

  test('is a text: a syntax tree, such as that of gql.tada, has to be printed', async () => {
    const tree = parse(TEXT)
    // @ts-expect-error a syntax tree has no text
    expect(() => gatewayOf().graphql(tree, {})).toBeInstanceOf(Function)
    const counted = await gatewayOf().graphql(typed<Counted, { search: string }>(print(tree)), { search: 'none' })
    expect(counted.clients.totalCount).toBe(0)
  })
})

describe('lists', () => {
  test('are read page by page to the end', async () => {
    const { data } = await gatewayOf().call('importClients', {
      body: Array.from({ length: 7 }, (_, index) => clientBody(`Paged ${index}`)),
    })
    expect(data.imported).toBe(7)
    const before = proxy.seen.length
    const names: string[] = []
    for await (const { name } of gatewayOf().pages('clients', { query: { search: 'Paged', limit: 3 } }))
      names.push(name)
    expect(names.sort()).toEqual(Array.from({ length: 7 }, (_, index) => `Paged ${index}`))
    expect(proxy.seen.length - before).toBe(3)
  })

  test('of GraphQL are read by cursor', async () => {
    const query = typed<
      { clients: { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } },
      { after?: string | null; search: string }
    >(`query ($after: String, $search: String) {
      clients(first: 3, after: $after, filter: { search: $search }) { nodes { name } pageInfo { hasNextPage endCursor } }
    }`)
    const names: string[] = []
    for await (const { name } of gatewayOf().nodes(query, { search: 'Paged' }, ({ clients }) => clients))
      names.push(name)
    expect(names).toHaveLength(7)
  })
})

test('CSV goes in and out', async () => {
  const csv = 'name,type,industry,sector,contact.name\nFrom a file,OTHER,Retail,BUSINESS,A. Nkosi\n'
  const { data } = await gatewayOf().call('importClients', { body: csv, query: { mode: 'ATOMIC' } })
  expect(data).toMatchObject({ imported: 1 })
  const file = await gatewayOf().file('clientExport', { query: { format: 'csv' } })
  expect(await file.text()).toContain('From a file')
})

describe('entity tags', () => {
  test('avoid reading unchanged data, and overwriting changed data', async () => {
    const gateway = gatewayOf()
    const { data, etag = '' } = await gateway
      .call('createClient', { body: clientBody('Tagged') })
      .then(({ data }) => gateway.call('client', { path: { id: data.id } }))
    const path = { id: data.id }
    expect(await gateway.callIfChanged('client', etag, { path })).toBeUndefined()
    await gateway.call('updateClient', { path, body: { name: 'Tagged again' }, ifMatch: etag })
    const stale = gateway.call('updateClient', { path, body: { name: 'Lost' }, ifMatch: etag })
    await expect(stale).rejects.toBeInstanceOf(PreconditionFailedError)
    expect((await gateway.callIfChanged('client', etag, { path }))?.data.name).toBe('Tagged again')
  })

  test('let a change apply to current data, even if another writer is faster', async () => {
    const gateway = gatewayOf()
    const { data } = await gateway.call('createClient', { body: clientBody('Contended') })
    const path = { id: data.id }
    let rivals = 2
    await untilUnchanged(async () => {
      const { data, etag = '' } = await gateway.call('client', { path })
      if (rivals-- > 0) await gateway.call('updateClient', { path, body: { industry: `Rival ${rivals}` } })
      await gateway.call('updateClient', { path, body: { name: `${data.name} (${data.industry})` }, ifMatch: etag })
    })
    expect((await gateway.call('client', { path })).data.name).toBe('Contended (Rival 0)')
  })
})

describe('errors', () => {
  test('each code of the gateway has a class', () => {
    expect(Object.keys(ERRORS).sort()).toEqual(Object.keys(STATUS).sort())
    const classes = new Set(Object.values(ERRORS))
    expect(classes.size).toBe(Object.keys(ERRORS).length)
  })

  test('contain the code, the details and the id of the request', async () => {
    const gateway = gatewayOf()
    const missing = await gateway.call('client', { path: { id: crypto.randomUUID() } }).catch((error) => error)
    expect(missing).toBeInstanceOf(NotFoundError)
    expect(missing).toMatchObject({ status: 404, message: 'Client not found', requestId: expect.any(String) })
    const wrong = await gateway
      .call('createClient', { body: { ...clientBody('Wrong'), sector: 'MOON' as 'BUSINESS' } })
      .catch((error) => error)
    expect(wrong).toBeInstanceOf(ValidationError)
    expect(wrong.details).toMatchObject({ sector: expect.any(String) })
  })

  test('without a code get one', async () => {
    const nobody = gatewayOf({ token: 'no token' }).call('clients')
    await expect(nobody).rejects.toBeInstanceOf(UnauthorizedError)
    const nowhere = gatewayOf({ token: server.actor({ organizationId: null }).token }).call('clients')
    await expect(nowhere).rejects.toBeInstanceOf(OrganizationRequiredError)
  })

  test('of GraphQL have the same classes', async () => {
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    const gateway = gatewayOf({ token: viewer.token })
    const create = typed<{ createClient: { id: string } }, { input: object }>(
      'mutation ($input: ClientInput!) { createClient(input: $input) { id } }',
    )
    await expect(gateway.graphql(create, { input: clientBody('No') })).rejects.toBeInstanceOf(ForbiddenError)
    const clients = typed<{ clients: { totalCount: number } }>('{ clients { totalCount } }')
    expect((await gateway.graphql(clients)).clients.totalCount).toBeGreaterThan(0)
  })

  test('of one kind are of one class', () => {
    expect(LegalHoldError.prototype).toBeInstanceOf(GatewayError)
    expect(InvalidStateTransitionError.prototype).toBeInstanceOf(GatewayError)
  })
})

describe('retries', () => {
  test('a POST whose answer was cut creates one record, by its Idempotency-Key', async () => {
    const { value, requests, keys } = await watch(['cut the answer'], () =>
      gatewayOf().call('createClient', { body: clientBody('Only once') }),
    )
    expect([requests, keys.size, value?.isReplay]).toEqual([2, 1, true])
    expect(await named('Only once')).toEqual(['Only once'])
  })

  test('a mutation is retried too, and a query, which needs no key', async () => {
    const create = typed<{ createClient: { id: string } }, { input: object }>(
      '# a comment with "mutation {"\nmutation Make($input: ClientInput!) { createClient(input: $input) { id } }',
    )
    const made = await watch(['cut the answer'], () =>
      gatewayOf().graphql(create, { input: clientBody('Once by GraphQL') }),
    )
    expect([made.requests, made.keys.size, made.keys.has(undefined)]).toEqual([2, 1, false])
    expect(await named('Once by GraphQL')).toHaveLength(1)
    const read = await watch(['cut', unavailable], () =>
      gatewayOf().graphql(typed('{ clients { totalCount } } # mutation')),
    )
    expect([read.requests, [...read.keys]]).toEqual([3, [undefined]])
  })

  test('a PUT and a DELETE are retried after a rate limit, never after a cut or a 503', async () => {
    const { data } = await gatewayOf().call('createClient', { body: clientBody('Changed') })
    const path = { id: data.id }
    for (const fault of ['cut', 'cut the answer', unavailable] as const) {
      const put = await watch([fault], () => gatewayOf().call('updateClient', { path, body: { name: 'Changed' } }))
      expect(put.requests).toBe(1)
      expect(put.error).toBeInstanceOf(fault === unavailable ? NotReadyError : ConnectionError)
    }
    const put = await watch([limited, limited], () =>
      gatewayOf().call('updateClient', { path, body: { name: 'Other' } }),
    )
    expect([put.requests, put.value?.data.name]).toEqual([3, 'Other'])
    const deleted = await watch(['cut the answer'], () => gatewayOf().call('deleteClient', { path }))
    expect(deleted.requests).toBe(1)
    expect(deleted.error).toBeInstanceOf(ConnectionError)
  })

  test('a refused request is not retried, and none more often than configured', async () => {
    const refused = await watch([], () => gatewayOf().call('createClient', { body: clientBody('') }))
    expect([refused.requests, refused.error.name]).toEqual([1, 'VALIDATION_ERROR'])
    const always = await watch([unavailable, unavailable, unavailable], () => gatewayOf({ retries: 2 }).call('clients'))
    expect(always.requests).toBe(3)
    expect(always.error).toBeInstanceOf(NotReadyError)
  })

  test('a request is not retried if the server demands a wait longer than the deadline', async () => {
    const later = { ...limited, headers: { 'Retry-After': '3600' } }
    const { requests, error } = await watch([later], () => gatewayOf().call('clients'))
    expect(requests).toBe(1)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.retryAfterMs).toBe(3_600_000)
    const until = { ...limited, headers: { 'Retry-After': new Date(Date.now() + 7_200_000).toUTCString() } }
    const dated = await watch([until], () => gatewayOf().call('clients'))
    expect([dated.requests, dated.error.retryAfterMs > 3_600_000]).toEqual([1, true])
  })

  test('an answer of a proxy is retried too', async () => {
    const { requests, value } = await watch([{ status: 502, body: '<h1>Bad gateway</h1>' }], () =>
      gatewayOf().call('clients'),
    )
    expect([requests, value?.meta.total]).toEqual([2, expect.any(Number)])
  })

  test('each attempt requests the token', async () => {
    const tokens = ['first', 'second']
    const token = () => tokens.shift() ?? actor.token
    const { error, requests } = await watch([unavailable], () => gatewayOf({ token }).call('clients'))
    expect([requests, tokens, error.name]).toEqual([2, [], 'UNAUTHORIZED'])
    expect((await gatewayOf({ token }).call('clients')).data.length).toBeGreaterThan(0)
  })
})

test('a call ends at its deadline, and by its signal', async () => {
  const late = await watch(['hang'], () => gatewayOf().call('clients', { timeoutMs: 50 }))
  expect(late.error).toBeInstanceOf(DeadlineError)
  const controller = new AbortController()
  const reason = new Error('Nobody waits')
  const left = watch(['hang'], () => gatewayOf().call('clients', { signal: controller.signal }))
  controller.abort(reason)
  expect((await left).error).toBe(reason)
})

test('a redirect is not followed, because it would send the token to another server', async () => {
  const { requests, error } = await watch([{ status: 307, headers: { Location: `${server.url}/api/clients` } }], () =>
    gatewayOf({ retries: 0 }).call('clients'),
  )
  expect(requests).toBe(1)
  expect(error).toBeInstanceOf(ConnectionError)
})

test('an id is one segment of a path', () => {
  for (const id of ['', '.', '..']) expect(() => gatewayOf().call('client', { path: { id } })).toThrow(TypeError)
})

describe('streams', () => {
  const clientsOf = ({ data }: StreamEvent) => (data as { clients: number } | null)?.clients

  test('resume after a cut without loss or repetition', async () => {
    const own = server.actor()
    const gateway = gatewayOf({ token: own.token })
    const controller = new AbortController()
    const stream = gateway.stream('dashboard', { signal: controller.signal })
    const next = async () => (await stream.next()).value as StreamEvent
    const first = await next()
    expect([first.event, clientsOf(first)]).toEqual(['snapshot', 0])
    for (let count = 1; count <= 3; count++) {
      proxy.cut()
      await gateway.call('createClient', { body: clientBody(`Streamed ${count}`) })
      let event = await next()
      // The same figures may be sent again at the start of a connection.
      while (clientsOf(event) === count - 1) event = await next()
      expect([event.event, clientsOf(event)]).toEqual(['update', count])
    }
    expect(proxy.seen.at(-1)?.headers['last-event-id'] ?? proxy.seen.at(-2)?.headers['last-event-id']).toBeDefined()
    controller.abort()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  test('of GraphQL resume too', async () => {
    const own = server.actor()
    const gateway = gatewayOf({ token: own.token })
    const document = typed<{ clientChanged: { id: string; event: string; data: { resourceId: string } | null } }>(
      'subscription ($since: ID) { clientChanged(since: $since) { id event data { resourceId } } }',
    )
    const results = gateway.subscribe(document)
    const next = async () => (await results.next()).value.clientChanged
    expect((await next()).event).toBe('ready')
    const made: string[] = []
    const received: string[] = []
    for (const name of ['First', 'Second', 'Third']) {
      made.push((await gateway.call('createClient', { body: clientBody(name) })).data.id)
      proxy.cut()
      let event = await next()
      while (event.event === 'ready') event = await next()
      received.push(event.data.resourceId)
    }
    expect(received).toEqual(made)
    await results.return(undefined)
  })

  test('end after an error that would occur again', async () => {
    const refused = gatewayOf({ token: 'none' }).stream('dashboard')
    await expect(refused.next()).rejects.toBeInstanceOf(UnauthorizedError)
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    const forbidden = gatewayOf({ token: viewer.token }).stream('breachesRealtime')
    await expect(forbidden.next()).rejects.toBeInstanceOf(ForbiddenError)
  })
})
