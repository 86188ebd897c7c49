import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { mailReport } from './report.mail.ts'
import { recipientsOf } from './report.recipients.ts'
import type { ReportSchedule } from './report-schedule.entity.ts'
import { periodBefore, timesAround } from './report-schedule.times.ts'

/*
 * Mails scheduled reports. The transaction that queues the mails of a schedule stores its next time, with the row locked,
 * so that several replicas and a crash send each report once. Of the reports that were due while no process ran, only
 * the last one is sent.
 */

const nextSchedule = ({ db, now }: Context): Promise<ReportSchedule | undefined> =>
  db
    .selectFrom('reportSchedule')
    .selectAll()
    .where('dueAt', '<=', now)
    .where('isPaused', '=', false)
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Queues the mails of one schedule. Returns whether one was due. */
const sendOne = (tools: WorkTools, organizationId: string): Promise<boolean> =>
  asService(tools, organizationId, 'reports', async (ctx) => {
    const schedule = await nextSchedule(ctx)
    if (!schedule) return false
    const { last, next } = timesAround(schedule, ctx.now)
    const recipients = await recipientsOf(ctx, schedule.recipientIds)
    const isSent = await mailReport(ctx, schedule, periodBefore(schedule, last), recipients)
    await ctx.db.updateTable('reportSchedule').set({ dueAt: next }).where('id', '=', schedule.id).execute()
    if (isSent) ctx.record('REPORT_SCHEDULE', 'SENT', schedule.id)
    return true
  })

export const sendReports: OrganizationWork = {
  kind: 'reports',
  needs: 'mailer',
  async perform(tools, organizationId) {
    while (!tools.signal.aborted && (await sendOne(tools, organizationId)));
  },
  next: (organizationId) =>
    sql`select min(due_at) as at from report_schedule where organization_id = ${organizationId} and not is_paused`,
}
