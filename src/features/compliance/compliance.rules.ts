import type { Organization } from '../provider/organization.entity.ts'
import { AlertType } from './alert.entity.ts'
import { type ComplianceCheck, ComplianceLevel } from './compliance.outputs.ts'

/** Whether there is anything of a kind that could be dealt with well or badly. */
export interface Subjects {
  records: boolean
  requests: boolean
  breaches: boolean
  directMarketing: boolean
}

/** What the checks look at. */
export interface Standing {
  /** Undefined before the organization's first write. */
  organization: Organization | undefined
  /** Whether the organization has set a retention period of its own. */
  setsRetention: boolean
  /** What was said to an alert does not make its cause go away. */
  alerts: readonly { type: AlertType }[]
  subjects: Subjects
}

interface Check extends Omit<ComplianceCheck, 'passed'> {
  /** Null when there is nothing to judge: what never happened was done neither well nor badly. */
  judge(standing: Standing): boolean | null
}

const recorded =
  (...fields: (keyof Organization)[]) =>
  ({ organization }: Standing): boolean | null =>
    organization ? fields.some((field) => Boolean(organization[field])) : null

const noAlert =
  (subject: keyof Subjects, ...types: AlertType[]) =>
  ({ alerts, subjects }: Standing): boolean | null =>
    subjects[subject] ? !alerts.some(({ type }) => types.includes(type)) : null

/** What POPIA demands: of the responsible party's own record first, then of what it does. Together worth 100. */
const CHECKS: readonly Check[] = [
  {
    name: 'organizationNamed',
    weight: 5,
    demand: 'The organization has a name (section 18).',
    judge: recorded('name'),
  },
  {
    name: 'addressGiven',
    weight: 5,
    demand: 'Data subjects can learn where the organization is (section 18).',
    judge: recorded('address'),
  },
  {
    name: 'informationOfficerNamed',
    weight: 10,
    demand: 'An Information Officer is named (section 55).',
    judge: recorded('informationOfficerName'),
  },
  {
    name: 'informationOfficerReachable',
    weight: 5,
    demand: 'The Information Officer can be reached by e-mail or telephone.',
    judge: recorded('informationOfficerEmail', 'informationOfficerPhone'),
  },
  {
    name: 'informationOfficerRegistered',
    weight: 5,
    demand:
      'The Information Officer is registered at the Information Regulator before taking up duties (section 55(2)).',
    judge: recorded('informationOfficerRegistration'),
  },
  {
    name: 'retentionSet',
    weight: 5,
    demand: 'The organization has decided how long it keeps records (section 14): it set a period of its own.',
    judge: ({ organization, setsRetention }) => (organization ? setsRetention : null),
  },
  {
    name: 'recordsDeletedInTime',
    weight: 10,
    demand: 'Records are deleted in time (section 14).',
    judge: noAlert('records', AlertType.RETENTION_BACKLOG),
  },
  {
    name: 'requestsAnsweredInTime',
    weight: 20,
    demand: 'Data-subject requests are answered in time (sections 23 and 24).',
    judge: noAlert('requests', AlertType.REQUEST_OVERDUE),
  },
  {
    name: 'breachesHandled',
    weight: 20,
    demand: 'Breaches are investigated, and the Regulator and the people affected are told (section 22).',
    judge: noAlert(
      'breaches',
      AlertType.BREACH_UNACKNOWLEDGED,
      AlertType.BREACH_NOT_NOTIFIED,
      AlertType.BREACH_SUBJECTS_NOT_TOLD,
    ),
  },
  {
    name: 'marketingConsented',
    weight: 15,
    demand: 'Direct marketing rests on consent (section 69).',
    judge: noAlert('directMarketing', AlertType.CAMPAIGN_WITHOUT_CONSENT),
  },
]

/** How an organization does in each check. */
export const checksOf = (standing: Standing): ComplianceCheck[] =>
  CHECKS.map(({ judge, ...check }) => ({ ...check, passed: judge(standing) }))

const weightOf = (checks: readonly ComplianceCheck[]) => checks.reduce((sum, { weight }) => sum + weight, 0)

/** The checks that pass, by weight, in percent of those that could be judged; null when none could. */
export function scoreOf(checks: readonly ComplianceCheck[]): number | null {
  const judged = checks.filter(({ passed }) => passed !== null)
  if (judged.length === 0) return null
  return Math.round((100 * weightOf(judged.filter(({ passed }) => passed))) / weightOf(judged))
}

/** What a score means. One check that fails costs more than rounding gives back. */
export function levelOf(score: number | null): ComplianceLevel | null {
  if (score === null) return null
  if (score === 100) return ComplianceLevel.COMPLIANT
  return score >= 60 ? ComplianceLevel.ATTENTION : ComplianceLevel.NON_COMPLIANT
}
