import type { GraphQLScalarType } from 'graphql'
import { type ClassType, Extensions, Field } from 'type-graphql'
import {
  addBaseFields,
  baseWith,
  type DataField,
  declareAll,
  type Fields,
  fields,
  type LackingField,
  type Values,
} from '../common/class-fields.ts'

/*
 * The fields of outputs and inputs as data. One line gives a field its type in the schema and in TypeScript:
 *
 *   @Output('Number of members with a role.')
 *   export class RoleCount extends fields({
 *     role: field(TeamRole, 'The role.'),
 *     members: field(Int, 'Number of members with the role.'),
 *   }) {}
 *
 * `inputs.ts` has the fields that only inputs have.
 */

/** The TypeScript type of a scalar, an enum, a class of fields, or a list of one of them. */
export type ValueOf<T> = T extends readonly [infer Item]
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

export interface DataOptions<V = unknown> {
  /** Whether the legacy API leaves the field out. */
  graphqlOnly?: boolean
  deprecationReason?: string
  /** The name in the schema, if it differs. */
  name?: string
  /** The value of an input's field or of an argument that is absent. */
  defaultValue?: V
  /** The rules of class-validator for a value of an input. */
  rules?: readonly PropertyDecorator[]
}

/** Declares a field of this type in the schema. */
export function declareInSchema(
  target: object,
  name: string,
  type: unknown,
  { graphqlOnly, rules = [], ...options }: DataOptions & { description: string; nullable: boolean },
): void {
  Field(() => type as StringConstructor, options)(target, name)
  if (graphqlOnly) Extensions({ graphqlOnly })(target, name)
  for (const rule of rules) rule(target, name)
}

/** A field that always has a value. */
export const field = <const T>(
  type: T,
  description: string,
  options: DataOptions<ValueOf<T>> = {},
): DataField<ValueOf<T>> => ({
  declare: (target, name) => declareInSchema(target, name, type, { description, nullable: false, ...options }),
})

/** A field of an output that may be null. */
export const nullable = <const T>(
  type: T,
  description: string,
  options: Pick<DataOptions, 'graphqlOnly' | 'deprecationReason'> = {},
): DataField<ValueOf<T> | null> => ({
  declare: (target, name) => declareInSchema(target, name, type, { description, nullable: true, ...options }),
})

/** The field is absent from rows as they are stored, or from rows of an earlier version. */
export const mayLack = <V>({ declare }: DataField<V>): LackingField<V> => ({ declare, isLacking: true })

/** The base class of an output, an input or arguments with these fields. */
export { fields }

/**
 * The base class with the fields of another class, and then its own. type-graphql does not inherit the extensions of a
 * field, so it has copies of those fields.
 */
export const fieldsAfter = <P extends object, F extends Fields>(
  Parent: ClassType<P>,
  own: F,
): ClassType<P & Values<F>> =>
  baseWith((target) => {
    addBaseFields(Parent, target)
    declareAll(own, target)
  })
