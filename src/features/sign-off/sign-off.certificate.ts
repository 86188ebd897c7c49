import { sql } from 'kysely'
import { refusal, ServiceError } from '../../common/errors.ts'
import { pdfOf } from '../../common/pdf.ts'
import type { Part } from '../../common/pdf.worker.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { Output } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { checkpoint, linksAfter, metadataOf } from '../audit/audit.queries.ts'
import { inclusionProof } from '../audit/audit.verification.ts'
import { SignOff } from './sign-off.entity.ts'
import { isReachable, organizationName } from './sign-off.mail.ts'
import { ReviewerStatus, type SignOffReviewer } from './sign-off-reviewer.entity.ts'

@Output('Certificate of a sign-off: a PDF with the proof as an attachment.')
export class SignOffCertificate extends fields({
  filename: field(String, 'Suggested file name.'),
  mediaType: field(String, 'Media type: application/pdf.'),
  content: field(String, 'Content of the PDF in base64. It has the proof as the attachment proof.json.'),
  proof: field(
    String,
    'Proof as JSON: what was signed, each decision with its audit record, a proof of inclusion and a signed checkpoint. ' +
      '`verify.mjs` verifies it without the service.',
  ),
}) {}

/** The audit record of each decision, by reviewer. */
async function recordsOf(ctx: Context, signOffId: string) {
  const { rows } = await sql<{ sequence: number; details: string }>`select sequence, details from audit_record
    where organization_id = ${ctx.organizationId} and resource_type = 'SIGN_OFF' and resource_id = ${signOffId}
      and action = 'SIGN_OFF_DECIDED' order by sequence`.execute(ctx.db)
  return new Map(rows.map(({ sequence, details }) => [String(JSON.parse(details).ids[0]), sequence]))
}

/** The record in the format of an export, with the proof that it is in the trail of `size` records. */
async function provenRecord(ctx: Context, size: number, sequence: number) {
  const [row] = await linksAfter(ctx, sequence - 1, 1, sequence)
  const inclusion = await inclusionProof(ctx, size, sequence)
  if (!row || !inclusion) throw new ServiceError('CONFLICT', 'The audit trail no longer holds the decision', {})
  const { id, organizationId, action, userId, resourceType, resourceId, timestamp, hash, previousHash } = row
  const facts = { id, organizationId, action, userId, resourceType, resourceId, timestamp: timestamp.toISOString() }
  return { record: { ...facts, metadata: metadataOf(row), sequence, previousHash, hash }, inclusion }
}

/** The person behind the salted hash in the statement. Null after an erasure. */
const personOf = (reviewer: SignOffReviewer) => {
  const { name, email, salt } = reviewer
  return isReachable(reviewer) ? { name, email, salt } : null
}

const statementOf = ({ evidence }: SignOffReviewer): Record<string, unknown> => JSON.parse(evidence ?? '{}')

async function proofOf(ctx: Context, signOff: SignOff, reviewers: readonly SignOffReviewer[]) {
  const { sequence: size } = await checkpoint(ctx)
  const sequences = await recordsOf(ctx, signOff.id)
  const decisions = []
  for (const reviewer of reviewers) {
    const sequence = sequences.get(reviewer.id)
    if (!sequence) continue
    const proven = await provenRecord(ctx, size, sequence)
    decisions.push({
      statement: statementOf(reviewer),
      reviewer: personOf(reviewer),
      reason: reviewer.reason,
      ...proven,
    })
  }
  const { id, title, status, snapshot, contentHash } = signOff
  const publicKey = ctx.service('auditSigner').publicKey(ctx.organizationId)
  return {
    certificate: 'sign-off/1',
    ...{
      organizationId: ctx.organizationId,
      signOff: { id, title, status, contentHash },
      snapshot,
      decisions,
      publicKey,
    },
  }
}

const LIMITS =
  'This sign-off is an electronic signature. It is not an advanced electronic signature in the meaning of section 13(1) of the ' +
  'Electronic Communications and Transactions Act 25 of 2002.'
const CHECK =
  'The attachment proof.json proves each decision. To verify it without the service: node verify.mjs proof.json --key KEY, ' +
  'with the public key that you got from the organization earlier.'

const decisionParts = (reviewer: SignOffReviewer): Part[] => [
  ['HEADING', isReachable(reviewer) ? `${reviewer.name}, ${reviewer.email}` : 'A reviewer who was erased'],
  ['TEXT', `${reviewer.status} at ${reviewer.decidedAt?.toISOString()}`],
  ['TEXT', `The address was proven at ${reviewer.verifiedAt?.toISOString()}`],
  ['TEXT', `Network address: ${statementOf(reviewer).networkAddress}`],
  ...(reviewer.reason ? [['TEXT', `Reason: ${reviewer.reason}`] as const] : []),
]

/**
 * The certificate of a sign-off with at least one decision.
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION before the first decision
 */
export async function certificateOf(ctx: Context, id: string): Promise<SignOffCertificate> {
  const signOff = await findRow(ctx, SignOff, id, 'Sign-off')
  const reviewers = await ctx.db
    .selectFrom('signOffReviewer')
    .selectAll()
    .where('signOffId', '=', signOff.id)
    .where('status', 'in', [ReviewerStatus.APPROVED, ReviewerStatus.CHANGES_REQUESTED])
    .orderBy('decidedAt')
    .orderBy('id')
    .execute()
  if (reviewers.length === 0) throw refusal('INVALID_STATE_TRANSITION', 'NO_DECISION_YET', { status: signOff.status })
  const proof = JSON.stringify(await proofOf(ctx, signOff, reviewers), null, 2)
  const title = `Certificate of sign-off: ${signOff.title}`
  const parts: Part[] = [
    ['TITLE', title],
    ['SUBTITLE', `Requested by ${await organizationName(ctx)}. Status: ${signOff.status}.`],
    ...(signOff.version === null ? [] : [['TEXT', `Version of the content: ${signOff.version}`] as const]),
    ['TEXT', `SHA-256 of what was shown: ${signOff.contentHash}`],
    ...reviewers.flatMap(decisionParts),
    ['HEADING', 'What this proves'],
    ['TEXT', CHECK],
    ['TEXT', LIMITS],
  ]
  const attachment = { name: 'proof.json', type: 'application/json', description: 'Proof', content: proof }
  const content = await pdfOf(ctx.service('threads'), { title, language: 'en-ZA', parts, attachment })
  return { filename: `sign-off-${signOff.id}.pdf`, mediaType: 'application/pdf', content, proof }
}
