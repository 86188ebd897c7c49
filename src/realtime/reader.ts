import { Context } from '../kernel/context.ts'
import type { Unit } from '../kernel/transaction.ts'

/** Who reads for the organization itself, and not for one caller: for all who follow, or for a job. */
export const readerOf = (organizationId: string, unit: Unit) =>
  new Context(
    { userId: 'system', organizationId, role: 'viewer', permissions: new Set() },
    { id: 'system', address: '', ipAddress: 'unknown', userAgent: 'system' },
    unit,
  )
