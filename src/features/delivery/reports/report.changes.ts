import { sql } from 'kysely'
import type { ReportOutcome } from '../../../common/metrics.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { asService } from '../../../engine/write/as-service.ts'
import { ConsentChannel } from '../../privacy/consents/consent.entity.ts'
import { SuppressionCause } from '../../privacy/contacts/suppression.entity.ts'
import { originText } from '../../privacy/origin.ts'
import { addSpend } from '../figures/message.spend.ts'
import { type ReportTools } from '../launch/campaign.pause.ts'
import { type Message, MessageStatus } from '../messages/message.entity.ts'
import { isTrashedMessage, suppressOnce } from '../responses/unsubscribe.ts'
import { guardReputation } from './report.reputation.ts'
import { type Report, ReportKind } from './report.ts'

/*
 * Applies reports about messages. A message has one time for each kind of report, so a report that was applied before
 * changes nothing. A report may arrive twice, late, or before the result of its sending is stored.
 */

const AGENT = 'delivery reports'

interface ReportSource {
  organizationId: string
  /**
   * The sender whose mail service reports. It may report only messages of this sender. Null if a signed return path
   * identifies the message.
   */
  senderId: string | null
}

interface Reported extends Message {
  /** Whether the campaign of the message is in the trash. */
  isTrashed: boolean
}

const { BOUNCED, DELIVERED, SENDING, SENT, UNKNOWN } = MessageStatus
/** Statuses of a message that a mail server may have accepted. */
const REPORTABLE = [SENDING, SENT, DELIVERED, UNKNOWN, BOUNCED]
/** Difference that the clocks of a mail service and of the database may have, milliseconds. */
const SKEW_MS = 300_000
/** Number of consecutive soft bounces after which an address is suppressed. */
const MOST_SOFT_BOUNCES = 5

/** Whether a report is the first sign that the mail server accepted the message. */
const isUnsettled = ({ status }: Reported) => status === SENDING || status === UNKNOWN

const accepted = (message: Reported, to: MessageStatus): MessageStatus =>
  isUnsettled(message) || message.status === SENT ? to : message.status

/**
 * The message after a report. Returns the same object if the report changes nothing: the report was applied before, or
 * it is about an earlier sending of a message that was sent again.
 */
function afterReport(message: Reported, { kind, at, reason }: Report): Reported {
  const { sentAt, deliveredAt, bouncedAt, softBouncedAt, complainedAt } = message
  if (sentAt && at.getTime() < sentAt.getTime() - SKEW_MS) return message
  const sent = { ...message, sentAt: sentAt ?? at }
  switch (kind) {
    case ReportKind.HARD_BOUNCE:
      return bouncedAt ? message : { ...sent, status: BOUNCED, reason, bouncedAt: at }
    case ReportKind.SOFT_BOUNCE:
      return softBouncedAt || bouncedAt
        ? message
        : { ...sent, status: accepted(message, SENT), reason: reason ?? message.reason, softBouncedAt: at }
    case ReportKind.DELIVERED:
      return deliveredAt || bouncedAt
        ? message
        : { ...sent, status: accepted(message, DELIVERED), reason: null, deliveredAt: at }
    case ReportKind.COMPLAINT:
      return complainedAt ? message : { ...sent, status: accepted(message, DELIVERED), complainedAt: at }
  }
}

/** Locks and returns the reported messages that the sender sent. */
async function reportedMessages(
  { db, organizationId }: Context,
  senderId: string | null,
  ids: readonly string[],
): Promise<Map<string, Reported>> {
  const isReportable = sql`(${senderId}::uuid is null or message.sender_id = ${senderId})
    and message.status = any(${REPORTABLE}::text[])`
  const { rows: present } = await sql<Reported>`select message.*, false as is_trashed from message
    where message.organization_id = ${organizationId} and message.id = any(${[...ids]}::uuid[]) and ${isReportable}
    order by message.id for update`.execute(db)
  const found = new Map(present.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  const { rows: trashed } = await sql<Reported>`select message.*, true as is_trashed from trash_row deleted
    cross join lateral jsonb_populate_record(null::message, deleted.content) message
    where ${isTrashedMessage(organizationId)} and deleted.id = any(${missing}::uuid[]) and ${isReportable}
    order by deleted.id for update of deleted`.execute(db)
  return new Map([...found, ...trashed.map((row) => [row.id, row] as const)])
}

/**
 * The columns that reports change, as a JSON array of rows. The report replaces the result of an attempt, so it ends the
 * lease. JavaScript makes the rows, because Citus takes no `jsonb_build_object` of columns in an update.
 */
const changesOf = (messages: readonly Reported[]): string =>
  JSON.stringify(
    messages.map(({ id, status, reason, ...at }) => ({
      id,
      status,
      reason,
      sent_at: at.sentAt,
      delivered_at: at.deliveredAt,
      bounced_at: at.bouncedAt,
      soft_bounced_at: at.softBouncedAt,
      complained_at: at.complainedAt,
      lease: null,
      leased_until: null,
    })),
  )

/** Stores messages. */
async function store({ db, organizationId }: Context, messages: readonly Reported[]): Promise<void> {
  const [trashed = [], present = []] = [true, false].map((isTrashed) =>
    messages.filter((each) => each.isTrashed === isTrashed),
  )
  if (present.length > 0)
    await sql`update message set status = r.status, reason = r.reason, sent_at = r.sent_at,
        delivered_at = r.delivered_at, bounced_at = r.bounced_at, soft_bounced_at = r.soft_bounced_at,
        complained_at = r.complained_at, lease = r.lease, leased_until = r.leased_until, updated_at = now()
      from jsonb_populate_recordset(null::message, ${changesOf(present)}::jsonb) as r
      where message.organization_id = ${organizationId} and message.id = r.id`.execute(db)
  if (trashed.length > 0)
    await sql`update trash_row deleted set content = deleted.content || r.changes
      from jsonb_array_elements(${changesOf(trashed)}::jsonb) as r (changes)
      where ${isTrashedMessage(organizationId)} and deleted.id = (r.changes ->> 'id')::uuid`.execute(db)
}

/** The messages whose address had the maximum number of soft bounces since the last delivery. */
async function softBouncedTooOften({ db, organizationId }: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select reported.id from message reported
    where reported.organization_id = ${organizationId} and reported.id = any(${[...ids]}::uuid[]) and (
      select count(*) from message other
      where other.organization_id = ${organizationId} and other.contact_key = reported.contact_key
        and other.soft_bounced_at > coalesce((select max(last.delivered_at) from message last
          where last.organization_id = ${organizationId} and last.contact_key = reported.contact_key), '-infinity')
    ) >= ${MOST_SOFT_BOUNCES}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const EVERY_PURPOSE = { purpose: null, channel: ConsentChannel.EMAIL }

/** Suppresses the address of a message for all campaigns. */
const suppressAddress = (ctx: Context, { id, contact }: Pick<Message, 'id' | 'contact'>, cause: SuppressionCause) =>
  suppressOnce(ctx, contact, EVERY_PURPOSE, { cause, note: originText('MESSAGE', id) })

/** Records that a message bounced, and suppresses its address. */
export async function noteBounce(ctx: Context, message: Pick<Message, 'id' | 'contact'>): Promise<void> {
  ctx.record('MESSAGE', 'BOUNCED', message.id)
  await suppressAddress(ctx, message, SuppressionCause.BOUNCED)
}

/** The effects of a changed message on its address. */
async function applyEffects(ctx: Context, before: Reported, after: Reported, isTooOften: boolean): Promise<void> {
  if (after.complainedAt && !before.complainedAt) {
    ctx.record('MESSAGE', 'COMPLAINED', after.id)
    await suppressAddress(ctx, after, SuppressionCause.COMPLAINED)
  }
  if (after.bouncedAt && !before.bouncedAt) await noteBounce(ctx, after)
  else if (isTooOften) await suppressAddress(ctx, after, SuppressionCause.BOUNCED)
}

/** Suppressing locks the organization first, as an opt-out does. This order prevents deadlocks. */
const lockOrganization = ({ db, organizationId }: Context) =>
  sql`select 1 from organization where organization_id = ${organizationId} for update`.execute(db)

/** Whether a report adds a hard bounce or a complaint, which the campaign's reputation counts. */
const isCounted = (before: Reported, after: Reported) =>
  (after.bouncedAt && !before.bouncedAt) || (after.complainedAt && !before.complainedAt)

const TIMES = {
  deliveredAt: 'DELIVERED',
  bouncedAt: 'BOUNCED',
  softBouncedAt: 'SOFT_BOUNCED',
  complainedAt: 'COMPLAINED',
} as const satisfies Partial<Record<keyof Reported, ReportOutcome>>

/** The outcomes that the reports added to a message. */
const addedTo = (before: Reported, after: Reported): ReportOutcome[] =>
  (Object.keys(TIMES) as (keyof typeof TIMES)[]).flatMap((time) => (after[time] && !before[time] ? [TIMES[time]] : []))

/**
 * @returns the campaigns with new hard bounces or complaints, the new outcomes of all messages, and the number of reports
 * about unknown messages
 */
async function apply(ctx: Context, senderId: string | null, reports: readonly Report[]) {
  if (reports.some(({ kind }) => kind !== ReportKind.DELIVERED)) await lockOrganization(ctx)
  const ids = reports.map(({ messageId }) => messageId)
  const before = await reportedMessages(ctx, senderId, ids)
  const changed = changedBy(before, reports, ctx.now)
  if (changed.length > 0) await store(ctx, changed)
  const was = ({ id }: Reported) => before.get(id) as Reported
  await addSpend(
    ctx,
    ctx.organizationId,
    // A campaign in the trash has no budget to charge.
    changed.filter((message) => isUnsettled(was(message)) && !message.isTrashed),
  )
  const soft = changed.filter((message) => message.softBouncedAt && !was(message).softBouncedAt)
  const softIds = soft.map(({ id }) => id)
  const tooOften = await softBouncedTooOften(ctx, softIds)
  for (const message of changed) await applyEffects(ctx, was(message), message, tooOften.has(message.id))
  return {
    campaignIds: new Set(changed.filter((each) => isCounted(was(each), each)).map(({ campaignId }) => campaignId)),
    outcomes: changed.flatMap((each) => addedTo(was(each), each)),
    unknown: ids.filter((id) => !before.has(id)).length,
  }
}

/** The messages that the reports change, after all reports. */
function changedBy(before: ReadonlyMap<string, Reported>, reports: readonly Report[], now: Date): Reported[] {
  const after = new Map(before)
  for (const report of reports) {
    const message = after.get(report.messageId)
    // A time in the future would be later than the next sending.
    const at = report.at < now ? report.at : now
    if (message) after.set(message.id, afterReport(message, { ...report, at }))
  }
  return [...after.values()].filter((message) => message !== before.get(message.id))
}

/**
 * Applies reports about messages, in one transaction, and then pauses campaigns with too many bounces or complaints.
 * @returns the number of reports about messages that the sender did not send, or that were deleted
 */
export async function applyReports(
  tools: ReportTools,
  { organizationId, senderId }: ReportSource,
  reports: readonly Report[],
): Promise<number> {
  const { campaignIds, outcomes, unknown } = await asService(tools, organizationId, AGENT, (ctx) =>
    apply(ctx, senderId, reports),
  )
  for (const outcome of outcomes) tools.metrics.messageReport(outcome)
  await guardReputation(tools, organizationId, campaignIds)
  return unknown
}
