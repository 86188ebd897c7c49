import { sql } from 'kysely'
import { Ctx, Mutation, Resolver } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { invalidFields, refusal } from '../../../common/errors.ts'
import { lockRemovals } from '../../../data/held-rows.ts'
import { Audit, Fails, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../../graphql/arguments.ts'
import { listOf } from '../../../graphql/lists.ts'
import { newValues } from '../../../graphql/row-inputs.ts'
import { byMember } from '../../../graphql/sort-keys.ts'
import { ReasonInput } from '../reason.ts'
import { demandRecords } from '../subjects/subject.search.ts'
import { demandHoldable } from '../subjects/subject.tables.ts'
import { LegalHold, LegalHoldDetails, LegalHoldInput } from './hold.entity.ts'

const holds = listOf('legalHold', LegalHold, {
  description: 'Page of legal holds.',
  where: {},
  sortBy: [
    'createdAt',
    'updatedAt',
    'kind',
    'resource',
    'ground',
    'until',
    'releasedAt',
    byMember('creator', 'Name of the member who placed it.', 'createdBy'),
  ],
})

/**
 * The id of a record, or of a deleted record in the trash: a hold keeps it there, and after a restore.
 * @throws VALIDATION_ERROR if there is no such record
 */
async function idOfRecord(ctx: Context, resource: string, rowId: string): Promise<string | undefined> {
  const id = rowId.trim().toLowerCase()
  const isDeleted = sql`organization_id = ${ctx.organizationId} and id = ${id}::uuid and resource = ${resource}`
  const { rows } = isUuid(id)
    ? await sql`select 1 from trash_item where ${isDeleted}
        union all select 1 from trash_row where ${isDeleted} and content is not null limit 1`.execute(ctx.db)
    : { rows: [] }
  if (rows.length > 0) return id
  const [record] = await demandRecords(ctx, 'rowId', [{ resource, rowId }])
  return record?.rowId
}

@Resolver(() => LegalHold)
export class LegalHoldResolver {
  @ListRoot(
    holds,
    'LEGAL_HOLD',
    'The legal holds and duties to retain, including released ones. Default order: newest first.',
  )
  declare readonly legalHolds: RootField

  @Mutation(() => LegalHold, {
    description:
      'Places a legal hold: no erasure or correction changes the records. No deletion, retention period or ' +
      'other clean-up removes them or the records that belong to them (409 LEGAL_HOLD). Users can still ' +
      'edit the records.',
  })
  @Permit('org:privacy:decide')
  @Audit('LEGAL_HOLD', 'CREATED')
  async placeLegalHold(
    @InputArg(LegalHoldInput, 'The hold to place.') input: LegalHoldInput,
    @Ctx() ctx: Context,
  ): Promise<LegalHold> {
    const hold = newValues(LegalHoldDetails, input)
    const { rowId, until } = hold
    const resource = hold.resource.trim().toUpperCase()
    await demandHoldable(ctx, 'resource', resource)
    if (until && until <= ctx.now) throw invalidFields({ until: 'NOT_FUTURE' })
    await lockRemovals(ctx.db, ctx.organizationId)
    const heldId = rowId ? await idOfRecord(ctx, resource, rowId) : null
    return addRow(ctx, LegalHold, { ...hold, resource, rowId: heldId ?? null, createdBy: ctx.caller.userId })
  }

  @Mutation(() => LegalHold, { description: 'Releases a legal hold. CONFLICT if it is already released.' })
  @Permit('org:privacy:decide')
  @Audit('LEGAL_HOLD', 'RELEASED')
  @Fails('CONFLICT')
  async releaseLegalHold(
    @IdArg('legal hold') id: string,
    @InputArg(ReasonInput, 'Reason of the release.') { reason }: ReasonInput,
    @Ctx() ctx: Context,
  ): Promise<LegalHold> {
    const hold = await lockRow(ctx, LegalHold, id, 'Legal hold')
    if (hold.releasedAt) throw refusal('CONFLICT', 'HOLD_RELEASED')
    const release = { releasedAt: ctx.now, releasedBy: ctx.caller.userId, releaseReason: reason }
    return changeRow(ctx, LegalHold, hold, release)
  }
}
