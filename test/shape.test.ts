/** @database none */
import { describe, expect, test } from '@jest/globals'
import { demandShape } from '../src/common/shape.ts'
import { asAdministrator } from './support/database.ts'
import { aClient, aSubject, clientBody, consentBody } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { api } from './support/surface.ts'

const TOKEN = 'a'.repeat(32)
let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer({ ALERTMANAGER_TOKEN: TOKEN, ALERTMANAGER_ORGANIZATION: 'org_shape' }))
  actor = server.actor()
})

/** `levels` objects around each other, as text: a serializer would not come back from many. */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const wide = (members: number) => `{${Array.from({ length: members }, (_, index) => `"k${index}":""`).join()}}`

const DEEP = 'must be nested at most 32 levels deep'
const WIDE = 'must have at most 1000 members per object'
const LONG = 'must have at most 10000 items per list'
const JSON_TYPE = { 'Content-Type': 'application/json' }

describe('the shape of JSON', () => {
  const refusal = (text: string) => {
    try {
      demandShape(Buffer.from(text))
      return undefined
    } catch (error) {
      return (error as { details: Record<string, string> }).details.body
    }
  }

  test.each<[string, string, string | undefined]>([
    ['32 objects', nested(32), undefined],
    ['33 objects', nested(33), DEEP],
    ['32 lists', lists(32), undefined],
    ['a million lists', lists(1_000_000), DEEP],
    ['lists that are never closed', '['.repeat(1_000_000), DEEP],
    ['brackets that are only closed', `${']'.repeat(100)}${lists(32)}`, undefined],
    ['brackets in a string', JSON.stringify(lists(100)), undefined],
    ['brackets behind escaped quotes', JSON.stringify(`"${lists(100)}\\`), undefined],
    ['1,000 members', wide(1000), undefined],
    ['1,001 members', wide(1001), WIDE],
    ['10,000 items', `[${'1,'.repeat(9_999)}1]`, undefined],
    ['10,001 items', `[${'1,'.repeat(10_000)}1]`, LONG],
    ['commas in strings', JSON.stringify({ a: ','.repeat(20_000) }), undefined],
    ['commas outside', ','.repeat(1000), undefined],
    ['many narrow objects', `[${'{"a":1,"b":2},'.repeat(2_000)}{}]`, undefined],
  ])('%s', (_, text, expected) => {
    expect(refusal(text)).toBe(expected)
  })
})

const HOSTILE = [
  ['5,000 deep', nested(5000), DEEP],
  ['33 deep', nested(33), DEEP],
  ['5,000 lists', lists(5000), DEEP],
  ['1,001 wide', wide(1001), WIDE],
  ['10,001 long', `[${'1,'.repeat(10_000)}1]`, LONG],
] as const

const writes = api.operations.filter(({ body }) => body['application/json'])

describe.each(HOSTILE)('a body %s', (_, text, fault) => {
  test('is a 400 that names the limit, at every endpoint that takes one', async () => {
    for (const { method, path } of writes) {
      // An import may have more rows.
      if (path.endsWith('/import') && fault === LONG) continue
      const answer = await actor.rest(method, path.replace(/\{\w+\}/, 'x'), `{"name":${text}}`, JSON_TYPE)
      expect([path, answer.status, answer.body.details]).toEqual([path, 400, { body: fault }])
    }
  })

  test('is refused as GraphQL variables, in a stream too, and by the hooks', async () => {
    const query = 'query ($x: JSONObject) { clients { totalCount } }'
    const auth = { Authorization: `Bearer ${actor.token}` }
    const body = `{"query":${JSON.stringify(query)},"variables":{"x":${text}}}`
    for (const [path, headers] of [
      ['/graphql', {}],
      ['/graphql/stream', { Accept: 'text/event-stream' }],
    ] as const) {
      const answer = await server.fetch(path, { method: 'POST', headers: { ...auth, ...JSON_TYPE, ...headers }, body })
      expect([answer.status, answer.body.errors[0].extensions]).toEqual([
        400,
        { code: 'VALIDATION_ERROR', details: { body: fault } },
      ])
    }
    const hook = await server.fetch('/hooks/alertmanager', {
      method: 'POST',
      headers: { ...JSON_TYPE, Authorization: `Bearer ${TOKEN}` },
      body: `{"version":"4","alerts":${text}}`,
    })
    expect([hook.status, hook.body.details]).toEqual([400, { body: fault }])
  })
})

test('variables in an address keep to the same limits', async () => {
  const search = new URLSearchParams({ query: '{ __typename }', variables: nested(200) })
  const headers = { Authorization: `Bearer ${actor.token}`, 'apollo-require-preflight': 'true' }
  const { status, body } = await server.fetch(`/graphql?${search}`, { headers })
  expect([status, body.errors[0].extensions.details]).toEqual([400, { variables: DEEP }])
})

test('values in a document keep to the same depth', async () => {
  const literal = (levels: number) => `${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`
  const mutation = (levels: number) =>
    `mutation { createClient(input: { name: "A", type: "B", industry: "C", sector: BUSINESS, contact: ${literal(levels)} }) { id } }`
  const refused = await actor.graphql(mutation(32))
  expect([refused.status, refused.body.errors[0].extensions.details]).toEqual([200, { query: DEEP }])
  expect((await actor.graphql(mutation(31))).body.errors).toBeUndefined()
})

test('a value that fits is stored and returned unchanged', async () => {
  const contact = JSON.parse(nested(30))
  const { id } = await aClient(actor, { contact })
  expect((await actor.rest('GET', `/api/clients/${id}`)).body.data.contact).toEqual(contact)
})

test('what is stored deeper is still shown, packed, corrected and erased', async () => {
  const own = server.actor()
  const subject = aSubject()
  const { id } = await aClient(own, { name: subject.name, contact: { email: subject.email } })
  const deep = `${'{"a":'.repeat(3500)}"${subject.email}"${'}'.repeat(3500)}`
  await asAdministrator(
    server.connection,
    `update client set contact = '{"email":"${subject.email}"}', attributes = '{"deep":${deep}}' where id = '${id}'`,
  )
  expect((await own.rest('GET', `/api/clients/${id}`)).status).toBe(200)
  expect((await own.graphql('query ($id: ID!) { client(id: $id) { attributes } }', { id })).body.errors).toBeUndefined()
  for (const format of ['csv', 'ndjson']) {
    expect(String((await own.rest('GET', `/api/clients/export?format=${format}`)).body)).toContain(subject.email)
  }
  const granted = async (type: string, more: object = {}) => {
    const lodged = await own.rest('POST', '/api/data-subject-requests', { type, subject, ...more })
    const path = `/api/data-subject-requests/${lodged.body.data.id}`
    await own.rest('PUT', path, { identityProof: { method: 'Identity document seen' } })
    expect((await own.rest('POST', `${path}/decision`, { decision: 'APPROVED' })).status).toBe(200)
    return path
  }
  const access = await granted('ACCESS')
  for (const format of ['json', 'zip']) {
    expect((await own.rest('GET', `${access}/export?format=${format}`)).status).toBe(200)
  }
  const executor = server.actor({ organizationId: own.organizationId })
  const { status, body } = await executor.rest('POST', `${await granted('DELETION')}/complete`, {
    reason: 'The subject is in danger',
  })
  expect([status, body.data?.status]).toEqual([200, 'COMPLETED'])
  const after = await own.rest('GET', `/api/clients/${id}`)
  expect(JSON.stringify(after.body)).not.toContain(subject.email)
})

test('bodies as they are sent every day are not refused', async () => {
  expect((await actor.rest('POST', '/api/clients', clientBody())).status).toBe(201)
  expect((await actor.rest('POST', '/api/consents', consentBody())).status).toBe(201)
})
