/** @long it sends hostile requests to every endpoint and every field. */
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { compileRoutes } from '../rest-compat/compile.ts'
import { openApiDocument } from '../rest-compat/openapi.ts'
import { routes } from '../rest-compat/routes/index.ts'
import { STATUS } from '../src/common/errors.ts'
import { parseOperation } from '../src/engine/declare/operation.ts'
import { sharedSchema } from '../src/main/schema.ts'
import { fingerprints } from './support/fingerprint.ts'
import { hostile, RAW_BODIES, spoiled, textOf } from './support/hostile.ts'
import { OpenApi, type Operation } from './support/openapi.ts'
import { sample, validInput, withId } from './support/operation-samples.ts'
import { runs } from './support/runs.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

// More than 20 s: 230 operations, each with 4 random requests (12 in CI) and a look at the organization's rows after each.

const SEED = Number(process.env.FUZZ_SEED ?? 92)
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(8))
const CANARY = 'canary-7f3a9c'

const schema = await sharedSchema()
const api = new OpenApi(
  JSON.parse(
    JSON.stringify(
      openApiDocument(compileRoutes({ schema, parse: (source) => parseOperation(schema, source) }, routes)),
    ),
  ),
)

let server: TestServer
let fingerprint: Awaited<ReturnType<typeof fingerprints>>
let actor: Actor
let neighbour: Actor
/** The neighbour's ids and one's own: what a caller may guess, and what he knows. */
const ids: string[] = []
let neighbours: Record<string, string>
/** One's own rows as they are since the last change that was accepted. */
let known: Record<string, string>

/** Every text of a body marked, so that it is recognized wherever it comes out. */
function marked(node: Json, value: Json): Json {
  const schema = api.resolve(node)
  if (typeof value === 'string' && schema?.type === 'string' && !schema.format && !schema.enum && !('const' in schema))
    return `${CANARY} ${value}`.slice(0, schema.maxLength)
  if (Array.isArray(value)) return value.map((item) => marked(schema?.items, item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, marked(schema?.properties?.[key] ?? {}, item)])
  return Object.fromEntries(entries)
}

/** One row of everything that a POST makes. */
async function settle(someone: Actor, isMarked: boolean): Promise<void> {
  for (const operation of api.operations.filter(({ method, path }) => method === 'POST' && !path.includes('{'))) {
    const node = operation.body['application/json']
    if (!node) continue
    const body = sample(api, node)
    const answer = await someone.rest('POST', operation.path, isMarked ? marked(node, body) : body)
    if (typeof answer.body?.data?.id === 'string') ids.push(answer.body.data.id)
  }
}

setUp(async (opened) => {
  server = opened.use(await startServer())
  fingerprint = await fingerprints(server)
  actor = server.actor()
  neighbour = server.actor()
  await settle(neighbour, true)
  await settle(actor, false)
  neighbours = await fingerprint(neighbour.organizationId)
  known = await fingerprint(actor.organizationId)
  expect(JSON.stringify(await neighbour.rest('GET', '/api/clients'))).toContain(CANARY)
})

/** What holds for every answer, whatever was asked: no failure of ours, nothing of the neighbour's. */
function demandDecent({ status, headers, body }: Answer): void {
  const whole = `${typeof body === 'string' ? body : JSON.stringify(body)} ${JSON.stringify([...headers])}`
  if (status >= 500) throw new Error(`${status}: ${whole.slice(0, 500)}`)
  if (whole.includes(CANARY)) throw new Error(`the neighbour's data came out: ${whole.slice(0, 500)}`)
  if (whole.includes('polluted')) throw new Error('a prototype was changed')
}

/** A refusal has changed nothing; what was accepted has changed nothing of the neighbour's. */
async function demandUntouched(wasRefused: boolean): Promise<void> {
  const now = await fingerprint(actor.organizationId)
  if (wasRefused) expect(now).toEqual(known)
  known = now
}

const check = (property: fc.IAsyncProperty<[Request]>, numRuns = RUNS) =>
  fc.assert(property, { seed: SEED, numRuns, endOnFailure: true, markInterruptAsFailure: false })

interface Request {
  path: string
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
}

const send = ({ path, ...init }: Request): Promise<Answer> =>
  server.fetch(path, {
    ...init,
    headers: { Authorization: `Bearer ${actor.token}`, ...init.headers },
    body: (init.body as BodyInit | undefined) ?? null,
  })

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Text that a URL may contain. */
const inUrl = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : textOf(value)).slice(0, 1500).toWellFormed())

const pathId = fc.oneof(
  hostile(['x'])
    .map(inUrl)
    .filter((id) => !['', '.', '..'].includes(id)),
  fc.constantFrom('%ff', '%00', '%zz', '%2e%2e', '..%2f..%2fetc', '%F0%9F', ';id=1', '%0d%0aX-Evil:1'),
  fc.constant('the id of a neighbour'),
)

const HEADERS = [
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Accept',
  'X-Request-Id',
  'Content-Type',
  'X-Forwarded-For',
  'User-Agent',
  'Authorization',
  'Accept-Encoding',
  'Origin',
]
const headerValue = fc.constantFrom(
  '',
  '*',
  '"a", W/"b", *',
  ',,,',
  '{}',
  'é\u00ff',
  'x'.repeat(300),
  '../..',
  "' or 1=1",
  'application/problem+json',
  'Bearer a.b.c',
  'Bearer',
  '0',
  '::ffff:1.2.3.4, ::1%eth0',
  'text/html;q=nonsense',
)

function requestsOf(operation: Operation, valid: { path: string; body?: unknown }): fc.Arbitrary<Request> {
  const own = [...ids, CANARY.slice(0, 3)]
  const { method } = operation
  const whole: Request = {
    ...valid,
    method,
    headers: valid.body === undefined ? {} : JSON_TYPE,
    body: valid.body === undefined ? undefined : textOf(valid.body),
  }
  const names = [
    ...operation.parameters.filter((each) => each.in === 'query').map((each) => each.name),
    '__proto__',
    'page[]',
    'x',
  ]
  const pair = fc.tuple(fc.constantFrom(...names), hostile(own)).map(([name, value]) => `${name}=${inUrl(value)}`)
  const byQuery = fc
    .array(pair, { minLength: 1, maxLength: 4 })
    .map((pairs) => ({ ...whole, path: `${valid.path}?${pairs.join('&')}` }))
  const byHeader = fc
    .tuple(fc.constantFrom(...HEADERS), headerValue)
    .map(([name, value]) => ({ ...whole, headers: { ...whole.headers, [name]: value } }))
  const byPath = fc.tuple(pathId, fc.constantFrom(...own)).map(([id, other]) => ({
    ...whole,
    path: operation.path.replace(/\{\w+\}/, id.startsWith('the') ? inUrl(other) : id),
  }))
  const fields = Object.keys(api.resolve(operation.body['application/json'] ?? {}).properties ?? {})
  const byBody = spoiled(valid.body, fields, own).map((body) => ({ ...whole, headers: JSON_TYPE, body: textOf(body) }))
  const byRaw = fc.constantFrom(...RAW_BODIES).map(({ body, type, encoding }) => ({
    ...whole,
    body,
    headers: { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) },
  }))
  const weights: [number, fc.Arbitrary<Request>][] = [
    [2, byQuery],
    [1, byHeader],
    [operation.path.includes('{') ? 2 : 0, byPath],
    [Object.keys(operation.body).length > 0 ? 6 : 0, byBody],
    [method === 'GET' || method === 'DELETE' ? 0 : 2, byRaw],
  ]
  return fc.oneof(...weights.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

describe.each(api.operations.map((operation) => [operation.key, operation] as const))('%s', (_, operation) => {
  test('answers hostile requests as documented, and a refusal changes nothing', async () => {
    const valid = await validInput(api, operation, actor)
    known = await fingerprint(actor.organizationId)
    await check(
      fc.asyncProperty(requestsOf(operation, valid), async (request) => {
        const answer = await send(request)
        demandDecent(answer)
        expect(api.faultsOf(operation, answer)).toEqual([])
        if (answer.status >= 400 || operation.method !== 'GET') await demandUntouched(answer.status >= 400)
      }),
    )
  })
})

test('paths and methods that do not exist are refused in the documented form', async () => {
  const paths = [
    '/api',
    '/api/',
    '/api/nowhere',
    '/api/clients/x/y/z',
    '/api/%ff',
    '/api/%00',
    '/api/clients/%zz',
    '/API/clients',
    '/api//clients',
    '/api/clients;x=1',
    '/api/clients/../../x',
    '/api/__proto__',
    '/api/constructor',
    ...new Set(api.operations.map(({ path }) => withId(path, 'x'))),
  ]
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'PATCH', 'PUT', 'POST', 'DELETE', 'PROPFIND', 'OPTIONS', 'REPORT']) {
      const answer = await send({ path, method, headers: {} })
      demandDecent(answer)
      if (answer.status === 405) expect(answer.headers.get('allow')).toBeTruthy()
      if (answer.status >= 400 && method !== 'HEAD')
        expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^[A-Z_]+$/) })
    }
  }
  // A path that was tried with every method may take one of them: PUT of nothing, where nothing is required.
  await demandUntouched(false)
})

test('a list of bad items is refused for its first ones, not for each', async () => {
  const body = `{"operation":"DELETE","ids":[${'{},'.repeat(300_000)}{}]}`
  const answer = await send({ path: '/api/campaigns/bulk', method: 'POST', headers: JSON_TYPE, body })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.details).length).toBeLessThanOrEqual(50)
})

test('10 MiB bodies are refused, or read as what they are', async () => {
  const body = Buffer.from(`{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`)
  for (const { path, method } of [
    ...api.operations.filter(({ method }) => method === 'POST' || method === 'PUT'),
    { path: '/graphql', method: 'POST' },
  ]) {
    const answer = await send({ path: withId(path, ids[0] ?? ''), method, headers: JSON_TYPE, body })
    demandDecent(answer)
    expect([400, 413]).toContain(answer.status)
  }
  await demandUntouched(true)
})

/** A value for a GraphQL input: required fields only. */
function inputSample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return inputSample(type.ofType)
  if (isListType(type)) return [inputSample(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField)
    return Object.fromEntries(required.map((field) => [field.name, inputSample(field.type)]))
  }
  const samples: Record<string, unknown> = {
    ID: ids[0],
    Int: 1,
    SafeInt: 1,
    Cents: 1,
    Float: 1,
    Boolean: false,
    DateTimeISO: '2026-11-20T08:00:00Z',
    LocalDate: '2026-11-20',
    JSONObject: { name: 'Sample' },
  }
  return samples[type.name] ?? 'Sample'
}

/** All leaves of what a field returns, relations included, as deep as `depth`; lists within lists would cost too much. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter((field) => !field.args.some(isRequiredArgument))
  const parts = fields.flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return [field.name]
    const inner = depth > 0 && field.args.length === 0 ? selectionOf(field.type, depth - 1) : ''
    return inner ? [`${field.name} ${inner}`] : []
  })
  return parts.length > 0 ? `{ ${parts.join(' ')} }` : '{ __typename }'
}

function documentOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const selection = selectionOf(field.type, 2)
  return `${kind}${variables && ` (${variables})`} { ${field.name}${given && `(${given})`} ${selection} }`
}

const fieldsOf = (schema: GraphQLSchema) => [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ['query', field.name, field] as const),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map(
    (field) => ['mutation', field.name, field] as const,
  ),
]

/** The shape of a GraphQL refusal: errors with a message and a code, none of them ours. */
function demandGraphQL(answer: Answer): void {
  demandDecent(answer)
  for (const error of answer.body.errors ?? []) {
    expect(error).toMatchObject({ message: expect.any(String), extensions: { code: expect.any(String) } })
    const { code } = error.extensions
    expect(code in STATUS || /^(GRAPHQL_|PERSISTED_|BAD_REQUEST|OPERATION_)/.test(code)).toBe(true)
    expect(code).not.toBe('INTERNAL_ERROR')
  }
}

describe.each(fieldsOf(schema))('%s %s', (kind, _, field) => {
  test('answers hostile variables with an error of the table, and a refusal changes nothing', async () => {
    const query = documentOf(kind, field)
    const valid = Object.fromEntries(
      field.args.filter(isRequiredArgument).map(({ name, type }) => [name, inputSample(type)]),
    )
    const [input] = Object.entries(valid).filter(([, value]) => typeof value === 'object' && !Array.isArray(value))
    const inputType = getNamedType(field.args.find(({ name }) => name === input?.[0])?.type)
    const inner = isInputObjectType(inputType) ? Object.keys(inputType.getFields()) : []
    const outer = field.args.map(({ name }) => name)
    const variables = input
      ? fc.oneof(
          spoiled(valid, outer, ids),
          spoiled(input[1], inner, ids).map((value) => ({ ...valid, [input[0]]: value })),
        )
      : spoiled(valid, outer, ids)
    const requests = variables.map((value) => ({
      path: '/graphql',
      method: 'POST',
      headers: JSON_TYPE,
      body: textOf({ query, variables: value }),
    }))
    known = await fingerprint(actor.organizationId)
    await check(
      fc.asyncProperty(requests, async (request) => {
        const answer = await send(request)
        demandGraphQL(answer)
        if (answer.body.errors || kind === 'mutation') await demandUntouched(Boolean(answer.body.errors))
      }),
    )
  })
})

const DOCUMENTS = [
  '{',
  '',
  'query { clients { ...A } } fragment A on ClientConnection { ...B } fragment B on ClientConnection { ...A }',
  `{ ${'a'.repeat(100_000)} }`,
  `{ ${Array.from({ length: 200 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
  `{ ${Array.from({ length: 100 }, (_, index) => `c${index}: clients(first: 100) { nodes { id } }`).join(' ')} }`,
  `{ __schema { types ${'{ fields { type '.repeat(20)} { name } ${'} }'.repeat(20)} } }`,
  `{ clients { nodes ${'{ campaigns { nodes { client '.repeat(15)} { id } ${'} } }'.repeat(15)} } }`,
  `{ clients ${'@skip(if: false) '.repeat(500)} { totalCount } }`,
  `query (${Array.from({ length: 500 }, (_, index) => `$v${index}: Int`).join(', ')}) { __typename }`,
  `{ clients(filter: ${'{filter: '.repeat(200)}1${'}'.repeat(200)}) { totalCount } }`,
  '{ __proto__ constructor { toString } }',
  'subscription { nothing }',
  'query A { __typename } query B { __typename }',
  `{ client(id: "${'\\u0000'}") { id } }`,
  '{ client(id: "\\ud800") { id } }',
  `# ${'x'.repeat(500_000)}\n{ __typename }`,
]

test.each(DOCUMENTS.map((query) => [query.slice(0, 60), query]))(
  'the document %s is answered or refused',
  async (_, query) => {
    for (const operationName of [undefined, '__proto__', 'A\0']) {
      const answer = await send({
        path: '/graphql',
        method: 'POST',
        headers: JSON_TYPE,
        body: textOf({ query, operationName }),
      })
      demandGraphQL(answer)
      expect(answer.body.errors ?? answer.body.data).toBeTruthy()
    }
  },
)

test('requests that are no GraphQL requests are refused', async () => {
  const bodies = [
    ...RAW_BODIES,
    ...[
      [],
      [{ query: '{__typename}' }],
      { query: 1 },
      { query: null },
      { query: '{__typename}', variables: 'x' },
      { query: '{__typename}', variables: [1] },
      { query: '{__typename}', operationName: {} },
      { query: '{__typename}', extensions: 'x' },
    ].map((body) => ({ body: textOf(body), type: 'application/json', encoding: undefined })),
  ]
  for (const { body, type, encoding } of bodies) {
    const headers = { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) }
    const answer = await send({ path: '/graphql', method: 'POST', headers, body })
    demandGraphQL(answer)
  }
})

test('nothing of the neighbour’s was touched', async () => {
  expect(await fingerprint(neighbour.organizationId)).toEqual(neighbours)
})
