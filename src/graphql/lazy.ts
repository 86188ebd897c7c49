/** An object whose fields may be functions, which are called only for selected fields. */
export type Lazy<T> = { readonly [K in keyof T]: T[K] | (() => T[K] | Promise<T[K]>) }

/** Calls `read` lazily, on first use. */
export function lazily<T>(read: () => T): () => T {
  let found: { value: T } | undefined
  return () => {
    found ??= { value: read() }
    return found.value
  }
}

/** The object with all fields evaluated. */
export async function wholeOf<T extends object>(lazy: Lazy<T>): Promise<T> {
  const fields = Object.entries(lazy).map(async ([name, value]) => [
    name,
    typeof value === 'function' ? await value() : value,
  ])
  return Object.fromEntries(await Promise.all(fields)) as T
}
