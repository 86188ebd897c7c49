import type { GraphQLScalarType } from 'graphql'
import { type ClassType, Extensions, Field } from 'type-graphql'

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

/** A field with values of type `V`. */
export interface DataField<V> {
  declare(target: object, name: string): void
  /** Has no value: it carries the type. */
  readonly value?: () => V
}

export interface DataOptions<V = unknown> {
  /** Whether the legacy API leaves the field out. */
  graphqlOnly?: boolean
  deprecationReason?: string
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

export type Fields = Readonly<Record<string, DataField<unknown>>>

type TypeOf<F> = F extends DataField<infer V> ? V : never
type PresentName<F> = { [N in keyof F]: undefined extends TypeOf<F[N]> ? never : N }[keyof F]

/** The values of fields. Those that may be undefined are absent if they have no value. */
export type Values<F> = { readonly [N in PresentName<F>]: TypeOf<F[N]> } & {
  readonly [N in Exclude<keyof F, PresentName<F>>]?: Exclude<TypeOf<F[N]>, undefined>
}

/** For each base class: a function that adds its fields to a class that extends it. */
const additions = new WeakMap<object, (target: object) => void>()

/**
 * Creates a base class from declarations of fields. type-graphql does not inherit the extensions of a field, so the
 * decorator of a class that extends it adds the fields to that class with `completeFields`.
 */
export function baseWith<T extends object>(addTo: (target: object) => void): ClassType<T> {
  const Base = class {}
  additions.set(Base, addTo)
  return Base as ClassType<T>
}

/** Adds the fields of the base class that `type` extends to `target`. */
const addBaseFields = (type: object, target: object): void => additions.get(Object.getPrototypeOf(type))?.(target)

const complete = new WeakSet<object>()

/** Adds the fields of the base class to a class, once: a class can be an output and an input. */
export function completeFields(type: { readonly prototype: object }): void {
  if (complete.has(type)) return
  complete.add(type)
  addBaseFields(type, type.prototype)
}

export function declareAll(all: Fields, target: object): void {
  for (const [name, { declare }] of Object.entries(all)) declare(target, name)
}

/** The base class of an output, an input or arguments with these fields. */
export const fields = <F extends Fields>(own: F): ClassType<Values<F>> => baseWith((target) => declareAll(own, target))

/** The base class with the fields of another class, and then its own. */
export const fieldsAfter = <P extends object, F extends Fields>(
  Parent: ClassType<P>,
  own: F,
): ClassType<P & Values<F>> =>
  baseWith((target) => {
    addBaseFields(Parent, target)
    declareAll(own, target)
  })
