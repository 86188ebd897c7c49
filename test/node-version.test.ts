/**
 * @database none
 * @long it starts each command with an old version of Node.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { build, COMPILED } from './support/process.ts'
import { setUp } from './support/set-up.ts'

const ROOT = join(import.meta.dirname, '..')
const LEAST = /^>=([\d.]+)$/.exec(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node)?.[1] ?? ''

const PROGRAMS = [
  'dist/src/main/server.js',
  'dist/src/main/token.js',
  'dist/src/main/emit.js',
  'src/main/doctor.js',
  'ops/cli/main.js',
  'test/bench/run.js',
]

let folder: string
setUp(async (opened) => {
  build()
  folder = mkdtempSync(join(tmpdir(), 'gateway-node-'))
  opened.defer(() => rmSync(folder, { recursive: true }))
})

/** Runs a program in an empty folder, where a start would leave its data. */
const run = (node: string, program: string, before: string[] = [], after: string[] = []) =>
  spawnSync(node, [...before, join(ROOT, program), ...after], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: 'none', ...COMPILED },
    encoding: 'utf8',
  })

/** This Node, under the version of another. */
function disguised(version: string): string[] {
  const file = join(folder, `as-${version}.mjs`)
  const versions = `{ ...process.versions, node: '${version}' }`
  writeFileSync(file, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  return ['--import', file]
}

/** The machine's own Nodes, which are not those of the packages. */
const others = [...new Set((process.env.PATH ?? '').split(delimiter))]
  .map((each) => join(each, 'node'))
  .filter((each) => !each.includes('node_modules') && existsSync(each))
  .map((each): [string, string] => [each, spawnSync(each, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1)])

const rank = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1000 + minor
}

describe.each(PROGRAMS)('%s', (program) => {
  const nodes: [string, string, () => string[]][] = [
    ...['18.20.4', '20.20.2', '22.16.0'].map((version): [string, string, () => string[]] => [
      process.execPath,
      version,
      () => disguised(version),
    ]),
    ...others
      .filter(([, version]) => rank(version) < rank(LEAST))
      .map(([node, version]): [string, string, () => string[]] => [node, version, () => []]),
  ]

  test.each(nodes)('by %s as %s is refused with a sentence', (node, version, before) => {
    const { status, stdout, stderr } = run(node, program, before())
    expect(status).toBe(1)
    expect(stdout).toBe('')
    const [first, second, ...rest] = stderr.trimEnd().split('\n')
    expect(first).toMatch(new RegExp(`^This program needs Node (${LEAST}|24) or newer, but .* is Node ${version}\\.$`))
    expect(second).toContain('npm ci')
    expect(rest).toEqual([])
  })

  test('by this Node continues', () => {
    const { stdout, stderr } = run(process.execPath, program, [], ['--help'])
    expect(stderr).not.toContain('This program needs Node')
    expect(stdout + stderr).not.toBe('')
  })
})

test('the oldest Node that is named is not refused', () => {
  const { stderr } = run(process.execPath, 'dist/src/main/server.js', disguised(LEAST))
  expect(stderr).toContain('PORT: ')
})
