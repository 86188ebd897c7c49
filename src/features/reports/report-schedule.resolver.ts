import { Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { queueMail } from '../../background/mail.ts'
import { invalidFields, notFound } from '../../common/errors.ts'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { listOf } from '../../graphql/lists.ts'
import { Client } from '../clients/client.entity.ts'
import { reportMails } from './report.mail.ts'
import { recipientsOf } from './report.recipients.ts'
import { ReportSchedule } from './report-schedule.entity.ts'
import { ReportScheduleInput, ReportSchedulePatch } from './report-schedule.inputs.ts'
import { nextTime, periodBefore } from './report-schedule.times.ts'

const reportSchedules = listOf('reportSchedule', ReportSchedule, {
  description: 'Page of schedules of reports.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'dueAt'],
})

const demandRoom = atMost(20, ReportSchedule, 'TOO_MANY_SCHEDULES')

async function demandRecipients(ctx: Context, userIds: readonly string[]): Promise<void> {
  const members = await recipientsOf(ctx, userIds)
  if (members.length < userIds.length) throw invalidFields({ recipientIds: 'NOT_MAILABLE' })
}

type Given = { [F in keyof ReportSchedulePatch]?: NonNullable<ReportSchedulePatch[F]> }

/** The fields that a patch changes. */
const given = (patch: ReportSchedulePatch): Given =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value != null))

@Resolver(() => ReportSchedule)
export class ReportScheduleResolver {
  @ListRoot(
    reportSchedules,
    'REPORT_SCHEDULE',
    'The schedules of reports of the organization. Default order: newest first.',
    { exported: null },
  )
  declare readonly reportSchedules: RootField

  @Mutation(() => ReportSchedule, {
    description:
      'Mails the figures of campaigns to members of the team, each week or month. The e-mails need `SMTP_URL`. At most 20 ' +
      'schedules: CONFLICT. NOT_FOUND `Client not found`.',
  })
  @Permit('org:analytics:write')
  @Audit('REPORT_SCHEDULE', 'CREATED')
  @Cost(statements(6))
  @Fails('CONFLICT', 'NOT_FOUND')
  async createReportSchedule(
    @InputArg(ReportScheduleInput, 'The schedule to create.') input: ReportScheduleInput,
    @Ctx() ctx: Context,
  ): Promise<ReportSchedule> {
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

  @Mutation(() => ReportSchedule, { description: 'Changes the given fields of a schedule.' })
  @Permit('org:analytics:write')
  @Audit('REPORT_SCHEDULE', 'UPDATED')
  @Fails('NOT_FOUND')
  async updateReportSchedule(
    @IdArg('schedule') id: string,
    @InputArg(ReportSchedulePatch, 'Fields to change.') patch: ReportSchedulePatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<ReportSchedule> {
    const schedule = await lockRow(ctx, ReportSchedule, id, 'Report schedule', expectedUpdatedAt)
    if (patch.recipientIds) await demandRecipients(ctx, patch.recipientIds)
    const { recipientIds = schedule.recipientIds, ...timing } = given(patch)
    const changed = { ...schedule, ...timing }
    if (!changed.isPaused && recipientIds.length === 0) throw invalidFields({ recipientIds: 'NO_MEMBER' })
    // Another time, or the end of a pause, starts at the next time of the schedule.
    const dueAt = Object.keys(timing).length > 0 ? nextTime(changed, ctx.now) : schedule.dueAt
    if (!changed.isPaused) ctx.makeDue('reports', dueAt)
    const times = { dueAt, nextAttemptAt: dueAt, attempts: 0 }
    return changeRow(ctx, ReportSchedule, schedule, { ...timing, recipientIds, ...times })
  }

  @Mutation(() => ID, { description: 'Deletes a schedule. Returns the id.' })
  @Permit('org:analytics:write')
  @Audit('REPORT_SCHEDULE', 'DELETED')
  @Fails('NOT_FOUND')
  deleteReportSchedule(@IdArg('schedule') id: string, @Ctx() ctx: Context): Promise<string> {
    return removeRow(ctx, ReportSchedule, id, 'Report schedule')
  }

  @Mutation(() => ReportSchedule, {
    description:
      'Mails the report of a schedule to the caller now: the last complete week or month. NOT_FOUND also for a caller who ' +
      'is not a member with an e-mail address.',
  })
  @Permit('org:analytics:read')
  @Audit('REPORT_SCHEDULE', 'SENT')
  @Cost(2_000)
  @Fails('NOT_FOUND')
  async sendReport(@IdArg('schedule') id: string, @Ctx() ctx: Context): Promise<ReportSchedule> {
    const schedule = await findRow(ctx, ReportSchedule, id, 'Report schedule')
    const [member] = await recipientsOf(ctx, [ctx.caller.userId])
    if (!member) throw notFound('Team member')
    const [report] = await reportMails(ctx, schedule, periodBefore(schedule, ctx.now), [member])
    if (!report) throw notFound('Client')
    await queueMail(ctx, { memberId: member.id }, report.mail)
    return schedule
  }
}
