import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { asked } from '../support/answers.ts'
import { aKeyWithout, type Key } from '../support/keys.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign, aClient, aContent, clientBody } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { anApproved, aSignOff } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'

let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }))
})

const NUMBERS = 'requested waiting expired approved changesRequested withdrawn voided medianSeconds p90Seconds'
const QUERY = `query ($from: LocalDate, $to: LocalDate, $clientId: ID) {
  signOffFigures(from: $from, to: $to, clientId: $clientId) {
    from to totals { ${NUMBERS} } clients { clientId clientName ${NUMBERS} } } }`
const JUNE = { from: '2025-06-01', to: '2025-06-30' }
const NOTHING = {
  ...{ requested: 0, waiting: 0, expired: 0, approved: 0, changesRequested: 0, withdrawn: 0, voided: 0 },
  ...{ medianSeconds: null, p90Seconds: null },
}

const figuresOf = async (actor: Actor, variables: Json = JUNE): Promise<Json> =>
  (await asked(actor, QUERY, variables)).signOffFigures
const codeOf = async (caller: Actor | Key, variables: Json): Promise<string | undefined> =>
  (await caller.graphql(QUERY, variables)).body.errors?.[0].extensions.code

interface Past {
  requestedAt: string
  status?: string
  /** Seconds from the request to the approval, and to the current status. */
  approvedAfter?: number
  endedAfter?: number
  expiresAt?: string
}

/** Changes the times and the status of a sign-off in the database. */
async function setPast(actor: Actor, id: string, past: Past): Promise<void> {
  const { requestedAt, status = 'REQUESTED', approvedAfter = null, endedAfter = null, expiresAt = null } = past
  const after = (seconds: number | null) =>
    sql`${requestedAt}::timestamptz + make_interval(secs => ${seconds}::double precision)`
  const change = sql`update sign_off set created_at = ${requestedAt}::timestamptz, status = ${status},
    approved_at = ${after(approvedAfter)}, ended_at = ${after(endedAfter)},
    expires_at = coalesce(${expiresAt}::timestamptz, expires_at)
    where organization_id = ${actor.organizationId} and id = ${id}`
  await inOrganization(server, actor, change)
}

const ofCampaign = async (actor: Actor, changes: Record<string, unknown> = {}) => ({
  campaignId: (await aCampaign(actor, changes)).id,
})
const ofContent = async (actor: Actor, changes: Record<string, unknown> = {}) => ({
  contentId: (await aContent(actor, changes)).id,
})

async function aPast(actor: Actor, subject: object, past: Past): Promise<void> {
  const { id } = await aSignOff(actor, subject)
  await setPast(actor, id, past)
}

/** Inserts a campaign for each client, and a copy of the organization's sign-off for each campaign. */
async function copyToClients(actor: Actor): Promise<void> {
  const { organizationId } = actor
  const campaigns = sql`insert into campaign
      (organization_id, id, name, client_id, type, status, channels, created_by, created_at, updated_at)
    select organization_id, id, name, id, 'SOCIAL', 'DRAFT', '{}', created_by, created_at, updated_at
    from client where organization_id = ${organizationId}`
  const signOffs = sql`insert into sign_off
      (organization_id, id, campaign_id, title, snapshot, content_hash, shares_budget, may_hand_over, quorum, expires_at,
        status, created_by, created_at, updated_at)
    select one.organization_id, campaign.id, campaign.id, title, snapshot, content_hash, shares_budget, may_hand_over, quorum,
      expires_at, one.status, one.created_by, one.created_at, one.updated_at
    from sign_off as one join campaign on campaign.organization_id = one.organization_id
    where one.organization_id = ${organizationId}`
  for (const statement of [campaigns, signOffs]) await inOrganization(server, actor, statement)
}

/** Six sign-offs of a client, two of them of content of its campaigns, and two without a client. */
async function anOrganization() {
  const actor = server.actor()
  const { id: clientId } = await aClient(actor, { name: 'Water Board' })
  const at = (day: string) => `2025-06-${day}T10:00:00Z`
  const approved = (after: number) => ({ status: 'APPROVED', approvedAfter: after, endedAfter: after })
  const pasts: Past[] = [
    { requestedAt: at('01'), ...approved(100) },
    { requestedAt: at('02'), status: 'CHANGES_REQUESTED', endedAfter: 300 },
    { requestedAt: at('03'), status: 'VOIDED', approvedAfter: 200, endedAfter: 9000 },
    { requestedAt: at('04'), status: 'REVOKED', endedAfter: 5000 },
  ]
  for (const past of pasts) await aPast(actor, await ofCampaign(actor, { clientId }), past)
  const content = async () => ofContent(actor, await ofCampaign(actor, { clientId }))
  await aPast(actor, await content(), { requestedAt: at('05') })
  await aPast(actor, await content(), { requestedAt: at('06'), expiresAt: '2025-06-20T00:00:00Z' })
  await aPast(actor, await ofContent(actor), { requestedAt: at('07'), ...approved(1000) })
  await aPast(actor, await ofCampaign(actor), { requestedAt: at('08'), status: 'VOIDED', endedAfter: 7000 })
  return { actor, clientId }
}

// Decisions after 100, 200 and 300 seconds. The 90th percentile is at 0.9 * 2 = 1.8 steps from the first: 280.
const OF_CLIENT = {
  ...{ requested: 6, waiting: 1, expired: 1, approved: 1, changesRequested: 1, withdrawn: 1, voided: 1 },
  ...{ medianSeconds: 200, p90Seconds: expect.closeTo(280, 6) },
}

describe('the figures of sign-offs', () => {
  test('count the states, with the times to the decisions, in total and by client', async () => {
    const { actor, clientId } = await anOrganization()
    const { totals, clients, ...range } = await figuresOf(actor)
    expect(range).toEqual(JUNE)
    // Decisions after 100, 200, 300 and 1000 seconds. The 90th percentile is at 0.9 * 3 = 2.7 steps: 300 + 0.7 * 700.
    expect(totals).toEqual({
      ...{ requested: 8, waiting: 1, expired: 1, approved: 2, changesRequested: 1, withdrawn: 1, voided: 2 },
      ...{ medianSeconds: 250, p90Seconds: expect.closeTo(790, 6) },
    })
    expect(clients).toEqual([
      { clientId, clientName: 'Water Board', ...OF_CLIENT },
      {
        ...{ clientId: null, clientName: null, ...NOTHING, requested: 2, approved: 1, voided: 1 },
        ...{ medianSeconds: 1000, p90Seconds: 1000 },
      },
    ])
    const ofClient = await figuresOf(actor, { ...JUNE, clientId })
    expect(ofClient.totals).toEqual(OF_CLIENT)
    expect(ofClient.clients).toEqual([{ clientId, clientName: 'Water Board', ...OF_CLIENT }])
  })

  test('include a decision of a reviewer, by default in the last 30 days', async () => {
    const actor = server.actor()
    const { id } = await anApproved(server, smtp, actor, await ofContent(actor))
    const { totals } = await figuresOf(actor, {})
    expect(totals).toMatchObject({ requested: 1, approved: 1, medianSeconds: expect.any(Number) })
    const [row] = await inOrganization(
      server,
      actor,
      sql<{ seconds: number }>`select extract(epoch from approved_at - created_at)::float8 as seconds from sign_off
        where organization_id = ${actor.organizationId} and id = ${id}`,
    )
    expect(totals.medianSeconds).toBeCloseTo(Number(row?.seconds), 6)
    await asked(actor, 'mutation ($id: ID!) { revokeSignOff(id: $id) { id } }', { id })
    const { totals: later } = await figuresOf(actor, {})
    expect(later).toEqual({ ...totals, approved: 0, withdrawn: 1 })
  })

  test('are of South African days, both ends included', async () => {
    const actor = server.actor()
    // 23:59:59 on 31 May, 00:00 on 1 June, 23:59:59 on 30 June and 00:00 on 1 July in South Africa.
    const times = ['05-31T21:59:59', '05-31T22:00:00', '06-30T21:59:59', '06-30T22:00:00']
    for (const time of times) await aPast(actor, await ofContent(actor), { requestedAt: `2025-${time}Z` })
    expect((await figuresOf(actor)).totals.requested).toBe(2)
    expect((await figuresOf(actor, { from: '2025-05-31', to: '2025-07-01' })).totals.requested).toBe(4)
  })

  test('are zeros without times for a period without sign-offs', async () => {
    const { actor } = await anOrganization()
    const empty = { totals: NOTHING, clients: [] }
    expect(await figuresOf(actor, { from: '2025-05-01', to: '2025-05-31' })).toMatchObject(empty)
    expect(await figuresOf(actor, { ...JUNE, clientId: 'nobody' })).toMatchObject(empty)
  })

  test('have at most 100 clients, those with the most requests first', async () => {
    const actor = server.actor()
    const names = Array.from({ length: 101 }, (_, index) => `Client ${String(index).padStart(3, '0')}`)
    const rows = names.map((name) => clientBody({ name }))
    await asked(actor, 'mutation ($rows: [JSONObject!]!) { importClients(rows: $rows) { imported } }', { rows })
    await aSignOff(actor, await ofContent(actor))
    await copyToClients(actor)
    const { id: clientId } = (
      await asked(actor, '{ clients(first: 1, filter: { search: "Client 100" }) { nodes { id } } }')
    ).clients.nodes[0]
    await aSignOff(actor, await ofCampaign(actor, { clientId }))
    const { totals, clients } = await figuresOf(actor, {})
    expect(totals.requested).toBe(103)
    expect(clients.map(({ clientName }: Json) => clientName)).toEqual(['Client 100', ...names.slice(0, 99)])
  })
})

describe('the figures of sign-offs are refused or empty', () => {
  test('for another organization, also with the id of a client', async () => {
    const { clientId } = await anOrganization()
    const stranger = server.actor()
    await aPast(stranger, await ofContent(stranger), { requestedAt: '2025-06-10T10:00:00Z' })
    expect((await figuresOf(stranger)).totals).toEqual({ ...NOTHING, requested: 1, waiting: 1 })
    expect(await figuresOf(stranger, { ...JUNE, clientId })).toMatchObject({ totals: NOTHING, clients: [] })
  })

  test('without the permission to read analytics, and for a period that is not valid', async () => {
    const actor = server.actor()
    const { organizationId } = actor
    const viewer = server.actor({ organizationId, role: 'viewer' })
    const others = await aKeyWithout(server, actor, 'org:analytics:read')
    expect(await codeOf(viewer, JUNE)).toBeUndefined()
    expect(await codeOf(others, JUNE)).toBe('FORBIDDEN')
    expect(await codeOf(actor, { from: '2025-06-30', to: '2025-06-01' })).toBe('VALIDATION_ERROR')
    expect(await codeOf(actor, { from: '2020-01-01', to: '2025-06-01' })).toBe('VALIDATION_ERROR')
  })

  test('and each read is audited', async () => {
    const actor = server.actor()
    await figuresOf(actor)
    const rows = await inOrganization(
      server,
      actor,
      sql<{ userId: string }>`select user_id from audit_record
        where organization_id = ${actor.organizationId} and action = 'ANALYTICS_VIEWED'`,
    )
    expect(rows).toEqual([{ userId: actor.userId }])
  })
})
