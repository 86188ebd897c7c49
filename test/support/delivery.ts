import type { Metrics } from '../../src/common/metrics.ts'
import { asked } from './answers.ts'
import type { NameServer } from './dns.ts'
import { aCampaign, aConsent, aSubject } from './samples.ts'
import type { Actor, Json, TestServer } from './server.ts'
import { startOwnServer } from './server.ts'
import { until } from './until.ts'

/** The settings of a gateway that sends to this mail server. */
export const deliverySettings = (names: NameServer, smtpUrl: string) => ({
  DNS_SERVERS: names.address,
  SMTP_URL: smtpUrl,
  PUBLIC_URL: 'https://campaigns.example.org',
})

export const startDeliveryServer = (
  names: NameServer,
  smtpUrl: string,
  environment: Record<string, string> = {},
): Promise<TestServer> => startOwnServer({ ...deliverySettings(names, smtpUrl), ...environment })

export const senderInput = (changes: object = {}) => ({
  name: 'Karoo Foods',
  address: 'news@karoo.example',
  physicalAddress: '1 Long Street, Cape Town, 8001',
  telephone: '+27 21 555 0100',
  quietHours: false,
  ...changes,
})

const RECORDS = 'dnsRecords { name type value found ok isRequired problem cause }'
export const SENDER = `id status allowedToday quietHours verifiedAt transport { host port secure user } ${RECORDS}`

/** Creates a sender that is not verified. */
export const aSender = async (actor: Actor, changes: object = {}): Promise<Json> =>
  (
    await asked(actor, `mutation ($input: SenderInput!) { createSender(input: $input) { ${SENDER} } }`, {
      input: senderInput(changes),
    })
  ).createSender

/** Publishes the records of a sender, and verifies it. */
export async function verified(actor: Actor, names: NameServer, sender: Json): Promise<Json> {
  names.records.push(...sender.dnsRecords)
  const { verifySender } = await asked(actor, `mutation ($id: ID!) { verifySender(id: $id) { ${SENDER} } }`, {
    id: sender.id,
  })
  return verifySender
}

/** Creates e-mail content of a campaign, and approves it as another user. */
export async function approvedContent(
  server: Pick<TestServer, 'actor'>,
  actor: Actor,
  campaignId: string,
  changes: object = {},
) {
  const body = {
    campaignId,
    type: 'EMAIL',
    title: 'Fresh from the Karoo',
    body: '<p>Hello from the farm.</p>',
    ...changes,
  }
  const { id } = (await actor.rest('POST', '/api/content', body)).body.data
  await actor.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
  const approver = server.actor({ organizationId: actor.organizationId })
  const answer = await approver.rest('PUT', `/api/content/${id}/status`, { status: 'APPROVED' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return id as string
}

export const addPeople = (actor: Actor, id: string, contacts: object[]) =>
  asked(
    actor,
    'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
    { id, input: { channel: 'EMAIL', contacts } },
  )

export const setSender = (actor: Actor, id: string, senderId: string) =>
  asked(actor, 'mutation ($id: ID!, $s: ID!) { setCampaignSender(id: $id, senderId: $s) { id status } }', {
    id,
    s: senderId,
  })

export const move = (actor: Actor, id: string, status: string) =>
  asked(actor, 'mutation ($id: ID!, $to: CampaignStatus!) { changeCampaignStatus(id: $id, status: $to) { status } }', {
    id,
    to: status,
  })

const DELIVERY = `delivery { queued sending sent delivered bounced failed skipped unknown unsubscribed complained
  skippedBy { reason count } startedAt finishedAt perMinute }`
const MESSAGES = `messages(first: 100) { nodes { id contact status reason ground { kind id at } sentAt notBefore attempts } }`

export const show = async (actor: Actor, id: string): Promise<Json> =>
  (
    await asked(actor, `query ($id: ID!) { campaign(id: $id) { status failureReason ${DELIVERY} ${MESSAGES} } }`, {
      id,
    })
  ).campaign

/** Waits until all messages of a campaign have ended. */
export async function finished(actor: Actor, id: string): Promise<Json> {
  await until('the end of the delivery', async () => Boolean((await show(actor, id)).delivery.finishedAt))
  // Read again: one answer may contain messages from before the end and a delivery from after it.
  return show(actor, id)
}

/** The values of a counter by its label `outcome`. */
export async function outcomesOf({ registry }: Metrics, name: string): Promise<Record<string, number>> {
  const shown = await registry.getSingleMetric(name)?.get()
  return Object.fromEntries(shown?.values.map(({ labels, value }) => [String(labels.outcome), value]) ?? [])
}

/** How many messages each later report was counted for. */
export const reportsCounted = ({ app }: Pick<TestServer, 'app'>): Promise<Record<string, number>> =>
  outcomesOf(app.metrics, 'campaign_message_reports_total')

/** Creates a campaign that `approver` can start, with recipients who have consent. */
export async function readyCampaign(
  server: Pick<TestServer, 'actor'>,
  actor: Actor,
  names: NameServer,
  { people = 1, sender = {}, content = {}, recipients = [] as object[] }: Json = {},
): Promise<{ id: string; approver: Actor; sender: Json; subjects: Json[]; consents: Json[]; contentId: string }> {
  const subjects = Array.from({ length: people }, () => aSubject())
  const consents: Json[] = []
  for (const subject of subjects) consents.push(await aConsent(actor, { subject }))
  const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'PENDING_APPROVAL' })
  const own = await verified(actor, names, await aSender(actor, sender))
  const contentId = await approvedContent(server, actor, id, content)
  await addPeople(actor, id, [...subjects.map(({ email }) => ({ email })), ...recipients])
  await setSender(actor, id, own.id)
  await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
  const approver = server.actor({ organizationId: actor.organizationId })
  return { id, approver, sender: own, subjects, consents, contentId }
}
