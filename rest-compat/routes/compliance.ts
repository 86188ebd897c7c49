import { complianceReport } from '../formats/compliance-out.ts'
import { get, META, PAGE_VARIABLES, PAGED, put } from '../route.ts'

export const compliance = [
  get('/api/compliance/status', 'query { complianceStatus { ...ComplianceStatus } }'),
  get(
    '/api/compliance/alerts',
    `query (${PAGE_VARIABLES}, $status: ComplianceAlertStatus, $severity: ComplianceAlertSeverity, $type: ComplianceAlertType) { complianceAlerts(${PAGED}, status: $status, severity: $severity, type: $type) { nodes { ...ComplianceAlert } ${META} } }`,
  ),
  put(
    '/api/compliance/alerts/[id]',
    'mutation ($id: ID!, $input: ComplianceAlertMarkInput!) { markComplianceAlert(id: $id, input: $input) { ...ComplianceAlert } }',
    { reads: 'query ($id: ID!) { complianceAlert(id: $id) { ...ComplianceAlert } }' },
  ),
  get(
    '/api/compliance/reports',
    'query ($from: LocalDate, $to: LocalDate, $language: MailLanguage = en) { complianceReport(from: $from, to: $to, language: $language) { ...ComplianceReport rows { ...ReportRow } } }',
    { stream: complianceReport },
  ),
  get('/api/compliance/retention', 'query { retention { ...RetentionSchedule } }'),
  put(
    '/api/compliance/retention',
    'mutation ($input: RetentionInput!) { setRetention(input: $input) { ...RetentionSchedule } }',
  ),
]
