/**
 * More than 20 s: it starts a gateway of its own, with a mail server and a name server.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { asked } from './support/answers.ts'
import {
  addPeople,
  approvedContent,
  aSender,
  finished,
  move,
  setSender,
  startDeliveryServer,
  verified,
} from './support/delivery.ts'
import { type NameServer, startNameServer } from './support/dns.ts'
import { performFor, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aClient, aConsent, aGrantedRequest, aSubject, completeNow } from './support/samples.ts'
import type { Actor, Json, TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { type Sink, startSink } from './support/sink.ts'

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url))
})

const SIZE = 'query ($filter: SegmentFilterInput!) { segmentSize(filter: $filter) { people contactable } }'
const size = async (actor: Actor, filter: object): Promise<number[]> => {
  const { people, contactable } = (await asked(actor, SIZE, { filter })).segmentSize
  return [people, contactable]
}
const CREATE = 'mutation ($input: SegmentInput!) { createSegment(input: $input) { id name filter createdBy } }'
const create = async (actor: Actor, filter: object, name = `Segment ${Math.random()}`): Promise<Json> =>
  (await asked(actor, CREATE, { input: { name, filter } })).createSegment
const SET = `mutation ($id: ID!, $s: ID) { setCampaignSegment(id: $id, segmentId: $s) { status segmentFrozenAt segment { id } } }`
const setSegment = async (actor: Actor, id: string, segmentId: string | null): Promise<Json> =>
  (await asked(actor, SET, { id, s: segmentId })).setCampaignSegment
const codeOf = async (actor: Actor, query: string, variables: object): Promise<string | undefined> =>
  (await actor.graphql(query, variables as Record<string, unknown>)).body.errors?.[0].extensions.code
const audience = async (actor: Actor, id: string): Promise<string[]> =>
  (
    await inOrganization(
      server,
      actor,
      sql<{ contact: string }>`select contact from campaign_recipient where campaign_id = ${id} order by contact`,
    )
  ).map(({ contact }) => contact)

/** A campaign that went out to people, of whom each has a message. */
async function earlier(actor: Actor, contacts: Json[], changes: object = {}) {
  const { id } = await aCampaign(actor, { type: 'EMAIL', ...changes })
  await addPeople(actor, id, contacts)
  await inOrganization(
    server,
    actor,
    sql`insert into message (organization_id, id, campaign_id, content_version, channel, contact, domain, language, status,
        sent_at, bounced_at, not_before, created_at, updated_at)
      select organization_id, id, campaign_id, 1, channel, contact, 'example.org', 'en', 'SENT',
        case when contact not like 'unsent%' then now() end, case when contact like 'bounced%' then now() end, now(), now(), now()
      from campaign_recipient where organization_id = ${actor.organizationId} and campaign_id = ${id}`,
  )
  return id
}

describe('the people of a segment', () => {
  test('are the known contacts of the channel, each once, that meet all conditions', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor)
    const first = await earlier(
      actor,
      [
        { email: 'ann@example.org', language: 'en', attributes: { town: 'Cape Town', tier: 1 } },
        { email: 'bounced@example.org', language: 'zu', attributes: { town: 'Durban' } },
        { email: 'unsent@example.org', language: 'zu', attributes: { town: 'DURBAN' } },
      ],
      { clientId },
    )
    await addPeople(actor, (await aCampaign(actor, { type: 'EMAIL' })).id, [
      { email: 'Ann+news@example.org', language: 'af', attributes: { town: 'Paarl' } },
    ])
    await aConsent(actor, { subject: aSubject({ email: 'ann@example.org' }) })
    await aConsent(actor, { subject: aSubject({ email: 'only.consent@example.org' }) })
    expect(await size(actor, {})).toEqual([4, 2])
    expect(await size(actor, { languages: ['zu'] })).toEqual([2, 0])
    expect(await size(actor, { languages: ['en'] })).toEqual([0, 0])
    expect(await size(actor, { attributes: [{ name: 'town', values: ['durban', 'Paarl'] }] })).toEqual([3, 1])
    expect(await size(actor, { clientIds: [clientId] })).toEqual([3, 1])
    expect(await size(actor, { consentFor: 'MARKETING' })).toEqual([2, 2])
    expect(await size(actor, { consentFor: 'SERVICE' })).toEqual([0, 0])
    expect(await size(actor, { engaged: { outcome: 'SENT' } })).toEqual([2, 1])
    expect(await size(actor, { engaged: { outcome: 'SENT', campaignIds: [first], days: 1 } })).toEqual([2, 1])
    expect(await size(actor, { notEngaged: { outcome: 'BOUNCED' }, languages: ['zu', 'af'] })).toEqual([2, 1])
    expect(await size(actor, { channel: 'SMS' })).toEqual([0, 0])
    await inOrganization(server, actor, sql`update message set created_at = now() - interval '2 days'`)
    expect(await size(actor, { engaged: { outcome: 'SENT', days: 1 } })).toEqual([0, 0])
  })

  test('are found by values only: a filter is no SQL', async () => {
    const actor = server.actor()
    await earlier(actor, [{ email: 'ann@example.org', attributes: { town: 'Paarl' } }])
    const hostile = ["town' or true --", "') or ('a' = 'a", 'town"', '$1', '\\']
    for (const text of hostile) {
      expect(await size(actor, { attributes: [{ name: text, values: [text] }] })).toEqual([0, 0])
      expect(await size(actor, { clientIds: [text] })).toEqual([0, 0])
      expect(await size(actor, { engaged: { outcome: 'SENT', campaignIds: [text] } })).toEqual([0, 0])
    }
    expect(await size(server.actor(), {})).toEqual([0, 0])
    const stranger = server.actor()
    const { id: clientId } = await aClient(stranger)
    const campaignId = await earlier(stranger, [{ email: 'ann@example.org' }], { clientId })
    expect(await size(stranger, { clientIds: [clientId] })).toEqual([1, 0])
    expect(await size(actor, { clientIds: [clientId] })).toEqual([0, 0])
    expect(await size(actor, { engaged: { outcome: 'SENT', campaignIds: [campaignId] } })).toEqual([0, 0])
  })

  test('lose who is erased', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await aConsent(actor, { subject })
    await earlier(actor, [{ email: subject.email }, { email: 'ann@example.org' }])
    expect(await size(actor, {})).toEqual([2, 1])
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const executor = server.actor({ organizationId: actor.organizationId })
    expect((await completeNow(executor, request.id)).body.data.status).toBe('COMPLETED')
    expect(await size(actor, {})).toEqual([1, 0])
  })
})

describe('a segment', () => {
  test('has a name of its own, is changed and deleted, and is seen in its organization only', async () => {
    const actor = server.actor()
    const filter = { languages: ['zu'], attributes: [{ name: 'town', values: ['Paarl'] }] }
    const { id, ...made } = await create(actor, filter, 'Paarl')
    expect(made).toEqual({ name: 'Paarl', filter, createdBy: actor.userId })
    expect(await codeOf(actor, CREATE, { input: { name: 'PAARL', filter: {} } })).toBe('CONFLICT')
    const UPDATE =
      'mutation ($id: ID!, $input: SegmentPatch!) { updateSegment(id: $id, input: $input) { name filter } }'
    const { updateSegment } = await asked(actor, UPDATE, {
      id,
      input: { name: 'paarl', filter: { languages: ['af'] } },
    })
    expect(updateSegment).toEqual({ name: 'paarl', filter: { languages: ['af'] } })
    expect((await asked(actor, '{ segments { nodes { name } } }')).segments.nodes).toEqual([{ name: 'paarl' }])
    const stranger = server.actor()
    const DELETE = 'mutation ($id: ID!) { deleteSegment(id: $id) }'
    for (const [query, variables] of [
      [UPDATE, { id, input: { name: 'Mine' } }],
      [DELETE, { id }],
      ['query ($id: ID!) { segment(id: $id) { name } }', { id }],
      [SET, { id: (await aCampaign(stranger, { type: 'EMAIL' })).id, s: id }],
    ] as const)
      expect(await codeOf(stranger, query, variables)).toBe('NOT_FOUND')
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    expect(await codeOf(viewer, CREATE, { input: { name: 'Mine', filter: {} } })).toBe('FORBIDDEN')
    const { id: campaignId } = await aCampaign(actor, { type: 'EMAIL' })
    await setSegment(actor, campaignId, id)
    expect(await codeOf(actor, DELETE, { id })).toBe('CONFLICT')
    expect((await setSegment(actor, campaignId, null)).segment).toBeNull()
    expect((await asked(actor, DELETE, { id })).deleteSegment).toBe(id)
  })

  test.each([
    ['too many values', { attributes: [{ name: 'a', values: Array.from({ length: 101 }, String) }] }],
    ['no value', { attributes: [{ name: 'a', values: [] }] }],
    ['an unlimited time', { engaged: { outcome: 'SENT', days: 1_000_000 } }],
  ])('is refused with %s', async (_, filter) => {
    expect(await codeOf(server.actor(), CREATE, { input: { name: 'Bad', filter } })).toBe('VALIDATION_ERROR')
  })
})

/** A campaign that can start, whose audience is a segment. */
async function readySegmentCampaign(actor: Actor, segmentId: string, changes: object = {}, content: object = {}) {
  const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'PENDING_APPROVAL', ...changes })
  const sender = await verified(actor, names, await aSender(actor))
  await approvedContent(server, actor, id, content)
  await setSender(actor, id, sender.id)
  await setSegment(actor, id, segmentId)
  await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
  return { id, approver: server.actor({ organizationId: actor.organizationId }) }
}

describe('a campaign with a segment', () => {
  test('reaches those who match at its start, and nobody who matches later', async () => {
    const actor = server.actor()
    const people = [aSubject(), aSubject()]
    for (const subject of people) await aConsent(actor, { subject })
    const { id: segmentId } = await create(actor, { consentFor: 'MARKETING' })
    const { id, approver } = await readySegmentCampaign(actor, segmentId)
    expect(await audience(actor, id)).toEqual([])
    await move(approver, id, 'ACTIVE')
    const expected = people.map(({ email }) => email.toLowerCase()).sort()
    expect(await audience(actor, id)).toEqual(expected)
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 2, skipped: 0 })
    await aConsent(actor)
    await move(approver, id, 'PAUSED')
    await move(approver, id, 'ACTIVE')
    expect(await audience(actor, id)).toEqual(expected)
    expect(await codeOf(actor, SET, { id, s: null })).toBe('INVALID_STATE_TRANSITION')
  })

  test('takes its audience when it starts at its time', async () => {
    const actor = server.actor()
    const { subject } = await aConsent(actor)
    const { id: segmentId } = await create(actor, { consentFor: 'MARKETING' })
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id, approver } = await readySegmentCampaign(actor, segmentId, { startsAt })
    await move(approver, id, 'SCHEDULED')
    expect(await audience(actor, id)).toEqual([])
    await inOrganization(server, actor, sql`update campaign set starts_at = now() where id = ${id}`)
    await performFor(actor, moveDueCampaigns, toolsOf(server))
    expect(await audience(actor, id)).toEqual([subject.email.toLowerCase()])
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
  })

  test('does not start for nobody', async () => {
    const actor = server.actor()
    const { id: segmentId } = await create(actor, { languages: ['ve'] })
    const { id, approver } = await readySegmentCampaign(actor, segmentId)
    const { body } = await approver.graphql(
      'mutation ($id: ID!) { changeCampaignStatus(id: $id, status: ACTIVE) { status } }',
      { id },
    )
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    const { campaign } = await asked(actor, 'query ($id: ID!) { campaign(id: $id) { status segmentFrozenAt } }', { id })
    expect(campaign).toEqual({ status: 'PENDING_APPROVAL', segmentFrozenAt: null })
  })

  test.each([
    ['nobody matches', { languages: ['ve'] }, '<p>Hello</p>', 'Nobody was in its segment when it was to start'],
    [
      'somebody lacks a variable',
      { consentFor: 'MARKETING' },
      '<p>Hello {{town}}</p>',
      'Not everybody in its segment had the variables town',
    ],
  ])('fails at its time without an audience if %s', async (_, filter, body, reason) => {
    const actor = server.actor()
    await aConsent(actor)
    const { id: segmentId } = await create(actor, filter)
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id, approver } = await readySegmentCampaign(actor, segmentId, { startsAt }, { body })
    await move(approver, id, 'SCHEDULED')
    await inOrganization(server, actor, sql`update campaign set starts_at = now() where id = ${id}`)
    await performFor(actor, moveDueCampaigns, toolsOf(server))
    const SHOWN = 'query ($id: ID!) { campaign(id: $id) { status failureReason segmentFrozenAt } }'
    const { campaign } = await asked(actor, SHOWN, { id })
    expect(campaign).toEqual({ status: 'FAILED', failureReason: reason, segmentFrozenAt: null })
    expect(await audience(actor, id)).toEqual([])
  })
})
