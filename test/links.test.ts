/** @database none */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'

// Links and paths in the documents of the project lead to files and headings that exist.

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const DOCUMENTS = globSync('{*.md,{.ci,clients,docs,ops,rest-compat,schema,src,test}/**/*.md}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})

/** A comment in a shell block looks like a heading, and code like a link. */
const withoutBlocks = (text: string) => text.replace(/^ *(```+)[^\n]*\n[\s\S]*?^ *\1 *$/gm, '')
const withoutCode = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, '')

/** The anchors of a document's headings, as git servers make them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} +(.*)$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    let anchor = slug
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

/** The targets of the links and images of a document, without those of other sites. */
const targetsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|^\[[^\]]+\]: +(\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))

/** The reason why a link of a document leads nowhere; undefined if it leads to a file and, with `#`, to a heading of it. */
function faultOf(target: string, document: string, text: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path ? normalize(join(dirname(document), decodeURIComponent(path))) : document
  if (file.startsWith('..') || !existsSync(join(ROOT, file))) return `${target}: there is no file ${file}`
  if (anchor === undefined) return undefined
  if (!file.endsWith('.md')) return `${target}: only documents have headings`
  return anchorsOf(path ? read(file) : text).has(anchor) ? undefined : `${target}: ${file} has no such heading`
}

const faultsOf = (text: string, document: string) =>
  targetsOf(text).flatMap((target) => faultOf(target, document, text) ?? [])

test('finds links that lead nowhere', () => {
  const text = `# A title, with \`code\`!
## Twice
## Twice
[1](README.md) [2](#a-title-with-code) [3](#twice-1) [4](docs/backup.md#point-in-time-recovery) [5](https://example.org/none)
![6](src/web/screenshot.png "a picture") \`[7](none.md)\`
[8](none.md) [9](#none) [10](docs/backup.md#none) [11](../outside.md) [12](package.json#name)

[13]: none/reference.md

\`\`\`sh
# In a block
[14](none.md)
\`\`\`
[15](#in-a-block)`
  expect(faultsOf(text, 'README.md')).toEqual([
    'none.md: there is no file none.md',
    '#none: README.md has no such heading',
    'docs/backup.md#none: docs/backup.md has no such heading',
    '../outside.md: there is no file ../outside.md',
    'package.json#name: only documents have headings',
    'none/reference.md: there is no file none/reference.md',
    '#in-a-block: README.md has no such heading',
  ])
})

test('the documents have links', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(80)
  expect(DOCUMENTS.flatMap((document) => targetsOf(read(document))).length).toBeGreaterThan(40)
})

/** The documents that a reader of README.md reaches by links. A link to a folder leads to each of its documents. */
function reachable(): Set<string> {
  const found = new Set(['README.md'])
  for (const document of found) {
    for (const target of targetsOf(read(document))) {
      const file = normalize(join(dirname(document), target.split('#')[0] ?? ''))
      for (const each of DOCUMENTS) if (each === file || dirname(each) === file) found.add(each)
    }
  }
  return found
}

test('every page of docs can be reached from README.md', () => {
  const pages = DOCUMENTS.filter((document) => document.startsWith('docs/'))
  expect(pages.length).toBeGreaterThan(20)
  const found = reachable()
  expect(pages.filter((page) => !found.has(page))).toEqual([])
})

const FOLDERS = [
  'src',
  'test',
  'docs',
  'ops',
  'schema',
  'rest-compat',
  'clients',
  '\\.ci',
  ...readdirSync(join(ROOT, 'src')),
]
const PATH = new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w./*-]+)\``, 'g')

/** Paths of the project in backquotes. A command, or a path with a placeholder such as `ID`, is none. */
const pathsOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(PATH)].map(([, path = '']) => path).filter((path) => !/\/ID\b/.test(path))

/** A path starts in the root, in `src`, or in the folder of its document. It may leave out its ending, or end with `*`. */
const exists = (path: string, document: string) =>
  [path, join('src', path), join(dirname(document), path), `${path}.ts`, `${path}.test.ts`].some(
    (each) => globSync(each, { cwd: ROOT }).length > 0,
  )

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document)

  test('has links that lead to files and headings', () => {
    expect(faultsOf(text, document)).toEqual([])
  })

  test('names paths that exist', () => {
    // Released entries of the CHANGELOG name files of their time, and runbooks files of the stack's folder.
    if (document === 'CHANGELOG.md' || document.startsWith('ops/runbooks/')) return
    expect(pathsOf(text).filter((path) => !exists(path, document))).toEqual([])
  })
})
