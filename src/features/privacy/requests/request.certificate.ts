import canonicalize from 'canonicalize'
import type { Context } from '../../../engine/execute/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import type { RowStanding } from '../subjects/subject.choice.ts'
import { type Remaining, SECOND_LOOK } from '../subjects/subject.second-look.ts'
import type { ExecutionOutcome } from './request.outcome.ts'

@Output('Signed statement of an erasure: its extent, time and executor. It does not name the subject.')
export class ErasureCertificate extends fields({
  statement: field(
    String,
    'Canonical JSON (RFC 8785): the tables and numbers of records, the records left and the reasons, the ' +
      'users, the times, and the second check.',
  ),
  signature: field(String, 'Ed25519 signature of the UTF-8 bytes of the statement, in base64.'),
  publicKey: field(String, 'Public key in PEM. Compare it with the key that the operator publishes.'),
}) {}

const PURPOSE = 'erasure certificate'

interface Facts {
  requestId: string
  lodgedBy: string
  decidedBy: string | null
  executedBy: string
  startedAt: Date
  outcome: ExecutionOutcome
  remaining: Remaining[]
}

/** Number of records that were left, by resource and reason. */
function leftBy({ left }: ExecutionOutcome): { resource: string; standing: RowStanding; records: number }[] {
  const groups = Map.groupBy(left ?? [], ({ resource, standing }) => `${resource} ${standing}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ resource: first.resource, standing: first.standing, records: others.length + 1 }] : [],
  )
}

/** The certificate of an erasure that was just executed. */
export function certify(ctx: Context, { startedAt, outcome, remaining, ...who }: Facts): ErasureCertificate {
  const facts = {
    organizationId: ctx.organizationId,
    ...who,
    startedAt: startedAt.toISOString(),
    completedAt: ctx.now.toISOString(),
    treated: outcome.resources.map(({ resource, deleted, rewritten }) => ({ resource, deleted, rewritten })),
    left: leftBy(outcome),
    keptByRule: outcome.kept.map(({ resource, reason }) => ({ resource, reason })),
    consentsWithdrawn: outcome.consentsWithdrawn,
    packagesRevoked: outcome.packagesRevoked,
    secondLook: { method: SECOND_LOOK, remaining },
  }
  const statement = canonicalize(facts) ?? ''
  return { statement, ...ctx.service('secrets').sign(statement, PURPOSE) }
}
