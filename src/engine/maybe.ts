/** A value, or the promise of one: what needs no waiting is not waited for. */
export type Maybe<T> = T | Promise<T>

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** What comes of a value once it is there. */
export const after = <T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> =>
  isPromise(value) ? (value as Promise<T>).then(next) : next(value as T)

/** All of them, once all are there. */
export const all = <T>(values: Maybe<T>[]): Maybe<T[]> =>
  values.some(isPromise) ? Promise.all(values) : (values as T[])
