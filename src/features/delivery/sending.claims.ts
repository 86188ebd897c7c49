import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inIndexOrder } from '../../data/plans.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { SecretBox } from '../../security/secrets.ts'
import { contactAt } from '../privacy/contacts/contact.ts'
import { marksBy } from '../privacy/contacts/suppression.ts'
import { quietUntil } from './delivery.hours.ts'
import { type DeliverySettings, hostOf } from './delivery.settings.ts'
import type { Sender } from './sender.entity.ts'
import { allowedOn, dayInJohannesburg } from './sender.warm-up.ts'
import { type Claim, gate } from './sending.gate.ts'

/*
 * Claims messages of one organization: messages that pass the gate become SENDING, with a lease, before the mail server
 * is contacted. Several replicas may claim at the same time. Rows that another replica has locked are skipped. Locking
 * the row of the sender makes all replicas share the sender's rate.
 */

/**
 * Duration of a lease, seconds: much longer than an attempt can take. A message becomes UNKNOWN when its lease expires.
 */
const LEASE_SECONDS = 60
/** Maximum number of messages that one statement postpones. */
const MOST_MOVED = 5000

export interface ClaimTools {
  secrets: SecretBox
  settings: DeliverySettings
  holidays: ReadonlySet<string>
}

/** Locks the senders of active campaigns. Skips senders that another replica has locked. */
async function lockSenders({ db }: Transaction, organizationId: string): Promise<Sender[]> {
  const { rows } = await sql<Sender>`select * from sender where organization_id = ${organizationId}
    and status = 'VERIFIED' and (resting_until is null or resting_until <= now()) and exists (
      select 1 from campaign where campaign.organization_id = ${organizationId} and campaign.sender_id = sender.id
        and campaign.status = 'ACTIVE')
    order by id for update skip locked`.execute(db)
  return rows
}

/** The domains that asked the sender to wait and whose waiting time is not over. */
const restingDomains = ({ restingDomains: domains }: Sender, now: Date): string[] =>
  Object.entries(domains).flatMap(([domain, { until }]) => (new Date(until) > now ? [domain] : []))

const BURST_SECONDS = 1

/** The number of messages that the sender's rate allows now. Unused capacity is kept for one second only. */
function allowedByPace({ perSecond, pacedUntil }: Sender, now: Date): number {
  if (perSecond === null) return Number.POSITIVE_INFINITY
  const idleSeconds = pacedUntil ? (now.getTime() - pacedUntil.getTime()) / 1000 : BURST_SECONDS
  return Math.floor(Math.min(idleSeconds, BURST_SECONDS) * perSecond)
}

/** Locks and returns messages of a sender's active campaigns that are due. */
async function due(
  { db }: Transaction,
  sender: Sender,
  now: Date,
  most: number,
): Promise<{ id: string; contact: string }[]> {
  const { organizationId, id } = sender
  // The limit is a literal, because PostgreSQL keeps no plan for a limit that is a parameter. It is a power of two, so
  // that there are few different statements.
  const limit = sql.lit(2 ** Math.ceil(Math.log2(most)))
  const select = sql<{ id: string; contact: string }>`
    select waiting.id, waiting.contact from campaign cross join lateral (
      select message.id, message.contact from message
      where message.organization_id = ${organizationId} and message.campaign_id = campaign.id
        and message.status = 'QUEUED' and message.not_before <= now()
        and message.domain <> all(${restingDomains(sender, now)}::text[])
      order by message.not_before, message.id limit ${limit} for update skip locked
    ) as waiting
    where campaign.organization_id = ${organizationId} and campaign.sender_id = ${id} and campaign.status = 'ACTIVE'
    limit ${limit}`
  const { rows } = await inIndexOrder(db, () => select.execute(db))
  return rows.slice(0, most)
}

/** Postpones messages that are due to the end of the quiet hours. */
const putOff = ({ db }: Transaction, { organizationId, id }: Sender, until: Date) =>
  sql`update message set not_before = ${until} where organization_id = ${organizationId} and id = any(array(
    select waiting.id from message waiting join campaign on campaign.organization_id = ${organizationId}
      and campaign.id = waiting.campaign_id and campaign.sender_id = ${id} and campaign.status = 'ACTIVE'
    where waiting.organization_id = ${organizationId} and waiting.status = 'QUEUED' and waiting.not_before < ${until}
    limit ${sql.lit(MOST_MOVED)} for update of waiting skip locked
  ))`.execute(db)

/** Counts the claimed messages for the sender's rate and warm-up. */
function noteSent({ db }: Transaction, sender: Sender, count: number, now: Date): Promise<unknown> {
  const { organizationId, id, perSecond, pacedUntil, sentOn, sentToday } = sender
  const day = dayInJohannesburg(now)
  const from = Math.max(pacedUntil?.getTime() ?? 0, now.getTime() - BURST_SECONDS * 1000)
  const paced = perSecond === null ? null : new Date(from + (count / perSecond) * 1000)
  return sql`update sender set paced_until = ${paced}, sent_on = ${day}, sent_today = ${(sentOn === day ? sentToday : 0) + count}
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}

/** Claims messages of one sender. */
async function claimOf(unit: Transaction, sender: Sender, tools: ClaimTools, most: number): Promise<Claim[]> {
  const { now } = unit
  const until = sender.quietHours ? quietUntil(now, tools.holidays) : null
  if (until) {
    await putOff(unit, sender, until)
    return []
  }
  const allowed = allowedOn(sender, hostOf(sender, tools.settings) ?? '', now) ?? Number.POSITIVE_INFINITY
  const count = Math.min(most, allowed, allowedByPace(sender, now))
  const waiting = count > 0 ? await due(unit, sender, now, count) : []
  if (waiting.length === 0) return []
  const asked = waiting.map(({ id, contact }) => ({ id, marks: marksBy(tools.secrets, contactAt(contact)).emails }))
  const lease = randomUUID()
  const claims = await gate(unit, sender, asked, { lease, seconds: LEASE_SECONDS })
  if (claims.length > 0) await noteSent(unit, sender, claims.length, now)
  return claims.map((claim) => ({ ...claim, organizationId: sender.organizationId, lease }))
}

/** Claims messages of an organization, by sender, at most `most` for each. */
export async function claimMessages(
  unit: Transaction,
  organizationId: string,
  tools: ClaimTools,
  most: number,
): Promise<{ sender: Sender; claims: Claim[] }[]> {
  const senders = await lockSenders(unit, organizationId)
  const claimed: { sender: Sender; claims: Claim[] }[] = []
  for (const sender of senders) claimed.push({ sender, claims: await claimOf(unit, sender, tools, most) })
  return claimed
}
