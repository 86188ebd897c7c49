import type { Organization } from '../provider/organization.entity.ts'
import { AlertType } from './alert.entity.ts'
import { type ComplianceCheck, ComplianceLevel } from './compliance.outputs.ts'

/** What the checks look at. */
export interface Standing {
  /** Undefined before the organization's first write. */
  organization: Organization | undefined
  /** Whether the organization has set a retention period of its own. */
  setsRetention: boolean
  /** What was said to an alert does not make its cause go away. */
  alerts: readonly { type: AlertType }[]
}

interface Check extends Omit<ComplianceCheck, 'passed'> {
  passes(standing: Standing): boolean
}

const recorded =
  (...fields: (keyof Organization)[]) =>
  ({ organization }: Standing): boolean =>
    fields.some((field) => Boolean(organization?.[field]))

const noAlert =
  (...types: AlertType[]) =>
  ({ alerts }: Standing): boolean =>
    !alerts.some(({ type }) => types.includes(type))

/** What POPIA demands: of the responsible party's own record first, then of what it does. Together worth 100. */
const CHECKS: readonly Check[] = [
  {
    name: 'organizationNamed',
    weight: 5,
    demand: 'The organization has a name (section 18).',
    passes: recorded('name'),
  },
  {
    name: 'addressGiven',
    weight: 5,
    demand: 'Data subjects can learn where the organization is (section 18).',
    passes: recorded('address'),
  },
  {
    name: 'informationOfficerNamed',
    weight: 10,
    demand: 'An Information Officer is named (section 55).',
    passes: recorded('informationOfficerName'),
  },
  {
    name: 'informationOfficerReachable',
    weight: 5,
    demand: 'The Information Officer can be reached by e-mail or telephone.',
    passes: recorded('informationOfficerEmail', 'informationOfficerPhone'),
  },
  {
    name: 'informationOfficerRegistered',
    weight: 5,
    demand:
      'The Information Officer is registered at the Information Regulator before taking up duties (section 55(2)).',
    passes: recorded('informationOfficerRegistration'),
  },
  {
    name: 'retentionSet',
    weight: 5,
    demand: 'The organization has decided how long it keeps records (section 14): it set a period of its own.',
    passes: ({ setsRetention }) => setsRetention,
  },
  {
    name: 'recordsDeletedInTime',
    weight: 10,
    demand: 'Records are deleted in time (section 14).',
    passes: noAlert(AlertType.RETENTION_BACKLOG),
  },
  {
    name: 'requestsAnsweredInTime',
    weight: 20,
    demand: 'Data-subject requests are answered in time (sections 23 and 24).',
    passes: noAlert(AlertType.REQUEST_OVERDUE),
  },
  {
    name: 'breachesHandled',
    weight: 20,
    demand: 'Breaches are investigated and notified (section 22).',
    passes: noAlert(AlertType.BREACH_UNACKNOWLEDGED, AlertType.BREACH_NOT_NOTIFIED),
  },
  {
    name: 'marketingConsented',
    weight: 15,
    demand: 'Direct marketing rests on consent (section 69).',
    passes: noAlert(AlertType.CAMPAIGN_WITHOUT_CONSENT),
  },
]

/** How an organization does in each check. */
export const checksOf = (standing: Standing): ComplianceCheck[] =>
  CHECKS.map(({ passes, ...check }) => ({ ...check, passed: passes(standing) }))

/** The sum of the weights of the checks that pass. */
export const scoreOf = (checks: readonly ComplianceCheck[]): number =>
  checks.reduce((score, { weight, passed }) => score + (passed ? weight : 0), 0)

/** What a score means. */
export const levelOf = (score: number): ComplianceLevel =>
  score === 100 ? ComplianceLevel.COMPLIANT : score >= 60 ? ComplianceLevel.ATTENTION : ComplianceLevel.NON_COMPLIANT
