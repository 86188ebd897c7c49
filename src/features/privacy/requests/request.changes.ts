import { invalidFields, refusal, required } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { changeRow, changesOf, lockRow } from '../../../engine/write/rows.ts'
import { extensibleUntil } from './request.clock.ts'
import { DataSubjectRequest, type IdentityProof, RequestStatus } from './request.entity.ts'
import type { DataSubjectRequestPatch, IdentityProofInput, RequestCorrectionInput } from './request.inputs.ts'
import type { RequestCorrection } from './request.outcome.ts'
import { closed, isExtensible, isOpen, RESOURCE_NAME, requestTransitions } from './request.rules.ts'

/** The corrected data of an input. Null if it corrects nothing. */
export function correctionOf(input: RequestCorrectionInput | null | undefined): RequestCorrection | null {
  const correction = { name: input?.name || null, email: input?.email || null, phone: input?.phone || null }
  return Object.values(correction).some((value) => value !== null) ? correction : null
}

const { RECEIVED, IDENTITY_PENDING, IN_REVIEW, DUPLICATE } = RequestStatus

/** @throws NOT_FOUND for a request of another tenant; VALIDATION_ERROR for the same request */
async function findOther(ctx: Context, request: DataSubjectRequest, id: string): Promise<string> {
  const other = await findRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  if (other.id === request.id) throw invalidFields({ duplicateOfId: 'NOT_ANOTHER_REQUEST' })
  return other.id
}

/** The proof to store. An equal proof that is already stored stays. */
function identityOf(ctx: Context, { identity }: DataSubjectRequest, proof: IdentityProofInput): IdentityProof {
  const { method, reference = null } = proof
  if (identity?.method === method && identity.reference === reference) return identity
  return { method, reference, verifiedAt: ctx.now.toISOString(), verifiedBy: ctx.caller.userId }
}

/** The changes of an update, except the status. */
async function changesTo(
  ctx: Context,
  request: DataSubjectRequest,
  { assignedTo, identityProof, duplicateOfId, details, correction }: DataSubjectRequestPatch,
): Promise<Partial<DataSubjectRequest>> {
  return changesOf(request, {
    assignedTo: assignedTo === '' ? null : assignedTo,
    details,
    ...(duplicateOfId && { duplicateOfId: await findOther(ctx, request, duplicateOfId) }),
    ...(correction !== undefined && { correction: correctionOf(correction) }),
    ...(identityProof && { identity: identityOf(ctx, request, identityProof) }),
  })
}

/** Assigns a request, records proof of identity, withdraws it or marks it as a duplicate. */
export async function updateRequest(
  ctx: Context,
  id: string,
  patch: DataSubjectRequestPatch,
  expectedUpdatedAt?: Date,
): Promise<DataSubjectRequest> {
  const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME, expectedUpdatedAt)
  const next = patch.status ? RequestStatus[patch.status] : request.status
  const changes = await changesTo(ctx, request, patch)
  if (Object.keys(changes).length === 0 && next === request.status) return request
  if (!isOpen(request.status)) throw closed(request)
  if (changes.correction !== undefined && request.decision) throw refusal('CONFLICT', 'CORRECTION_DECIDED')
  return changeRow(ctx, DataSubjectRequest, request, { ...changes, status: statusAfter(request, changes, next) })
}

/**
 * The status after an update. An update that handles a request starts its review. A requested status takes precedence.
 */
function statusAfter(
  request: DataSubjectRequest,
  changes: Partial<DataSubjectRequest>,
  asked: RequestStatus,
): RequestStatus {
  const { identity, duplicateOfId } = { ...request, ...changes }
  const isTaken = request.status === RECEIVED && (changes.assignedTo || changes.identity)
  const worked = isTaken ? IDENTITY_PENDING : request.status
  const status = changes.identity && worked === IDENTITY_PENDING ? IN_REVIEW : worked
  if (asked === request.status || asked === status) return status
  requestTransitions.check(status, asked)
  if (asked === IN_REVIEW && !identity) throw required('identityProof')
  if (asked === DUPLICATE && !duplicateOfId) throw required('duplicateOfId')
  return asked
}

type Extensible = Pick<DataSubjectRequest, 'status' | 'type' | 'extendedAt' | 'receivedAt'>

/** @throws the reason why the period of a request cannot be extended now */
export async function demandExtensible(ctx: Context, request: Extensible): Promise<void> {
  if (!isOpen(request.status)) throw closed(request)
  if (!isExtensible(request.type)) throw refusal('CONFLICT', 'NOT_EXTENSIBLE', { type: request.type })
  if (request.extendedAt) throw refusal('CONFLICT', 'EXTENDED_ALREADY')
  const until = await extensibleUntil(ctx, request)
  if (ctx.now <= until) return
  throw refusal('CONFLICT', 'EXTENSION_TOO_LATE', { until: until.toISOString() })
}
