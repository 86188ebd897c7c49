import type { JestEnvironmentConfig } from '@jest/environment'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import { watchForTraces } from './traces.ts'

/** The environment of a test file without a VM context: its globals are those of the process. */
export default class NativeEnvironment {
  readonly global = globalThis
  readonly moduleMocker = new ModuleMocker(globalThis)
  readonly fakeTimers = null
  readonly fakeTimersModern: ModernFakeTimers
  readonly #console = globalThis.console
  readonly #exit = process.exit
  #checkTraces: (() => Promise<void>) | undefined

  constructor({ projectConfig }: JestEnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup(): Promise<void> {}

  /**
   * Takes stock when the file is imported, since what it imports sets globals of its own once. A failed test may leave
   * something. Its own error says more, and an error of `teardown` would hide it.
   */
  handleTestEvent({ name, test }: { name: string; test?: { errors: unknown[] } }): void {
    if (name === 'run_start') this.#checkTraces = watchForTraces()
    if (name === 'test_done' && test && test.errors.length > 0) this.#checkTraces = undefined
  }

  /** Fails the file that leaves something to the next file of this process. */
  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose()
    globalThis.console = this.#console
    process.exit = this.#exit
    await this.#checkTraces?.()
  }

  exportConditions(): string[] {
    return ['node', 'node-addons']
  }

  getVmContext(): null {
    return null
  }
}
