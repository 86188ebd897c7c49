import type { Transaction } from '../../data/transaction.ts'
import { Context } from '../../engine/execute/context.ts'

/** A context that reads for the organization, not for one caller: for all followers, or for a job. */
export const readerOf = (organizationId: string, unit: Transaction) =>
  new Context(
    { userId: 'system', organizationId, role: 'viewer', permissions: new Set() },
    { id: 'system', address: '', ipAddress: 'unknown', userAgent: 'system' },
    unit,
  )
