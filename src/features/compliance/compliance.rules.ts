import texts from '../../web/i18n/en/privacy.json' with { type: 'json' }
import type { Organization } from '../organization/organization.entity.ts'
import { AlertType } from './alert.entity.ts'
import { type ComplianceCheck, ComplianceLevel } from './compliance.outputs.ts'

/** The kinds of records that exist. A check without records does not apply. */
export interface Subjects {
  records: boolean
  requests: boolean
  breaches: boolean
  directMarketing: boolean
}

/** The facts that the checks use. */
export interface ComplianceEvidence {
  /** Undefined before the organization's first write. */
  organization: Organization | undefined
  /** Whether the organization has set a retention period of its own. */
  setsRetention: boolean
  /** A response to an alert does not remove its cause. */
  alerts: readonly { type: AlertType }[]
  subjects: Subjects
}

interface Check extends Omit<ComplianceCheck, 'demand' | 'passed'> {
  /** The dashboard has a text for it in each language. */
  name: keyof typeof texts.compliance.checks
  /** Null if the check does not apply, because no such record exists. */
  judge(evidence: ComplianceEvidence): boolean | null
}

const recorded =
  (...fields: (keyof Organization)[]) =>
  ({ organization }: ComplianceEvidence): boolean | null =>
    organization ? fields.some((field) => Boolean(organization[field])) : null

const noAlert =
  (subject: keyof Subjects, ...types: AlertType[]) =>
  ({ alerts, subjects }: ComplianceEvidence): boolean | null =>
    subjects[subject] ? !alerts.some(({ type }) => types.includes(type)) : null

/**
 * The requirements of POPIA, first for the organization's own record, then for its processing. Their weights sum to
 * 100.
 */
const CHECKS: readonly Check[] = [
  { name: 'organizationNamed', weight: 5, judge: recorded('name') },
  { name: 'addressGiven', weight: 5, judge: recorded('address') },
  { name: 'informationOfficerNamed', weight: 10, judge: recorded('informationOfficerName') },
  {
    name: 'informationOfficerReachable',
    weight: 5,
    judge: recorded('informationOfficerEmail', 'informationOfficerPhone'),
  },
  { name: 'informationOfficerRegistered', weight: 5, judge: recorded('informationOfficerRegistration') },
  {
    name: 'retentionSet',
    weight: 5,
    judge: ({ organization, setsRetention }) => (organization ? setsRetention : null),
  },
  { name: 'recordsDeletedInTime', weight: 10, judge: noAlert('records', AlertType.RETENTION_BACKLOG) },
  { name: 'requestsAnsweredInTime', weight: 20, judge: noAlert('requests', AlertType.REQUEST_OVERDUE) },
  {
    name: 'breachesHandled',
    weight: 20,
    judge: noAlert(
      'breaches',
      AlertType.BREACH_UNACKNOWLEDGED,
      AlertType.BREACH_NOT_NOTIFIED,
      AlertType.BREACH_SUBJECTS_NOT_TOLD,
    ),
  },
  { name: 'marketingConsented', weight: 15, judge: noAlert('directMarketing', AlertType.CAMPAIGN_WITHOUT_CONSENT) },
]

/** The results of all checks of an organization. */
export const checksOf = (evidence: ComplianceEvidence): ComplianceCheck[] =>
  CHECKS.map(({ judge, ...check }) => ({
    ...check,
    demand: texts.compliance.checks[check.name],
    passed: judge(evidence),
  }))

const weightOf = (checks: readonly ComplianceCheck[]) => checks.reduce((sum, { weight }) => sum + weight, 0)

/** The weight of the passed checks in percent of the applicable checks. Null if no check applies. */
export function scoreOf(checks: readonly ComplianceCheck[]): number | null {
  const judged = checks.filter(({ passed }) => passed !== null)
  if (judged.length === 0) return null
  return Math.round((100 * weightOf(judged.filter(({ passed }) => passed))) / weightOf(judged))
}

/** The level of a score. One failed check lowers the score by more than rounding raises it. */
export function levelOf(score: number | null): ComplianceLevel | null {
  if (score === null) return null
  if (score === 100) return ComplianceLevel.COMPLIANT
  return score >= 60 ? ComplianceLevel.ATTENTION : ComplianceLevel.NON_COMPLIANT
}
