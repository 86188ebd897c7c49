import { invalid } from '../../src/common/errors.ts'

/* Work for threads under test. */

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

export async function* count(to: number): AsyncGenerator<number> {
  for (let each = 0; each < to; each++) yield each
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
