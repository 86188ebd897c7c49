import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { shuffled } from '../../../common/shuffled.ts'
import { storedNow } from '../../../data/due-times.ts'
import { planLookups } from '../../../data/plans.ts'
import type { Transaction } from '../../../data/transaction.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import { contactAt } from '../../privacy/contacts/contact.ts'
import { marksBy } from '../../privacy/contacts/suppression.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { type DeliverySettings, hostOf } from '../senders/sender.settings.ts'
import { allowedOn, dayInJohannesburg } from '../senders/sender.warm-up.ts'
import { type Budget, budgetOf, reserve } from './sending.budget.ts'
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
  /** The end of the quiet hours; null when messages may be sent now. */
  quietUntil: Date | null
}

/** Locks the senders of active campaigns. Skips senders that another replica has locked. */
async function lockSenders({ db }: Transaction, organizationId: string): Promise<Sender[]> {
  const { rows } = await sql<Sender>`select * from sender where organization_id = ${organizationId}
    and status = 'VERIFIED' and (resting_until is null or resting_until <= ${storedNow}) and exists (
      select 1 from campaign where campaign.organization_id = ${organizationId} and campaign.sender_id = sender.id
        and campaign.status = 'ACTIVE')
    order by id for update skip locked`.execute(db)
  return rows
}

const BURST_SECONDS = 1

/** The number of messages that the sender's rate allows now. Unused capacity is kept for one second only. */
function allowedByPace({ perSecond, pacedUntil }: Sender, now: Date): number {
  if (perSecond === null) return Number.POSITIVE_INFINITY
  const idleSeconds = pacedUntil ? (now.getTime() - pacedUntil.getTime()) / 1000 : BURST_SECONDS
  return Math.floor(Math.min(idleSeconds, BURST_SECONDS) * perSecond)
}

/** An active campaign with messages that are due. */
type CampaignDue = Budget & { id: string }

/** A message that is due. */
interface Due {
  id: string
  campaign: CampaignDue
  contact: string
  domain: string
}

/** Active campaigns of a sender with messages that are due. */
async function campaignsDue({ db }: Transaction, { organizationId, id }: Sender): Promise<CampaignDue[]> {
  const { rows } = await sql<CampaignDue>`
    select campaign.id, budget.* from campaign cross join lateral (
      select 1 from message where message.organization_id = ${organizationId} and message.campaign_id = campaign.id
        and message.status = 'QUEUED' and message.not_before <= ${storedNow} order by message.not_before limit 1
    ) as waiting
    left join lateral (${budgetOf(organizationId)}) as budget on true
    where campaign.organization_id = ${organizationId} and campaign.sender_id = ${id} and campaign.status = 'ACTIVE'`.execute(
    db,
  )
  return rows
}

/** Locks and returns messages that are due, `most` at the most. Each campaign gets an equal share. */
async function due(unit: Transaction, sender: Sender, most: number): Promise<Due[]> {
  const { organizationId } = sender
  const campaigns = shuffled(await campaignsDue(unit, sender)).slice(0, most)
  if (campaigns.length === 0) return []
  // The limit is a literal, because PostgreSQL keeps no plan for a limit that is a parameter. It is a power of two, so
  // that there are few different statements.
  const share = sql.lit(2 ** Math.ceil(Math.log2(most / campaigns.length)))
  const { rows } = await sql<Omit<Due, 'campaign'> & { campaignId: string }>`
    select waiting.* from unnest(${campaigns.map((campaign) => campaign.id)}::uuid[]) as chosen(campaign_id) cross join lateral (
      select id, campaign_id, contact, domain from message
      where organization_id = ${organizationId} and campaign_id = chosen.campaign_id
        and status = 'QUEUED' and not_before <= ${storedNow}
      order by not_before, id limit ${share} for update skip locked
    ) as waiting limit ${sql.lit(2 ** Math.ceil(Math.log2(most)))}`.execute(unit.db)
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return rows
    .slice(0, most)
    .map(({ campaignId, ...message }) => ({ ...message, campaign: byId.get(campaignId) as CampaignDue }))
}

/** The end of the wait that a domain asked the sender for; null when it is over. */
function restsUntil({ restingDomains }: Sender, domain: string, now: Date): string | null {
  const until = restingDomains[domain]?.until
  return until && new Date(until) > now ? until : null
}

/**
 * Postpones messages that are due to the end of the quiet hours. The sender rests until then, so that its campaigns are not
 * looked at before.
 */
async function putOff({ db }: Transaction, { organizationId, id }: Sender, until: Date): Promise<void> {
  await sql`update message set not_before = ${until} where organization_id = ${organizationId} and id = any(array(
    select waiting.id from message waiting join campaign on campaign.organization_id = ${organizationId}
      and campaign.id = waiting.campaign_id and campaign.sender_id = ${id} and campaign.status = 'ACTIVE'
    where waiting.organization_id = ${organizationId} and waiting.status = 'QUEUED' and waiting.not_before < ${until}
    limit ${sql.lit(MOST_MOVED)} for update of waiting skip locked
  ))`.execute(db)
  await sql`update sender set resting_until = ${until} where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  )
}

/** Counts the claimed messages for the sender's rate and warm-up. */
function noteSent({ db }: Transaction, sender: Sender, count: number, now: Date): Promise<unknown> {
  const { organizationId, id, perSecond, pacedUntil, sentOn, sentToday } = sender
  const day = dayInJohannesburg(now)
  const from = Math.max(pacedUntil?.getTime() ?? 0, now.getTime() - BURST_SECONDS * 1000)
  const paced = perSecond === null ? null : new Date(from + (count / perSecond) * 1000)
  return sql`update sender set paced_until = ${paced}, sent_on = ${day}, sent_today = ${(sentOn === day ? sentToday : 0) + count}
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}

/** The messages of a sender that a transaction has claimed. */
export interface Claimed {
  sender: Sender
  claims: Claim[]
  /** Number of messages that were due: claimed, skipped or postponed. */
  handled: number
}

/** Claims messages of one sender. */
async function claimOf(unit: Transaction, sender: Sender, tools: ClaimTools, most: number): Promise<Claimed> {
  const { now } = unit
  const none = { sender, claims: [], handled: 0 }
  const until = sender.quietHours ? tools.quietUntil : null
  if (until) {
    await putOff(unit, sender, until)
    return none
  }
  const allowed = allowedOn(sender, hostOf(sender, tools.settings) ?? '', now) ?? Number.POSITIVE_INFINITY
  const count = Math.min(most, allowed, allowedByPace(sender, now))
  const waiting = count > 0 ? await due(unit, sender, count) : []
  if (waiting.length === 0) return none
  const asked = waiting.map(({ id, contact, domain, campaign }) => {
    const marks = marksBy(tools.secrets, contactAt(contact)).emails
    const rests = restsUntil(sender, domain, now)
    return {
      id,
      marks,
      ...(rests ? { restsUntil: rests, isOverBudget: false } : reserve(campaign, sender.pricePerThousandCents, now)),
    }
  })
  const claims = await gate(unit, sender, asked, { lease: randomUUID(), seconds: LEASE_SECONDS })
  if (claims.length > 0) await noteSent(unit, sender, claims.length, now)
  return { sender, claims, handled: waiting.length }
}

/** Claims messages of an organization, by sender, at most `most` for each. */
export async function claimMessages(
  unit: Transaction,
  organizationId: string,
  tools: ClaimTools,
  most: number,
): Promise<Claimed[]> {
  planLookups(unit.db)
  const senders = await lockSenders(unit, organizationId)
  const claimed: Claimed[] = []
  for (const sender of senders) claimed.push(await claimOf(unit, sender, tools, most))
  return claimed
}
