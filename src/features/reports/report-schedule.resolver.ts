import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ExpectedUpdatedAt, IdArg } from '../../graphql/arguments.ts'
import { type Listing, ListQuery, listOf, type OrderedArguments } from '../../graphql/lists.ts'
import {
  createReportSchedule,
  deleteReportSchedule,
  sendReport,
  updateReportSchedule,
} from './report-schedule.changes.ts'
import { ReportSchedule } from './report-schedule.entity.ts'
import { ReportScheduleInput, ReportSchedulePatch } from './report-schedule.inputs.ts'

const reportSchedules = listOf('reportSchedule', ReportSchedule, {
  description: 'Page of schedules of reports.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'dueAt'],
})

@Resolver(() => ReportSchedule)
export class ReportScheduleResolver {
  @ListQuery(reportSchedules, 'The schedules of reports of the organization. Default order: newest first.')
  @Audit('REPORT_SCHEDULE', 'LISTED')
  reportSchedules(...[page, orderBy]: OrderedArguments): Listing {
    return reportSchedules.page(page, undefined, orderBy)
  }

  @Mutation(() => ReportSchedule, {
    description:
      'Mails the figures of campaigns to members of the team, each week or month. The e-mails need `SMTP_URL`. At most 20 ' +
      'schedules: CONFLICT. NOT_FOUND `Client not found`.',
  })
  @Permit('org:analytics:write')
  @Audit('REPORT_SCHEDULE', 'CREATED')
  @Cost(statements(6))
  @Fails('CONFLICT', 'NOT_FOUND')
  createReportSchedule(
    @Arg('input', () => ReportScheduleInput, { description: 'The schedule to create.' }) input: ReportScheduleInput,
    @Ctx() ctx: Context,
  ): Promise<ReportSchedule> {
    return createReportSchedule(ctx, input)
  }

  @Mutation(() => ReportSchedule, { description: 'Changes the given fields of a schedule.' })
  @Permit('org:analytics:write')
  @Audit('REPORT_SCHEDULE', 'UPDATED')
  @Fails('NOT_FOUND')
  updateReportSchedule(
    @IdArg('schedule') id: string,
    @Arg('input', () => ReportSchedulePatch, { description: 'Fields to change.' }) input: ReportSchedulePatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<ReportSchedule> {
    return updateReportSchedule(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, { description: 'Deletes a schedule. Returns the id.' })
  @Permit('org:analytics:write')
  @Audit('REPORT_SCHEDULE', 'DELETED')
  @Fails('NOT_FOUND')
  deleteReportSchedule(@IdArg('schedule') id: string, @Ctx() ctx: Context): Promise<string> {
    return deleteReportSchedule(ctx, id)
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
  sendReport(@IdArg('schedule') id: string, @Ctx() ctx: Context): Promise<ReportSchedule> {
    return sendReport(ctx, id)
  }
}
