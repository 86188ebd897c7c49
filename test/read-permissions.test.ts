import { beforeAll, describe, expect, test } from '@jest/globals'
import { type GraphQLField, type GraphQLOutputType, getNamedType, isObjectType } from 'graphql'
import { entityOf } from '../src/data/columns.ts'
import { declared } from '../src/engine/declare/declarations.ts'
import { rowFieldOf } from '../src/graphql/row-fields.ts'
import { follow } from './support/follow.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor, makeRow, NODE_KINDS } from './support/ids.ts'
import { aKey, aKeyWithout, type Key } from './support/keys.ts'
import { validInput } from './support/operation-samples.ts'
import { aCampaign, aClient, aComment, aContent, aNotifiedBreach } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { api, documentOf, rootFields, schema } from './support/surface.ts'

/*
 * The permission to read a type holds on every way to it. The ways are found by walking the schema, so a new relation,
 * list or stream is tested without a line here.
 */

/** Who may read each type that has rows. A change here is a change of the contract. */
const READ: Readonly<Record<string, string>> = {
  AnalyticsRecord: 'org:analytics:read',
  ApiKey: 'org:provider:read',
  AuditRecord: 'org:audit:read',
  Breach: 'org:privacy:read',
  BreachUpdate: 'org:privacy:read',
  Campaign: 'org:campaigns:read',
  Client: 'org:clients:read',
  ClientImport: 'org:clients:read',
  ComplianceAlert: 'org:privacy:read',
  Consent: 'org:privacy:read',
  ContactBasis: 'org:privacy:read',
  ContentComment: 'org:content:read',
  ContentItem: 'org:content:read',
  ContentMention: 'org:content:read',
  ContentVersion: 'org:content:read',
  DataSubjectRequest: 'org:privacy:read',
  Invitation: 'org:invitations:read',
  LegalHold: 'org:privacy:read',
  Message: 'org:privacy:read',
  Notification: 'org:provider:read',
  Operator: 'org:privacy:read',
  Organization: 'org:provider:read',
  ProcessingActivity: 'org:privacy:read',
  Sender: 'org:campaigns:read',
  RegistryCleansing: 'org:privacy:read',
  RecipientImport: 'org:campaigns:read',
  ReportSchedule: 'org:analytics:read',
  Segment: 'org:campaigns:read',
  SentInvitation: 'org:invitations:read',
  SignOff: 'org:content:read',
  SignOffComment: 'org:content:read',
  SignOffReviewer: 'org:content:read',
  Suppression: 'org:privacy:read',
  TeamMember: 'org:team:read',
  TestMessage: 'org:campaigns:read',
  Webhook: 'org:provider:read',
  WebhookDelivery: 'org:provider:read',
}

/**
 * What rows show of other tables. All readers of a row see it, because the legacy API documents it as part of the row, except
 * the name of the user of an audit record: test/audit/records.test.ts.
 */
const WITH_ROW = [
  'AuditRecord.userName',
  'Campaign.analyticsCount',
  'Campaign.budgetUsed',
  'Campaign.clientName',
  'Campaign.clientSector',
  'Campaign.contentCount',
  'Campaign.spentCents',
  'SignOff.approvals',
]

type Field = GraphQLField<unknown, unknown>

const types = Object.values(schema.getTypeMap()).filter(isObjectType)
const fieldsOf = (name: string): Field[] =>
  types.filter((type) => type.name === name).flatMap((type) => Object.values(type.getFields()))

/** The row types inside of a type, and the first path of fields to each. */
function rowsIn(
  output: GraphQLOutputType,
  path: readonly string[] = [],
  seen = new Set<string>(),
): [string, readonly string[]][] {
  const type = getNamedType(output)
  if (!isObjectType(type) || seen.has(type.name)) return []
  seen.add(type.name)
  if (READ[type.name]) return [[type.name, path]]
  return Object.values(type.getFields()).flatMap((field) => rowsIn(field.type, [...path, field.name], seen))
}

/** Selects the id, or another leaf, at the end of a path of fields. */
const selected = (path: readonly string[]): string =>
  path.reduceRight((inner, name) => `{ ${name} ${inner} }`, '{ __typename }')

interface Way {
  parent: string
  field: Field
  type: string
  path: readonly string[]
  permission: string
}

const waysFrom = (parent: string): Way[] =>
  fieldsOf(parent).flatMap((field) =>
    rowsIn(field.type).map(([type, path]) => ({ parent, field, type, path, permission: READ[type] ?? '' })),
  )

const named = (ways: readonly Way[]) => ways.map((way) => [`${way.parent}.${way.field.name}`, way.type, way] as const)

/** Rows that are no Node, and a document that leads to them. */
const PARENTS: Record<string, (fields: string) => string> = {
  BreachUpdate: (fields) => `{ breaches { nodes { updates { nodes { ${fields} } } } } }`,
  ContactBasis: (fields) =>
    `mutation { recordConsentApproach(input: { contact: { email: "t@example.org" }, channel: EMAIL, evidence: "Letter" }) { ${fields} } }`,
  ContentComment: (fields) => `{ contents { nodes { comments { nodes { ${fields} } } } } }`,
  ContentMention: (fields) =>
    `{ contents(first: 5) { nodes { comments(first: 2) { nodes { mentions(first: 1) { nodes { ${fields} } } } } } } }`,
  ContentVersion: (fields) => `{ contentVersions(id: "CONTENT") { nodes { ${fields} } } }`,
}

let server: TestServer
let admin: Actor
let contentId: string
const keys = new Map<string, Promise<Key>>()
const nodeIds = new Map<string, Promise<string>>()

setUp(async (opened) => {
  server = opened.use(await startServer())
  admin = server.actor()
})

beforeAll(async () => {
  const { id: clientId } = await aClient(admin, { contact: { phone: '+27 82 555 0100' } })
  const { id: campaignId } = await aCampaign(admin, { clientId })
  contentId = (await aContent(admin, { campaignId })).id
  await aComment(admin, 'Shorter.', contentId)
  await makeRow(server, 'mentions', admin)
  const { id } = await aNotifiedBreach(admin)
  await admin.graphql(`mutation { recordBreachUpdate(id: "${id}", input: { text: "More." }) { id } }`)
})

function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(name) ?? make()
  known.set(name, made)
  return made
}

const without = (permission: string) => once(keys, permission, () => aKeyWithout(server, admin, permission))

/** The permissions that the errors of an answer name. */
const missing = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(
    ({ extensions }: { extensions: { code: string; details?: { permission?: string } } }) =>
      extensions.details?.permission ?? extensions.code,
  )

test('every type that has rows declares who may read it', () => {
  const withTable = types.filter(({ name }) => entityOf(name)).map(({ name }) => name)
  // Who may read a list may see its views: saved-views.test.ts. Who may delete a record may see it in the trash: trash.test.ts.
  expect(withTable.filter((name) => !READ[name]).sort()).toEqual(['SavedView', 'TrashItem'])
  expect(Object.keys(READ).filter((name) => !schema.getType(name))).toEqual([])
})

test('a row shows of other tables what is listed here, and nothing else', () => {
  const shown = types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const how = rowFieldOf(field)
      const values = how?.kind === 'value' ? [how.from] : how?.kind === 'computed' ? Object.values(how.from) : []
      const isOther = values.some((value) => value.kind === 'count' || (value.kind === 'linked' && !value.of))
      return isOther ? [`${type.name}.${field.name}`] : []
    }),
  )
  expect(shown.sort()).toEqual(WITH_ROW)
})

describe('without the permission', () => {
  const queries = waysFrom('Query')
  test.each(named(queries))('%s does not show a %s', async (_, __, { field, permission }) => {
    const root = rootFields.find(([kind, name]) => kind === 'query' && name === field.name)
    if (!root) throw new Error(`there is no ${field.name}`)
    const key = await without(permission)
    const answer = await key.graphql(documentOf(root), argumentsOf(root, await idsFor(server, root, admin)))
    expect(missing(answer)).toEqual([permission])
    expect(answer.body.data?.[field.name] ?? null).toBeNull()
  })

  test.each(named(waysFrom('Subscription')))(
    '%s does not start for a %s',
    async (_, __, { field, path, permission }) => {
      const key = await without(permission)
      const query = `subscription { ${field.name} ${selected(path)} }`
      const answer = await key.rest('POST', '/graphql/stream', { query }, { Accept: 'text/event-stream' })
      expect([answer.status, missing(answer)]).toEqual([403, [permission]])
    },
  )

  const relations = types.filter(({ name }) => READ[name]).flatMap(({ name }) => waysFrom(name))
  const others = relations.filter(({ parent, permission }) => permission !== READ[parent])
  test.each(named(others))('%s does not show a %s', async (_, __, { parent, field, path, permission }) => {
    const key = await without(permission)
    const fields = `${field.name} ${selected(path)}`
    const kind = NODE_KINDS[parent]
    const document = kind
      ? `{ node(id: "${await once(nodeIds, parent, () => makeRow(server, kind, admin))}") { ... on ${parent} { ${fields} } } }`
      : PARENTS[parent]?.(fields).replace('CONTENT', contentId)
    if (!document) throw new Error(`PARENTS does not say how to reach a ${parent}`)
    const answer = await key.graphql(document)
    expect([...new Set(missing(answer))]).toEqual([permission])
    expect(JSON.stringify(answer.body.data ?? null)).not.toContain(`"${field.name}":{`)
  })

  test('an event shows its row, and refuses the relation', async () => {
    const key = await without('org:clients:read')
    const query = 'subscription { campaignChanged { id data { campaign { name client { contact } } } } }'
    const stream = follow(server.url, key.token, query)
    await stream.next()
    const { id: clientId } = await aClient(admin)
    await aCampaign(admin, { clientId, name: 'Followed' })
    const { data, errors } = await stream.next()
    await stream.stop()
    expect(data.campaignChanged.data.campaign).toEqual({ name: 'Followed', client: null })
    expect(errors).toMatchObject([{ extensions: { details: { permission: 'org:clients:read' } } }])
  })

  const nodes = Object.entries(NODE_KINDS)
  test.each(nodes)('node(id) does not find a %s', async (type, kind) => {
    const permission = READ[type] ?? ''
    const id = await once(nodeIds, type, () => makeRow(server, kind, admin))
    const key = await without(permission)
    const answer = await key.graphql(`{ node(id: "${id}") { id } }`)
    expect(missing(answer)).toEqual(['NOT_FOUND'])
  })

  const changes = waysFrom('Mutation').filter(({ field, permission }) => {
    const { permit, withoutOrganization } = declared(field)
    return !withoutOrganization && permit?.split(':')[1] !== permission.split(':')[1]
  })
  test.each(named(changes))(
    '%s does not show a %s, which is of another feature',
    async (_, __, { field, permission }) => {
      const root = rootFields.find(([kind, name]) => kind === 'mutation' && name === field.name)
      if (!root) throw new Error(`there is no ${field.name}`)
      const key = await without(permission)
      const answer = await key.graphql(documentOf(root), argumentsOf(root, await idsFor(server, root, admin)))
      expect(missing(answer)).toEqual([permission])
    },
  )
})

describe('over REST', () => {
  const reads = api.operations.filter(({ method, permission }) => method === 'GET' && permission)
  test.each(reads.map((operation) => [operation.key, operation] as const))(
    '%s answers a key that has its permission alone',
    async (_, operation) => {
      const { path, query } = await validInput(api, operation, admin)
      const key = await once(keys, `only ${operation.permission}`, () =>
        aKey(server, admin, [operation.permission ?? '']),
      )
      const { status } = await key.rest('GET', `${path}?${new URLSearchParams(query)}`)
      expect(status).toBe(200)
    },
  )

  test('a campaign shows the name of its client to a key for campaigns, and nothing else of the client', async () => {
    const key = await once(keys, 'only org:campaigns:read', () => aKey(server, admin, ['org:campaigns:read']))
    const { body } = await key.rest('GET', '/api/campaigns')
    const names = body.data.map(({ clientName }: { clientName: string }) => clientName)
    expect(names).toContain('Karoo Fresh Foods')
    expect(JSON.stringify(body)).not.toContain('555 0100')
    expect((await key.rest('GET', '/api/clients')).status).toBe(403)
  })
})
