import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ExecutionResult, execute, type GraphQLSchema, parse, validate } from 'graphql'
import { Deadline } from '../src/data/deadline.ts'
import { Rollback, type Transaction } from '../src/data/transaction.ts'
import { describe as operationOf } from '../src/engine/declare/operation.ts'
import { Context } from '../src/engine/execute/context.ts'
import { execute as run } from '../src/engine/execute/executor.ts'
import { PERMISSIONS, type Permission } from '../src/security/auth/permissions.ts'
import { SecretBox } from '../src/security/secrets.ts'
import { drawDocument, drawSome, type RandomDocument } from './support/documents.ts'
import { referenceSchema } from './support/reference.ts'
import { runs } from './support/runs.ts'
import {
  aBreach,
  aCampaign,
  aClient,
  aConsent,
  aContent,
  aMember,
  anInvitation,
  anOperator,
  aRequest,
  aWebhook,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { type RootField, rootFields, schema } from './support/surface.ts'

/*
 * Random documents over the whole schema, executed by the engine and by graphql-js: a client that sends one must not be able to
 * tell which. Both see the same rows at the same time.
 */

const RUNS = Number(process.env.ENGINE_RUNS ?? runs(100))
const SEED = Number(process.env.ENGINE_SEED ?? 7)

let server: TestServer
let actor: Actor
let reference: GraphQLSchema
const ids: string[] = []
let clientId = ''

setUp(async (opened) => {
  server = opened.use(await startServer())
  reference = await referenceSchema()
  actor = server.actor()
  await fill()
})

/** Rows of everything, with every field filled, and some with nothing in those that may be null. */
async function fill(): Promise<void> {
  const full = { governmentLevel: 'NATIONAL', securityClearance: 'BASIC', note: { deep: ['"\\', null, 1.5] } }
  const clients = [await aClient(actor, { name: 'One', ...full }), await aClient(actor), await aClient(actor)]
  clientId = clients[0]?.id ?? ''
  for (const [index, { id: clientId }] of clients.slice(0, 2).entries()) {
    const dates = { startsAt: '2100-01-01T00:00:00.000Z', endsAt: '2100-02-01T00:00:00.000Z' }
    const filled = { description: 'O\'Brien "&"', budgetCents: 2 ** 40, channels: ['EMAIL', 'SMS'], ...dates }
    const campaigns = [
      await aCampaign(actor, { name: `One of ${index}`, type: 'MULTI_CHANNEL', clientId, ...filled }),
      await aCampaign(actor, { clientId, budgetCents: 0 }),
    ]
    for (const { id: campaignId } of campaigns) {
      const content = await aContent(actor, { campaignId, channel: 'SMS' })
      const records = [
        { campaignId, day: '2025-11-01', clicks: 3, spendCents: 700, contentId: content.id },
        { campaignId, day: '2025-11-20', channel: 'EMAIL', impressions: 5 },
      ]
      for (const record of records) await actor.rest('POST', '/api/analytics/records', record)
      ids.push(campaignId, content.id)
    }
  }
  ids.push(...clients.map(({ id }) => id), (await aCampaign(actor)).id, (await aContent(actor)).id, crypto.randomUUID())
  for (const make of [aMember, anInvitation, aWebhook, aConsent, aBreach, aRequest, anOperator]) {
    const made: Json = await make(actor)
    if (typeof made?.id === 'string') ids.push(made.id)
  }
}

/** Reads what is not the organization's, or differs from one moment to the next. One line each. */
const NOT_COMPARED: Record<string, string> = {
  integrations: 'tries what the process is connected to',
}

/** Mutations that return a row they did not make. */
const MUTATIONS = ['updateClient', 'updateCampaign', 'updateContent', 'changeClientStatus']

const queries = rootFields.filter(([kind, name]) => kind === 'query' && !(name in NOT_COMPARED))
const mutations = rootFields.filter(([kind, name]) => kind === 'mutation' && MUTATIONS.includes(name))

/** Executes in a transaction of which nothing stays, at a time that stands still. */
async function within(
  work: (ctx: Context) => Promise<ExecutionResult>,
  permissions: readonly Permission[],
): Promise<Json> {
  const { organizationId, userId } = actor
  const deadline = new Deadline(60)
  const caller = { userId, organizationId, role: 'admin', permissions: new Set(permissions) } as const
  const request = { id: 'r', ipAddress: 'unknown', userAgent: 'test', address: '127.0.0.1', deadline }
  const result = await server.database.transaction<ExecutionResult>(
    { role: 'gateway_tenant', organizationId, deadline },
    async (unit) => {
      throw new Rollback(await work(new Context(caller, request, atRest(unit), { services })))
    },
  )
  return JSON.parse(JSON.stringify(result))
}

/** A condition on the caller's own work needs the pseudonyms of the audit trail. */
const services = { secrets: new SecretBox(randomBytes(32)) }

const NOW = new Date('2026-11-21T08:00:00.000Z')

const atRest = (unit: Transaction): Transaction =>
  new Proxy(unit, {
    get(target, name) {
      if (name === 'now') return NOW
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** The paths that are null because of an error. If several errors make a path null, any of them may be reported. */
function failedAt(data: Json, { path = [] }: Json): string {
  let at = data
  const place: (string | number)[] = []
  for (const key of path) {
    if (at === null || at === undefined) break
    at = at[key]
    place.push(key)
  }
  return JSON.stringify(at === null || at === undefined ? place : ['not null', ...path])
}

const shownOf = ({ data, errors = [] }: Json) => ({
  data,
  failures: [...new Set(errors.map((error: Json) => failedAt(data ?? null, error)))].sort(),
})

/** The reported facts of each error, by its path. */
const errorsOf = ({ errors = [] }: Json) =>
  new Map<string, Json>(
    errors.map(({ message, path, locations }: Json) => [JSON.stringify(path), { message, locations }]),
  )

async function compare({ query, variables }: RandomDocument, permissions = PERMISSIONS): Promise<void> {
  const document = parse(query)
  fc.pre(validate(schema, document).length === 0)
  const operation = operationOf(schema, document, undefined)
  const asText = async (ctx: Context) => {
    const { text, ...result } = await run(operation, variables, ctx, true)
    return text === undefined ? result : { data: JSON.parse(text) }
  }
  const refer = () =>
    within(
      async (contextValue) => execute({ schema: reference, document, variableValues: variables, contextValue }),
      permissions,
    )
  for (const execution of [asText, (ctx: Context) => run(operation, variables, ctx)])
    await unlessRowsChange(refer, async (expected) => {
      const found = await within(execution, permissions)
      expect(shownOf(found)).toEqual(shownOf(expected))
      const errors = errorsOf(expected)
      for (const [path, error] of errorsOf(found)) if (errors.has(path)) expect(error).toEqual(errors.get(path))
    })
}

/**
 * Calls `check` with what `refer` returns. A consumer of events may add a notification between the two, so a failure counts
 * only if `refer` returns the same afterwards. Otherwise it starts again, at most ten times.
 */
async function unlessRowsChange(refer: () => Promise<Json>, check: (expected: Json) => Promise<void>): Promise<void> {
  let expected = await refer()
  for (let attempts = 1; ; attempts++) {
    try {
      return await check(expected)
    } catch (failure) {
      const now = await refer()
      if (attempts === 10 || isDeepStrictEqual(now, expected)) throw failure
      expected = now
    }
  }
}

const ID_FOR = (name: string) => ids[name.length % ids.length] ?? ''
const GIVEN = { numRuns: RUNS, seed: SEED, endOnFailure: true }

const documents = (roots: readonly RootField[], most: number) =>
  fc.gen().map((draw): RandomDocument => {
    return drawDocument(draw, drawSome(draw, roots, 1, most), ids, ID_FOR)
  })

test('queries of everything', async () => {
  await fc.assert(
    fc.asyncProperty(documents(queries, 3), (each) => compare(each)),
    GIVEN,
  )
})

test('lists of rows, by filter, order and cursor, with what belongs to them', async () => {
  const lists = queries.filter(([, name]) => ['clients', 'campaigns', 'contents', 'analyticsRecords'].includes(name))
  await fc.assert(
    fc.asyncProperty(documents(lists, 3), (each) => compare(each)),
    GIVEN,
  )
})

test('callers who may not read all of it', async () => {
  const some = fc.subarray([...PERMISSIONS], { minLength: 3 })
  await fc.assert(fc.asyncProperty(documents(queries, 2), some, compare), GIVEN)
})

const PLACE = (value: string, column: string) =>
  Buffer.from(JSON.stringify([value, '80000000-0000-4000-8000-000000000000', column])).toString('base64url')
const LATE = PLACE('2100-01-01T00:00:00.000Z', 'createdAt')
const EARLY = PLACE('2000-01-01T00:00:00.000Z', 'createdAt')
const INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

/** What may be asked of a list inside of a row. */
const INSIDE: [what: string, campaigns: string][] = [
  ['nothing but its type', 'campaigns { __typename }'],
  ['its number alone, from a cursor on', `campaigns(after: "${LATE}", filter: { search: "a" }) { totalCount }`],
  ['what lies before a page', 'campaigns(first: 1) { pageInfo { hasPreviousPage } }'],
  ['what lies after a page from the end', `campaigns(last: 1, before: "${EARLY}") { pageInfo { n: hasNextPage } }`],
  ['the type of its position', 'campaigns(last: 2) { pageInfo { __typename } }'],
  ['a page from the end', `campaigns(last: 1) { nodes { name } ${INFO} totalCount }`],
  ['all after a cursor', `campaigns(after: "${LATE}") { nodes { name } ${INFO} }`],
  ['none after a cursor', `campaigns(after: "${EARLY}") { nodes { name } ${INFO} totalCount }`],
  ['those before a cursor', `campaigns(before: "${EARLY}") { edges { cursor node { name } } ${INFO} }`],
  [
    'rows in two places',
    'campaigns { nodes { id } more: nodes { name clientSector } edges { n: node { type } at: cursor } }',
  ],
  ['by name', `campaigns(orderBy: { field: NAME }, after: "${PLACE('D', 'name')}") { edges { cursor } ${INFO} }`],
  ['a filter', 'campaigns(filter: { status: [DRAFT], type: [] }) { totalCount nodes { id } }'],
  ['a page by its number', `campaigns(page: 2, limit: 1) { page limit pages totalCount nodes { name } ${INFO} }`],
  ['a number without a page', 'campaigns(first: 1) { page limit pages __typename nodes { id } }'],
  [
    'rows of rows',
    'campaigns(first: 2) { nodes { content(last: 1) { totalCount nodes { title } pageInfo { endCursor } } } }',
  ],
  ['a cursor that is none', 'campaigns(after: "x") { nodes { id } }'],
  ['a cursor of another order', `campaigns(after: "${PLACE('D', 'name')}") { nodes { id } }`],
  ['both ends', 'campaigns(first: 1, last: 1) { nodes { id } }'],
  ['cursors and a number', `campaigns(page: 1, after: "${LATE}") { nodes { id } }`],
  ['text that no row can have', 'campaigns(filter: { search: "\\u0000" }) { nodes { id } }'],
  ['a search too long', `campaigns(filter: { search: "${'x'.repeat(201)}" }) { nodes { id } }`],
  ['arguments that are null', 'campaigns(first: null, filter: null, orderBy: null, page: null) { nodes { id } }'],
]

test.each(INSIDE)('a list inside of rows: %s', async (_, campaigns) => {
  await compare({ query: `{ clients { nodes { name ${campaigns} } } }`, variables: {} })
  await compare({ query: `query ($id: ID!) { client(id: $id) { ${campaigns} } }`, variables: { id: clientId } })
})

test('what mutations return', async () => {
  await fc.assert(
    fc.asyncProperty(documents(mutations, 2), (each) => compare(each)),
    { ...GIVEN, numRuns: Math.ceil(RUNS / 3) },
  )
})
