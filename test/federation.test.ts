/** @database none */
import { composeServices } from '@apollo/composition'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'graphql'
import { newId } from '../src/data/ids.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer({ FEDERATION: 'true' }))
  actor = server.actor()
})

const ENTITIES = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) { __typename ... on Campaign { id name client { name } } ... on Client { id name } }
}`

const entities = async (who: Actor, representations: unknown[]) =>
  (await who.graphql(ENTITIES, { representations })).body

/** A subgraph that another team might have: what it knows of campaigns. */
const TICKETS = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  type Query { tickets: [Ticket!]! }
  type Ticket @key(fields: "id") { id: ID! campaign: Campaign! }
  type Campaign @key(fields: "id") { id: ID! tickets: [Ticket!]! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`

const compose = async (other: string) => {
  const { body } = await actor.graphql('{ _service { sdl } }')
  return composeServices([
    { name: 'gateway', url: 'http://gateway/graphql', typeDefs: parse(body.data._service.sdl) },
    { name: 'tickets', url: 'http://tickets/graphql', typeDefs: parse(other) },
  ])
}

describe('the schema of the subgraph', () => {
  test('composes with another one, which adds a field to a type of this one', async () => {
    const { errors, supergraphSdl } = await compose(TICKETS)
    expect(errors).toBeUndefined()
    expect(supergraphSdl).toMatch(
      /type Campaign[^{]*@join__type\(graph: GATEWAY, key: "id"\)[^{]*@join__type\(graph: TICKETS, key: "id"\)/,
    )
    expect(supergraphSdl).toContain('tickets: [Ticket!]! @join__field(graph: TICKETS)')
  })

  test.each([
    ['has a field of this one', 'id: ID! name: String!'],
    ['has another key', 'number: Int! tickets: [Ticket!]!'],
  ])('does not compose with one whose Campaign %s', async (_, fields) => {
    const key = fields.split(':')[0]
    const { errors } = await compose(
      TICKETS.replace(/type Campaign .*/, `type Campaign @key(fields: "${key}") { ${fields} }`),
    )
    expect(errors?.length).toBeGreaterThan(0)
  })

  test('names every type of node as an entity, and nothing of federation', async () => {
    const { body } = await actor.graphql('{ _service { sdl } __type(name: "_Entity") { possibleTypes { name } } }')
    const keyed = [...body.data._service.sdl.matchAll(/type (\w+) implements Node @key\(fields: "id"\)/g)].map(
      ([, name]) => name,
    )
    const names = body.data.__type.possibleTypes.map(({ name }: Json) => name)
    expect(keyed.sort()).toEqual(names.sort())
    expect(keyed).toContain('Client')
    expect(body.data._service.sdl).not.toMatch(/_service|_entities|_Any|_Entity/)
  })
})

describe('references', () => {
  test('lead to rows, in their order, with their relations', async () => {
    const client = await aClient(actor, { name: 'Protea' })
    const campaign = await aCampaign(actor, { clientId: client.id, name: 'Spring' })
    const { data, errors } = await entities(actor, [
      { __typename: 'Campaign', id: campaign.id },
      { __typename: 'Client', id: client.id.toUpperCase() },
      { __typename: 'Campaign', id: campaign.id },
    ])
    expect(errors).toBeUndefined()
    const spring = { __typename: 'Campaign', id: campaign.id, name: 'Spring', client: { name: 'Protea' } }
    expect(data._entities).toEqual([spring, { __typename: 'Client', id: client.id, name: 'Protea' }, spring])
  })

  test('of another tenant, of another type or to nothing lead nowhere, and leave no record', async () => {
    const admin = server.actor()
    const reader = server.actor({ organizationId: admin.organizationId, userId: 'user_router' })
    const own = await aClient(admin)
    const theirs = await aClient(server.actor())
    const { data, errors } = await entities(
      reader,
      [
        { __typename: 'Client', id: theirs.id },
        { __typename: 'Client', id: theirs.id, organizationId: 'whatever' },
        { __typename: 'Campaign', id: own.id },
        { __typename: 'Nothing', id: own.id },
        { __typename: 'Client', id: newId() },
        { __typename: 'Client', id: "' or true --" },
        { __typename: 'Client', id: { ne: '' } },
        { __typename: 'Client' },
        { id: own.id },
        null,
        'Client',
        [],
      ].filter((each) => each !== null),
    )
    expect(errors).toBeUndefined()
    expect(data._entities).toEqual(Array(11).fill(null))
    const { body } = await admin.rest('GET', '/api/audit/log?userId=user_router')
    expect(body.data).toEqual([])
  })

  test('that the caller may not read lead nowhere; those that are found leave their records', async () => {
    const admin = server.actor()
    const client = await aClient(admin)
    const campaign = await aCampaign(admin)
    const made = await admin.rest('POST', '/api/service-provider/api-keys', {
      name: 'router',
      role: 'admin',
      scopes: ['org:clients:read'],
    })
    const { body } = await server.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${made.body.data.key}` },
      body: JSON.stringify({
        query: 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
        variables: {
          r: [
            { __typename: 'Campaign', id: campaign.id },
            { __typename: 'Client', id: client.id },
          ],
        },
      }),
    })
    expect(body).toEqual({ data: { _entities: [null, { __typename: 'Client' }] } })
    const log = await admin.rest('GET', `/api/audit/log?resourceId=${client.id}`)
    expect(log.body.data.map(({ action }: Json) => action)).toEqual(['CLIENT_VIEWED', 'CLIENT_CREATED'])
  })

  test('are at most 1000', async () => {
    const { errors } = await entities(actor, Array(1001).fill({ __typename: 'Client', id: newId() }))
    expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR' } }])
  })

  test('need a token', async () => {
    const answer = await server.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        query: ENTITIES,
        variables: { representations: [{ __typename: 'Client', id: newId() }] },
      }),
    })
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  })
})

test('without the setting there is nothing of federation, and the version of the schema is the same', async () => {
  await using plain = await startServer()
  const { body, headers } = await plain.actor().graphql('{ _service { sdl } }')
  expect(body.errors[0].message).toContain('Cannot query field "_service"')
  const versions = [headers, (await actor.graphql('{ __typename }')).headers].map((each) =>
    each.get('x-schema-version'),
  )
  expect(versions[0]).toBe(versions[1])
})
