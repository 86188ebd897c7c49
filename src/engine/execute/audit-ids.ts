import { opaqueIds } from '../../security/audit/pseudonyms.ts'
import { personOf } from '../../security/auth/caller.ts'
import type { Inputs } from '../sql/statement.ts'
import type { Context } from './context.ts'

/** The forms that the user id of the person behind the caller has in the audit trail. */
export const auditIdsOf = (ctx: Context): readonly string[] =>
  opaqueIds(ctx.service('secrets'), ctx.organizationId, personOf(ctx.caller))

/** The caller, for the parameters of a statement. */
export const callerIn = (context: Context): Pick<Inputs, 'caller' | 'auditIds'> => ({
  caller: context.caller,
  auditIds: () => auditIdsOf(context),
})
