import type * as Jest from '@jest/globals'

type Name = 'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'jest' | 'test'
export type Globals = Pick<typeof Jest, Name>

let current: Globals | undefined

/** Jest makes its functions for each test file. */
export function setCurrent(globals: Globals): void {
  current = globals
}

/** The functions of the test file that runs now. */
export function currentGlobals(): Globals {
  if (!current) throw new Error('No test file runs: import @jest/globals from a test file, or from what it imports')
  return current
}
