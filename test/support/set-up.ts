import { afterAll, beforeAll } from '@jest/globals'

/**
 * Opens the shared resources of a suite, and closes them after its tests in reverse order. If opening fails, its error
 * is shown, and only opened resources are closed.
 */
export function setUp(open: (opened: AsyncDisposableStack) => Promise<void>): void {
  const opened = new AsyncDisposableStack()
  beforeAll(() => open(opened))
  afterAll(() => opened.disposeAsync())
}
