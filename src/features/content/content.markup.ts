import { invalidFields } from '../../common/errors.ts'

/** Maximum product of tags and styles: inlining compares each tag with each style, and copies its declarations into it. */
const MOST_STYLING = 250_000
/** Maximum number of tags that are open at the same time, because parsers are recursive. */
const MOST_OPEN = 1000

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The largest number of tags that are open at the same time. A tag that is never closed counts as open. */
function depthOf(body: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of body.matchAll(/<\/?[a-z]/gi)) {
    depth = tag.startsWith('</') ? Math.max(0, depth - 1) : depth + 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/**
 * Limits the work to make a message of HTML.
 * @throws VALIDATION_ERROR if the body has too many styles for its number of tags, or too many open tags
 */
export function demandSimpleMarkup(body: string): void {
  const styles = [...body.matchAll(/<style[^>]*>(.*?)(?:<\/style|$)/gis)].map(([, css = '']) => css).join()
  // A declaration or a pseudo-class has a colon, a selector ends with a comma or a brace.
  const styling = countOf(body, /<[a-z]/gi) * countOf(styles, /[:,{]/g)
  if (styling > MOST_STYLING) throw invalidFields({ body: 'TOO_MUCH_STYLING' })
  if (depthOf(body) > MOST_OPEN) throw invalidFields({ body: { code: 'TOO_MANY_OPEN_TAGS', most: MOST_OPEN } })
}
