/** @long it reads a large organization by every root field, thirty times in one document. */
import { expect, test } from '@jest/globals'
import { getNamedType, isObjectType } from 'graphql'
import { sql } from 'kysely'
import { newId } from '../src/data/ids.ts'
import { daysAgo, record } from './analytics/records.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import { anOrganizationOf } from './support/many-rows.ts'
import { inOrganization } from './support/organization.ts'
import {
  aCampaign,
  aGrantedRequest,
  aMember,
  aReviewedRequest,
  aSubject,
  contentBody,
  invitationBody,
  memberBody,
  webhookBody,
} from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { documentOf, leavesOf, type RootField, rootFields } from './support/surface.ts'
import { until } from './support/until.ts'

/*
 * The price of an operation limits how much processor time a caller takes. So each operation needs about as much
 * processor time for its price as the others, also with its largest arguments.
 */

const ROWS = 2_000
const PAGE = 100
const ALIASES = 30
const NEVER = 10_000_000

let server: TestServer
let large: Actor
/** Ids of as many campaigns as one change takes. */
let campaigns: string[]
setUp(async (opened) => {
  const unlimited = { RATE_LIMIT_AUTHENTICATED: String(NEVER), RATE_LIMIT_ORGANIZATION: String(NEVER) }
  server = opened.use(await startServer({ ...unlimited, REQUEST_DEADLINE_SECONDS: '120' }))
  large = await anOrganizationOf(ROWS, server)
  await aMember(large, { userId: large.userId, role: 'admin', email: 'large@example.org' })
  const { id: campaignId } = await aCampaign(large, { status: 'ACTIVE' })
  await record(
    large,
    Array.from({ length: 30 }, (_, index) => ({ campaignId, day: daysAgo(index + 1), impressions: 100 + index })),
  )
  campaigns = (await inOrganization<{ id: string }>(server, large, sql`select id from campaign limit 1000`)).map(
    ({ id }) => id,
  )
})

const queries = rootFields.filter(([kind]) => kind === 'query')

const someRows = (size: number) =>
  Array.from({ length: size }, () => ({ name: `Imported ${newId()}`, type: 'BUSINESS' }))

/** Large and valid values of arguments, by the name of the argument, or of the root field and the argument. */
const VALUES: Record<string, () => unknown> = {
  first: () => PAGE,
  'analyticsTrends.filter': () => ({ from: '2023-12-01', to: '2026-11-25' }),
  'analyticsTrends.window': () => 90,
  'importClients.rows': () => someRows(500),
  'startClientImport.rows': () => someRows(500),
  'bulkCampaigns.input': () => ({ operation: 'UPDATE', ids: campaigns, changes: { description: newId() } }),
  'changeCampaignStatus.status': () => 'PENDING_APPROVAL',
  'changeClientStatus.status': () => 'ACTIVE',
  'changeContentStatus.status': () => 'IN_REVIEW',
  'createContent.input': () => contentBody({ body: 'x'.repeat(100_000) }),
  'createSavedView.input': () => ({ list: 'CAMPAIGNS', name: newId(), parameters: 'status=ACTIVE', isShared: false }),
  'setDefaultView.input': () => ({ list: 'CAMPAIGNS', parameters: 'columns=name' }),
  'createSegment.input': () => ({ name: newId(), filter: {} }),
  'sendInvitation.input': () => invitationBody(),
  'sendDemoInvitation.input': () => invitationBody(),
  'addTeamMember.input': () => memberBody(),
  'createWebhook.input': () => webhookBody(),
  'lodgeDataSubjectRequest.input': () => ({ type: 'ACCESS', subject: aSubject() }),
  'decideDataSubjectRequest.id': async () => (await aReviewedRequest(large)).id,
  'dataSubjectExport.id': async () => (await aGrantedRequest(large)).id,
  'completeDataSubjectRequest.id': async () => (await aGrantedRequest(large)).id,
}

/** Root fields whose caller comes from outside the organization, with a secret from a mail. */
const FROM_OUTSIDE = ['receivedInvitation', 'acceptInvitation', 'declineInvitation']

async function argumentsFor(root: RootField): Promise<Json> {
  const [, name, { args }] = root
  const values = argumentsOf(root, await idsFor(server, root, large))
  for (const argument of args) {
    const value = VALUES[`${name}.${argument.name}`] ?? VALUES[argument.name]
    if (value) values[argument.name] = await value()
  }
  return values
}

/** The selection of a connection goes to all leaves of its nodes. */
function documentFor(root: RootField): string {
  const [, , { type }] = root
  const named = getNamedType(type)
  const nodes = isObjectType(named) && named.name.endsWith('Connection') && named.getFields().nodes
  return nodes
    ? documentOf(root).replace(leavesOf(root[2]), `{ totalCount nodes ${leavesOf(nodes)} }`)
    : documentOf(root)
}

/** The document with its root field under so many aliases. */
function withAliases(document: string, count: number): string {
  const start = document.indexOf('{')
  const field = document.slice(start + 1, document.lastIndexOf('}')).trim()
  return `${document.slice(0, start)} { ${Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')} }`
}

test.each(queries.map((root) => [root[1], root] as const))(
  '%s under thirty aliases is answered or refused, and nobody else waits for it',
  async (_, root) => {
    const answer = await large.graphql(withAliases(documentFor(root), ALIASES), await argumentsFor(root))
    const codes = (answer.body.errors ?? []).map(({ extensions }: Json) => extensions.code)
    expect([answer.status, codes.filter((code: string) => !REFUSALS.has(code))]).toEqual([answer.status, []])
    expect(answer.status).toBeLessThan(500)
    expect((await server.actor().rest('GET', '/api/clients')).status).toBe(200)
  },
)

/** The errors of requests for too much. */
const REFUSALS = new Set([
  'QUERY_TOO_COMPLEX',
  'RATE_LIMIT_EXCEEDED',
  'PAYLOAD_TOO_LARGE',
  'INSUFFICIENT_HISTORY',
  'VALIDATION_ERROR',
])

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

type Send = () => Promise<Answer>

interface Case {
  name: string
  /** Creates the records that one try needs. Their creation is not measured. */
  prepare: () => Promise<Send>
}

/** Operations of the REST API with work that grows with what they answer. */
const REST: Record<string, Send> = {
  'GET /api/clients/export': () => large.rest('GET', '/api/clients/export?format=csv'),
  'GET /api/campaigns': () => large.rest('GET', '/api/campaigns?search=Row&limit=100'),
}

function caseOf(root: RootField): Case {
  const [kind, name] = root
  const prepare = async () => {
    const values = await argumentsFor(root)
    return () => large.graphql(documentFor(root), values)
  }
  return { name, prepare: kind === 'query' ? once(prepare) : prepare }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * While an erasure is executed, the other changes of the organization wait, and are refused after some seconds. So are
 * reads, because their audit records wait.
 */
async function isErasing(): Promise<boolean> {
  const { status, body } = await large.rest('GET', '/api/data-subject-requests?status=PROCESSING')
  return status === 503 || body.data.length > 0
}

/** Processor time of this process for one request of the price, microseconds: the least of several tries. */
async function timePerPrice({ name, prepare }: Case): Promise<number> {
  const plain = () => large.rest('GET', '/api/team')
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt++) {
    await until('the erasure is executed', async () => !(await isErasing()))
    const send = await prepare()
    const before = remainingOf(await plain())
    const start = process.cpuUsage()
    const { status, body } = await send()
    const { user, system } = process.cpuUsage(start)
    if (status >= 400 || body?.errors) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    least = Math.min(least, (user + system) / (before - remainingOf(await plain()) - 1))
  }
  return least
}

const MOST_OVER_MEDIAN = 20

test('no operation takes more than twenty times the median of processor time for its price', async () => {
  const cases: Case[] = Object.entries(REST).map(([name, send]) => ({ name, prepare: async () => send }))
  cases.push(...rootFields.filter(([, name]) => !FROM_OUTSIDE.includes(name)).map(caseOf))
  const times = new Map<Case, number>()
  for (const each of cases) times.set(each, await timePerPrice(each))
  const median = [...times.values()].sort((a, b) => a - b)[Math.floor(times.size / 2)] ?? 0
  const isExpensive = (time: number) => time > MOST_OVER_MEDIAN * median
  // Other work of the process counts too. The least of more tries is nearer to the time of the operation.
  for (const [each, time] of times) {
    let least = time
    for (let more = 0; more < 3 && isExpensive(least); more++) least = Math.min(least, await timePerPrice(each))
    times.set(each, least)
  }
  const sorted = [...times].sort(([, a], [, b]) => b - a)
  const ratios = sorted.map(([{ name }, time]) => [name, Math.round((10 * time) / median) / 10])
  // Figures for people.
  process.stdout.write(`processor time for a price of one, over the median: ${ratios.slice(0, 10).join(', ')}\n`)
  expect(sorted.filter(([, time]) => isExpensive(time)).map(([{ name }]) => name)).toEqual([])
})
