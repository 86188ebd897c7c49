import type { Operation } from '../declare/operation.ts'
import type { OperationRequest } from '../execute/request.ts'
import type { Idempotency } from './idempotency.ts'

/** A request to execute an operation. The additional fields are for mutations only. */
export interface ChangeRequest extends OperationRequest {
  /** Makes a repeated request return the first response. */
  idempotency?: Idempotency | undefined
  /** Reads the rows that the mutation changes. `check` throws if they differ from the caller's expectation. */
  precondition?: (ReadFirst & { check: (data: Record<string, unknown>) => void }) | undefined
  /** Reads the stored rows and computes the variables of the mutation from them. */
  putChanges?: ReadFirst & { variablesFor: (data: Record<string, unknown>) => Record<string, unknown> }
}

/**
 * An operation that is executed with the caller's permissions in the transaction of a mutation, before the mutation.
 */
export interface ReadFirst {
  operation: Operation
  variables: Record<string, unknown>
}
