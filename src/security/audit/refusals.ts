import { type GraphQLField, OperationTypeNode } from 'graphql'
import type { Logger } from 'pino'
import { validate as isUuid } from 'uuid'
import type { ErrorCode } from '../../common/errors.ts'
import type { Caller } from '../auth/caller.ts'
import { OUTSIDE } from '../auth/caller.ts'
import type { RequestInfo } from '../request.ts'
import { AuditOutcome } from './chain.ts'
import type { AuditWriter } from './group-commit.ts'
import type { Marker } from './pseudonyms.ts'
import { RefusalLimit } from './refusal-limit.ts'
import { type AuditEntry, auditFacts } from './writer.ts'

/** The user and organization of the request. */
export type Holder = Pick<Caller, 'organizationId' | 'userId'>

const ACCESS_DENIED = 'ACCESS_DENIED'

/** The audit entry of a request that was refused for lack of permission. */
export const accessDenied = (
  resourceType: string,
  attempted: string | undefined,
  code: ErrorCode = 'FORBIDDEN',
): AuditEntry => ({
  action: ACCESS_DENIED,
  resourceType,
  resourceId: null,
  isRead: true,
  details: { attempted, code, outcome: AuditOutcome.REFUSED },
})

/** The end of an operation that was refused, failed, rehearsed or replayed. */
export interface End {
  type: OperationTypeNode
  /** The requested root fields, whose declarations name the action. */
  fields: readonly GraphQLField<unknown, unknown>[]
  variables: Record<string, unknown>
  data?: Record<string, unknown> | null | undefined
  errors?: readonly { error: { code: ErrorCode }; path?: readonly (string | number)[] | undefined }[]
  rehearsed?: boolean
  replayed?: boolean
}

/**
 * Codes that are not recorded here, because another place records them, no caller is known, or no record can be
 * written.
 */
const SILENT: readonly ErrorCode[] = [
  'FORBIDDEN',
  'MEMBERSHIP_ENDED',
  'NETWORK_NOT_ALLOWED',
  'STEP_UP_REQUIRED',
  'UNAUTHORIZED',
  'ORGANIZATION_REQUIRED',
  'NOT_READY',
]

const REQUEST_ACTIONS: Record<Exclude<AuditOutcome, AuditOutcome.DONE>, string> = {
  REFUSED: 'REQUEST_REFUSED',
  FAILED: 'REQUEST_FAILED',
  REHEARSED: 'REQUEST_REHEARSED',
  REPLAYED: 'REQUEST_REPLAYED',
}

/** The actions of the audit trail that say how a request ended, and not what happened to a resource. */
export const requestActions = [ACCESS_DENIED, ...Object.values(REQUEST_ACTIONS)]

interface Audited {
  audit?: { resourceType: string; verb: string }
}

const auditOf = (field: GraphQLField<unknown, unknown>) => (field.extensions as Audited).audit

/** The root fields that an error prevented: in a query, the fields without an answer; in a mutation, all fields. */
function fieldsOf({ type, fields, data, errors }: End): readonly GraphQLField<unknown, unknown>[] {
  if (type !== OperationTypeNode.QUERY) return fields
  const failed = new Set(errors?.map(({ path }) => path?.[0]).filter((key) => key === undefined || data?.[key] == null))
  const named = fields.filter(({ name }) => failed.has(name))
  return failed.size > 0 && named.length === 0 ? fields : named
}

function outcomeOf({
  type,
  errors,
  rehearsed,
  replayed,
}: End): { outcome: AuditOutcome; code?: ErrorCode } | undefined {
  const code = errors?.[0]?.error.code
  if (!code) {
    if (replayed) return { outcome: AuditOutcome.REPLAYED }
    return rehearsed ? { outcome: AuditOutcome.REHEARSED } : undefined
  }
  // An invalid query concerns no resource, so it leaves no record.
  if (SILENT.includes(code) || (type === OperationTypeNode.QUERY && code === 'VALIDATION_ERROR')) return undefined
  return { outcome: code === 'INTERNAL_ERROR' ? AuditOutcome.FAILED : AuditOutcome.REFUSED, code }
}

/**
 * The audit entries of an operation that was refused, failed, rehearsed or replayed. None for an operation that was
 * done.
 */
export function recordsOfEnd(end: End): AuditEntry[] {
  const ended = outcomeOf(end)
  if (!ended || ended.outcome === AuditOutcome.DONE) return []
  const action = REQUEST_ACTIONS[ended.outcome]
  const { id } = end.variables
  // An id that is not found may belong to another organization, and a value that is not an id is the caller's text, so
  // neither is recorded.
  const resourceId = ended.code !== 'NOT_FOUND' && typeof id === 'string' && isUuid(id) ? id : null
  const fields = end.errors ? fieldsOf(end) : end.fields
  return fields.flatMap((field) => {
    const audit = auditOf(field)
    if (!audit) return []
    const { resourceType, verb } = audit
    return {
      action,
      resourceType,
      resourceId,
      isRead: true,
      details: { ...ended, attempted: `${resourceType}_${verb}` },
    }
  })
}

/**
 * Records operations that were not done, within a limit. Like other records, they are durable before the answer is
 * sent.
 */
export class Refusals {
  readonly #audit: AuditWriter
  readonly #log: Logger
  readonly #secrets: Marker | undefined
  readonly #limit = new RefusalLimit()

  constructor({ audit, log, secrets }: { audit: AuditWriter; log: Logger; secrets: Marker | undefined }) {
    this.#audit = audit
    this.#log = log
    this.#secrets = secrets
  }

  /** Records refusals of a caller, up to the limit of a minute. */
  async record(holder: Holder, request: RequestInfo, entries: readonly AuditEntry[]): Promise<void> {
    const { organizationId, userId } = holder
    if (organizationId === OUTSIDE || entries.length === 0) return
    const admitted = this.#limit.admit(JSON.stringify([organizationId, userId]), entries)
    const { ipAddress, userAgent } = request
    const source = { organizationId, userId, ipAddress, userAgent, secrets: this.#secrets }
    await this.#audit.append(admitted.map((entry) => auditFacts(entry, source)))
  }

  /**
   * Records the end of an operation. If the record cannot be written, for example because the database is unavailable,
   * that is only logged.
   */
  async recordEnd(holder: Holder, request: RequestInfo, end: End): Promise<void> {
    const entries = recordsOfEnd(end)
    const hasFailed = entries.some(({ details }) => details?.outcome === AuditOutcome.FAILED)
    const written = this.record(holder, request, entries)
    await (hasFailed
      ? written.catch((err) =>
          this.#log.error({ err, requestId: request.id }, 'a failure could not be recorded in the audit trail'),
        )
      : written)
  }
}
