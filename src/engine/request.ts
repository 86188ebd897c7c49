import type { SignedIn } from '../security/auth/caller.ts'
import type { TimedRequest } from '../security/request.ts'
import type { AnswerClaim } from './answer-room.ts'
import type { Admitted } from './authorizer.ts'
import type { Idempotency } from './idempotency.ts'
import type { Operation } from './operation.ts'

/** One request to execute an operation. */
export interface OperationRequest {
  /** Who holds the token; absent without a valid one. */
  identity: SignedIn | undefined
  /** That the caller was admitted to this operation before; else it is asked now. */
  admitted?: Admitted
  request: TimedRequest
  /** The bytes of the answer. */
  answer: AnswerClaim
  variables: Record<string, unknown>
  /** Whether the caller takes data as JSON text, where there is any. */
  takesText?: boolean
  /** For mutations: answer a repeated request with the first response. */
  idempotency?: Idempotency | undefined
  /** For mutations: read what is about to change, and let `check` throw when it is not what the caller expects. */
  precondition?: (Reading & { check: (data: Record<string, unknown>) => void }) | undefined
  /** For mutations: read what is there, and make the variables from it. */
  difference?: Reading & { variablesFor: (data: Record<string, unknown>) => Record<string, unknown> }
}

/** An operation of the caller's that is read inside of another. */
export interface Reading {
  operation: Operation
  variables: Record<string, unknown>
}
