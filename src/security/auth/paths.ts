/** The path of a claim: its full name (`https://acme.example/org`), or names joined by dots (`o.id`). */
export type Path = string

/** An own property of a value, so that `__proto__` or `constructor` in a path or a token finds nothing. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

/** A property of an existing value that is not an object is null, not undefined. */
const inside = (value: unknown, name: string): unknown =>
  value === undefined ? undefined : typeof value === 'object' && value !== null ? own(value, name) : null

/** The claim at a path. Undefined if there is none. */
export function claimAt(claims: unknown, path: Path): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined
  const whole = own(claims, path)
  return whole === undefined ? path.split('.').reduce(inside, claims) : whole
}

/** A text that a database column can store: not blank, bounded, without control characters or lone surrogates. */
export function textOf(value: unknown, atMost = 255): string | undefined {
  if (typeof value !== 'string' || value.length > atMost || !value.isWellFormed()) return undefined
  return value.trim() === '' || /\p{Cc}/u.test(value) ? undefined : value
}
