import { Arg } from 'type-graphql'
import { DateTime } from './columns.ts'

/** The argument by which a change of a row says what it began from: `lockRow` takes it. */
export const ExpectedUpdatedAt = () =>
  Arg('expectedUpdatedAt', () => DateTime, {
    nullable: true,
    description:
      '`updatedAt` of what the change began from. PRECONDITION_FAILED, and nothing is changed, if it was changed since.',
  })
