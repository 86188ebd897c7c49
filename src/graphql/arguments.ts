import { Arg, ID } from 'type-graphql'
import { DateTime } from './columns.ts'

/** The argument `id` of an operation on one row. `thing` names the row in the description. */
export const IdArg = (thing: string) => Arg('id', () => ID, { description: `Id of the ${thing}.` })

/** The argument with the `updatedAt` that the caller last read. `lockRow` checks it. */
export const ExpectedUpdatedAt = () =>
  Arg('expectedUpdatedAt', () => DateTime, {
    nullable: true,
    description:
      'The `updatedAt` that the caller last read. PRECONDITION_FAILED, without a change, if the resource has changed since then.',
  })
