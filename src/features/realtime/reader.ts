import type { Unit } from '../../data/transaction.ts'
import { Context } from '../../engine/context.ts'

/** Who reads for the organization itself, and not for one caller: for all who follow, or for a job. */
export const readerOf = (organizationId: string, unit: Unit) =>
  new Context(
    { userId: 'system', organizationId, role: 'viewer', permissions: new Set() },
    { id: 'system', address: '', ipAddress: 'unknown', userAgent: 'system' },
    unit,
  )
