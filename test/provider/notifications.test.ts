import { describe, expect, test } from '@jest/globals'
import { eventTypesOf } from '../../src/engine/declare/event-types.ts'
import { moveDueCampaigns } from '../../src/features/campaigns/campaign.jobs.ts'
import { isNotified, sentence } from '../../src/features/notifications/notification.texts.ts'
import { raise } from '../../src/features/realtime/alert-intake.ts'
import { furtherEvents } from '../../src/main/features.ts'
import type { Permission } from '../../src/security/auth/permissions.ts'
import { aSender } from '../support/delivery.ts'
import { dumpOf } from '../support/dump.ts'
import { emit } from '../support/events.ts'
import { performDue, toolsOf } from '../support/jobs.ts'
import {
  aBreach,
  aCampaign,
  aComment,
  aContent,
  aGrantedRequest,
  aMember,
  anInvitation,
  aRequest,
  aWebhook,
  completeNow,
  confirmAll,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { aSignOff } from '../support/sign-offs.ts'
import { recordTransactions, transactionsOf } from '../support/statements.ts'
import { schema } from '../support/surface.ts'
import { until } from '../support/until.ts'

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

const PATH = '/api/service-provider/notifications?limit=100'

/** The messages of an organization as someone reads them, once there are so many; oldest first. */
async function messagesOf(reader: Actor, count: number): Promise<string[]> {
  const list = await until(`${count} notifications`, async () => {
    const { body } = await reader.rest('GET', PATH)
    return body.data.length >= count && body.data
  })
  return list.map(({ message }: Json) => message).reverse()
}

const approve = (approver: Actor, id: string) =>
  approver.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })

async function decideContent(author: Actor, reviewer: Actor, status: string): Promise<void> {
  const { id } = await aContent(author, { title: 'Water week' })
  await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
  await reviewer.rest('PUT', `/api/content/${id}/status`, { status })
}

/** Someone whom the team knows by name. */
async function aColleague(actor: Actor, name: string): Promise<Actor> {
  const colleague = server.actor({ organizationId: actor.organizationId })
  await aMember(actor, { userId: colleague.userId, name, role: 'admin' })
  return colleague
}

/** Each event that notifies people: how to cause it, and the text of the notification. */
const EVENTS: Record<string, (author: Actor, thandi: Actor) => Promise<string>> = {
  API_KEY_CREATED: async (_, thandi) => {
    await thandi.rest('POST', '/api/service-provider/api-keys', { name: 'CI', role: 'viewer' })
    return 'API key "CI" was made by Thandi M.'
  },
  API_KEY_DELETED: async (_, thandi) => {
    const { body } = await thandi.rest('POST', '/api/service-provider/api-keys', { name: 'CI', role: 'viewer' })
    await thandi.rest('DELETE', `/api/service-provider/api-keys/${body.data.id}`)
    // The name is gone with the key.
    return 'An API key was revoked by Thandi M.'
  },
  API_KEY_EXPIRING: async (author) => {
    const { body } = await author.rest('POST', '/api/service-provider/api-keys', { name: 'CI', role: 'viewer' })
    await found(author, 'API_KEY', 'EXPIRING', body.data, { expiresAt: '2026-12-10T08:00:00.000Z' })
    return 'API key "CI" expires on 10 Dec 2026, 10:00.'
  },
  API_KEY_ROTATED: async (_, thandi) => {
    const { body } = await thandi.rest('POST', '/api/service-provider/api-keys', { name: 'CI', role: 'viewer' })
    await thandi.graphql('mutation ($id: ID!) { rotateApiKey(id: $id) { id } }', { id: body.data.id })
    return 'API key "CI" was given a new secret by Thandi M.'
  },
  API_KEY_USED_ELSEWHERE: async (author) => {
    const { body } = await author.rest('POST', '/api/service-provider/api-keys', { name: 'CI', role: 'viewer' })
    await found(author, 'API_KEY', 'USED_ELSEWHERE', body.data, { network: '203.0.113.0/24' })
    return 'API key "CI" was used from the new network 203.0.113.0/24.'
  },
  BREACH_REPORTED: async (_, thandi) => {
    await aBreach(thandi, { title: 'Lost laptop' })
    return 'Breach "Lost laptop" was reported by Thandi M.'
  },
  CAMPAIGN_APPROVED: async (author, thandi) => {
    const { id } = await aCampaign(author, { name: 'Water week', status: 'PENDING_APPROVAL' })
    await approve(thandi, id)
    return 'Campaign "Water week" was approved by Thandi M.'
  },
  CAMPAIGN_BUDGET_REACHED: async (author) => {
    const { id } = await aCampaign(author, { name: 'Water week', budgetCents: 100_000 })
    await author.rest('POST', '/api/analytics/records', { campaignId: id, day: '2026-01-01', spendCents: 85_050 })
    return 'Campaign "Water week" has reached 80 % of its budget: R 850,50 of R 1 000,00.'
  },
  CAMPAIGN_RESULTS_SUSPECT: async (author) => {
    const { id } = await aCampaign(author, { name: 'Water week' })
    await author.rest('POST', '/api/analytics/records', {
      campaignId: id,
      day: '2026-01-01',
      impressions: 1,
      clicks: 2,
    })
    return 'Campaign "Water week" has new results with unlikely figures: 1.'
  },
  CAMPAIGN_RETURNED: async (author, thandi) => {
    const { id } = await aCampaign(author, { name: 'Water week', status: 'PENDING_APPROVAL' })
    await thandi.rest('PUT', `/api/campaigns/${id}/status`, { status: 'DRAFT' })
    return 'Campaign "Water week" was returned for changes by Thandi M.'
  },
  CAMPAIGN_STATUS_CHANGED: async (author) => {
    const startsAt = new Date(Date.now() + 3600_000).toISOString()
    const { id } = await aCampaign(author, { name: 'Water week', status: 'SCHEDULED', startsAt })
    await author.rest('PUT', `/api/campaigns/${id}`, {
      startsAt: '2020-01-01T00:00:00Z',
      endsAt: '2020-01-02T00:00:00Z',
    })
    await performDue(moveDueCampaigns, toolsOf(server))
    return 'Campaign "Water week" has the status Failed: It had not started when it was to end.'
  },
  CONTENT_APPROVED: async (author, thandi) => {
    await decideContent(author, thandi, 'APPROVED')
    return 'Content "Water week" was approved by Thandi M.'
  },
  CONTENT_COMMENTED: async (author, thandi) => {
    const { id } = await aContent(author, { title: 'Water week' })
    await aComment(thandi, 'Shorter, please.', id)
    return 'Content "Water week" was commented on by Thandi M.'
  },
  CONTENT_RETURNED: async (author, thandi) => {
    await decideContent(author, thandi, 'CHANGES_REQUESTED')
    return 'Content "Water week" was returned for changes by Thandi M.'
  },
  DATA_SUBJECT_REQUEST_CREATED: async (_, thandi) => {
    await aRequest(thandi)
    return 'Data subject request (Access) was lodged by Thandi M.'
  },
  DATA_SUBJECT_REQUEST_DECIDED: async (_, thandi) => {
    await aGrantedRequest(thandi)
    return 'Data subject request (Access) was decided by Thandi M: Approved.'
  },
  DATA_SUBJECT_REQUEST_NOTICE_FAILED: async (author) => {
    await found(author, 'DATA_SUBJECT_REQUEST', 'NOTICE_FAILED', await aRequest(author))
    return 'Data subject request (Access) has a notice that could not be mailed to the person.'
  },
  INVITATION_ACCEPTED: async (author) => {
    const { token } = await anInvitation(author, { email: 'sipho@example.org', role: 'manager' })
    await server.actor({ email: 'sipho@example.org' }).rest('POST', '/api/invitations/accept', { token })
    return 'Invitation (Manager) was accepted by sipho.'
  },
  INVITATION_DECLINED: async (author) => {
    const stranger = server.actor()
    const { token } = await anInvitation(author, { role: 'manager', email: stranger.email })
    await stranger.graphql('mutation ($token: String!) { declineInvitation(token: $token) }', { token })
    return 'Invitation (Manager) was declined.'
  },
  INVITATION_EMAIL_FAILED: async (author) => {
    await found(author, 'INVITATION', 'EMAIL_FAILED', await anInvitation(author, { role: 'manager' }))
    return 'Invitation (Manager) has an e-mail that could not be sent.'
  },
  SECURITY_ALERT_FIRED: async ({ organizationId }) => {
    const alert = { fingerprint: 'x', name: 'AuditTrailChanged', summary: '', description: '' }
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) =>
      raise(unit, organizationId, alert),
    )
    return 'Security alert "AuditTrailChanged" is firing.'
  },
  SECURITY_SETTINGS_UPDATED: async (_, thandi) => {
    const body = { security: { maximumSessionMinutes: 600 } }
    await thandi.rest('PUT', '/api/service-provider/organization', body)
    return 'The security settings were changed by Thandi M.'
  },
  SENDER_DNS_BROKEN: async (author) => {
    await found(author, 'SENDER', 'DNS_BROKEN', await aSender(author), { records: '_dmarc.karoo.example' })
    return 'Sender "Karoo Foods" sends nothing until its DNS records are valid again: _dmarc.karoo.example.'
  },
  SENDER_DNS_RESTORED: async (author) => {
    await found(author, 'SENDER', 'DNS_RESTORED', await aSender(author))
    return 'Sender "Karoo Foods" has valid DNS records again and continues to send.'
  },
  SIGN_OFF_COMMENTED: async (author) => {
    await found(author, 'SIGN_OFF', 'COMMENTED', await aWaterSignOff(author))
    return 'Client sign-off "Water week" was commented on by a reviewer.'
  },
  SIGN_OFF_DECIDED: async (author) => {
    await found(author, 'SIGN_OFF', 'DECIDED', await aWaterSignOff(author), {
      decision: 'APPROVED',
      status: 'APPROVED',
    })
    return 'Client sign-off "Water week" got the decision Approved and has the status Approved.'
  },
  SIGN_OFF_EMAIL_FAILED: async (author) => {
    await found(author, 'SIGN_OFF', 'EMAIL_FAILED', await aWaterSignOff(author))
    return 'Client sign-off "Water week" has an e-mail that could not be sent.'
  },
  SIGN_OFF_HANDED_OVER: async (author) => {
    await found(author, 'SIGN_OFF', 'HANDED_OVER', await aWaterSignOff(author))
    return 'Client sign-off "Water week" was handed over to a colleague of a reviewer.'
  },
  SIGN_OFF_OVERDUE: async (author) => {
    await found(author, 'SIGN_OFF', 'OVERDUE', await aWaterSignOff(author), { waiting: 2 })
    return 'Client sign-off "Water week" is overdue. Reviewers who have not decided: 2.'
  },
  SIGN_OFF_VOIDED: async (author) => {
    const { contentId } = await aWaterSignOff(author)
    await author.rest('PUT', `/api/content/${contentId}`, { body: 'Save more water.' })
    return 'Client sign-off "Water week" is no longer valid: The content was edited.'
  },
  WEBHOOK_DISABLED: async (author) => {
    await found(author, 'WEBHOOK', 'DISABLED', await aWebhook(author), { reason: 'The endpoint answered 410 Gone' })
    return 'Webhook to 93.184.216.34 was disabled by the service: The endpoint answered 410 Gone.'
  },
}

const aWaterSignOff = async (author: Actor) =>
  aSignOff(author, { contentId: (await aContent(author, { title: 'Water week' })).id })

/** Events of failed mails, webhooks and reviewers: other suites test their causes. */
const found = ({ organizationId }: Actor, resourceType: string, verb: string, row: Json, payload = {}) =>
  emit(server, organizationId, { type: `${resourceType}_${verb}`, resourceType, resourceId: row.id, payload })

test('this suite causes every event that notifies people', () => {
  const notified = [...eventTypesOf(schema, furtherEvents)].filter((type) =>
    isNotified({ type, payload: { reason: 'R' } }),
  )
  expect(notified).toEqual(Object.keys(EVENTS).sort())
})

describe('a notification names the thing, its state, and who', () => {
  test.each(Object.entries(EVENTS))('%s', async (type, bringAbout) => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi M')
    const said = await bringAbout(author, thandi)
    const notified = await until('the notification', async () => {
      const { body } = await author.rest('GET', PATH)
      return body.data.find((each: Json) => each.type === type)
    })
    expect(notified.message).toBe(said)
    const { body } = await author.graphql('{ notifications { nodes { type resourceType parameters message } } }')
    const notification = body.data.notifications.nodes.find((each: Json) => each.type === type)
    expect(notification).toMatchObject({ type, message: said })
    for (const language of ['en', 'af', 'zu'] as const) {
      const text = sentence(notification, notification.parameters, language)
      // No value without a text, no enum, no id, no time of a program.
      expect(text).not.toMatch(
        /\{\{|undefined|\b[A-Z]{2,}_|\b[A-Z]{5,}\b|[0-9a-f]{8}-[0-9a-f]{4}|\dT\d|types\.|things\./,
      )
      if (language !== 'en') expect(text).not.toBe(said)
    }
  })

  test('of a type that only a newer version knows, the name of the thing', () => {
    expect(sentence({ type: 'CAMPAIGN_SUNG', resourceType: 'CAMPAIGN' }, { name: 'A' })).toBe('Campaign "A"')
  })

  test('names that look like parts of a text stay as they are', async () => {
    const actor = server.actor()
    await aBreach(actor, { title: '{{by}} $t(by) {{thing}} <b>' })
    expect(await messagesOf(actor, 1)).toEqual(['Breach "{{by}} $t(by) {{thing}} <b>" was reported.'])
  })

  test('amounts and times have the form of the language', () => {
    const values = { name: 'A', percent: 80, spentCents: 96_000_00, budgetCents: 120_000_00 }
    const budget = { type: 'CAMPAIGN_BUDGET_REACHED', resourceType: 'CAMPAIGN' }
    expect(sentence(budget, values, 'af')).toBe(
      'Veldtog "A" het 80 % van sy begroting bereik: R 96 000,00 van R 120 000,00.',
    )
    const expiring = { type: 'API_KEY_EXPIRING', resourceType: 'API_KEY' }
    const expiry = { expiresAt: '2026-12-10T23:00:00.000Z' }
    expect(sentence(expiring, expiry, 'af')).toBe('’n API-sleutel verval op 11 Des. 2026 01:00.')
    expect(sentence(expiring, expiry, 'zu')).toBe('Ukhiye we-API uphelelwa yisikhathi ngo-11 Dec 2026, 01:00.')
  })

  test('an API key as the author', async () => {
    const actor = server.actor()
    const { body } = await actor.rest('POST', '/api/service-provider/api-keys', { name: 'CI', role: 'admin' })
    const headers = { Authorization: `Bearer ${body.data.key}` }
    await actor.rest(
      'POST',
      '/api/breaches',
      { title: 'A', description: 'B', discoveredAt: '2026-01-01T00:00:00Z' },
      headers,
    )
    expect((await messagesOf(actor, 2)).at(-1)).toBe('Breach "A" was reported with the API key "CI".')
  })
})

test('an author who takes a campaign back, and a status that is no decision, notify nobody', async () => {
  const author = server.actor()
  const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL' })
  await author.rest('PUT', `/api/campaigns/${id}/status`, { status: 'DRAFT' })
  const content = await aContent(author)
  await author.rest('PUT', `/api/content/${content.id}/status`, { status: 'IN_REVIEW' })
  await aBreach(author, { title: 'Last' })
  expect(await messagesOf(author, 1)).toEqual(['Breach "Last" was reported.'])
})

describe('the marks of a user', () => {
  test('belong to the caller, although another user sent the same document before', async () => {
    const thandi = server.actor()
    const sipho = await aColleague(thandi, 'Sipho D.')
    const nobody = await aColleague(thandi, 'Naledi K.')
    for (const title of ['Lost laptop', 'Open door']) await aBreach(thandi, { title })
    await messagesOf(thandi, 2)
    const document = `{
      notifications { unread totalCount nodes { id readAt } }
      mine: notifications(filter: { unread: true }) { totalCount edges { node { id } } }
    }`
    const read = async (actor: Actor) => (await actor.graphql(document)).body.data
    const [newest, oldest] = (await read(nobody)).notifications.nodes.map(({ id }: Json) => id)
    const mark = 'mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) }'
    await thandi.graphql(mark, { ids: [newest] })
    await sipho.graphql(mark, { ids: [newest, oldest] })
    const unread = [
      [thandi, [oldest]],
      [sipho, []],
      [nobody, [newest, oldest]],
    ] as const
    for (let time = 0; time < 3; time++) {
      for (const [actor, ids] of unread) {
        const { notifications, mine } = await read(actor)
        expect(notifications).toMatchObject({ unread: ids.length, totalCount: 2 })
        const unmarked = notifications.nodes.filter(({ readAt }: Json) => readAt === null)
        expect(unmarked.map(({ id }: Json) => id)).toEqual(ids)
        expect([mine.totalCount, mine.edges.map(({ node }: Json) => node.id)]).toEqual([ids.length, ids])
      }
    }
  })
})

describe('what a notification says', () => {
  test('is what the rows say now: another name, and none that was erased', async () => {
    const actor = server.actor()
    const name = `Nomvula Zwane${Date.now()}`
    const email = `nomvula${Date.now()}@example.org`
    const colleague = server.actor({ organizationId: actor.organizationId })
    await aMember(actor, { userId: colleague.userId, name, email, role: 'admin' })
    const { id } = await aCampaign(actor, { name: `Praise of ${name}`, status: 'PENDING_APPROVAL' })
    await approve(colleague, id)
    expect(await messagesOf(actor, 1)).toEqual([`Campaign "Praise of ${name}" was approved by ${name}.`])
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject: { name, email } })
    await confirmAll(actor, request.id)
    const executor = server.actor({ organizationId: actor.organizationId })
    const done = await completeNow(executor, request.id)
    expect(done.status).toBe(200)
    const messages = await messagesOf(actor, 3)
    expect(messages.join()).not.toContain('Zwane')
    expect(messages[0]).toMatch(/^Campaign "Praise of erased-\w+" was approved by erased-\w+\.$/)
    expect(await dumpOf(server)).not.toContain(name)
  })

  test('never holds an e-mail address, a path or a secret of a receiver', async () => {
    const actor = server.actor()
    await aBreach(actor, { title: 'Mail of bob@example.org was lost' })
    const { id } = await aWebhook(actor, { url: 'https://93.184.216.34/hooks/s3cret?token=abc' })
    const { organizationId } = actor
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) => {
      const now = new Date()
      const what = { type: 'WEBHOOK_DISABLED', resourceType: 'WEBHOOK', resourceId: id, userId: 'system' }
      const payload = { reason: 'The endpoint answered 410 Gone' }
      const row = { id: crypto.randomUUID(), organizationId, ...what, payload, createdAt: now, updatedAt: now }
      return db.insertInto('notification').values(row).execute()
    })
    const messages = await messagesOf(actor, 2)
    expect(messages).toContain('Webhook to 93.184.216.34 was disabled by the service: The endpoint answered 410 Gone.')
    expect(messages.join()).not.toMatch(/@|s3cret|abc/)
  })

  test('names nothing that the caller may not read', async () => {
    const actor = server.actor()
    await aBreach(actor, { title: 'Lost laptop' })
    await aMember(actor, { userId: actor.userId, name: 'Thandi M', role: 'admin' })
    const permissions: Permission[] = ['org:provider:read']
    const key = await actor.rest('POST', '/api/service-provider/api-keys', {
      name: 'K',
      role: 'admin',
      scopes: permissions,
    })
    await messagesOf(actor, 2)
    const { body } = await actor.rest('GET', PATH, undefined, { Authorization: `Bearer ${key.body.data.key}` })
    const notified = body.data.find(({ resourceType }: Json) => resourceType === 'BREACH')
    expect(notified.message).toBe('A breach was reported.')
  })

  test('costs a list the same however long it is', async () => {
    const actor = server.actor()
    const sent: string[][] = []
    for (const [more, all] of [
      [1, 1],
      [11, 12],
    ] as const) {
      for (let made = 0; made < more; made++) await aBreach(actor, { title: `Breach ${all} ${made}` })
      expect(new Set(await messagesOf(actor, all)).size).toBe(all)
      transactions.length = 0
      await actor.rest('GET', PATH)
      const own = transactionsOf(transactions, actor.organizationId).find(([begin]) =>
        begin?.startsWith('begin read only'),
      )
      sent.push(own?.slice(1).map((statement) => statement.replace(/\$\d+(, \$\d+)*/g, '$')) ?? [])
    }
    expect(sent[0]?.filter((statement) => statement.includes('"breach"'))).toHaveLength(1)
    expect(sent[1]).toEqual(sent[0])
  })
})
