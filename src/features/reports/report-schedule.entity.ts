import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { Choice, Count, ExternalId, ExternalIds, Flag, RowId, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'

export const ReportDay = describeNames('ReportDay', 'Days on which a report is sent. They decide on its period.', {
  MONDAY: 'Each Monday, with the last complete week (Monday to Sunday).',
  TUESDAY: 'Each Tuesday, with the last complete week.',
  WEDNESDAY: 'Each Wednesday, with the last complete week.',
  THURSDAY: 'Each Thursday, with the last complete week.',
  FRIDAY: 'Each Friday, with the last complete week.',
  SATURDAY: 'Each Saturday, with the last complete week.',
  SUNDAY: 'Each Sunday, with the last complete week.',
  FIRST_OF_MONTH: 'The first day of each month, with the month before.',
})
export type ReportDay = keyof typeof ReportDay

/** A schedule has the filter of the report page. It has no reference to the client: one in the trash may be restored. */
@NodeOutput('reportSchedule', 'org:analytics:read', 'Figures of campaigns that are mailed to members of the team.')
export class ReportSchedule extends rowWith(TenantRow, {
  sentOn: Choice(ReportDay, 'Days on which the report is sent.'),
  hour: Count('Hour at which the report is sent, 0 to 23.'),
  timeZone: Text('IANA time zone of the day and the hour.'),
  clientId: RowId('Only campaigns of this client. While the client is deleted, no report is sent.', { nullable: true }),
  sector: Choice(Sector, 'Only campaigns of clients whose record has this sector.', { nullable: true }),
  type: Choice(CampaignType, 'Only campaigns of this type.', { nullable: true }),
  recipientIds: ExternalIds(
    'User ids of the members who get the report. A member who leaves the team is removed. Empty after the last one has ' +
      'left, or when no recipient has an e-mail address any more: the schedule is then paused, until ' +
      '`updateReportSchedule` gives it recipients.',
  ),
  isPaused: Flag('Whether no reports are sent.'),
  dueAt: Time('Time of the next report, unless the schedule is paused.'),
  /** `dueAt`, or the time of the next attempt after a failure. */
  nextAttemptAt: Column('timestamptz(3)'),
  /** Attempts since the last report that was sent. */
  attempts: Column('integer'),
  createdBy: ExternalId('Id of the user who created the schedule.'),
}) {}
