import type { ClassType } from 'type-graphql'
import type { CodedFault } from '../common/errors.ts'
import { outputOf } from './columns.ts'
import { field, nullable } from './fields.ts'
import { JSONObjectOf } from './scalars.ts'

/** Whether the caller may do something now. */
export interface Verdict {
  allowed: boolean
  reason: string | null
  cause: CodedFault | null
}

/** A possible next status of a row. */
export interface Transition<S extends string> extends Verdict {
  to: S
}

/** The description of the field `cause`, next to a text for people. */
export const CAUSE =
  'Cause of the text: `code`, for example PERMISSION_MISSING, and the values of the text by name. Null if it has no code.'

export const TRANSITIONS = 'Statuses that may follow this one, and whether the caller may choose each now.'

/** Creates the type of an enum's next statuses. */
export const transitionType = <S extends string>(
  name: string,
  statuses: Readonly<Record<string, S>>,
): ClassType<Transition<S>> =>
  outputOf(name, 'Possible next status.', {
    to: field(statuses, 'The status.'),
    allowed: field(Boolean, 'Whether the caller may choose this status now.'),
    reason: nullable(
      String,
      'Reason, in one sentence, why the caller may not choose this status. Null if the caller may.',
    ),
    cause: nullable(JSONObjectOf<CodedFault>(), CAUSE),
  })
