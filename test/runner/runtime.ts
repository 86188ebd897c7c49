import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { setCurrent } from './current.ts'
import closeAll from './end.ts'
import { registerTestHooks, sourceMaps } from './hooks.ts'

const require = createRequire(import.meta.url)
// An import has another shape at run time than in the types of the package.
const { default: JestRuntime } = require('jest-runtime') as typeof import('jest-runtime')
const { getBuiltinModule } = process

/** The message by which Jest ends a worker, which then must end by itself. */
const END = 2

/** Globals in which Jest's framework keeps the tests of a file. */
const FRAMEWORK_STATE = new Set<string | undefined>(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'])

// V8 would otherwise collect the whole heap for every 64 MB of buffers that PGlite allocates outside of it, which took two
// thirds of the time of each start.
setFlagsFromString('--external-memory-accounted-in-global-limit')
registerTestHooks()
if (process.send)
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === END) void closeAll().finally(() => process.exit())
  })

/**
 * Jest's runtime with the modules of Node: they stay loaded for the next test file of the process, are compiled once and
 * stay optimized. Jest loads this class by the setting `runtime`.
 */
export default class NativeRuntime extends JestRuntime {
  constructor(...context: ConstructorParameters<typeof JestRuntime>) {
    super(...context)
    // Jest replaces the function in what it takes for a copy of `process`.
    process.getBuiltinModule = getBuiltinModule
  }

  /** Loads Jest's own modules; the framework keeps the tests of a file as state, so each file has a new one. */
  override requireInternalModule<T>(path: string): T {
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (FRAMEWORK_STATE.has(key.description)) Reflect.deleteProperty(globalThis, key)
    delete require.cache[path]
    return require(path)
  }

  override requireModule<T>(path: string): T {
    return require(path)
  }

  override unstable_shouldLoadAsEsm(): boolean {
    return true
  }

  override async unstable_importModule(path: string): Promise<void> {
    setCurrent(this.requireModuleOrMock(path, '@jest/globals'))
    await import(pathToFileURL(path).href)
  }

  override getSourceMaps(): Map<string, string> {
    return sourceMaps
  }
}
