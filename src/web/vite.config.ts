import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import * as generated from './api/generated.ts'

/** Lists the documents of the page by their SHA-256, for gateways that accept only these. */
const persistedDocuments = (): Plugin => ({
  name: 'persisted-documents',
  closeBundle() {
    const texts = Object.values(generated).flatMap((each) => ('text' in each ? [each.text] : []))
    const list = Object.fromEntries(texts.map((text) => [hash('sha256', text), text]))
    const file = join(import.meta.dirname, '../../dist/persisted-documents.json')
    writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`)
  },
})

const VALUES = /import \{([^}]*)\} from '([^']*\/generated\.ts)'/g
const values = new Map<string, object>(Object.entries(generated))
const GENERATED = join(import.meta.dirname, 'api/generated.ts')

const isDocument = (value: object): value is { text: string } => 'text' in value

/**
 * Makes a module of each document and enum of `generated.ts`, so that a chunk has only those that it uses. The bundler
 * divides a program by modules: as one module, all of them would be part of the first load.
 */
const documentModules = (): Plugin => ({
  name: 'document-modules',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes('/generated.ts')) return null
    return code.replace(VALUES, (_, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => `import { ${name} } from '${GENERATED}?name=${name}'`)
        .join('; '),
    )
  },
  load(id) {
    const [file, name] = id.split('?name=')
    if (file !== GENERATED || name === undefined) return null
    const value = values.get(name)
    if (!value) return null
    if (!isDocument(value)) return `export const ${name} = ${JSON.stringify(value)}`
    const request = join(import.meta.dirname, 'api/request.ts')
    return `import { document } from '${request}'; export const ${name} = document(${JSON.stringify(value.text)})`
  },
})

export default defineConfig({
  publicDir: false,
  // Chunks load each other relative to their own address: a proxy may serve the page under a path.
  base: './',
  plugins: [documentModules(), persistedDocuments()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Inlining images is off. The policy would permit data URLs, but they make the page longer and save only one file.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: ['index', 'signed-in', 'message', 'explorer', 'sign-off'].map((name) =>
        join(import.meta.dirname, `${name}.html`),
      ),
    },
  },
})
