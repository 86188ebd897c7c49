import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { SafeInt } from '../kernel/columns.ts'
import { ConnectionArgs } from '../kernel/connection.ts'
import type { Context } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { Audit, Cost, Permit } from '../kernel/guard.ts'
import {
  type AuditCheckpoint,
  AuditConnection,
  AuditExport,
  AuditFilter,
  AuditPage,
  AuditVerification,
  RecentArgs,
} from './audit.outputs.ts'
import { auditConnection, auditPage, breakIn, checkpoint, hashAt, linksAfter } from './audit.queries.ts'
import { AuditMetadata, AuditRecord } from './audit-record.entity.ts'

const EXPORT_BATCH = 1000
const VERIFY_BATCH = 2000
const MOST_VERIFIED = 200_000

@Resolver(() => AuditRecord)
export class AuditResolver {
  @Query(() => AuditConnection, { description: 'The audit trail, newest first.' })
  @Permit('org:audit:read')
  @Audit('AUDIT', 'LISTED')
  auditRecords(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('action', () => String, { nullable: true, description: 'For example CLIENT_CREATED.' }) action:
      | string
      | undefined,
    @Arg('resourceId', () => ID, { nullable: true }) resourceId: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<AuditConnection> {
    return auditConnection(ctx, { action, resourceId }, page)
  }

  @Query(() => AuditPage, { description: 'The audit trail, newest first, in pages.' })
  @Permit('org:audit:read')
  @Audit('AUDIT', 'LISTED')
  auditLog(@Args(() => AuditFilter) filter: AuditFilter, @Ctx() ctx: Context): Promise<AuditPage> {
    return auditPage(ctx, filter)
  }

  @Query(() => AuditPage, { description: 'The newest audit records.' })
  @Permit('org:audit:read')
  @Audit('AUDIT', 'LISTED')
  recentAudit(@Args(() => RecentArgs) { limit }: RecentArgs, @Ctx() ctx: Context): Promise<AuditPage> {
    return auditPage(ctx, { limit })
  }

  @Query(() => AuditExport, {
    description: `The trail in the order of the chain, in batches of ${EXPORT_BATCH}, with what verifies it.`,
  })
  @Permit('org:audit:export')
  @Audit('AUDIT', 'EXPORTED')
  @Cost(2_000)
  async auditExport(
    @Arg('after', () => SafeInt, { defaultValue: 0, description: 'The `next` of the batch before.' }) after: number,
    @Arg('upTo', () => SafeInt, {
      nullable: true,
      description: 'The checkpoint of the first batch, so that the end stays.',
    })
    upTo: number | undefined,
    @Ctx() ctx: Context,
  ): Promise<AuditExport> {
    const head = await checkpoint(ctx)
    demandWithin(head, { after, upTo })
    const end = upTo === undefined ? head : { sequence: upTo, hash: await hashAt(ctx, upTo) }
    const rows = await linksAfter(ctx, after, EXPORT_BATCH, end.sequence)
    const last = rows.at(-1)?.sequence ?? end.sequence
    return {
      rows: rows.map((row) => ({ ...row, organization: row.organizationId })),
      next: last < end.sequence ? last : null,
      checkpoint: end,
    }
  }

  @Query(() => AuditVerification, {
    description: `Recomputes the chain, at most ${MOST_VERIFIED} records a call; \`next\` says where to go on.`,
  })
  @Permit('org:audit:verify')
  @Audit('AUDIT', 'VERIFIED')
  @Cost(5_000)
  async verifyAudit(
    @Arg('after', () => SafeInt, { defaultValue: 0, description: 'The sequence number to start behind.' })
    after: number,
    @Ctx() ctx: Context,
  ): Promise<AuditVerification> {
    const end = await checkpoint(ctx)
    demandWithin(end, { after })
    let at = { sequence: after, hash: await hashAt(ctx, after) }
    while (at.sequence < end.sequence && at.sequence - after < MOST_VERIFIED) {
      const rows = await linksAfter(ctx, at.sequence, VERIFY_BATCH, end.sequence)
      const broken = breakIn(rows, at) ?? (rows.length === 0 ? missing(at.sequence + 1) : undefined)
      const last = rows.at(-1)
      if (broken || !last) {
        return {
          valid: false,
          checked: (broken?.sequence ?? 0) - after,
          break: broken ?? null,
          next: null,
          checkpoint: end,
        }
      }
      at = last
    }
    const isWhole = at.sequence >= end.sequence
    const valid = !isWhole || at.hash === end.hash
    return {
      valid,
      checked: at.sequence - after,
      break: valid ? null : { sequence: at.sequence, reason: 'the head of the chain names another hash' },
      next: isWhole ? null : at.sequence,
      checkpoint: end,
    }
  }

  @FieldResolver(() => AuditMetadata)
  metadata(@Root() { ipAddress, userAgent }: AuditRecord): AuditMetadata {
    return { ipAddress, userAgent }
  }
}

/** A place behind the end would let an export run after the records that it writes itself, and never catch up. */
function demandWithin(head: AuditCheckpoint, places: Record<string, number | undefined>): void {
  for (const [argument, place = 0] of Object.entries(places)) {
    if (place < 0 || place > head.sequence)
      throw invalid({ [argument]: 'must be the sequence number of a record of the chain, or 0' })
  }
}

const missing = (sequence: number) => ({ sequence, reason: 'the record is missing' })
