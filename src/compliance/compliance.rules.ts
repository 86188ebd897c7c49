import { AlertType } from './alert.entity.ts'
import { type ComplianceCheck, ComplianceLevel } from './compliance.outputs.ts'

/** What each check is worth, and the alerts that speak against it. Together they are worth 100. */
const CHECKS: { name: string; weight: number; against: AlertType[] }[] = [
  { name: 'An Information Officer is named', weight: 20, against: [AlertType.INFORMATION_OFFICER_MISSING] },
  { name: 'Data-subject requests are answered in time', weight: 25, against: [AlertType.REQUEST_OVERDUE] },
  {
    name: 'Breaches are investigated and notified',
    weight: 25,
    against: [AlertType.BREACH_UNACKNOWLEDGED, AlertType.BREACH_NOT_NOTIFIED],
  },
  { name: 'Direct marketing rests on consent', weight: 15, against: [AlertType.CAMPAIGN_WITHOUT_CONSENT] },
  { name: 'Records are deleted in time', weight: 15, against: [AlertType.RETENTION_BACKLOG] },
]

/** The checks, by the alerts there are: what was said to an alert does not make its cause go away. */
export const checksOf = (alerts: readonly { type: AlertType }[]): ComplianceCheck[] =>
  CHECKS.map(({ name, weight, against }) => ({
    name,
    weight,
    passed: !alerts.some(({ type }) => against.includes(type)),
  }))

/** The sum of the weights of the checks that pass. */
export const scoreOf = (checks: readonly ComplianceCheck[]): number =>
  checks.reduce((score, { weight, passed }) => score + (passed ? weight : 0), 0)

/** What a score means. */
export const levelOf = (score: number): ComplianceLevel =>
  score === 100 ? ComplianceLevel.COMPLIANT : score >= 60 ? ComplianceLevel.ATTENTION : ComplianceLevel.NON_COMPLIANT
