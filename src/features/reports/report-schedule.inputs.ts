import { ArrayUnique } from 'class-validator'
import { ID, Int } from 'type-graphql'
import { field, fields } from '../../graphql/fields.ts'
import { Input, integer, maxItems, notEmpty, optional, required, says } from '../../graphql/inputs.ts'
import { HOME } from '../analytics/analytics.days.ts'
import { isZone } from '../analytics/analytics.inputs.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { ReportDay } from './report-schedule.entity.ts'

const MOST_RECIPIENTS = 20

const ABOUT = {
  sentOn: 'Days on which the report is sent.',
  timeZone: 'IANA time zone of the day and the hour.',
  recipientIds:
    `User ids of the members who get the report, each in their language. 1 to ${MOST_RECIPIENTS} members with an e-mail ` +
    'address.',
}

const hour = integer('Hour at which the report is sent, 0 to 23.', { min: 0, max: 23, type: Int })

const RECIPIENTS = [
  maxItems(MOST_RECIPIENTS, 'TOO_MANY_MEMBERS'),
  notEmpty('NO_MEMBER'),
  ArrayUnique(says('MEMBER_TWICE')),
]

@Input('Report to send on a schedule. Its filter is that of `analyticsReport`.')
export class ReportScheduleInput extends fields({
  sentOn: field(ReportDay, ABOUT.sentOn),
  hour: required(hour),
  timeZone: field(String, ABOUT.timeZone, { defaultValue: HOME, rules: [isZone] }),
  clientId: optional(ID, 'Only campaigns of this client.'),
  sector: optional(Sector, 'Only campaigns of clients whose record has this sector.'),
  type: optional(CampaignType, 'Only campaigns of this type.'),
  recipientIds: field([ID], ABOUT.recipientIds, { rules: RECIPIENTS }),
}) {}

@Input('Changes to a schedule. Absent and null fields stay unchanged. The filter cannot be changed.')
export class ReportSchedulePatch extends fields({
  sentOn: optional(ReportDay, ABOUT.sentOn),
  hour,
  timeZone: optional(String, ABOUT.timeZone, { rules: [isZone] }),
  recipientIds: optional([ID], ABOUT.recipientIds, { rules: RECIPIENTS }),
  isPaused: optional(
    Boolean,
    'Whether no reports are sent. A report that was due during the pause is not sent afterwards.',
  ),
}) {}
