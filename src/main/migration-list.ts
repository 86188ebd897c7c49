import { readdirSync, writeFileSync } from 'node:fs'

/*
 * Writes the list of migrations from the files of their folder. `npm run generate` runs it before the compiler. A list
 * that is read at run time would include files of other branches that are left in `dist`.
 */

const FOLDER = new URL('../../schema/migrations/', import.meta.url)

const names = readdirSync(FOLDER)
  .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const constantOf = (name: string) => `m${name.slice(0, 4)}`
const imports = names.map((name) => `import { sql as ${constantOf(name)} } from './${name}.ts'`)
const rows = names.map((name) => `  { name: '${name}', sql: ${constantOf(name)} },`)

writeFileSync(
  new URL('index.ts', FOLDER),
  `// Generated from the files of this folder by "npm run generate".\n${imports.join('\n')}\n
/** Every migration, in order. */
export const migrations = [\n${rows.join('\n')}\n] as const\n`,
)
