import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional } from 'class-validator'
import { Field, ID, InputType, Int } from 'type-graphql'
import { ChoiceField, FlagField, IntegerField, says } from '../../graphql/inputs.ts'
import { HOME } from '../analytics/analytics.days.ts'
import { IsZone } from '../analytics/analytics.inputs.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { ReportDay } from './report-schedule.entity.ts'

const MOST_RECIPIENTS = 20

const ABOUT = {
  sentOn: 'Days on which the report is sent.',
  hour: 'Hour at which the report is sent, 0 to 23.',
  timeZone: 'IANA time zone of the day and the hour.',
  recipientIds:
    `User ids of the members who get the report, each in their language. 1 to ${MOST_RECIPIENTS} members with an e-mail ` +
    'address.',
}

const RecipientsField =
  (nullable: boolean): PropertyDecorator =>
  (target, key) => {
    Field(() => [ID], { nullable, description: ABOUT.recipientIds })(target, key)
    if (nullable) IsOptional()(target, key)
    ArrayMinSize(1, says('NO_MEMBER'))(target, String(key))
    ArrayMaxSize(MOST_RECIPIENTS, says('TOO_MANY_MEMBERS', { most: MOST_RECIPIENTS }))(target, String(key))
    ArrayUnique(says('MEMBER_TWICE'))(target, String(key))
  }

@InputType({ description: 'Report to send on a schedule. Its filter is that of `analyticsReport`.' })
export class ReportScheduleInput {
  @ChoiceField(ReportDay, { required: true, description: ABOUT.sentOn })
  sentOn!: ReportDay

  @IntegerField({ required: true, min: 0, max: 23, type: Int, description: ABOUT.hour })
  hour!: number

  @Field(() => String, { defaultValue: HOME, description: ABOUT.timeZone })
  @IsZone()
  timeZone!: string

  @Field(() => ID, { nullable: true, description: 'Only campaigns of this client.' })
  clientId?: string | null

  @ChoiceField(Sector, { description: 'Only campaigns of clients whose record has this sector.' })
  sector?: Sector | null

  @ChoiceField(CampaignType, { description: 'Only campaigns of this type.' })
  type?: CampaignType | null

  @RecipientsField(false)
  recipientIds!: string[]
}

@InputType({
  description: 'Changes to a schedule. Absent and null fields stay unchanged. The filter cannot be changed.',
})
export class ReportSchedulePatch {
  @ChoiceField(ReportDay, { description: ABOUT.sentOn })
  sentOn?: ReportDay | null

  @IntegerField({ min: 0, max: 23, type: Int, description: ABOUT.hour })
  hour?: number | null

  @Field(() => String, { nullable: true, description: ABOUT.timeZone })
  @IsOptional()
  @IsZone()
  timeZone?: string | null

  @RecipientsField(true)
  recipientIds?: string[] | null

  @FlagField({
    description: 'Whether no reports are sent. A report that was due during the pause is not sent afterwards.',
  })
  isPaused?: boolean | null
}
