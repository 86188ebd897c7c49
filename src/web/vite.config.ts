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

export default defineConfig({
  publicDir: false,
  // Chunks load each other relative to their own address: a proxy may serve the page under a path.
  base: './',
  plugins: [persistedDocuments()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The policy permits data URLs for images, but inlining makes the page longer to save one file.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: ['index', 'signed-in', 'message', 'explorer', 'sign-off'].map((name) =>
        join(import.meta.dirname, `${name}.html`),
      ),
    },
  },
})
