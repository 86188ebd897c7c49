import { sql } from 'kysely'
import { queueMail } from '../../background/mail.ts'
import { invalidFields, notFound } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { Client } from '../clients/client.entity.ts'
import { reportMails } from './report.mail.ts'
import { recipientsOf } from './report.recipients.ts'
import { ReportSchedule } from './report-schedule.entity.ts'
import type { ReportScheduleInput, ReportSchedulePatch } from './report-schedule.inputs.ts'
import { nextTime, periodBefore } from './report-schedule.times.ts'

const demandRoom = atMost(20, ReportSchedule, 'TOO_MANY_SCHEDULES')

async function demandRecipients(ctx: Context, userIds: readonly string[]): Promise<void> {
  const members = await recipientsOf(ctx, userIds)
  if (members.length < userIds.length) throw invalidFields({ recipientIds: 'NOT_MAILABLE' })
}

/** Creates a schedule. Its first report is sent at the next time that it names. */
export async function createReportSchedule(ctx: Context, input: ReportScheduleInput): Promise<ReportSchedule> {
  const { sentOn, hour, timeZone, clientId, sector = null, type = null, recipientIds } = input
  await demandRoom(ctx)
  await demandRecipients(ctx, recipientIds)
  const client = clientId == null ? null : await findRow(ctx, Client, clientId, 'Client')
  const dueAt = nextTime(input, ctx.now)
  ctx.makeDue('reports', dueAt)
  return addRow(ctx, ReportSchedule, {
    ...{ sentOn, hour, timeZone, clientId: client?.id ?? null, sector, type, recipientIds },
    ...{ isPaused: false, dueAt, nextAttemptAt: dueAt, attempts: 0, createdBy: ctx.caller.userId },
  })
}

/**
 * Changes a schedule. A schedule without recipients stays paused. Another time or the end of a pause starts at the next time of
 * the schedule.
 */
export async function updateReportSchedule(
  ctx: Context,
  id: string,
  patch: ReportSchedulePatch,
  expectedUpdatedAt?: Date,
): Promise<ReportSchedule> {
  const schedule = await lockRow(ctx, ReportSchedule, id, 'Report schedule', expectedUpdatedAt)
  if (patch.recipientIds) await demandRecipients(ctx, patch.recipientIds)
  const { recipientIds = schedule.recipientIds, ...timing } = given(patch)
  const changed = { ...schedule, ...timing }
  if (!changed.isPaused && recipientIds.length === 0) throw invalidFields({ recipientIds: 'NO_MEMBER' })
  const dueAt = Object.keys(timing).length > 0 ? nextTime(changed, ctx.now) : schedule.dueAt
  if (!changed.isPaused) ctx.makeDue('reports', dueAt)
  return changeRow(ctx, ReportSchedule, schedule, { ...timing, recipientIds, dueAt, nextAttemptAt: dueAt, attempts: 0 })
}

type Given = { [F in keyof ReportSchedulePatch]?: NonNullable<ReportSchedulePatch[F]> }

/** The fields that a patch changes. */
const given = (patch: ReportSchedulePatch): Given =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value != null))

export const deleteReportSchedule = (ctx: Context, id: string): Promise<string> =>
  removeRow(ctx, ReportSchedule, id, 'Report schedule')

/** Mails the report of the last complete week or month to the caller. */
export async function sendReport(ctx: Context, id: string): Promise<ReportSchedule> {
  const schedule = await findRow(ctx, ReportSchedule, id, 'Report schedule')
  const [member] = await recipientsOf(ctx, [ctx.caller.userId])
  if (!member) throw notFound('Team member')
  const [report] = await reportMails(ctx, schedule, periodBefore(schedule, ctx.now), [member])
  if (!report) throw notFound('Client')
  await queueMail(ctx, { memberId: member.id }, report.mail)
  return schedule
}

/** Removes a member who leaves the team from all schedules. A schedule whose last recipient leaves is paused. */
export const leaveReports = ({ db, organizationId, now }: Context, userId: string): Promise<unknown> =>
  sql`update report_schedule set recipient_ids = array_remove(recipient_ids, ${userId}::text),
      is_paused = is_paused or recipient_ids = array[${userId}::text], updated_at = ${now}
    where organization_id = ${organizationId} and ${userId} = any(recipient_ids)`.execute(db)
