import pg from 'pg'
import type { PoolUser } from '../common/fair-pool.ts'
import type { Deadline } from './deadline.ts'

/** Unprivileged roles that statements run as. The first migration creates both. */
export type DatabaseRole = 'gateway_tenant' | 'gateway_system'

/**
 * The rights of one transaction: a role and, for the tenant role, the organization whose rows row-level security shows.
 */
export interface Session {
  role: DatabaseRole
  organizationId?: string
  readOnly?: boolean
  /** The owner of the pool share; default: the organization, or the service. */
  poolUser?: PoolUser
  /** The time by which the transaction must end, for example the deadline of the request. */
  deadline?: Deadline
}

/** Maximum wait for a row lock, milliseconds: a waiting transaction keeps a connection from others. */
const LOCK_MS = 10_000
/**
 * Maximum idle time of an open transaction, milliseconds. A frozen process would delay the events of all organizations,
 * so the server ends its transaction.
 */
const IDLE_MS = 15_000

/*
 * These are `set local` commands: calls of `set_config` cost the server several times as much. All settings end with
 * the transaction.
 */

/** The statement that sets the role and the organization of a transaction. */
export function sessionStatement({ role, organizationId }: Session): string {
  if (role === 'gateway_tenant' && organizationId === undefined)
    throw new Error('A tenant session needs an organization')
  return `set local role = '${role}'; set local app.organization_id = ${pg.escapeLiteral(organizationId ?? '')}`
}

/** The statement that makes the server enforce the time limits too. At least 1 ms, because 0 means no limit. */
export function limitStatement(deadline: Deadline): string {
  const left = Math.max(1, Math.ceil(deadline.left))
  return (
    `set local statement_timeout = ${left}; set local lock_timeout = ${Math.min(left, LOCK_MS)}; ` +
    `set local idle_in_transaction_session_timeout = ${Math.min(left, IDLE_MS)}`
  )
}

/**
 * The batch that begins a transaction: begin, role, organization and limits. It takes one round trip, and works with a
 * pooler in transaction mode. Without a deadline, the database has no time limits.
 */
export const beginStatement = (session: Session, deadline: Deadline | undefined): string =>
  [
    `begin${session.readOnly ? ' read only' : ''}`,
    sessionStatement(session),
    ...(deadline ? [limitStatement(deadline)] : []),
  ].join('; ')
