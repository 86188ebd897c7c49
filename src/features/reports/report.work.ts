import { sql } from 'kysely'
import { queueMail } from '../../background/mail.ts'
import { type ItemWork, type LeasedItem, serviceOf, type WorkTools } from '../../background/work.ts'
import { backoff } from '../../common/backoff.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { type ReportMail, reportMails } from './report.mail.ts'
import { isReachable, recipientsOf } from './report.recipients.ts'
import type { ReportSchedule } from './report-schedule.entity.ts'
import { periodBefore, timesAround } from './report-schedule.times.ts'

/*
 * Mails scheduled reports. The transaction that queues the mails of a schedule stores its next time, so that several
 * replicas and a crash send each report once. Of the reports that were due while no process ran, only the last one is
 * sent.
 */

const AGENT = 'reports'
const LONGEST_WAIT_SECONDS = 3600
const AT_ONCE = 4

type DueReport = LeasedItem & ReportSchedule

interface Composed {
  mails: ReportMail[]
  /** Time of the next report. */
  next: Date
}

async function compose(tools: WorkTools, item: DueReport): Promise<Composed> {
  // The time was changed, or an earlier version stored the schedule without the time of an attempt.
  if (item.dueAt > item.leasedAt) return { mails: [], next: item.dueAt }
  const { last, next } = timesAround(item, item.leasedAt)
  const mails = await asService(tools, item.organizationId, AGENT, async (ctx) =>
    reportMails(ctx, item, periodBefore(item, last), await recipientsOf(ctx, item.recipientIds)),
  )
  return { mails, next }
}

/**
 * Locks the recipients who are still members with an address, and returns their ids. A removal of a member locks rows in the same order:
 * admins, other members, schedules.
 */
async function lockMembers({ db }: Transaction, { organizationId, recipientIds }: DueReport): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from team_member where organization_id = ${organizationId}
    and user_id = any(${recipientIds}::text[]) and removed_at is null and ${isReachable}
    order by role <> 'admin', id for share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Removes a member who leaves the team from all schedules. A schedule whose last recipient leaves is paused. */
export const leaveReports = ({ db, organizationId, now }: Context, userId: string): Promise<unknown> =>
  sql`update report_schedule set recipient_ids = array_remove(recipient_ids, ${userId}::text),
      is_paused = is_paused or recipient_ids = array[${userId}::text], updated_at = ${now}
    where organization_id = ${organizationId} and ${userId} = any(recipient_ids)`.execute(db)

/** Stores the time of the next report. Returns false if the schedule was changed since the lease. */
async function moveOn({ db }: Transaction, { organizationId, id, dueAt }: DueReport, next: Date): Promise<boolean> {
  const { rows } = await sql`update report_schedule set due_at = ${next}, attempts = 0
    where organization_id = ${organizationId} and id = ${id} and due_at = ${dueAt} and not is_paused
    returning id`.execute(db)
  return rows.length > 0
}

function appendRecord(unit: Transaction, { organizationId, id }: DueReport, event: 'SENT' | 'UPDATED') {
  const entry = { action: `REPORT_SCHEDULE_${event}`, resourceType: 'REPORT_SCHEDULE', resourceId: id }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: AGENT }
  return appendChanges(unit, [auditFacts(entry, source)])
}

/** Pauses a schedule without recipients, unless they were changed since the lease. */
async function pause(unit: Transaction, item: DueReport): Promise<void> {
  const { organizationId, id, recipientIds } = item
  const { rows } = await sql`update report_schedule set recipient_ids = '{}', is_paused = true, updated_at = ${unit.now}
    where organization_id = ${organizationId} and id = ${id} and recipient_ids = ${recipientIds}::text[]
    returning id`.execute(unit.db)
  if (rows.length > 0) await appendRecord(unit, item, 'UPDATED')
}

async function send(unit: Transaction, item: DueReport, mails: ReportMail[], tools: WorkTools): Promise<void> {
  const { organizationId } = item
  const makeDue: Transaction['makeDue'] = (kind, at) => unit.makeDue(kind, at)
  const queue = { db: unit.db, organizationId, makeDue, service: () => serviceOf(tools, 'secrets') }
  for (const { memberId, mail } of mails) await queueMail(queue, { memberId }, mail)
  if (mails.length > 0) await appendRecord(unit, item, 'SENT')
}

/** Sends the reports of schedules. A schedule whose report fails waits, longer each time, and delays no other one. */
export const sendReports: ItemWork<DueReport, Composed | Error, Set<string>> = {
  kind: 'reports',
  needs: 'mailer',
  atOnce: AT_ONCE,
  items: {
    table: 'report_schedule',
    waits: sql`not item.is_paused`,
    columns: sql`item.sent_on, item.hour, item.time_zone, item.client_id, item.sector, item.type, item.recipient_ids,
      item.due_at, item.attempts`,
    isRetry: sql`item.attempts > 0`,
    countsAttempts: true,
    owner: {
      table: 'organization',
      key: 'organization_id',
      column: 'organization_id',
      isOpen: sql`true`,
      slots: sql`1`,
    },
    mostPerOrganization: 1,
  },
  perform: (tools, item) => compose(tools, item).catch((error: Error) => error),
  lockOwner: lockMembers,
  async settle(unit, item, result, members, tools) {
    if (result instanceof Error) {
      const { id: schedule, organizationId, attempts } = item
      tools.log.error(
        { err: result, schedule, organizationId, attempts },
        'a scheduled report failed; it will be tried again',
      )
      tools.metrics.backgroundFailed('reports')
      return backoff(attempts, LONGEST_WAIT_SECONDS)
    }
    if (!(await moveOn(unit, item, result.next))) return 0
    const mails = result.mails.filter(({ memberId }) => members.has(memberId))
    await (members.size > 0 ? send(unit, item, mails, tools) : pause(unit, item))
    return (result.next.getTime() - unit.now.getTime()) / 1000
  },
}
