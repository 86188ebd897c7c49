import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql'
import { invalidFields } from '../../common/errors.ts'
import { Audit, Cost, Permit } from '../../engine/declare/declarations.ts'
import { OF_EXPORT } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { SafeInt } from '../../graphql/columns.ts'
import { from, having, type Listing, ListQuery, to } from '../../graphql/lists.ts'
import { type ConnectionArgs, type Order, OrderDirection, type WholeArgs } from '../../graphql/relay.ts'
import { selectedIn } from '../../graphql/selection.ts'
import {
  AuditCheckpoint,
  AuditExport,
  AuditFilter,
  AuditVerification,
  RecentArgs,
  StoredAuditCheckpoint,
} from './audit.outputs.ts'
import { checkpoint, findable, hashAt, linksAfter, metadataOf, records } from './audit.queries.ts'
import {
  breakSinceAny,
  consistencyOf,
  inclusionProof,
  MOST_VERIFIED,
  signedAt,
  verifyChain,
} from './audit.verification.ts'
import { AuditFacts, AuditMetadata } from './audit-record.entity.ts'
import { lastSigned, storedCheckpoints } from './checkpoints.ts'
import type { ReadCheckpoint } from './note.ts'
import { publishTiles, tilesAddress, withdrawTiles } from './published-tiles.ts'

const EXPORT_BATCH = 1000
const CONDITIONS = { nullable: true, description: 'Conditions that the items must meet.' }

@Resolver(() => AuditFacts)
export class AuditResolver {
  @ListQuery(records, 'The audit trail. Default order: newest first.')
  @Audit('AUDIT', 'LISTED')
  async auditRecords(
    page: ConnectionArgs,
    orderBy: Order<string> | undefined,
    @Arg('filter', () => AuditFilter, CONDITIONS) filter: AuditFilter | undefined,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Listing> {
    const found = await findable(ctx, filter)
    const listing = records.page(page, found, orderBy)
    const { direction, range } = listing
    const selected = selectedIn(info)
    const isWhole = Object.values(found).every((value) => value === undefined)
    const needsTotal = range.page !== null || selected.has('totalCount') || selected.has('pages')
    if (!isWhole || !needsTotal) return listing
    // The chain has no gaps, so any page of the whole trail is a range of the primary key, and the total is the last
    // sequence number.
    const { sequence: total } = await checkpoint(ctx)
    const isAscending = direction === OrderDirection.ASC
    const start = isAscending
      ? having(from('sequence'), range.offset + 1)
      : having(to('sequence'), total - range.offset)
    return listing.foundBy(start, total)
  }

  @ListQuery(records, OF_EXPORT, { isWhole: true })
  @Permit('org:audit:export')
  @Audit('AUDIT', 'EXPORTED')
  exportedAuditRecords(
    page: WholeArgs,
    orderBy: Order<string> | undefined,
    @Arg('filter', () => AuditFilter, CONDITIONS) filter: AuditFilter | undefined,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Listing> {
    return this.auditRecords(page, orderBy, filter, ctx, info)
  }

  @Query(() => [StoredAuditCheckpoint], {
    description: 'The last signed checkpoints, newest first, and their publications.',
  })
  @Permit('org:audit:read')
  @Audit('AUDIT_CHECKPOINT', 'LISTED')
  auditCheckpoints(
    @Args(() => RecentArgs) { limit }: RecentArgs,
    @Ctx() ctx: Context,
  ): Promise<StoredAuditCheckpoint[]> {
    return storedCheckpoints(ctx, ctx.services.witnessPolicy, limit ?? 10)
  }

  @Query(() => String, {
    nullable: true,
    description:
      'The policy that decides when a checkpoint counts as witnessed, with the public keys, as a file of ' +
      'https://c2sp.org/tlog-policy. `verify.mjs --policy` takes it. Null if the service has no witnesses.',
  })
  @Permit('org:audit:read')
  @Audit('AUDIT_WITNESS_POLICY', 'VIEWED')
  auditWitnessPolicy(@Ctx() ctx: Context): string | null {
    const { witnessPolicy } = ctx.services
    return witnessPolicy?.textFor(ctx.service('auditSigner').publicKey(ctx.organizationId)) ?? null
  }

  @Query(() => String, {
    nullable: true,
    description:
      'The address at which the hashes of the trail and its signed checkpoint are published, as ' +
      'https://c2sp.org/tlog-tiles. A client that has the address can read them, and nothing else. Null if they are not published.',
  })
  @Permit('org:audit:verify')
  @Audit('AUDIT_TILES', 'VIEWED')
  auditTilesAddress(@Ctx() ctx: Context): Promise<string | null> {
    return tilesAddress(ctx)
  }

  @Mutation(() => String, {
    description:
      'Publishes the hashes of the trail at a new, unguessable address, and returns it. An earlier address stops working.',
  })
  @Permit('org:provider:write')
  @Audit('AUDIT_TILES', 'CREATED')
  publishAuditTiles(@Ctx() ctx: Context): Promise<string> {
    return publishTiles(ctx)
  }

  @Mutation(() => Boolean, {
    description: 'Stops publishing the hashes of the trail. Returns whether they were published.',
  })
  @Permit('org:provider:write')
  @Audit('AUDIT_TILES', 'WITHDRAWN')
  withdrawAuditTiles(@Ctx() ctx: Context): Promise<boolean> {
    return withdrawTiles(ctx)
  }

  @Query(() => AuditExport, {
    description: `The trail in the order of the chain, in batches of ${EXPORT_BATCH}, with the facts that verify it.`,
  })
  @Permit('org:audit:export')
  @Audit('AUDIT', 'EXPORTED')
  @Cost(2_000)
  async auditExport(
    @Arg('after', () => SafeInt, { defaultValue: 0, description: 'Value of `next` in the previous batch.' })
    after: number,
    @Arg('upTo', () => SafeInt, {
      nullable: true,
      description: 'Sequence number to end at: that of the first batch’s checkpoint.',
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
    description: `Recomputes the chain, at most ${MOST_VERIFIED} records per call. \`next\` is the position to continue from.`,
  })
  @Permit('org:audit:verify')
  @Audit('AUDIT', 'VERIFIED')
  @Cost(5_000)
  async verifyAudit(
    @Arg('after', () => SafeInt, { defaultValue: 0, description: 'Sequence number after which to start.' })
    after: number,
    @Arg('checkpoint', () => String, {
      nullable: true,
      description: 'A signed checkpoint that you kept, unchanged. The trail must still start with its records.',
    })
    note: string | undefined,
    @Arg('record', () => SafeInt, {
      nullable: true,
      description: 'Sequence number of the record to prove the inclusion of.',
    })
    record: number | undefined,
    @Ctx() ctx: Context,
  ): Promise<AuditVerification> {
    // Read before the head, because the trail may grow and be signed between the two reads.
    const signed = await lastSigned(ctx)
    const end = await checkpoint(ctx)
    demandWithin(end, { after, record })
    if (record === 0) throw invalidFields({ record: 'NOT_IN_CHAIN' })
    const kept = note === undefined ? undefined : readKept(ctx, note)
    const chain = await verifyChain(ctx, end, after)
    const broken = chain.break ?? (await breakSinceAny(ctx, [kept, signed], end))
    const valid = broken === null
    const inclusion = record && valid ? await inclusionProof(ctx, end.sequence, record) : null
    const consistency = kept ? await consistencyOf(ctx, kept, end, valid) : null
    return { ...chain, valid, break: broken, consistency, inclusion }
  }

  @FieldResolver(() => AuditMetadata, { description: 'Context of the request, masked and redacted.' })
  metadata(@Root() record: AuditFacts): AuditMetadata {
    return metadataOf(record)
  }
}

/** Reads a checkpoint that a caller kept. @throws VALIDATION_ERROR if it does not belong to the organization */
function readKept(ctx: Context, note: string): ReadCheckpoint {
  const read = ctx.service('auditSigner').read(ctx.organizationId, note)
  if (typeof read === 'string') throw invalidFields({ checkpoint: read })
  return read
}

/** An export that starts after the end would include the records that it causes itself, and never finish. */
function demandWithin(head: AuditCheckpoint, places: Record<string, number | undefined>): void {
  for (const [argument, place = 0] of Object.entries(places)) {
    if (place < 0 || place > head.sequence) throw invalidFields({ [argument]: 'NOT_IN_CHAIN_OR_ZERO' })
  }
}

@Resolver(() => AuditCheckpoint)
export class AuditCheckpointResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The checkpoint as a signed checkpoint of the Merkle tree, in the format of ' +
      'https://c2sp.org/tlog-checkpoint. Store it elsewhere. Null if the trail does not continue from the ' +
      'last signed checkpoint.',
  })
  note(@Root() { sequence }: AuditCheckpoint, @Ctx() ctx: Context): Promise<string | null> {
    return signedAt(ctx, sequence)
  }

  @FieldResolver(() => String, {
    description:
      'Path of the program for Node.js that verifies an export. The page at the same path does so in a ' + 'browser.',
  })
  verifier(): string {
    return '/audit/verify.mjs'
  }

  @FieldResolver(() => String, {
    description: 'Public key of the signature, in the format of https://c2sp.org/signed-note.',
  })
  publicKey(@Ctx() ctx: Context): string {
    return ctx.service('auditSigner').publicKey(ctx.organizationId)
  }
}
