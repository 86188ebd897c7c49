import { createHash } from 'node:crypto'

/** The placeholder of the fingerprint, which generators write in a comment, a label or a field. */
export const MARK = `sha256-${'0'.repeat(64)}`

const FINGERPRINT = /sha256-[0-9a-f]{64}/

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('hex')}`

/** Replaces the placeholder by the fingerprint of the rest of the file. */
export const stamp = (text: string): string => text.replace(MARK, hash(text))

/** Whether a file is unchanged since it was generated. A file without a fingerprint was not generated. */
export const stateOf = (text: string): 'intact' | 'edited' | 'foreign' => {
  const found = FINGERPRINT.exec(text)?.[0]
  if (!found) return 'foreign'
  return found === hash(text.replace(FINGERPRINT, MARK)) ? 'intact' : 'edited'
}

/** The first line of a generated file, for formats that support comments. */
export const notice = (source: string): string =>
  `generated from ${source} by "npm run ops -- render": do not edit (${MARK})`
