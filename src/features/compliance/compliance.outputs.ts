import { Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime, Day, Output } from '../../graphql/columns.ts'
import { field, fields, fieldsAfter, nullable } from '../../graphql/fields.ts'
import { Arguments, optional } from '../../graphql/inputs.ts'
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
export class ComplianceCheck extends fields({
  name: field(String, 'Name of the check, for example informationOfficerNamed.'),
  demand: field(String, 'The requirement.'),
  weight: field(Int, 'Weight in the score.'),
  passed: nullable(
    Boolean,
    'Whether the check passes. Null if it does not apply, for example because there is no request that ' +
      'could be overdue.',
  ),
}) {}

@Output('Counts that the compliance checks are based on.')
export class ComplianceFacts extends fields({
  informationOfficerNamed: field(Boolean, 'Whether an Information Officer with contact details is named.'),
  openRequests: field(Int, 'Number of open data-subject requests.'),
  overdueRequests: field(Int, 'Number of open data-subject requests past their due date.'),
  activeConsents: field(Int, 'Number of consents in force.'),
  openBreaches: field(Int, 'Number of breaches that are not CLOSED.'),
  breachesWithoutRegulatorNotification: field(
    Int,
    'Number of breaches, of any status, that the Regulator was not notified of.',
  ),
}) {}

/** The result of the checks as a number. */
class ComplianceResult extends fields({
  score: nullable(
    Int,
    'Score in percent: the weight of the passed checks, divided by the weight of the applicable checks. Null if no check applies.',
  ),
  level: nullable(ComplianceLevel, 'Compliance level. Null if no check applies.'),
}) {}

@Output('Compliance checks of the organization, with score and level.')
export class ProviderCompliance extends fieldsAfter(ComplianceResult, {
  met: field(Int, 'Number of checks that pass.'),
  total: field(Int, 'Number of applicable checks.'),
  checks: field([ComplianceCheck], 'The checks and their results.'),
}) {}

@Output('Compliance of the organization with POPIA, computed from its records.')
export class ComplianceStatus extends fieldsAfter(ComplianceResult, {
  checks: field([ComplianceCheck], 'The checks and their results.'),
  facts: field(ComplianceFacts, 'Counts that the checks are based on.'),
  openAlerts: field(Int, 'Number of alerts that are OPEN.'),
  checkedAt: field(DateTime, 'Time of the check.'),
}) {}

export const ComplianceAlertConnection = connectionOf(
  ComplianceAlert,
  'Page of the current compliance alerts, most severe first.',
)

@Arguments()
export class ReportArgs extends fields({
  from: optional(Day, 'First day, in South African time. Default: 29 days before the last day.'),
  to: optional(Day, 'Last day, in South African time. Default: today.'),
  language: field(MailLanguage, 'Language of the texts of the report.', { defaultValue: MailLanguage.en }),
}) {}

@Output('Line of a report.')
export class ReportRow extends fields({
  section: field(String, 'Section of the report.'),
  measure: field(String, 'Name of the count or statement.'),
  value: field(String, 'Value as text.'),
}) {}

@Output('Events of a period, and the current compliance.')
export class ComplianceReport extends fieldsAfter(ComplianceResult, {
  organization: nullable(String, 'Name of the organization.'),
  from: field(Day, 'First day of the period.'),
  to: field(Day, 'Last day of the period, included.'),
  generatedAt: field(DateTime, 'Time of the report.'),
  language: field(MailLanguage, 'Language of the texts of the report.'),
  rows: field([ReportRow], 'Lines of the report.'),
}) {}
