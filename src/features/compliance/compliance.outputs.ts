import { ArgsType, Field, Int, registerEnumType } from 'type-graphql'
import { DateTime, Day, Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { ComplianceAlert } from './alert.entity.ts'

export enum ComplianceLevel {
  COMPLIANT = 'COMPLIANT',
  ATTENTION = 'ATTENTION',
  NON_COMPLIANT = 'NON_COMPLIANT',
}
registerEnumType(ComplianceLevel, {
  name: 'ComplianceLevel',
  valuesConfig: {
    COMPLIANT: { description: 'Every check that could be judged passes.' },
    ATTENTION: { description: 'A score of 60 or more.' },
    NON_COMPLIANT: { description: 'A score below 60.' },
  },
})

@Output('One thing that POPIA demands.')
export class ComplianceCheck {
  @Field(() => String, { description: 'For example informationOfficerNamed.' })
  name: string

  @Field(() => String, { description: 'What it asks for.' })
  demand: string

  @Field(() => Int, { description: 'How much it counts in the score.' })
  weight: number

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the organization’s record, its settings and its alerts say so; null when there is nothing to judge, such as ' +
      'no request that could be overdue.',
  })
  passed: boolean | null
}

@Output('How many of what there is.')
export class ComplianceFacts {
  @Field(() => Boolean)
  informationOfficerNamed: boolean

  @Field(() => Int)
  openRequests: number

  @Field(() => Int)
  overdueRequests: number

  @Field(() => Int, { description: 'Granted, and not expired.' })
  activeConsents: number

  @Field(() => Int, { description: 'Not CLOSED.' })
  openBreaches: number

  @Field(() => Int, { description: 'Of any state.' })
  breachesWithoutRegulatorNotification: number
}

@Output(
  'What POPIA demands of the organization, and what is missing: the checks, the score and the level of its status.',
)
export class ProviderCompliance {
  @Field(() => Int, {
    nullable: true,
    description: 'The checks that pass, by weight, in percent of those that could be judged; null when none could.',
  })
  score: number | null

  @Field(() => ComplianceLevel, { nullable: true })
  level: ComplianceLevel | null

  @Field(() => Int, { description: 'Checks that pass.' })
  met: number

  @Field(() => Int, { description: 'Checks that could be judged.' })
  total: number

  @Field(() => [ComplianceCheck])
  checks: ComplianceCheck[]
}

@Output('Where the organization stands with POPIA, by its records.')
export class ComplianceStatus {
  @Field(() => Int, {
    nullable: true,
    description: 'The checks that pass, by weight, in percent of those that could be judged; null when none could.',
  })
  score: number | null

  @Field(() => ComplianceLevel, { nullable: true })
  level: ComplianceLevel | null

  @Field(() => [ComplianceCheck])
  checks: ComplianceCheck[]

  @Field(() => ComplianceFacts)
  facts: ComplianceFacts

  @Field(() => Int, { description: 'Alerts to which nothing was said.' })
  openAlerts: number

  @Field(() => DateTime)
  checkedAt: Date
}

@Output('The alerts there are now, the gravest causes first.')
export class ComplianceAlertPage {
  @Field(() => [ComplianceAlert])
  items: ComplianceAlert[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@ArgsType()
export class ReportArgs {
  @Field(() => Day, { nullable: true, description: 'First day, in South Africa. Default: 29 days before the last.' })
  from?: string

  @Field(() => Day, { nullable: true, description: 'Last day, in South Africa. Default: today.' })
  to?: string
}

@Output('A line of a report.')
export class ReportRow {
  @Field(() => String)
  section: string

  @Field(() => String)
  measure: string

  @Field(() => String)
  value: string
}

@Output('What happened in a period, and where the organization stands now.')
export class ComplianceReport {
  @Field(() => String, { nullable: true, description: 'The name of the organization.' })
  organization: string | null

  @Field(() => Day)
  from: string

  @Field(() => Day)
  to: string

  @Field(() => DateTime)
  generatedAt: Date

  @Field(() => Int, {
    nullable: true,
    description: 'The checks that pass, by weight, in percent of those that could be judged; null when none could.',
  })
  score: number | null

  @Field(() => ComplianceLevel, { nullable: true })
  level: ComplianceLevel | null

  @Field(() => [ReportRow])
  rows: ReportRow[]
}
