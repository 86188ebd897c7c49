import type { Context } from '../../engine/execute/context.ts'
import type { AuditEntry } from '../../security/audit/writer.ts'

/**
 * Adds an audit record of a sign-off. Unlike `ctx.record`, it leaves the names of changed fields to the record of the
 * campaign or content that changes in the same operation.
 */
export function note(
  { trail }: Pick<Context, 'trail'>,
  verb: string,
  resourceId: string,
  entry: Pick<AuditEntry, 'payload' | 'details' | 'isRead'> = {},
): void {
  trail.push({ action: `SIGN_OFF_${verb}`, resourceType: 'SIGN_OFF', resourceId, ...entry })
}
