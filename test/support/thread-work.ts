import { getPriority } from 'node:os'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { invalid } from '../../src/common/errors.ts'
import type { Give } from '../../src/common/threads.ts'

/* Work for threads under test. */

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Gives the numbers below `to`. Returns the sum of the answers. */
export async function count(to: number, give: Give): Promise<number> {
  let total = 0
  for (let each = 0; each < to; each++) total += Number(await give(each))
  return total
}

/** Lets the thread trust a certificate. */
export const trust = (certificate: string) => setDefaultCACertificates([...getCACertificates('default'), certificate])

/** Ends its thread after the answer. */
export const endLater = () => void setImmediate(() => fail())

/** Blocks its thread. */
export function block(): never {
  for (;;);
}

export function refuse(): never {
  throw invalid({ a: 'b' })
}

export function fail(): never {
  throw new Error('broken')
}

/** Allocates more memory than allowed. */
export function fill(): number {
  const all: number[][] = []
  for (;;) all.push(Array.from({ length: 100_000 }, (_, index) => index + all.length))
}

/** The priority of the thread, which Linux has for each thread. */
export const priority = () => getPriority()
