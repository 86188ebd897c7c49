import type { Context } from '../../engine/execute/context.ts'
import type { NewRow } from '../../engine/write/rows.ts'
import { newValues } from '../../graphql/row-inputs.ts'
import { type Client, ClientDetails, ClientStatus } from './client.entity.ts'
import type { ClientInput } from './client.inputs.ts'
import { complianceDefaults } from './client.rules.ts'

/** Details with blank text replaced by null, so that a blank text does not hide the default. */
export const withoutBlanks = <D extends Partial<Pick<Client, 'governmentLevel' | 'securityClearance'>>>(
  details: D,
): D => ({
  ...details,
  ...(details.governmentLevel?.trim() === '' && { governmentLevel: null }),
  ...(details.securityClearance?.trim() === '' && { securityClearance: null }),
})

/** A new client with the fields that the service sets. */
export function newClient(ctx: Context, input: ClientInput): NewRow<Client> {
  const details = newValues(ClientDetails, input)
  return {
    ...withoutBlanks(details),
    status: ClientStatus.PENDING,
    onboardedAt: ctx.now,
    createdBy: ctx.caller.userId,
    compliance: complianceDefaults(details.sector),
  }
}
