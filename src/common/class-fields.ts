/*
 * Classes whose fields are data. A base class carries the TypeScript types of the fields. The decorator of a class that
 * extends it declares the fields to the libraries, on that class.
 */

/** A field with values of type `V`. */
export interface DataField<V> {
  declare(target: object, name: string): void
  /** Has no value: it carries the type. */
  readonly value?: () => V
}

/** A field that a row may lack, or have as undefined. */
export interface LackingField<V> extends DataField<V | undefined> {
  readonly isLacking: true
}

export type Fields = Readonly<Record<string, DataField<unknown>>>

type TypeOf<F> = F extends DataField<infer V> ? V : never
type PresentName<F> = { [N in keyof F]: undefined extends TypeOf<F[N]> ? never : N }[keyof F]

/** The values of fields. Those that may be undefined are absent if they have no value. */
export type Values<F> = { readonly [N in PresentName<F>]: TypeOf<F[N]> } & {
  readonly [N in Exclude<keyof F, PresentName<F>>]?: F[N] extends LackingField<unknown>
    ? TypeOf<F[N]>
    : Exclude<TypeOf<F[N]>, undefined>
}

type Class<T> = new () => T

/** For each base class: a function that adds its fields to a class that extends it. */
const additions = new WeakMap<object, (target: object) => void>()

/** Creates a base class. `addTo` declares its fields on a class that extends it. */
export function baseWith<T extends object>(addTo: (target: object) => void): Class<T> {
  const Base = class {}
  additions.set(Base, addTo)
  return Base as Class<T>
}

export function declareAll(all: Fields, target: object): void {
  for (const [name, { declare }] of Object.entries(all)) declare(target, name)
}

/** Adds the fields of the base class that `type` extends to `target`. */
export const addBaseFields = (type: object, target: object): void =>
  additions.get(Object.getPrototypeOf(type))?.(target)

/** The base class with these fields. */
export const fields = <F extends Fields>(own: F): Class<Values<F>> => baseWith((target) => declareAll(own, target))

/** The base class of a row with the fields of its parent, and then its own. */
export const rowWith = <P extends object, F extends Fields>(
  Parent: abstract new () => P,
  own: F,
): Class<P & Values<F>> =>
  baseWith((target) => {
    // The libraries look for inherited fields in the direct parent, so it takes the place of the base class.
    Object.setPrototypeOf(target, Parent.prototype)
    Object.setPrototypeOf(target.constructor, Parent)
    declareAll(own, target)
  })

const complete = new WeakSet<object>()

/** Adds the fields of the base class to a class, once: a class can be an output and an input. */
export function completeFields(type: { readonly prototype: object }): void {
  if (complete.has(type)) return
  complete.add(type)
  addBaseFields(type, type.prototype)
}
