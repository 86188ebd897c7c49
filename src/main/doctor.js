import { existsSync, readFileSync } from 'node:fs'
import { demandNode } from './node-version.js'

demandNode()

const lists = ['../../package-lock.json', '../../node_modules/.package-lock.json'].map((path) => {
  const file = new URL(path, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
})
const [wanted = {}, installed = {}] = lists
const lacking = Object.entries(wanted).filter(
  ([path, { version, optional, peer }]) => path && !optional && !peer && installed[path]?.version !== version,
)
// Later imports need some of the packages.
if (lacking.length > 0) {
  const names = lacking.slice(0, 3).map(([path]) => path.replace(/^.*node_modules\//, ''))
  process.stdout.write(
    `wrong  Packages          ${lacking.length} are missing or of another version: ${names.join(', ')} ...\n` +
      '                         next: npm ci\n',
  )
  process.exit(1)
}
await import('./doctor-command.ts')
