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

  /** Takes stock when the file is imported, since what it imports sets globals of its own once. */
  handleTestEvent({ name }: { name: string }): void {
    if (name === 'run_start') this.#checkTraces = watchForTraces()
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
