import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { Metrics } from '../../common/metrics.ts'
import type { Services } from '../../common/services.ts'
import type { Database } from '../../data/database.ts'
import type { ReadReplica } from '../../data/read-replica.ts'
import type { Streams } from '../../events/streams.ts'
import type { AuditWriter } from '../../security/audit/group-commit.ts'
import type { Refusals } from '../../security/audit/refusals.ts'
import { type AuditEntry, auditFacts } from '../../security/audit/writer.ts'
import type { Caller, Role } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'
import type { Keys, Memberships, Policies, Uses } from '../access/authorizer.ts'

export interface GatewayDependencies {
  schema: GraphQLSchema
  database: Database
  /** Database connections for exports and reports. */
  replica: ReadReplica | undefined
  audit: AuditWriter
  metrics: Metrics
  log: Logger
  defaultRole: Role
  policies: Policies
  memberships: Memberships
  keys: Keys
  keyUses: Uses
  services: Partial<Services>
  streams: Streams
}

/** The dependencies of the engine's stages. */
export type EngineDependencies = GatewayDependencies & { refusals: Refusals }

/** The stored form of an audit record of a caller. */
export function factsOf(
  { services: { secrets } }: Pick<GatewayDependencies, 'services'>,
  entry: AuditEntry,
  { organizationId, userId }: Caller,
  { ipAddress, userAgent }: RequestInfo,
) {
  return auditFacts(entry, { organizationId, userId, ipAddress, userAgent, secrets })
}
