import type { ClassType } from 'type-graphql'

/** For each base class: a function that adds its fields to a class that extends it. */
const additions = new WeakMap<object, (target: object) => void>()

/**
 * Creates a base class from declarations of fields. type-graphql does not inherit the extensions of a field, so the
 * decorator of a class that extends it adds the fields to that class with `addBaseFields`.
 */
export function baseWith<T extends object>(addTo: (target: object) => void): ClassType<T> {
  const Base = class {}
  additions.set(Base, addTo)
  return Base as ClassType<T>
}

/** Adds the fields of the base class that `type` extends to `target`. */
export const addBaseFields = (type: object, target: object): void =>
  additions.get(Object.getPrototypeOf(type))?.(target)
