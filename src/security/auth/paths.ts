/** Where a claim lies: its full name (`https://acme.example/org`), or names joined by dots (`o.id`). */
export type Path = string

/** A value's own property, so that `__proto__` or `constructor` in a path or a token find nothing. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

/** Inside of what is there and has no insides, there is null, and not nothing. */
const inside = (value: unknown, name: string): unknown =>
  value === undefined ? undefined : typeof value === 'object' && value !== null ? own(value, name) : null

/** The claim at a path; undefined where there is none. */
export function claimAt(claims: unknown, path: Path): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined
  const whole = own(claims, path)
  return whole === undefined ? path.split('.').reduce(inside, claims) : whole
}

/** A text that a database column can hold: not blank, bounded, without control characters or half a surrogate pair. */
export function textOf(value: unknown, atMost = 255): string | undefined {
  if (typeof value !== 'string' || value.length > atMost || !value.isWellFormed()) return undefined
  return value.trim() === '' || /\p{Cc}/u.test(value) ? undefined : value
}
