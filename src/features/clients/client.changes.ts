import type { Context } from '../../engine/context.ts'
import { addRow, type NewRow } from '../../engine/rows.ts'
import { Client, ClientStatus } from './client.entity.ts'
import type { ClientInput } from './client.inputs.ts'
import { complianceDefaults } from './client.rules.ts'

/** Details without a value: a blank text is none, so that it does not hide what applies without it. */
export const withoutBlanks = <D extends Pick<ClientInput, 'governmentLevel' | 'securityClearance'>>(details: D): D => ({
  ...details,
  ...(details.governmentLevel?.trim() === '' && { governmentLevel: null }),
  ...(details.securityClearance?.trim() === '' && { securityClearance: null }),
})

/** A new client as the service completes it. */
export const newClient = (ctx: Context, input: ClientInput): NewRow<Client> => ({
  ...withoutBlanks(input),
  status: ClientStatus.PENDING,
  onboardedAt: ctx.now,
  createdBy: ctx.caller.userId,
  compliance: complianceDefaults(input.sector),
  attributes: input.attributes ?? {},
})

/** Makes a client. */
export const addClient = (ctx: Context, input: ClientInput): Client => addRow(ctx, Client, newClient(ctx, input))
