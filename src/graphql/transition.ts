import { type ClassType, Field, ObjectType } from 'type-graphql'

/** A status that may follow the one of a row. */
export interface Transition<S extends string> {
  to: S
  allowed: boolean
  reason: string | null
}

export const TRANSITIONS = 'Statuses that may follow this one, and whether the caller may choose each now.'

/** Makes the type of the statuses that may follow, of an enum. */
export function transitionType<S extends string>(
  name: string,
  statuses: Readonly<Record<string, S>>,
): ClassType<Transition<S>> {
  @ObjectType(name, { simpleResolvers: true, description: 'Status that may follow the present one.' })
  class NextStatus implements Transition<S> {
    @Field(() => statuses, { description: 'The status.' })
    to!: S

    @Field(() => Boolean, { description: 'Whether the caller may choose it now.' })
    allowed!: boolean

    @Field(() => String, { nullable: true, description: 'What keeps the caller from it, as a sentence; else null.' })
    reason!: string | null
  }
  return NextStatus
}
