import { createHash } from 'node:crypto'

/** What a generator writes where the fingerprint shall stand: in a comment, a label or a field. */
export const MARK = `sha256-${'0'.repeat(64)}`

const FINGERPRINT = /sha256-[0-9a-f]{64}/

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('hex')}`

/** Replaces the mark by the fingerprint of everything else in the file. */
export const stamp = (text: string): string => text.replace(MARK, hash(text))

/** Whether a file is as a generator left it; a file without a fingerprint is somebody's own. */
export const stateOf = (text: string): 'intact' | 'edited' | 'foreign' => {
  const found = FINGERPRINT.exec(text)?.[0]
  if (!found) return 'foreign'
  return found === hash(text.replace(FINGERPRINT, MARK)) ? 'intact' : 'edited'
}

/** The first line of a generated file in a format that has comments. */
export const notice = (source: string): string =>
  `generated from ${source} by "npm run ops -- render": do not edit (${MARK})`
