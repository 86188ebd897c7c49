import { claimAt, textOf } from './paths.ts'

/** Splits a list. The limit is the length of the longest accepted token. */
const split = (list: unknown) => (textOf(list, 16_384) ?? '').split(',').map((part) => part.trim())

/** The names of the features whose scope includes an organization (`o:`, `ou:`, `uo:`), in the order of the masks. */
const featuresOf = (list: unknown) =>
  split(list)
    .map((entry) => entry.split(':'))
    .filter(([scope, name]) => name && scope?.includes('o'))
    .map(([, name]) => name)

/** A mask is a decimal integer of any size. Any other text sets no bit. */
const maskOf = (text: string | undefined) => (text && /^\d+$/.test(text) ? BigInt(text) : 0n)

/**
 * The permissions of a Clerk session token, version 2, which packs them: integer i of `o.fpm` is the bit mask of
 * organization feature i of `fea` over the permissions of `o.per`. The least significant bit is the first permission.
 */
export function clerkPermissions(claims: unknown): string[] {
  const masks = split(claimAt(claims, 'o.fpm'))
  const permissions = split(claimAt(claims, 'o.per'))
  return featuresOf(claimAt(claims, 'fea')).flatMap((feature, i) => {
    // The mask is converted to binary digits, because shifting a large mask once per permission would take quadratic
    // time.
    const bits = maskOf(masks[i]).toString(2)
    return permissions.filter((name, bit) => name && bits.at(-1 - bit) === '1').map((name) => `org:${feature}:${name}`)
  })
}
