import { afterAll, beforeAll } from '@jest/globals'

/**
 * Opens what a suite shares, and closes it after its tests, in reverse order. When opening fails, that error is the one
 * shown, and only what had been opened is closed.
 */
export function setUp(open: (opened: AsyncDisposableStack) => Promise<void>): void {
  const opened = new AsyncDisposableStack()
  beforeAll(() => open(opened))
  afterAll(() => opened.disposeAsync())
}
