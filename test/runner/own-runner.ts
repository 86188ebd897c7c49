import { createRequire } from 'node:module'
import type { Test, TestRunnerOptions, TestWatcher } from 'jest-runner'

// An import has another shape at run time than in the types of the package.
const { default: TestRunner } = createRequire(import.meta.url)('jest-runner') as typeof import('jest-runner')

/** Gives each test file a process of its own. */
export default class OwnRunner extends TestRunner {
  constructor(...[config, context]: ConstructorParameters<typeof TestRunner>) {
    // Jest ends a worker that holds more than this after a file: one byte is always more.
    super({ ...config, workerIdleMemoryLimit: 1 }, context)
  }

  /** One file may run in Jest's own process, where a debugger reaches it. */
  override runTests(tests: Test[], watcher: TestWatcher, options: TestRunnerOptions): Promise<void> {
    return super.runTests(tests, watcher, { ...options, serial: options.serial && tests.length === 1 })
  }
}
