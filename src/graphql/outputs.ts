import type { GraphQLScalarType } from 'graphql'
import { type ClassType, Extensions, Field } from 'type-graphql'
import { addBaseFields, baseWith } from './base-fields.ts'

/*
 * The fields of an output as data. One line gives a field its type in the schema and in TypeScript:
 *
 *   @Output('Number of members with a role.')
 *   export class RoleCount extends fields({
 *     role: field(TeamRole, 'The role.'),
 *     members: field(Int, 'Number of members with the role.'),
 *   }) {}
 */

/** The TypeScript type of a scalar, an enum, a class of fields, or a list of one of them. */
type ValueOf<T> = T extends readonly [infer Item]
  ? ValueOf<Item>[]
  : T extends StringConstructor
    ? string
    : T extends BooleanConstructor
      ? boolean
      : T extends GraphQLScalarType<infer V, unknown>
        ? V
        : T extends abstract new (
              ...args: never[]
            ) => infer C
          ? C
          : T[keyof T]

interface OutputField<V> {
  readonly value?: V
  declare(target: object, name: string): void
}

interface Options {
  /** Whether the legacy API leaves the field out. */
  graphqlOnly?: boolean
  deprecationReason?: string
}

const declared =
  (type: unknown, description: string, { graphqlOnly, ...options }: Options & { nullable: boolean }) =>
  (target: object, name: string): void => {
    Field(() => type as StringConstructor, { description, ...options })(target, name)
    if (graphqlOnly) Extensions({ graphqlOnly })(target, name)
  }

/** A field that always has a value. */
export const field = <const T>(type: T, description: string, options: Options = {}): OutputField<ValueOf<T>> => ({
  declare: declared(type, description, { nullable: false, ...options }),
})

/** A field that may be null. */
export const nullable = <const T>(
  type: T,
  description: string,
  options: Options = {},
): OutputField<ValueOf<T> | null> => ({
  declare: declared(type, description, { nullable: true, ...options }),
})

type Values<F> = { readonly [N in keyof F]: F[N] extends OutputField<infer V> ? V : never }

type Fields = Readonly<Record<string, OutputField<unknown>>>

function declareAll(all: Fields, target: object): void {
  for (const [name, { declare }] of Object.entries(all)) declare(target, name)
}

/** The base class of an `@Output` with these fields. */
export const fields = <F extends Fields>(own: F): ClassType<Values<F>> => baseWith((target) => declareAll(own, target))

/** The base class of an `@Output` with the fields of another output, and then its own. */
export const fieldsAfter = <P extends object, F extends Fields>(
  Parent: ClassType<P>,
  own: F,
): ClassType<P & Values<F>> =>
  baseWith((target) => {
    addBaseFields(Parent, target)
    declareAll(own, target)
  })
