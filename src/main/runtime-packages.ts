import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

/**
 * Copies the files of packages that the server and the commands of the image can load, and the licences of these packages.
 * The Dockerfile calls it with the folder to which it copies.
 */

const [folder = 'runtime'] = process.argv.slice(2)
// Adds the files of threads, because a thread is started by the path of its file and no import names it.
const started = globSync(['dist/src/main/{server,db,token}.js', 'dist/**/*.worker.js'])
const { fileList } = await nodeFileTrace(started, { base: process.cwd(), exportsOnly: true })

const files = [...fileList].filter((path) => path.startsWith('node_modules/'))
const packages = new Set(files.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
const licences = [...packages].flatMap((path) => globSync(`${path}/{LICEN[CS]E,licen[cs]e,Licen[cs]e,NOTICE,COPYING}*`))
for (const path of [...files, ...licences]) cpSync(path, join(folder, path), { dereference: true, recursive: true })
