/** A value, or a promise of a value. Available values are used without waiting. */
export type MaybePromise<T> = T | Promise<T>

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** Applies `next` to the value when it is available. */
export const after = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  isPromise(value) ? (value as Promise<T>).then(next) : next(value as T)

/** Resolves to all values when the last one is available. */
export const all = <T>(values: MaybePromise<T>[]): MaybePromise<T[]> =>
  values.some(isPromise) ? Promise.all(values) : (values as T[])
