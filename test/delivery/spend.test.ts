/**
 * More than 20 s: it starts gateways of its own, each with a mail server and a name server.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { recordMessageSpend } from '../../src/features/delivery/figures/message.spend.ts'
import { applyReports } from '../../src/features/delivery/reports/report.changes.ts'
import { ReportKind } from '../../src/features/delivery/reports/report.ts'
import { queueMessages } from '../../src/features/delivery/sending/sending.queue.ts'
import { asked } from '../support/answers.ts'
import {
  addPeople,
  deliverySettings,
  finished,
  move,
  readyCampaign,
  senderInput,
  show,
  startDeliveryServer,
} from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { holdWork, performFor, releaseWork, toolsOf } from '../support/jobs.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aConsent, aGrantedRequest, aSubject, completeNow } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

/** Recipients that the mail server refuses, and recipients after whose message it closes the connection. */
const refused = new Set<string>()
const cut = new Set<string>()

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(
    await startSink({
      to: (address) => (refused.has(address) ? { code: 550, text: '5.1.1 unknown' } : undefined),
      data: (address) => (cut.has(address) ? 'cut' : undefined),
    }),
  )
  server = opened.use(await startDeliveryServer(names, sink.url))
})

/** A campaign whose sender has a price, with an approved budget. */
async function priced(pricePerThousandCents: number, options: Json = {}, budgetCents?: number, by = server) {
  const actor = by.actor()
  const campaign = await readyCampaign(by, actor, names, { ...options, sender: { pricePerThousandCents } })
  if (budgetCents !== undefined) {
    const BUDGET = 'mutation ($id: ID!, $to: Cents!) { updateCampaign(id: $id, input: { budgetCents: $to }) { id } }'
    await asked(actor, BUDGET, { id: campaign.id, to: budgetCents })
    await move(actor, campaign.id, 'PENDING_APPROVAL')
  }
  return { actor, ...campaign }
}

const setPrice = async (actor: Actor, id: string, price: unknown): Promise<Json> => {
  const PRICE =
    'mutation ($id: ID!, $price: Cents) { updateSender(id: $id, input: { pricePerThousandCents: $price }) { pricePerThousandCents } }'
  return (await actor.graphql(PRICE, { id, price })).body
}

const recordNow = (actor: Actor, by = server) => performFor(actor, recordMessageSpend, toolsOf(by))

/** The spend of a campaign, after the recording of all whole cents. */
async function spentCents(actor: Actor, id: string): Promise<number> {
  await recordNow(actor)
  return (await asked(actor, 'query ($id: ID!) { campaign(id: $id) { spentCents } }', { id })).campaign.spentCents
}

const recordsOf = async (actor: Actor): Promise<Json[]> =>
  (await asked(actor, '{ analyticsRecords { nodes { key campaignId channel spendCents impressions } } }'))
    .analyticsRecords.nodes

const addOne = async (actor: Actor, id: string): Promise<string> => {
  const subject = aSubject()
  await aConsent(actor, { subject })
  await addPeople(actor, id, [{ email: subject.email }])
  return subject.email
}

describe('the spend of a campaign', () => {
  test('adds up to the cent, with the price at the time of each message', async () => {
    const { actor, id, approver, sender } = await priced(700, { people: 2 })
    await move(approver, id, 'ACTIVE')
    await finished(actor, id)
    expect(await spentCents(actor, id)).toBe(1)
    expect((await setPrice(actor, sender.id, 300)).errors).toBeUndefined()
    for (let count = 3; count <= 4; count++) {
      await addOne(actor, id)
      await until('the message', async () => (await show(actor, id)).delivery.sent === count)
    }
    expect(await spentCents(actor, id)).toBe(2)
    await setPrice(actor, sender.id, 0)
    await addOne(actor, id)
    await until('the free message', async () => (await show(actor, id)).delivery.sent === 5)
    expect(await spentCents(actor, id)).toBe(2)
    const one = { key: expect.stringMatching(/^spend /), campaignId: id, channel: 'EMAIL', spendCents: 1 }
    expect(await recordsOf(actor)).toEqual([expect.objectContaining(one), expect.objectContaining(one)])
    const { messages } = await asked(actor, '{ messages { nodes { pricePerThousandCents } } }')
    expect(messages.nodes.map((node: Json) => node.pricePerThousandCents).sort()).toEqual([0, 300, 300, 700, 700])
  })

  test('carries the rest of a day to the next day, and loses nothing in the trash', async () => {
    const { actor, id } = await priced(0)
    const { organizationId } = actor
    const rowOf = (day: string, thousandths: number) =>
      sql`(${organizationId}, gen_random_uuid(), ${id}, ${day}, ${thousandths}, now(), now())`
    await inOrganization(
      server,
      actor,
      sql`insert into message_spend (organization_id, id, campaign_id, day, thousandths, created_at, updated_at)
        values ${rowOf('2026-01-01', 1600)}, ${rowOf('2026-01-02', 700)}, ${rowOf('2026-01-03', 650)}`,
    )
    expect(await spentCents(actor, id)).toBe(2)
    await asked(actor, 'mutation ($id: ID!) { deleteCampaign(id: $id) }', { id })
    await asked(actor, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id })
    expect(await spentCents(actor, id)).toBe(2)
    const days = sql`select day::text, spend_cents from campaign_day where organization_id = ${organizationId} order by day`
    expect(await inOrganization(server, actor, days)).toEqual([
      { day: '2026-01-01', spendCents: 1 },
      { day: '2026-01-02', spendCents: 1 },
    ])
    const rest = sql`select sum(thousandths)::int as left from message_spend where organization_id = ${organizationId}`
    expect(await inOrganization(server, actor, rest)).toEqual([{ left: 950 }])
  })

  test('is recorded after a restore, also if it was due while the campaign was in the trash', async () => {
    const { actor, id } = await priced(0)
    await inOrganization(
      server,
      actor,
      sql`insert into message_spend (organization_id, id, campaign_id, day, thousandths, created_at, updated_at)
        values (${actor.organizationId}, gen_random_uuid(), ${id}, '2026-01-01', 1000, now(), now())`,
    )
    await asked(actor, 'mutation ($id: ID!) { deleteCampaign(id: $id) }', { id })
    await recordNow(actor)
    await asked(actor, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id })
    await until('the record', async () => (await recordsOf(actor)).some(({ spendCents }) => spendCents === 1))
  })

  test('has no message that was refused, and an UNKNOWN one once a report confirms it', async () => {
    const { actor, id, approver, subjects } = await priced(1000, { people: 3 })
    refused.add(subjects[0]?.email)
    cut.add(subjects[1]?.email)
    await move(approver, id, 'ACTIVE')
    const { messages } = await finished(actor, id)
    expect(await spentCents(actor, id)).toBe(1)
    const unknown = messages.nodes.find((node: Json) => node.status === 'UNKNOWN')
    const report = { messageId: unknown.id, kind: ReportKind.DELIVERED, at: new Date(), reason: null }
    const { organizationId } = actor
    for (const _ of [1, 2]) await applyReports(toolsOf(server), { organizationId, senderId: null }, [report])
    expect(await spentCents(actor, id)).toBe(2)
  })

  test('goes on after a person corrected or deleted a record', async () => {
    const { actor, id, approver } = await priced(1000)
    await move(approver, id, 'ACTIVE')
    await finished(actor, id)
    expect(await spentCents(actor, id)).toBe(1)
    const [first] = await recordsOf(actor)
    const CORRECT =
      'mutation ($key: ID!) { correctAnalyticsRecord(key: $key, input: { spendCents: 50 }) { spendCents } }'
    await asked(actor, CORRECT, { key: first?.key })
    await addOne(actor, id)
    await until('the message', async () => (await show(actor, id)).delivery.sent === 2)
    expect(await spentCents(actor, id)).toBe(51)
    await asked(actor, 'mutation ($key: ID!) { deleteAnalyticsRecord(key: $key) }', { key: first?.key })
    expect(await spentCents(actor, id)).toBe(1)
  })

  test('stays when a recipient is erased', async () => {
    const { actor, id, approver, subjects } = await priced(600, { people: 2 })
    await move(approver, id, 'ACTIVE')
    await finished(actor, id)
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject: subjects[0] })
    expect((await completeNow(approver, request.id)).status).toBe(200)
    const { messages } = await asked(actor, '{ messages { nodes { contact pricePerThousandCents } } }')
    expect(messages.nodes.some(({ contact }: Json) => contact === subjects[0]?.email)).toBe(false)
    expect(messages.nodes.map((node: Json) => node.pricePerThousandCents)).toEqual([600, 600])
    expect(await spentCents(actor, id)).toBe(1)
  })

  test('is recorded once, also by two replicas at the same time', async () => {
    const { actor, id, approver } = await priced(1000, { people: 4 })
    await move(approver, id, 'ACTIVE')
    await finished(actor, id)
    const { organizationId } = actor
    await Promise.all([1, 2].map(() => recordMessageSpend.perform(toolsOf(server), organizationId)))
    expect(await spentCents(actor, id)).toBe(4)
    expect(await recordsOf(actor)).toHaveLength(1)
  })
})

describe('a budget', () => {
  test.each([
    ['the price of three messages', 1000, 3, 3],
    ['less than the price of two messages', 700, 1, 2],
    ['nothing to do with free messages', 0, 1, 5],
  ])('that is %s', async (_name, price, budgetCents, sent) => {
    const { actor, id, approver } = await priced(price, { people: 5 }, budgetCents)
    await move(approver, id, 'ACTIVE')
    const { delivery } = await finished(actor, id)
    const skippedBy = sent < 5 ? [{ reason: 'OVER_BUDGET', count: 5 - sent }] : []
    expect([delivery.sent, delivery.skippedBy]).toEqual([sent, skippedBy])
    expect(await spentCents(actor, id)).toBe(Math.floor((sent * price) / 1000))
    const { auditRecords } = await asked(actor, '{ auditRecords(first: 100) { nodes { action } } }')
    const alerts = auditRecords.nodes.filter(({ action }: Json) => action === 'CAMPAIGN_BUDGET_REACHED')
    expect(alerts).toHaveLength(price > 0 ? 2 : 0)
  })

  test('is left for others by a message that bounces', async () => {
    const { actor, id, approver, subjects } = await priced(1000, { people: 6 }, 3)
    for (const { email } of subjects.slice(0, 2)) refused.add(email)
    await move(approver, id, 'ACTIVE')
    const { delivery } = await finished(actor, id)
    expect(delivery.sent).toBe(3)
    expect(delivery.bounced + delivery.skipped).toBe(3)
    expect(await spentCents(actor, id)).toBe(3)
  })

  test('that is raised sends to those who were left out', async () => {
    const { actor, id, approver } = await priced(1000, { people: 3 }, 2)
    await move(approver, id, 'ACTIVE')
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 2, skipped: 1 })
    await inOrganization(server, actor, sql`update campaign set budget_cents = 3 where id = ${id}`)
    const RETRY = 'mutation ($id: ID!) { retryMessages(campaignId: $id, status: SKIPPED) }'
    await asked(approver, RETRY, { id })
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 3, skipped: 0 })
  })

  test('is kept for messages of a process that died, until they are UNKNOWN', async () => {
    const { actor, id, approver } = await priced(1000, { people: 2 }, 1)
    await holdWork(server, actor, 'delivery')
    await move(approver, id, 'ACTIVE')
    const DIED = sql`update message set status = 'SENDING', price_per_thousand_cents = 1000,
      leased_until = now() + interval '1 minute' where id = (select min(id::text)::uuid from message)`
    const unit = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    await server.database.transaction(unit, (transaction) => queueMessages(transaction, actor.organizationId, 2, null))
    await inOrganization(server, actor, DIED)
    await releaseWork(server, actor, 'delivery')
    const WAITS = sql<{
      waits: boolean
    }>`select bool_or(not_before > created_at) as waits from message where status = 'QUEUED'`
    await until('the other message to wait', async () => (await inOrganization(server, actor, WAITS))[0]?.waits)
    expect((await show(actor, id)).delivery).toMatchObject({ sending: 1, queued: 1, skipped: 0 })
    await passTime(server, actor, 'delivery', sql`update message set leased_until = now() where status = 'SENDING'`)
    expect((await finished(actor, id)).delivery).toMatchObject({ unknown: 1, sent: 1 })
  })

  test('is not exceeded by two replicas', async () => {
    await using opened = new AsyncDisposableStack()
    const [first, second] = await startReplicas(opened, { environment: deliverySettings(names, sink.url) })
    const { actor, id, approver } = await priced(1000, { people: 12 }, 7, first)
    await move(approver, id, 'ACTIVE')
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 7, skipped: 5 })
    await Promise.all([recordNow(actor, first), recordNow(actor, second)])
    expect((await recordsOf(actor)).reduce((sum, { spendCents }) => sum + spendCents, 0)).toBe(7)
  })
})

describe('the price of a sender', () => {
  test('is free by default, and an amount within limits', async () => {
    const { actor, sender } = await priced(250)
    for (const price of [-1, 1.5, 10_000_001, 'x'])
      expect([price, (await setPrice(actor, sender.id, price)).errors[0].extensions.code]).toEqual([
        price,
        expect.stringMatching(/^(VALIDATION_ERROR|BAD_USER_INPUT)$/),
      ])
    expect((await setPrice(actor, sender.id, null)).data.updateSender.pricePerThousandCents).toBe(250)
    expect((await setPrice(actor, sender.id, 10_000_000)).data.updateSender.pricePerThousandCents).toBe(10_000_000)
    const CREATE = 'mutation ($input: SenderInput!) { createSender(input: $input) { pricePerThousandCents } }'
    const { createSender } = await asked(actor, CREATE, { input: senderInput() })
    expect(createSender.pricePerThousandCents).toBe(0)
  })

  test('is changed by administrators of the organization only', async () => {
    const { actor, sender } = await priced(250)
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    expect((await setPrice(viewer, sender.id, 1)).errors[0].extensions.code).toBe('FORBIDDEN')
    expect((await setPrice(server.actor(), sender.id, 1)).errors[0].extensions.code).toBe('NOT_FOUND')
    const { sender: shown } = await asked(actor, 'query ($id: ID!) { sender(id: $id) { pricePerThousandCents } }', {
      id: sender.id,
    })
    expect(shown.pricePerThousandCents).toBe(250)
  })
})
