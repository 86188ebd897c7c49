import { auditExport } from '../formats/audit-out.ts'
import { get } from '../route.ts'

export const audit = [
  get(
    '/api/audit/log',
    'query ($page: Int, $limit: Int, $action: String, $userId: ID, $resourceType: String, $resourceId: ID, $from: DateTimeISO, $to: DateTimeISO) { auditLog(page: $page, limit: $limit, action: $action, userId: $userId, resourceType: $resourceType, resourceId: $resourceId, from: $from, to: $to) { items { ...AuditRecord } meta { ...PageMeta } } }',
  ),
  get(
    '/api/audit/recent',
    'query ($limit: Int) { recentAudit(limit: $limit) { items { ...AuditRecord } meta { ...PageMeta } } }',
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
