import { describe, expect, test } from '@jest/globals'
import {
  type GraphQLInputType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql'
import { sql } from 'kysely'
import { entityOf } from '../src/data/columns.ts'
import { newId } from '../src/data/ids.ts'
import { notePermits } from '../src/engine/access/permits.ts'
import { endOf, follow } from './support/follow.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import { aKey } from './support/keys.ts'
import { inOrganization } from './support/organization.ts'
import { aClient, aMember, clientBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { documentOf, rootFields } from './support/surface.ts'

/* What other products let through: one test for each lesson. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

test('a member that was removed is refused by token, by key and on a replay, and the stream ends', async () => {
  const admin = server.actor()
  const removed = server.actor({ organizationId: admin.organizationId })
  await aMember(admin, { userId: admin.userId, role: 'admin' })
  const { id } = await aMember(admin, { userId: removed.userId, role: 'admin' })
  const key = await aKey(server, removed, ['org:clients:read'])
  const once = { 'Idempotency-Key': newId() }
  expect((await removed.rest('POST', '/api/clients', clientBody(), once)).status).toBe(201)
  expect((await key.rest('GET', '/api/clients')).status).toBe(200)
  const stream = follow(server.url, removed.token, 'subscription { clientChanged { id event } }')
  await stream.next()
  expect((await admin.rest('DELETE', `/api/team/${id}`)).status).toBe(204)
  expect(await endOf(stream)).toBe('UNAUTHORIZED')
  await stream.stop()
  const ended = { status: 403, body: { code: 'MEMBERSHIP_ENDED' } }
  expect(await removed.rest('GET', '/api/clients')).toMatchObject(ended)
  expect(await key.rest('GET', '/api/clients')).toMatchObject(ended)
  expect(await removed.rest('POST', '/api/clients', clientBody(), once)).toMatchObject(ended)
})

describe('a private column', () => {
  const lists = rootFields.flatMap((root) => {
    const type = getNamedType(root[2].type)
    const node = isObjectType(type) ? getNamedType(type.getFields().nodes?.type) : undefined
    if (!isObjectType(node) || !root[2].args.some(({ name }) => name === 'after')) return []
    const columns = [...(entityOf(node.name)?.columns.keys() ?? [])]
    const hidden = columns.filter((name) => !node.getFields()[name])
    return hidden.map((column) => [root[1], column, root] as const)
  })

  test('is in many lists', () => {
    expect(lists.map(([name, column]) => `${name}.${column}`)).toContain('campaigns.budgetTold')
  })

  test.each(lists)('%s takes no cursor by %s', async (_name, column, root) => {
    const actor = server.actor()
    const after = Buffer.from(JSON.stringify(['a', newId(), column])).toString('base64url')
    const given = argumentsOf(root, await idsFor(server, root, actor))
    const { body } = await actor.graphql(documentOf(root), { ...given, after })
    expect(body.errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', details: { after: expect.any(String) } } },
    ])
  })

  test('is in no filter and no order: a list that compares it does not start', () => {
    const shown = (compares: string[]) => () =>
      notePermits(
        new GraphQLSchema({
          query: new GraphQLObjectType({
            name: 'Query',
            fields: { rows: { type: new GraphQLList(row), extensions: { compares, permit: 'org:clients:read' } } },
          }),
        }),
      )
    const row = new GraphQLObjectType({ name: 'Row', fields: { name: { type: GraphQLString } } })
    expect(shown(['name'])).not.toThrow()
    expect(shown(['name', 'secret'])).toThrow(
      'Query.rows compares columns that not every reader of its rows sees: secret',
    )
  })

  const ordered = rootFields.filter(([, , { args }]) => args.some(({ name }) => name === 'orderBy'))
  test.each(ordered.map((root) => [root[1], root] as const))('orders no %s', async (_, root) => {
    const actor = server.actor()
    for (const field of ['organizationId', 'budgetTold', 'tokenHash', 'removedAt']) {
      const given = { ...argumentsOf(root, await idsFor(server, root, actor)), orderBy: { field, direction: 'ASC' } }
      const { body } = await actor.graphql(documentOf(root), given)
      expect(body.errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR' } }])
    }
  })
})

test('rows of two tenants with one id, and requests with one idempotency key, do not meet', async () => {
  const [mine, theirs] = [server.actor(), server.actor()]
  const { id } = await aClient(mine, { name: 'Mine' })
  const { id: other } = await aClient(theirs, { name: 'Theirs' })
  await inOrganization(
    server,
    theirs,
    sql`update client set id = ${id} where organization_id = ${theirs.organizationId} and id = ${other}`,
  )
  const nameOf = async (actor: Actor) => (await actor.rest('GET', `/api/clients/${id}`)).body.data?.name
  expect([await nameOf(mine), await nameOf(theirs)]).toEqual(['Mine', 'Theirs'])
  await mine.rest('PUT', `/api/clients/${id}`, { name: 'Changed' })
  expect([await nameOf(mine), await nameOf(theirs)]).toEqual(['Changed', 'Theirs'])
  await mine.rest('DELETE', `/api/clients/${id}`)
  expect([await nameOf(mine), await nameOf(theirs)]).toEqual([undefined, 'Theirs'])

  const once = { 'Idempotency-Key': newId() }
  const made = await Promise.all(
    [mine, theirs].map((actor) => actor.rest('POST', '/api/clients', clientBody({ name: actor.userId }), once)),
  )
  expect(made.map(({ status, body }) => [status, body.data.name])).toEqual([
    [201, mine.userId],
    [201, theirs.userId],
  ])
})

/** A value as it is written in a document. */
function literal(value: Json, type: GraphQLInputType): string {
  if (value === null) return 'null'
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${[value].flat().map((each: Json) => literal(each, nullable.ofType))}]`
  if (isEnumType(nullable)) return String(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, nullable))}]`
  const fields = isInputObjectType(nullable) ? nullable.getFields() : {}
  return `{ ${Object.entries(value).map(([name, each]) => `${name}: ${literal(each, fields[name]?.type ?? nullable)}`)} }`
}

const isJson = (type: GraphQLInputType) => getNamedType(type).name === 'JSONObject'

/** Sets each JSON field of an input, where it is not set. */
function withJson(value: Json, type: GraphQLInputType): Json {
  const named = getNamedType(type)
  if (!isInputObjectType(named) || Array.isArray(value)) return value
  const json = Object.values(named.getFields()).filter((field) => isJson(field.type))
  return { ...Object.fromEntries(json.map(({ name }) => [name, { deep: [{ a: 1.5 }, 'x', true, null] }])), ...value }
}

describe('a JSON argument', () => {
  const takesJson = (type: GraphQLInputType): boolean => {
    const named = getNamedType(type)
    return (
      isJson(type) || (isInputObjectType(named) && Object.values(named.getFields()).some((field) => isJson(field.type)))
    )
  }
  const roots = rootFields.filter(([, , { args }]) => args.some(({ type }) => takesJson(type)))

  test.each(roots.map((root) => [root[1], root] as const))(
    'of %s is taken as literal, variable and default',
    async (name, root) => {
      const [kind, , { args }] = root
      const shown = async (way: 'literal' | 'variable' | 'default') => {
        const actor = server.actor()
        const sample = argumentsOf(root, await idsFor(server, root, actor))
        const given = args.filter((arg) => sample[arg.name] !== undefined)
        const values: Json = Object.fromEntries(given.map((arg) => [arg.name, withJson(sample[arg.name], arg.type)]))
        const text = (arg: (typeof given)[number]) => literal(values[arg.name], arg.type)
        const list = (write: (arg: (typeof given)[number]) => string) => `(${given.map(write).join(', ')})`
        const document = {
          literal: `${kind} { ${name}${list((arg) => `${arg.name}: ${text(arg)}`)} { __typename } }`,
          variable: `${kind} ${list((arg) => `$${arg.name}: ${arg.type}`)} { ${name}${list((arg) => `${arg.name}: $${arg.name}`)} { __typename } }`,
          default: `${kind} ${list((arg) => `$${arg.name}: ${arg.type} = ${text(arg)}`)} { ${name}${list((arg) => `${arg.name}: $${arg.name}`)} { __typename } }`,
        }[way]
        const { body } = await actor.graphql(document, way === 'variable' ? values : {})
        return body.errors?.map(({ message, extensions }: Json) => [message, extensions.code]) ?? 'done'
      }
      const byVariable = await shown('variable')
      expect(JSON.stringify(byVariable)).not.toContain('INTERNAL_ERROR')
      expect(await shown('literal')).toEqual(byVariable)
      expect(await shown('default')).toEqual(byVariable)
    },
  )

  test('as a literal refuses __proto__ and a bare word, and takes variables inside', async () => {
    const actor = server.actor()
    const create = (contact: string) =>
      actor.graphql(
        `mutation ($phone: String) { createClient(input: { name: "A", type: "B", industry: "C", sector: BUSINESS, contact: ${contact} }) { contact } }`,
        { phone: '+27 82 555 0101' },
      )
    expect((await create('{ phone: $phone }')).body.data.createClient.contact).toEqual({ phone: '+27 82 555 0101' })
    const words = (await create('{ phone: NONE, a: $phone }')).body.errors
    expect(words).toMatchObject([{ message: expect.stringContaining('JSON has no value NONE') }])
    const hostile = (await create('{ __proto__: { a: 1 }, a: $phone }')).body.errors
    expect(hostile).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR' } }])
  })
})
