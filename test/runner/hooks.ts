import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Swc from '@swc/core'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(tmpdir(), 'gateway-test-compiled')

const GLOBALS = pathToFileURL(join(import.meta.dirname, 'globals.ts')).href

const OPTIONS: Swc.Options = {
  configFile: false,
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true },
    target: 'es2023',
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  sourceMaps: true,
}

/** The file of the source map of each compiled file, for Jest's stack traces. */
export const sourceMaps = new Map<string, string>()

const require = createRequire(import.meta.url)
const salt = JSON.stringify([OPTIONS, require('@swc/core/package.json').version])

/** Written aside and then renamed, because the workers of several runs share the folder. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

const readCompiled = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Compiles a file once per content: later workers and runs read the result from the cache folder. */
function compile(path: string): string {
  const source = readFileSync(path, 'utf8')
  const name = createHash('sha256').update(salt).update(path).update(source).digest('hex').slice(0, 32)
  const [compiled, map] = [join(CACHE, `${name}.mjs`), join(CACHE, `${name}.map`)]
  sourceMaps.set(path, map)
  sourceMaps.set(pathToFileURL(path).href, map)
  const known = readCompiled(compiled)
  if (known !== undefined) return known
  const { transformSync } = require('@swc/core') as typeof Swc
  const made = transformSync(source, { ...OPTIONS, filename: path })
  write(map, made.map ?? '')
  write(compiled, made.code)
  return made.code
}

/** Lets this process import the project's TypeScript, and `@jest/globals`, as Node imports modules. */
export function registerTestHooks(): void {
  mkdirSync(CACHE, { recursive: true })
  enableCompileCache(join(CACHE, 'v8'))
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== '@jest/globals') return next(specifier, context)
      const { parentURL = '' } = context
      const url = parentURL.endsWith('.test.ts') ? `${GLOBALS}?of=${parentURL}` : GLOBALS
      return { url, shortCircuit: true }
    },
    load(url, context, next) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      if (!path.startsWith(ROOT) || !path.endsWith('.ts') || path.includes('/node_modules/')) return next(url, context)
      return { format: 'module', source: compile(path), shortCircuit: true }
    },
  })
}
