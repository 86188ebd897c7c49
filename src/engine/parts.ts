import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { Metrics } from '../common/metrics.ts'
import type { Services } from '../common/services.ts'
import type { ReadReplica } from '../data/read-replica.ts'
import type { Database } from '../data/transaction.ts'
import type { Streams } from '../events/streams.ts'
import type { AuditWriter } from '../security/audit/group-commit.ts'
import { type AuditEntry, auditFacts } from '../security/audit/writer.ts'
import type { Caller, Role } from '../security/auth/caller.ts'
import type { RequestInfo } from '../security/request.ts'
import type { Memberships, Policies } from './authorizer.ts'

/** What a gateway is made of. */
export interface Parts {
  schema: GraphQLSchema
  database: Database
  /** For exports and reports. */
  replica: ReadReplica | undefined
  audit: AuditWriter
  metrics: Metrics
  log: Logger
  defaultRole: Role
  policies: Policies
  memberships: Memberships
  services: Partial<Services>
  streams: Streams
}

/** A record of what a caller did, as it is written. */
export function factsOf(
  { services: { secrets } }: Pick<Parts, 'services'>,
  entry: AuditEntry,
  { organizationId, userId }: Caller,
  { ipAddress, userAgent }: RequestInfo,
) {
  return auditFacts(entry, { organizationId, userId, ipAddress, userAgent, secrets })
}
