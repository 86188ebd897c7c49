/** @long it starts a gateway of its own, with a mail server. */
import { hash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { HOME, todayIn } from '../../src/features/analytics/analytics.days.ts'
import { moveDueCampaigns } from '../../src/features/campaigns/campaign.jobs.ts'
import { asked } from '../support/answers.ts'
import { move } from '../support/delivery.ts'
import { dumpOf } from '../support/dump.ts'
import { follow } from '../support/follow.ts'
import { performFor, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign, aClient, aContent, aWebhook } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  anApproved,
  aReviewer,
  aSignOff,
  decideAs,
  mailTo,
  post,
  REQUEST,
  showSignOff,
  tokenOf,
  verifiedReviewer,
} from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }))
})

const codeOfError = async (actor: Actor, query: string, variables: object) =>
  (await actor.graphql(query, variables as Record<string, unknown>)).body.errors?.[0].extensions.code
const act = async (actor: Actor, name: string, id: string): Promise<Json> =>
  (await asked(actor, `mutation ($id: ID!) { ${name}(id: $id) { id status } }`, { id }))[name]
const colleagueOf = ({ organizationId }: Actor) => server.actor({ organizationId })

describe('a request', () => {
  test('mails each reviewer a link in their language; only its hash is stored', async () => {
    const actor = server.actor()
    await actor.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    const { id: contentId } = await aContent(actor)
    const [one, two] = [aReviewer(), aReviewer({ language: 'af' })]
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    const signOff = await aSignOff(actor, { contentId, reviewers: [one, two], message: 'Look at the end.', dueAt })
    expect(signOff).toMatchObject({
      contentId,
      campaignId: null,
      version: 1,
      quorum: 2,
      approvals: 0,
      status: 'REQUESTED',
    })
    expect(signOff.contentHash).toMatch(/^[0-9a-f]{64}$/)
    const text = await mailTo(smtp, one.email, /North Media asks you to approve/)
    expect(text).toContain('Look at the end.')
    expect(await mailTo(smtp, two.email, /goed te keur/)).toContain(
      `Besluit asseblief teen ${todayIn(HOME, new Date(dueAt))}`,
    )
    const token = await tokenOf(smtp, one.email)
    const stored = await dumpOf(server)
    expect(stored).not.toContain(token.slice(0, 43))
    await until('both mails sent', async () => {
      const { reviewers } = await showSignOff(actor, signOff.id)
      return reviewers.nodes.every(({ emailStatus }: Json) => emailStatus === 'SENT')
    })
    const listed = await asked(actor, '{ signOffs(filter: { status: [REQUESTED] }) { totalCount nodes { id } } }')
    expect(listed.signOffs).toEqual({ totalCount: 1, nodes: [{ id: signOff.id }] })
  })

  test('is listed for its client, of the campaign or of the campaign of the content, in the order of clients', async () => {
    const actor = server.actor()
    const made: Record<string, string> = {}
    for (const name of ['B', 'A']) {
      const { id: clientId } = await aClient(actor, { name })
      const { id: campaignId } = await aCampaign(actor, { clientId })
      const { id: contentId } = await aContent(actor, { campaignId })
      const ids = [await aSignOff(actor, { campaignId }), await aSignOff(actor, { contentId })].map(({ id }) => id)
      made[clientId] = ids.toSorted().join()
    }
    const listed = async (filter: string) => {
      const query = `{ signOffs(${filter} orderBy: { field: CLIENT }) { nodes { id } } }`
      return (await asked(actor, query)).signOffs.nodes.map(({ id }: Json) => id).join()
    }
    for (const [clientId, ids] of Object.entries(made))
      expect(await listed(`filter: { clientId: "${clientId}" }`)).toBe(ids)
    expect(await listed('')).toBe(Object.values(made).toReversed().join())
  })

  test('names each wrong value, and is refused twice, for others and for closed records', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const { id: campaignId } = await aCampaign(actor)
    const reviewer = aReviewer()
    for (const input of [
      { reviewers: [reviewer] },
      { contentId, campaignId, reviewers: [reviewer] },
      { contentId, reviewers: [] },
      { contentId, reviewers: [reviewer, { ...reviewer, email: reviewer.email.toUpperCase() }] },
      { contentId, reviewers: [reviewer], quorum: 2 },
      { contentId, reviewers: [reviewer], dueAt: '2020-01-01T00:00:00Z' },
      { contentId, reviewers: [{ ...reviewer, email: 'nobody' }] },
    ])
      expect(await codeOfError(actor, REQUEST, { input })).toBe('VALIDATION_ERROR')
    const input = { contentId, reviewers: [reviewer] }
    expect(await codeOfError(server.actor(), REQUEST, { input })).toBe('NOT_FOUND')
    expect(await codeOfError(server.actor({ ...actor, role: 'viewer' }), REQUEST, { input })).toBe('FORBIDDEN')
    const writer = server.actor({ ...actor, role: 'viewer', permissions: ['org:content:write'] })
    expect(await codeOfError(writer, REQUEST, { input: { ...input, contentId: null, campaignId } })).toBe('FORBIDDEN')
    await aSignOff(actor, { contentId })
    expect(await codeOfError(actor, REQUEST, { input })).toBe('CONFLICT')
    await move(actor, campaignId, 'CANCELLED')
    expect(await codeOfError(actor, REQUEST, { input: { ...input, contentId: null, campaignId } })).toBe(
      'INVALID_STATE_TRANSITION',
    )
  })

  test('sent twice at the same time is made once', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const inputs = [1, 2, 3].map(() => ({ input: { contentId, reviewers: [aReviewer()] } }))
    const codes = await Promise.all(inputs.map((variables) => codeOfError(actor, REQUEST, variables)))
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', undefined])
  })

  test('whose mail fails tells the requester, and is counted', async () => {
    await using refusing = await startSmtpServer({ refuse: true })
    const METRICS_TOKEN = 'a-token-for-metrics'
    const settings = { SMTP_URL: refusing.url, PUBLIC_URL: 'https://campaigns.example.org', METRICS_TOKEN }
    await using own = await startServer(settings)
    const actor = own.actor()
    const { id: contentId } = await aContent(actor, { title: 'Posters' })
    const { id } = await aSignOff(actor, { contentId })
    await until('the failed mail', async () => {
      const { reviewers } = await showSignOff(actor, id)
      return reviewers.nodes[0].emailStatus === 'FAILED'
    })
    await until('the notification', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      return body.data.some(
        ({ message }: Json) => message === 'Client sign-off "Posters" has an e-mail that could not be sent.',
      )
    })
    const metrics = await own.fetch('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    expect(String(metrics.body)).toContain('emails_total{outcome="failed",topic="sign_off"} 1')
  })

  test('without a mail server says so', async () => {
    await using plain = await startServer()
    const actor = plain.actor()
    const { id: contentId } = await aContent(actor)
    const { reviewers } = await aSignOff(actor, { contentId })
    expect(reviewers.nodes[0]).toMatchObject({ emailStatus: 'FAILED', emailError: expect.stringContaining('SMTP_URL') })
  })
})

describe('the list of sign-offs', () => {
  const LIST = `query ($filter: SignOffFilter, $orderBy: SignOffOrder) {
    signOffs(first: 2, filter: $filter, orderBy: $orderBy) { totalCount pageInfo { endCursor } nodes { title } } }`
  const titles = async (actor: Actor, variables: object): Promise<string[]> =>
    (await asked(actor, LIST, variables)).signOffs.nodes.map(({ title }: Json) => title)

  test('is filtered by client, and shows nothing of another organization', async () => {
    const [actor, stranger] = [server.actor(), server.actor()]
    const { id: clientId } = await aClient(actor)
    const { id: campaignId } = await aCampaign(actor, { name: 'Of the client', clientId })
    const part = await aContent(actor, { campaignId, title: 'Part' })
    await aSignOff(actor, { campaignId })
    await aSignOff(actor, { contentId: part.id })
    await aSignOff(actor, { campaignId: (await aCampaign(actor, { clientId: (await aClient(actor)).id })).id })
    await aSignOff(actor, { contentId: (await aContent(actor)).id })
    expect(await titles(actor, { filter: { clientId } })).toEqual(['Part', 'Of the client'])
    expect(await titles(actor, { filter: { clientId: 'nothing' } })).toEqual([])
    await aSignOff(stranger, { contentId: (await aContent(stranger)).id })
    expect(await titles(stranger, { filter: { clientId } })).toEqual([])
  })

  test('is ordered by the time at which the links expire, which follows the due time', async () => {
    const actor = server.actor()
    const dueAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const [title, days] of [
      ['In 40 days', 40],
      ['In 2 days', 2],
      ['No due time', 0],
    ] as const) {
      const { id: contentId } = await aContent(actor, { title })
      await aSignOff(actor, { contentId, ...(days && { dueAt: dueAt(days) }) })
    }
    const orderBy = { field: 'EXPIRES_AT' }
    const first = (await asked(actor, LIST, { orderBy })).signOffs
    expect(first.nodes.map(({ title }: Json) => title)).toEqual(['In 2 days', 'No due time'])
    const next = LIST.replace('first: 2,', `first: 2, after: "${first.pageInfo.endCursor}",`)
    expect((await asked(actor, next, { orderBy })).signOffs.nodes).toEqual([{ title: 'In 40 days' }])
    expect(await titles(actor, { orderBy: { ...orderBy, direction: 'DESC' } })).toEqual(['In 40 days', 'No due time'])
  })
})

describe('a reviewer', () => {
  test('reads, comments and approves; the decision is bound to what was shown', async () => {
    const actor = server.actor()
    await actor.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    const { id: campaignId } = await aCampaign(actor, { budgetCents: 500_000, name: 'Winter' })
    const { id: contentId } = await aContent(actor, { campaignId, title: 'Warm', body: 'A warm winter for all.' })
    const reviewer = aReviewer()
    const { id } = await aSignOff(actor, { campaignId, reviewers: [reviewer] })
    const token = await tokenOf(smtp, reviewer.email)
    const opened = await post(server, 'open', { token })
    expect(opened.headers.get('cache-control')).toBe('no-store')
    expect(opened.body.data).toEqual({
      organizationName: 'North Media',
      language: 'en',
      email: `s•••@client.example`,
      status: 'REQUESTED',
      expiresAt: expect.any(String),
    })
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    const shown = (await post(server, 'read', { token: who.token, session: who.session })).body.data
    expect(shown.campaign).toMatchObject({ name: 'Winter' })
    expect(shown.campaign).not.toHaveProperty('budgetCents')
    expect(shown.contents).toMatchObject([{ id: contentId, version: 1, title: 'Warm', body: 'A warm winter for all.' }])
    expect(hash('sha256', canonicalize({ campaign: shown.campaign, contents: shown.contents }) ?? '')).toBe(
      shown.contentHash,
    )
    const said = { token: who.token, session: who.session, text: 'Shorter?', passage: 'warm winter', contentId }
    expect((await post(server, 'comment', said)).status).toBe(200)
    expect((await post(server, 'comment', { ...said, passage: 'cold winter' })).status).toBe(400)
    const decided = await decideAs(server, who)
    expect(decided.body.data).toMatchObject({ decision: 'APPROVED', status: 'APPROVED' })
    const { evidence, digest } = decided.body.data
    expect(hash('sha256', evidence)).toBe(digest)
    expect(canonicalize(JSON.parse(evidence))).toBe(evidence)
    expect(evidence).not.toContain(reviewer.email)
    const stored = await showSignOff(actor, id)
    expect(stored).toMatchObject({ status: 'APPROVED', endReason: null })
    expect(stored.reviewers.nodes[0]).toMatchObject({ status: 'APPROVED', evidence })
    expect(stored.comments.nodes).toMatchObject([{ passage: 'warm winter', commentedContentId: contentId }])
    const { body: log } = await actor.rest('GET', '/api/audit/log?action=SIGN_OFF_DECIDED')
    const [{ id: reviewerId }] = stored.reviewers.nodes
    expect(log.data).toMatchObject([
      {
        resourceId: id,
        userId: `reviewer:${reviewerId}`,
        metadata: { details: { outcome: 'DONE', ids: [reviewerId, `sha256:${digest}`] } },
      },
    ])
    expect((await actor.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
    await until('the notification', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      return body.data.some(({ message }: Json) =>
        message.includes('"Winter" got the decision Approved and has the status Approved'),
      )
    })
  })

  test('whose decision is sent to streams and webhooks', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const reviewer = aReviewer()
    const { id } = await aSignOff(actor, { contentId, reviewers: [reviewer] })
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    const { id: webhookId } = await aWebhook(actor, { events: ['SIGN_OFF_DECIDED'] })
    const query = 'subscription { signOffChanged { id event data { type resourceId signOff { status } } } }'
    const stream = follow(server.url, actor.token, query)
    await stream.next()
    await decideAs(server, who)
    expect((await stream.next()).data.signOffChanged.data).toEqual({
      type: 'SIGN_OFF_DECIDED',
      resourceId: id,
      signOff: { status: 'APPROVED' },
    })
    await stream.stop()
    await until('the webhook', async () => {
      const { body } = await actor.rest('GET', `/api/service-provider/webhooks/${webhookId}/deliveries`)
      return body.data.length === 1
    })
  })

  test('asks for changes with a reason, which ends the sign-off', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const [one, two] = [aReviewer(), aReviewer()]
    const { id } = await aSignOff(actor, { contentId, reviewers: [one, two] })
    const who = await verifiedReviewer(server, smtp, one.email)
    const changes = { decision: 'REQUEST_CHANGES' }
    expect((await decideAs(server, who, changes)).status).toBe(400)
    const answer = await decideAs(server, who, { ...changes, reason: 'The date is wrong.' })
    expect(answer.body.data).toMatchObject({ decision: 'CHANGES_REQUESTED', status: 'CHANGES_REQUESTED' })
    expect(await showSignOff(actor, id)).toMatchObject({ status: 'CHANGES_REQUESTED', endReason: 'The date is wrong.' })
    const other = await tokenOf(smtp, two.email)
    expect((await post(server, 'code', { token: other })).status).toBe(409)
  })

  test('sees what changed since the last approval', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor, { body: 'First.' })
    await anApproved(server, smtp, actor, { contentId })
    await actor.rest('PUT', `/api/content/${contentId}`, { body: 'Second.' })
    const reviewer = aReviewer()
    await aSignOff(actor, { contentId, reviewers: [reviewer] })
    const { token, session } = await verifiedReviewer(server, smtp, reviewer.email)
    const { data } = (await post(server, 'read', { token, session })).body
    expect([data.approvedBefore.contents[0].body, data.contents[0].body]).toEqual(['First.', 'Second.'])
  })

  test('hands over to a colleague only if that is allowed; the former link is void', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const [one, colleague] = [aReviewer(), aReviewer()]
    const { id } = await aSignOff(actor, { contentId, reviewers: [one], mayHandOver: true })
    const who = await verifiedReviewer(server, smtp, one.email)
    const { token, session } = who
    expect((await post(server, 'hand-over', { token, session, ...one })).status).toBe(409)
    expect((await post(server, 'hand-over', { token, session, ...colleague })).status).toBe(200)
    expect((await post(server, 'open', { token })).status).toBe(404)
    expect((await decideAs(server, await verifiedReviewer(server, smtp, colleague.email))).status).toBe(200)
    const { status, approvals, reviewers } = await showSignOff(actor, id)
    expect([status, approvals]).toEqual(['APPROVED', 1])
    expect(reviewers.nodes.map((each: Json) => each.status)).toEqual(['HANDED_OVER', 'APPROVED'])
    const fixed = await aContent(actor)
    const last = aReviewer()
    await aSignOff(actor, { contentId: fixed.id, reviewers: [last] })
    const bound = await verifiedReviewer(server, smtp, last.email)
    const refused = await post(server, 'hand-over', { token: bound.token, session: bound.session, ...aReviewer() })
    expect(refused.status).toBe(403)
  })
})

describe('the rule', () => {
  const demand = (actor: Actor) =>
    asked(actor, 'mutation { updateOrganization(input: { requiresSignOff: true }) { requiresSignOff } }')
  const aDemandingClient = async (actor: Actor): Promise<string> => {
    const { id } = await aClient(actor)
    await asked(
      actor,
      'mutation ($id: ID!) { updateClient(id: $id, input: { requiresSignOff: true }) { requiresSignOff } }',
      {
        id,
      },
    )
    return id
  }
  const pastItsStart = (actor: Actor, id: string) =>
    inOrganization(server, actor, sql`update campaign set starts_at = now() - interval '1 minute' where id = ${id}`)
  const setStatus = async (actor: Actor, path: string, status: string) =>
    (await actor.rest('PUT', `${path}/status`, { status })).status

  test('a campaign of a demanding client cannot start before it is signed off, on either surface', async () => {
    const actor = server.actor()
    const clientId = await aDemandingClient(actor)
    const approver = colleagueOf(actor)
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const created = { name: 'A', type: 'SOCIAL', clientId, startsAt }
    for (const status of ['ACTIVE', 'SCHEDULED'])
      expect((await actor.rest('POST', '/api/campaigns', { ...created, status })).status).toBe(409)
    const { id } = await aCampaign(actor, { clientId, startsAt, status: 'PENDING_APPROVAL' })
    const path = `/api/campaigns/${id}`
    for (const status of ['ACTIVE', 'SCHEDULED']) expect(await setStatus(approver, path, status)).toBe(409)
    await expect(move(approver, id, 'ACTIVE')).rejects.toThrow('signed off by the client')
    const bulk = { ids: [id], operation: 'STATUS', changes: { status: 'ACTIVE' } }
    expect((await approver.rest('POST', '/api/campaigns/bulk', bulk)).body.data.failed).toHaveLength(1)
    const { transitions } = (
      await asked(approver, 'query ($id: ID!) { campaign(id: $id) { transitions { to allowed reason } } }', { id })
    ).campaign
    expect(transitions.find(({ to }: Json) => to === 'ACTIVE')).toMatchObject({ allowed: false })
    const lacks = async () =>
      (await asked(actor, 'query ($id: ID!) { campaign(id: $id) { lacksSignOff } }', { id })).campaign.lacksSignOff
    expect(await lacks()).toBe(true)
    await anApproved(server, smtp, actor, { campaignId: id })
    expect(await lacks()).toBe(false)
    expect(await setStatus(approver, path, 'ACTIVE')).toBe(200)
  })

  test('content is published only if it, or its campaign, is signed off', async () => {
    const actor = server.actor()
    await demand(actor)
    const approver = colleagueOf(actor)
    const { id: campaignId } = await aCampaign(actor)
    const alone = await aContent(actor)
    const part = await aContent(actor, { campaignId })
    for (const { id } of [alone, part]) {
      await setStatus(actor, `/api/content/${id}`, 'IN_REVIEW')
      expect(await setStatus(approver, `/api/content/${id}`, 'APPROVED')).toBe(200)
      expect(await setStatus(approver, `/api/content/${id}`, 'PUBLISHED')).toBe(409)
    }
    const lacking = async () =>
      (await asked(actor, '{ contents { nodes { lacksSignOff } } }')).contents.nodes.map(
        ({ lacksSignOff }: Json) => lacksSignOff,
      )
    expect(await lacking()).toEqual([true, true])
    await anApproved(server, smtp, actor, { contentId: alone.id })
    await anApproved(server, smtp, actor, { campaignId })
    expect(await lacking()).toEqual([false, false])
    for (const { id } of [alone, part]) expect(await setStatus(approver, `/api/content/${id}`, 'PUBLISHED')).toBe(200)
  })

  test('every edit voids the sign-off, and says so to the reviewer and to the team', async () => {
    const actor = server.actor()
    const { id: campaignId } = await aCampaign(actor)
    const { id: contentId } = await aContent(actor, { campaignId })
    const other = await aContent(actor)
    const edits: [string, () => Promise<Json>][] = [
      ['The campaign was edited', () => actor.rest('PUT', `/api/campaigns/${campaignId}`, { name: 'Other' })],
      ['The content was edited', () => actor.rest('PUT', `/api/content/${contentId}`, { body: 'Other.' })],
      ['Content was added', () => aContent(actor, { campaignId })],
      ['The content was edited', () => actor.rest('PUT', `/api/content/${other.id}`, { campaignId })],
      ['The content was deleted', () => actor.rest('DELETE', `/api/content/${other.id}`)],
      [
        'Content was restored',
        () => asked(actor, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id: other.id }),
      ],
      ['The campaign was deleted', () => actor.rest('DELETE', `/api/campaigns/${campaignId}`)],
    ]
    for (const [endReason, change] of edits) {
      const { id, reviewer } = await anApproved(server, smtp, actor, { campaignId })
      await change()
      expect(await showSignOff(actor, id)).toMatchObject({ status: 'VOIDED', endReason })
      await mailTo(smtp, reviewer.email, /no longer valid/)
    }
    await until('the notifications', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications?limit=100')
      const voided = body.data.filter(({ message }: Json) => message.includes('is no longer valid: '))
      return voided.length === edits.length
    })
    const { id } = await aSignOff(actor, { contentId: (await aContent(actor)).id })
    await actor.rest('PUT', `/api/content/${(await showSignOff(actor, id)).contentId}`, { title: 'New' })
    expect(await showSignOff(actor, id)).toMatchObject({ status: 'VOIDED' })
  })

  test('a campaign that lost its sign-off while it runs is paused, and starts again after another one', async () => {
    const actor = server.actor()
    await demand(actor)
    const approver = colleagueOf(actor)
    const { id } = await aCampaign(actor, { status: 'PENDING_APPROVAL' })
    await anApproved(server, smtp, actor, { campaignId: id })
    await move(approver, id, 'ACTIVE')
    await actor.rest('PUT', `/api/campaigns/${id}`, { description: 'New' })
    const paused = await until('the pause', async () => {
      const { body } = await actor.rest('GET', `/api/campaigns/${id}`)
      return body.data.status === 'PAUSED' && body.data
    })
    expect(paused.failureReason).toBe('It was edited after the client had signed it off')
    await expect(move(approver, id, 'ACTIVE')).rejects.toThrow('signed off')
    await anApproved(server, smtp, actor, { campaignId: id })
    await move(approver, id, 'ACTIVE')
  })

  test('a scheduled campaign whose sign-off was voided waits for another one', async () => {
    const actor = server.actor()
    await demand(actor)
    const approver = colleagueOf(actor)
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = await aCampaign(actor, { status: 'PENDING_APPROVAL', startsAt })
    await anApproved(server, smtp, actor, { campaignId: id })
    await move(approver, id, 'SCHEDULED')
    await approver.rest('PUT', `/api/campaigns/${id}`, { name: 'Edited' })
    await pastItsStart(actor, id)
    expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status).toBe('SCHEDULED')
    await anApproved(server, smtp, actor, { campaignId: id })
    await until(
      'the start',
      async () => (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status === 'ACTIVE',
    )
  })

  const aClientOfDemandingOrganization = async (actor: Actor): Promise<string> => {
    await demand(actor)
    return (await aClient(actor)).id
  }
  const CLIENT = 'mutation ($id: ID!) { updateClient(id: $id, input: { requiresSignOff: false }) { id } }'
  const ORGANIZATION = 'mutation { updateOrganization(input: { requiresSignOff: false }) { id } }'
  test.each<[string, (actor: Actor) => Promise<string>, (actor: Actor, id: string) => Promise<unknown>]>([
    ['its client', aDemandingClient, (actor, id) => asked(actor, CLIENT, { id })],
    [
      'nobody, because its client is deleted',
      aDemandingClient,
      (actor, id) => actor.rest('DELETE', `/api/clients/${id}`),
    ],
    ['the organization', aClientOfDemandingOrganization, (actor) => asked(actor, ORGANIZATION)],
  ])('a scheduled campaign starts when its sign-off is no longer demanded by %s', async (_, aClientOf, endDemand) => {
    const actor = server.actor()
    const clientId = await aClientOf(actor)
    const approver = colleagueOf(actor)
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = await aCampaign(actor, { clientId, status: 'PENDING_APPROVAL', startsAt })
    await anApproved(server, smtp, actor, { campaignId: id })
    await move(approver, id, 'SCHEDULED')
    await approver.rest('PUT', `/api/campaigns/${id}`, { name: 'Edited' })
    await pastItsStart(actor, id)
    await performFor(actor, moveDueCampaigns, toolsOf(server))
    await endDemand(actor, clientId)
    await until(
      'the start',
      async () => (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status === 'ACTIVE',
    )
  })

  test('a reminder replaces the link; a revocation ends it, and is mailed', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const reviewer = aReviewer()
    const { id } = await aSignOff(actor, { contentId, reviewers: [reviewer] })
    const first = await tokenOf(smtp, reviewer.email)
    await act(actor, 'remindSignOff', id)
    const second = await tokenOf(smtp, reviewer.email, 1)
    expect((await post(server, 'open', { token: first })).status).toBe(404)
    expect((await post(server, 'open', { token: second })).body.data.status).toBe('REQUESTED')
    const revoke = (input: object) =>
      actor.graphql(
        'mutation ($id: ID!, $input: SignOffRevocation) { revokeSignOff(id: $id, input: $input) { status } }',
        {
          id,
          input,
        },
      )
    const tooLong = (await revoke({ reason: 'x'.repeat(2001) })).body.errors[0].extensions
    expect([tooLong.code, Object.keys(tooLong.details)]).toEqual(['VALIDATION_ERROR', ['reason']])
    expect((await revoke({ reason: 'We found a mistake.' })).body.data.revokeSignOff).toEqual({ status: 'REVOKED' })
    expect(await showSignOff(actor, id)).toMatchObject({ endReason: 'We found a mistake.' })
    expect((await post(server, 'open', { token: second })).body.data.status).toBe('REVOKED')
    expect((await post(server, 'code', { token: second })).status).toBe(409)
    await mailTo(smtp, reviewer.email, /has withdrawn.*\n\nWe found a mistake\./s)
    for (const name of ['remindSignOff', 'revokeSignOff'])
      expect(await codeOfError(actor, `mutation ($id: ID!) { ${name}(id: $id) { id } }`, { id })).toBe(
        'INVALID_STATE_TRANSITION',
      )
  })
})
