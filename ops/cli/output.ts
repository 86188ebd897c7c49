import type { Change } from './journal.ts'
import type { Receipt } from './verify.ts'

/** Prints one line, for people or for another program. */
export const say = (text = ''): void => {
  process.stdout.write(`${text}\n`)
}

const SIGNS = { create: '+', update: '~', remove: '-' }

/** Prints the changes of an operation, one file per line. */
export const sayChanges = (changes: Change[]): void => {
  for (const { action, path } of changes) say(`${SIGNS[action]} ${path}`)
  if (changes.length === 0) say('nothing to change')
}

/** Prints the lines that would be added and removed. Secrets stay hidden. */
export const sayDifference = ({ path, action, before, after, secret }: Change): void => {
  say(`${SIGNS[action]} ${path}`)
  if (secret) return
  const [old, next] = [before.split('\n'), after.split('\n')]
  for (const line of old.filter((line) => !next.includes(line))) say(`    - ${line}`)
  for (const line of next.filter((line) => !old.includes(line))) say(`    + ${line}`)
}

/** Prints a receipt per step. A failed step makes the command fail. */
export const sayReceipts = (receipts: Receipt[]): void => {
  for (const { ok, step, detail } of receipts) say(`${ok ? 'ok    ' : 'FAILED'} ${step}: ${detail}`)
  if (receipts.some(({ ok }) => !ok)) process.exitCode = 1
}
