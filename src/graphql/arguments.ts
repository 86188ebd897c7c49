import { Arg, type ClassType, ID } from 'type-graphql'
import { DateTime } from './columns.ts'
import { fields } from './fields.ts'
import { list } from './inputs.ts'

/** The argument `id` of an operation on one row. `thing` names the row in the description. */
export const IdArg = (thing: string) => Arg('id', () => ID, { description: `Id of the ${thing}.` })

/** The argument `input` of an operation. */
export const InputArg = (type: ClassType<object>, description: string, options: { nullable?: true } = {}) =>
  Arg('input', () => type, { description, ...options })

/** The argument with the `updatedAt` that the caller last read. `lockRow` checks it. */
export const ExpectedUpdatedAt = () =>
  Arg('expectedUpdatedAt', () => DateTime, {
    nullable: true,
    description:
      'The `updatedAt` that the caller last read. PRECONDITION_FAILED, without a change, if the resource has changed since then.',
  })

/** The base class of the arguments of an operation that marks some or all of the caller's `things`. */
export const idsOf = (things: string) =>
  fields({ ids: list(ID, `Ids of the ${things}, at most 1000. Absent: all ${things}.`, { most: 1000 }) })
