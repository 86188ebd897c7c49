/** Where a claim lies: its full name (`https://acme.example/org`), or names joined by dots (`o.id`). */
export type Path = string

/** A value's own property, so that `__proto__` or `constructor` in a path or a token find nothing. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

/** The claim at a path; undefined where there is none. */
export const claimAt = (claims: unknown, path: Path): unknown =>
  own(claims, path) ?? path.split('.').reduce(own, claims)

/** A text that a database column can hold: not blank, bounded, without control characters or half a surrogate pair. */
export function textOf(value: unknown, atMost = 255): string | undefined {
  if (typeof value !== 'string' || value.length > atMost || !value.isWellFormed()) return undefined
  return value.trim() === '' || /\p{Cc}/u.test(value) ? undefined : value
}
