import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { Audit, Fails, Permit } from '../../../engine/declare/declarations.ts'
import { ExportQuery } from '../../../engine/declare/export-query.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { IdArg } from '../../../graphql/arguments.ts'
import { type Listing, ListQuery, listOf, type OrderedArguments } from '../../../graphql/lists.ts'
import { ReasonInput } from '../reason.ts'
import { placeHold, releaseHold } from './hold.changes.ts'
import { LegalHold } from './hold.entity.ts'
import { LegalHoldInput } from './hold.inputs.ts'

const holds = listOf('legalHold', LegalHold, {
  description: 'Page of legal holds.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'kind', 'resource'],
})

@Resolver(() => LegalHold)
export class LegalHoldResolver {
  @ListQuery(holds, 'The legal holds and duties to retain, including released ones. Default order: newest first.')
  @ExportQuery(holds, 'exportedLegalHolds', 'LEGAL_HOLD')
  @Audit('LEGAL_HOLD', 'LISTED')
  legalHolds(...[page, orderBy]: OrderedArguments): Listing {
    return holds.page(page, undefined, orderBy)
  }

  @Mutation(() => LegalHold, {
    description:
      'Places a legal hold: no erasure or correction changes the records. No deletion, retention period or ' +
      'other clean-up removes them or the records that belong to them (409 LEGAL_HOLD). Users can still ' +
      'edit the records.',
  })
  @Permit('org:privacy:decide')
  @Audit('LEGAL_HOLD', 'CREATED')
  placeLegalHold(
    @Arg('input', () => LegalHoldInput, { description: 'The hold to place.' }) input: LegalHoldInput,
    @Ctx() ctx: Context,
  ): Promise<LegalHold> {
    return placeHold(ctx, input)
  }

  @Mutation(() => LegalHold, { description: 'Releases a legal hold. CONFLICT if it is already released.' })
  @Permit('org:privacy:decide')
  @Audit('LEGAL_HOLD', 'RELEASED')
  @Fails('CONFLICT')
  releaseLegalHold(
    @IdArg('legal hold') id: string,
    @Arg('input', () => ReasonInput, { description: 'Reason of the release.' }) { reason }: ReasonInput,
    @Ctx() ctx: Context,
  ): Promise<LegalHold> {
    return releaseHold(ctx, id, reason)
  }
}
