import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { IdArg } from '../../../graphql/arguments.ts'
import { listOf } from '../../../graphql/lists.ts'
import { completeCleansing, startCleansing } from './cleansing.changes.ts'
import { RegistryCleansing } from './cleansing.entity.ts'
import { CleansingAnswerInput, CleansingFile } from './cleansing.inputs.ts'

const registryCleansings = listOf('registryCleansing', RegistryCleansing, {
  description: 'Page of cleansings.',
  where: {},
  sortBy: ['createdAt', 'status', 'contacts', 'matches', 'completedAt'],
})

/** Both operations read or change many rows. */
const POINTS = 5000

/** Comparison of the contacts with the opt-out registry. */
@Resolver()
export class CleansingResolver {
  @ListRoot(
    registryCleansings,
    'REGISTRY_CLEANSING',
    'The cleansings of the organization. Default order: newest first.',
    { exported: 'exportedCleansings' },
  )
  declare readonly registryCleansings: RootField

  @Mutation(() => CleansingFile, {
    description:
      'Starts a cleansing, and returns the file for the opt-out registry: all known contacts, 50,000 per batch. With `id` ' +
      'and `after`, returns the next batch of a started cleansing. CONFLICT if the cleansing is COMPLETED.',
  })
  @Permit('org:privacy:write')
  @Audit('REGISTRY_CLEANSING', 'CREATED')
  @Cost(POINTS)
  @Fails('CONFLICT')
  startCleansing(
    @Arg('id', () => ID, {
      nullable: true,
      description: 'Id of a started cleansing. Absent: starts another cleansing.',
    })
    id: string | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Value of `next` of the previous batch.' })
    after: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CleansingFile> {
    return startCleansing(ctx, id, after)
  }

  @Mutation(() => RegistryCleansing, {
    description:
      'Records the answer of the registry. Each contact is suppressed for MARKETING on every channel, with the cause ' +
      'REGISTRY; its consents for MARKETING are withdrawn. The last piece completes the cleansing. CONFLICT if it is ' +
      'already COMPLETED.',
  })
  @Permit('org:privacy:write')
  @Audit('REGISTRY_CLEANSING', 'UPDATED')
  @Cost(POINTS)
  @Fails('CONFLICT')
  completeCleansing(
    @IdArg('cleansing') id: string,
    @Arg('input', () => CleansingAnswerInput, { description: 'The answer.' }) input: CleansingAnswerInput,
    @Ctx() ctx: Context,
  ): Promise<RegistryCleansing> {
    return completeCleansing(ctx, id, input)
  }
}
