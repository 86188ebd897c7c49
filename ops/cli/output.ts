import type { Change } from './files.ts'
import type { Receipt } from './verify.ts'

/** One line for people, or for the next program. */
export const say = (text = ''): void => {
  process.stdout.write(`${text}\n`)
}

const SIGNS = { create: '+', update: '~', remove: '-' }

/** What an operation changed, one file per line. */
export const sayChanges = (changes: Change[]): void => {
  for (const { action, path } of changes) say(`${SIGNS[action]} ${path}`)
  if (changes.length === 0) say('nothing to change')
}

/** Lines of a text that the other lacks, for a look at what would change; secrets stay hidden. */
export const sayDifference = ({ path, action, before, after, secret }: Change): void => {
  say(`${SIGNS[action]} ${path}`)
  if (secret) return
  const [old, next] = [before.split('\n'), after.split('\n')]
  for (const line of old.filter((line) => !next.includes(line))) say(`    - ${line}`)
  for (const line of next.filter((line) => !old.includes(line))) say(`    + ${line}`)
}

/** A receipt per step; a step that failed makes the command fail. */
export const sayReceipts = (receipts: Receipt[]): void => {
  for (const { ok, step, detail } of receipts) say(`${ok ? 'ok    ' : 'FAILED'} ${step}: ${detail}`)
  if (receipts.some(({ ok }) => !ok)) process.exitCode = 1
}
