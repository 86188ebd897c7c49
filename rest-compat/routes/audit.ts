import { auditExport } from '../formats/audit-out.ts'
import { get, META, PAGE_VARIABLES, PAGED } from '../route.ts'

export const audit = [
  get(
    '/api/audit/log',
    `query (${PAGE_VARIABLES}, $action: String, $userId: ID, $resourceType: String, $resourceId: ID, $from: DateTimeISO, $to: DateTimeISO) { auditRecords(${PAGED}, filter: { action: $action, userId: $userId, resourceType: $resourceType, resourceId: $resourceId, from: $from, to: $to }) { nodes { ...AuditRecord } ${META} } }`,
  ),
  get(
    '/api/audit/recent',
    `query ($limit: Int = 10) { auditRecords(limit: $limit) { nodes { ...AuditRecord } ${META} } }`,
  ),
  get(
    '/api/audit/export',
    'query ($after: SafeInt, $upTo: SafeInt) { auditExport(after: $after, upTo: $upTo) { rows { ...AuditLink } next checkpoint { ...AuditCheckpoint } } }',
    { stream: auditExport },
  ),
  get(
    '/api/audit/verify',
    'query ($after: SafeInt, $checkpoint: String, $record: SafeInt) { verifyAudit(after: $after, checkpoint: $checkpoint, record: $record) { ...AuditVerification } }',
  ),
]
