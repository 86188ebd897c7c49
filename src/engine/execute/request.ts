import type { AuditEntry } from '../../security/audit/writer.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import type { TimedRequest } from '../../security/request.ts'
import type { AuthorizedOperation } from '../access/authorizer.ts'
import type { AnswerClaim } from './answer-room.ts'

/** One request to execute an operation. */
export interface OperationRequest {
  /** The holder of the token; absent without a valid token. */
  identity: SignedIn | undefined
  /** An earlier authorization of the caller for this operation. Without it, the caller is authorized now. */
  authorized?: AuthorizedOperation
  request: TimedRequest
  /** The bytes of the response. */
  answer: AnswerClaim
  variables: Record<string, unknown>
  /** For a query that is part of a larger operation: the audit records to write instead of those of the query. */
  recordsFor?: (trail: readonly AuditEntry[], data: Record<string, unknown>) => readonly AuditEntry[]
  /** Whether the caller accepts data as JSON text. */
  takesText?: boolean
}
