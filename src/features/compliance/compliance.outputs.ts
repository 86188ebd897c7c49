import { ArgsType, Field, Int, ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime, Day, Output } from '../../graphql/columns.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { MailLanguage } from '../team/team-member.entity.ts'
import { ComplianceAlert } from './alert.entity.ts'

export const ComplianceLevel = describeNames('ComplianceLevel', 'Level of compliance with POPIA.', {
  COMPLIANT: 'Every applicable check passes.',
  ATTENTION: 'A score of 60 or more.',
  NON_COMPLIANT: 'A score below 60.',
})
export type ComplianceLevel = keyof typeof ComplianceLevel

@Output('Check of one requirement of POPIA.')
export class ComplianceCheck {
  @Field(() => String, { description: 'Name of the check, for example informationOfficerNamed.' })
  name!: string

  @Field(() => String, { description: 'The requirement.' })
  demand!: string

  @Field(() => Int, { description: 'Weight in the score.' })
  weight!: number

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the check passes. Null if it does not apply, for example because there is no request that ' +
      'could be overdue.',
  })
  passed!: boolean | null
}

@Output('Counts that the compliance checks are based on.')
export class ComplianceFacts {
  @Field(() => Boolean, { description: 'Whether an Information Officer with contact details is named.' })
  informationOfficerNamed!: boolean

  @Field(() => Int, { description: 'Number of open data-subject requests.' })
  openRequests!: number

  @Field(() => Int, { description: 'Number of open data-subject requests past their due date.' })
  overdueRequests!: number

  @Field(() => Int, { description: 'Number of consents in force.' })
  activeConsents!: number

  @Field(() => Int, { description: 'Number of breaches that are not CLOSED.' })
  openBreaches!: number

  @Field(() => Int, { description: 'Number of breaches, of any status, that the Regulator was not notified of.' })
  breachesWithoutRegulatorNotification!: number
}

/** The result of the checks as a number. */
@ObjectType({ simpleResolvers: true })
abstract class ComplianceResult {
  @Field(() => Int, {
    nullable: true,
    description:
      'Score in percent: the weight of the passed checks, divided by the weight of the applicable checks. Null if no check applies.',
  })
  score!: number | null

  @Field(() => ComplianceLevel, { nullable: true, description: 'Compliance level. Null if no check applies.' })
  level!: ComplianceLevel | null
}

@Output('Compliance checks of the organization, with score and level.')
export class ProviderCompliance extends ComplianceResult {
  @Field(() => Int, { description: 'Number of checks that pass.' })
  met!: number

  @Field(() => Int, { description: 'Number of applicable checks.' })
  total!: number

  @Field(() => [ComplianceCheck], { description: 'The checks and their results.' })
  checks!: ComplianceCheck[]
}

@Output('Compliance of the organization with POPIA, computed from its records.')
export class ComplianceStatus extends ComplianceResult {
  @Field(() => [ComplianceCheck], { description: 'The checks and their results.' })
  checks!: ComplianceCheck[]

  @Field(() => ComplianceFacts, { description: 'Counts that the checks are based on.' })
  facts!: ComplianceFacts

  @Field(() => Int, { description: 'Number of alerts that are OPEN.' })
  openAlerts!: number

  @Field(() => DateTime, { description: 'Time of the check.' })
  checkedAt!: Date
}

export const ComplianceAlertConnection = connectionOf(
  ComplianceAlert,
  'Page of the current compliance alerts, most severe first.',
)

@ArgsType()
export class ReportArgs {
  @Field(() => Day, {
    nullable: true,
    description: 'First day, in South African time. Default: 29 days before the last day.',
  })
  from?: string

  @Field(() => Day, { nullable: true, description: 'Last day, in South African time. Default: today.' })
  to?: string

  @Field(() => MailLanguage, { defaultValue: MailLanguage.en, description: 'Language of the texts of the report.' })
  language!: MailLanguage
}

@Output('Line of a report.')
export class ReportRow {
  @Field(() => String, { description: 'Section of the report.' })
  section!: string

  @Field(() => String, { description: 'Name of the count or statement.' })
  measure!: string

  @Field(() => String, { description: 'Value as text.' })
  value!: string
}

@Output('Events of a period, and the current compliance.')
export class ComplianceReport extends ComplianceResult {
  @Field(() => String, { nullable: true, description: 'Name of the organization.' })
  organization!: string | null

  @Field(() => Day, { description: 'First day of the period.' })
  from!: string

  @Field(() => Day, { description: 'Last day of the period, included.' })
  to!: string

  @Field(() => DateTime, { description: 'Time of the report.' })
  generatedAt!: Date

  @Field(() => MailLanguage, { description: 'Language of the texts of the report.' })
  language!: MailLanguage

  @Field(() => [ReportRow], { description: 'Lines of the report.' })
  rows!: ReportRow[]
}
