import { join } from 'node:path'
import { build } from 'vite'

const ENTRY = join(import.meta.dirname, '../../clients/typescript/src/index.ts')

/** Builds the TypeScript client as one minified module. Returns its code and its imports. */
export async function bundleClient(): Promise<{ code: string; imports: string[] }> {
  const results = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, target: 'es2023', lib: { entry: ENTRY, formats: ['es'] } },
  })
  const [result] = [results].flat()
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (!chunk) throw new Error('The client was not built')
  return { code: chunk.code, imports: [...chunk.imports, ...chunk.dynamicImports] }
}
