/** An object whose fields may be functions: these are called for the fields that are selected, and for no others. */
export type Lazy<T> = { readonly [K in keyof T]: T[K] | (() => T[K] | Promise<T[K]>) }

/** What is asked for once, by the first who needs it. */
export function once<T>(read: () => T): () => T {
  let found: { value: T } | undefined
  return () => {
    found ??= { value: read() }
    return found.value
  }
}

/** All fields of it. */
export async function wholeOf<T extends object>(lazy: Lazy<T>): Promise<T> {
  const fields = Object.entries(lazy).map(async ([name, value]) => [
    name,
    typeof value === 'function' ? await value() : value,
  ])
  return Object.fromEntries(await Promise.all(fields)) as T
}
