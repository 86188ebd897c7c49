/** @long it counts the statements of every operation. */
import { expect, test } from '@jest/globals'
import { getNamedType, isLeafType, isObjectType } from 'graphql'
import { declaredCost, statements } from '../src/engine/declare/declarations.ts'
import { leafFields } from '../src/graphql/coerce.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import { validInput } from './support/operation-samples.ts'
import {
  aBreach,
  aCampaign,
  aClient,
  aComment,
  aConsent,
  aContent,
  aHold,
  aMember,
  anActivity,
  anInvitation,
  anOperator,
  aRequest,
  aSuppression,
  aWebhook,
} from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'
import { api, documentOf, type RootField, rootFields, rowOf, rows } from './support/surface.ts'
import { until } from './support/until.ts'

/*
 * How many statements each operation sends, each time on an organization of the test's own: the same with one row of
 * everything and with fifty. A table of limits, so that a further statement is a decision.
 */
const transactions: string[][] = []
let server: TestServer
let few: Actor
let many: Actor

setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
  few = server.actor()
  many = server.actor()
  await fill(few, 1)
  await fill(many, 50)
})

/** Rows of everything that is listed. */
async function fill(actor: Actor, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { id: clientId } = await aClient(actor)
    const { id: campaignId } = await aCampaign(actor, { clientId })
    const { id: contentId } = await aContent(actor, { campaignId })
    await aComment(actor, 'Shorter, please.', contentId)
    await aHold(actor, { rowId: clientId })
    await aSuppression(actor)
    await anActivity(actor, { operatorIds: [(await anOperator(actor)).id] })
    await actor.rest('POST', '/api/analytics/records', {
      campaignId,
      day: `2025-11-${String((index % 28) + 1).padStart(2, '0')}`,
      clicks: 1,
    })
    await aMember(actor)
    await anInvitation(actor)
    await aConsent(actor)
    await aBreach(actor)
    await aRequest(actor)
    if (index < 12) await aWebhook(actor)
    await actor.rest('POST', '/api/service-provider/api-keys', { name: `Key ${index}`, role: 'viewer' })
  }
}

/** Of an invitation that is accepted nothing is counted: it begins in no organization. */
const MOST: Record<string, number> = {
  'GET /api/analytics/dashboard': 4,
  'GET /api/analytics/performance': 2,
  'GET /api/analytics/predictions': 1,
  'POST /api/analytics/records': 4,
  'GET /api/analytics/reports': 2,
  'GET /api/analytics/sector': 1,
  'GET /api/analytics/trends': 1,
  'GET /api/audit/export': 10,
  'GET /api/audit/log': 2,
  'GET /api/audit/recent': 2,
  'GET /api/audit/verify': 16,
  'GET /api/breaches': 3,
  'POST /api/breaches': 3,
  'GET /api/breaches/{id}': 2,
  'PUT /api/breaches/{id}': 3,
  'POST /api/breaches/{id}/notify': 4,
  'GET /api/campaigns': 2,
  'POST /api/campaigns': 4,
  'POST /api/campaigns/bulk': 7,
  'GET /api/campaigns/{id}': 2,
  'PUT /api/campaigns/{id}': 5,
  'DELETE /api/campaigns/{id}': 14,
  'GET /api/campaigns/{id}/analytics': 3,
  'POST /api/campaigns/{id}/duplicate': 6,
  'PUT /api/campaigns/{id}/status': 6,
  'GET /api/clients': 2,
  'POST /api/clients': 2,
  'GET /api/clients/business': 2,
  'GET /api/clients/export': 1,
  'GET /api/clients/government': 2,
  'POST /api/clients/import': 3,
  'GET /api/clients/{id}': 1,
  'PUT /api/clients/{id}': 2,
  'DELETE /api/clients/{id}': 7,
  'PUT /api/clients/{id}/status': 3,
  'GET /api/compliance/alerts': 9,
  'PUT /api/compliance/alerts/{id}': 13,
  'GET /api/compliance/reports': 20,
  'GET /api/compliance/retention': 2,
  'PUT /api/compliance/retention': 5,
  'GET /api/compliance/status': 15,
  'GET /api/consents': 2,
  'POST /api/consents': 4,
  'GET /api/consents/{id}': 1,
  'POST /api/consents/{id}/withdraw': 4,
  'GET /api/content': 2,
  'POST /api/content': 4,
  'GET /api/content/templates': 1,
  'GET /api/content/{id}': 1,
  'PUT /api/content/{id}': 3,
  'DELETE /api/content/{id}': 13,
  'POST /api/content/{id}/restore': 4,
  'PUT /api/content/{id}/status': 3,
  'GET /api/content/{id}/versions': 2,
  'GET /api/data-subject-requests': 3,
  'POST /api/data-subject-requests': 7,
  'GET /api/data-subject-requests/{id}': 2,
  'PUT /api/data-subject-requests/{id}': 3,
  'POST /api/data-subject-requests/{id}/complete': 59,
  'POST /api/data-subject-requests/{id}/decision': 4,
  'GET /api/data-subject-requests/{id}/export': 51,
  'POST /api/data-subject-requests/{id}/extend': 4,
  'GET /api/invitations': 2,
  'POST /api/invitations': 3,
  'POST /api/invitations/accept': 0,
  'POST /api/invitations/demo': 3,
  'GET /api/invitations/manage': 2,
  'DELETE /api/invitations/{id}': 3,
  'POST /api/invitations/{id}/resend': 4,
  'GET /api/service-provider': 1,
  'GET /api/service-provider/api-keys': 2,
  'POST /api/service-provider/api-keys': 4,
  'DELETE /api/service-provider/api-keys/{id}': 3,
  'GET /api/service-provider/billing': 9,
  'GET /api/service-provider/compliance': 13,
  'GET /api/service-provider/integrations': 2,
  'GET /api/service-provider/notifications': 9,
  'PUT /api/service-provider/organization': 2,
  'GET /api/service-provider/security': 1,
  'GET /api/service-provider/webhooks': 2,
  'POST /api/service-provider/webhooks': 4,
  'PUT /api/service-provider/webhooks/{id}': 2,
  'DELETE /api/service-provider/webhooks/{id}': 3,
  'GET /api/service-provider/webhooks/{id}/deliveries': 2,
  'GET /api/team': 2,
  'POST /api/team': 3,
  'GET /api/team/analytics': 4,
  'GET /api/team/{id}': 1,
  'PUT /api/team/{id}': 3,
  'DELETE /api/team/{id}': 7,
}

/** They sign a Merkle tree: two statements more for each 256 times as many records. */
const GROWING = ['GET /api/audit/export', 'GET /api/audit/verify', 'signOffCertificate']

const isEndless = (key: string) => key.includes('/realtime/')

test('the table names every operation that answers and ends', () => {
  const keys = api.operations.map(({ key }) => key).filter((key) => !isEndless(key))
  expect(Object.keys(MOST).sort()).toEqual(keys.sort())
})

/** Otherwise aliases of an expensive field would count as the one request that they are sent in. */
function demandDeclared(fields: readonly RootField[2][], args: Record<string, unknown>, sent: readonly string[]): void {
  const declared = fields.reduce((sum, field) => sum + declaredCost(field, args), 0)
  expect(declared).toBeGreaterThanOrEqual(statements(sent.length))
}

/** Notifications are made behind the requests, in order: that of the last event is there when all are. */
async function allNotified(actor: Actor): Promise<void> {
  const { id } = await aBreach(actor)
  await until('the notification of the last event', async () => {
    const { body } = await actor.rest('GET', '/api/service-provider/notifications?limit=1')
    return body.data[0]?.resourceId === id
  })
}

interface Run {
  sent: string[]
  body: unknown
}

async function runOf(operation: (typeof api.operations)[number], actor: Actor): Promise<Run> {
  const { path, query, body } = await validInput(api, operation, actor)
  const isPaged = operation.parameters.some(({ name }) => name === 'limit')
  const search = new URLSearchParams({ ...query, ...(isPaged && { limit: '100' }) }).toString()
  transactions.length = 0
  const answer = await actor.rest(operation.method, search ? `${path}?${search}` : path, body)
  expect([operation.key, answer.status < 300 ? 'ok' : answer.body]).toEqual([operation.key, 'ok'])
  return { sent: statementsOf(transactions, actor.organizationId), body }
}

test.each(api.operations.filter(({ key }) => !isEndless(key)).map((operation) => [operation.key, operation] as const))(
  '%s',
  async (key, operation) => {
    if (key === 'GET /api/service-provider/notifications') for (const actor of [few, many]) await allNotified(actor)
    const { sent: ofFew } = await runOf(operation, few)
    const { sent: ofMany, body } = await runOf(operation, many)
    // In which order the names of several kinds of records are looked up follows the first of each.
    const startsOf = (statements: string[]) => statements.filter(isNoCount).map(startOf).sort()
    if (!GROWING.includes(key)) expect(startsOf(ofMany)).toEqual(startsOf(ofFew))
    expect(ofMany.length).toBeLessThanOrEqual(MOST[key] ?? 0)
    demandDeclared(rowOf(key)?.operation.fields ?? [], { input: body }, ofMany)
  },
)

/** They are for who has the token of an invitation, and begin in no organization: nothing of them is counted. */
const OF_INVITED = ['receivedInvitation', 'declineInvitation']

const graphqlOnly = rootFields.filter(
  ([, name, field]) => !OF_INVITED.includes(name) && !rows.some(({ operation }) => operation.fields.includes(field)),
)

/** A document that calls a root field; of a list, it shows the rows too. */
function documentWithRows(root: RootField): string {
  const list = getNamedType(root[2].type)
  const row = isObjectType(list) ? getNamedType(list.getFields().nodes?.type) : undefined
  const fields = isObjectType(row) ? leafFields(row).filter(({ type }) => isLeafType(getNamedType(type))) : []
  const shown = fields.length > 0 ? `nodes { ${fields.map(({ name }) => name).join(' ')} } ` : ''
  return documentOf(root).replace(/__typename \} \}$/, `${shown}__typename } }`)
}

async function graphqlRun(root: RootField, actor: Actor): Promise<{ args: Record<string, unknown>; sent: string[] }> {
  const args = argumentsOf(root, await idsFor(server, root, actor))
  transactions.length = 0
  const { body } = await actor.graphql(documentWithRows(root), args)
  expect(body.errors).toBeUndefined()
  return { args, sent: statementsOf(transactions, actor.organizationId) }
}

test.each(graphqlOnly.map((root) => [root[1], root] as const))('%s, over GraphQL alone', async (_name, root) => {
  const { sent: ofFew } = await graphqlRun(root, few)
  const { args, sent: ofMany } = await graphqlRun(root, many)
  const startsOf = (statements: string[]) => statements.filter(isNoCount).map(startOf).sort()
  if (!GROWING.includes(root[1])) expect(startsOf(ofMany)).toEqual(startsOf(ofFew))
  demandDeclared([root[2]], args, ofMany)
})

test('what several fields of an operation need is read once', async () => {
  const sentBy = async (fields: string) => {
    transactions.length = 0
    expect((await many.graphql(`{ ${fields} }`)).body.errors).toBeUndefined()
    return statementsOf(transactions, many.organizationId)
  }
  const status = await sentBy('complianceStatus { score }')
  const twenty = Array.from({ length: 20 }, (_, index) => `a${index}: complianceStatus { score }`)
  expect(await sentBy(twenty.join(' '))).toEqual(status)
  const others = 'serviceProviderCompliance { score } complianceAlerts { totalCount } retention { periods { backlog } }'
  expect((await sentBy(`complianceStatus { score } ${others}`)).length).toBeLessThanOrEqual(status.length + 3)
})

/** A page that is full needs a count of its own. */
const isNoCount = (sql: string) => !sql.startsWith('select count(*)')

/** Enough of a statement to say which it is; the rest depends on the rows. */
const startOf = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, 24)

test('who sends requests is looked up in the team once, and again when that has changed', async () => {
  const admin = server.actor()
  const user = server.actor({ organizationId: admin.organizationId })
  const own = `'${admin.organizationId}'`
  const lookups = () =>
    transactions.filter(([begin = '', ...sent]) => begin.includes(own) && /"team_version"/.test(sent.join())).length
  const ask = async () => {
    for (let request = 0; request < 5; request++) {
      await user.rest('GET', '/api/clients')
      await user.graphql('{ clients { totalCount } }')
      await aClient(user)
    }
  }
  transactions.length = 0
  await ask()
  expect(lookups()).toBe(1)
  await aMember(admin, { role: 'admin' })
  transactions.length = 0
  await ask()
  expect(lookups()).toBe(1)
})
