import { type ClassType, Field, ObjectType } from 'type-graphql'
import type { CodedFault } from '../common/errors.ts'
import { JSONObject } from './scalars.ts'

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
export function transitionType<S extends string>(
  name: string,
  statuses: Readonly<Record<string, S>>,
): ClassType<Transition<S>> {
  @ObjectType(name, { simpleResolvers: true, description: 'Possible next status.' })
  class NextStatus implements Transition<S> {
    @Field(() => statuses, { description: 'The status.' })
    to!: S

    @Field(() => Boolean, { description: 'Whether the caller may choose this status now.' })
    allowed!: boolean

    @Field(() => String, {
      nullable: true,
      description: 'Reason, in one sentence, why the caller may not choose this status. Null if the caller may.',
    })
    reason!: string | null

    @Field(() => JSONObject, { nullable: true, description: CAUSE })
    cause!: CodedFault | null
  }
  return NextStatus
}
