/** @database none */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtempDisposable, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { compare } from '../../src/main/supply-chain/advisories.ts'

const ROOT = join(import.meta.dirname, '../..')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

type Events = Record<string, string>[]

const entry = (name: string, events: Events, more: object = {}) => ({
  package: { ecosystem: 'npm', name, purl: `pkg:npm/${encodeURIComponent(name)}` },
  ranges: [{ type: 'SEMVER', events }],
  ...more,
})

/** An advisory in the form in which osv.dev publishes those of GitHub. */
const advisory = (id: string, affected: object[], more: object = {}) => ({
  schema_version: '1.7.3',
  id,
  modified: daysAgo(1),
  published: '2026-01-05T12:30:00Z',
  aliases: ['CVE-2026-1000'],
  summary: 'Denial of service',
  details: '### Impact\nA long path blocks the process.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
  affected,
  references: [{ type: 'WEB', url: 'https://example.org' }],
  database_specific: { cwe_ids: ['CWE-1333'], github_reviewed: true },
  ...more,
})

/** A folder with these files; objects are written as JSON. */
async function folderOf(files: Record<string, object | string>) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'advisories-'))
  await mkdir(join(folder.path, '2026'))
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder.path, name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

/** The vulnerable ones of the versions of a package, with the version that fixes each. */
async function vulnerable(versions: string[], affected: object[], more: object = {}) {
  await using folder = await folderOf({ 'GHSA-1.json': advisory('GHSA-1', affected, more) })
  const { vulnerabilities, unreadable } = compare(
    folder.path,
    versions.map((version) => ({ name: 'left', version })),
  )
  expect(unreadable).toEqual([])
  return Object.fromEntries(vulnerabilities.map(({ version, fixed }) => [version, fixed]))
}

describe('a version is vulnerable', () => {
  test('from the one that introduced the fault, and before the one that fixes it', async () => {
    const affected = [entry('left', [{ introduced: '1.2.0' }, { fixed: '1.4.0' }])]
    expect(await vulnerable(['1.1.9', '1.2.0', '1.3.99', '1.4.0', '10.0.0'], affected)).toEqual({
      '1.2.0': '1.4.0',
      '1.3.99': '1.4.0',
    })
  })

  test('up to the last affected one, which has no fix', async () => {
    const affected = [entry('left', [{ introduced: '0' }, { last_affected: '2.0.1' }])]
    expect(await vulnerable(['0.0.0-alpha', '2.0.1', '2.0.2'], affected)).toEqual({
      '0.0.0-alpha': undefined,
      '2.0.1': undefined,
    })
  })

  test('in each of several ranges, whatever the order of their events', async () => {
    const events = [{ fixed: '3.2.0' }, { introduced: '3.0.0' }, { introduced: '1.0.0' }, { fixed: '1.5.0' }]
    const later = { ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '5.0.0' }] }] }
    const affected = [entry('left', events), entry('left', [], later)]
    expect(await vulnerable(['0.9.0', '1.4.0', '2.0.0', '3.1.0', '4.0.0', '6.0.0'], affected)).toEqual({
      '1.4.0': '1.5.0',
      '3.1.0': '3.2.0',
      '6.0.0': undefined,
    })
  })

  test('as a prerelease of the fixed one, but not as a later build of it', async () => {
    const affected = [entry('left', [{ introduced: '2.0.0-beta.2' }, { fixed: '2.0.0' }])]
    expect(await vulnerable(['2.0.0-beta.1', '2.0.0-beta.10', '2.0.0-rc.4', '2.0.0+build.7'], affected)).toEqual({
      '2.0.0-beta.10': '2.0.0',
      '2.0.0-rc.4': '2.0.0',
    })
  })

  test('if it is listed', async () => {
    const affected = [entry('left', [], { ranges: [], versions: ['1.0.0', '1.0.2'] })]
    expect(await vulnerable(['1.0.0', '1.0.1', '1.0.2'], affected)).toEqual({ '1.0.0': undefined, '1.0.2': undefined })
  })

  test('by shortened versions of an advisory', async () => {
    const affected = [entry('left', [{ introduced: '1' }, { fixed: '1.4' }, { introduced: '3.0' }, { fixed: '3.1' }])]
    expect(await vulnerable(['1.0.0', '1.3.7', '1.4.0'], affected)).toEqual({ '1.0.0': '1.4.0', '1.3.7': '1.4.0' })
  })

  test('only in the package of the advisory, of npm, and not in a commit', async () => {
    const events = [{ introduced: '0' }]
    const affected = [
      entry('Left', events),
      entry('@scope/left', events),
      entry('left', events, { package: { ecosystem: 'PyPI', name: 'left' } }),
      { ranges: [{ type: 'GIT', repo: 'https://example.org/left', events: [...events, { limit: 'a1b2' }] }] },
      entry('left', [], { ranges: [{ type: 'GIT', repo: 'https://example.org/left', events }] }),
    ]
    expect(await vulnerable(['1.0.0'], affected)).toEqual({})
  })

  test('unless the advisory is withdrawn', async () => {
    const affected = [entry('left', [{ introduced: '0' }])]
    expect(await vulnerable(['1.0.0'], affected)).toEqual({ '1.0.0': undefined })
    expect(await vulnerable(['1.0.0'], affected, { withdrawn: daysAgo(1) })).toEqual({})
  })
})

test.each([
  ['no JSON', '{"id": "GHSA-2", "modified": "20'],
  ['no advisory', 'null'],
  ['no time', { ...advisory('GHSA-2', [entry('left', [{ introduced: '0' }])]), modified: undefined }],
  ['no version', advisory('GHSA-2', [entry('left', [{ introduced: 'first' }])])],
])('an advisory with %s is reported as unreadable, and the others are compared', async (_, content) => {
  await using folder = await folderOf({
    'GHSA-2.json': content,
    '2026/GHSA-3.json': advisory('GHSA-3', [entry('left', [{ introduced: '0' }])]),
    'README.md': 'not JSON',
  })
  const { vulnerabilities, unreadable } = compare(folder.path, [{ name: 'left', version: '1.0.0' }])
  expect(vulnerabilities.map(({ id }) => id)).toEqual(['GHSA-3'])
  expect(unreadable).toEqual([expect.stringContaining('GHSA-2.json: ')])
})

describe('npm run audit', () => {
  const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, program] = scripts.audit.split(' ')
  const audit = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { cwd: ROOT }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })
  const harmless = advisory('GHSA-0', [entry('left', [{ introduced: '0' }])])
  const SUMMARY = /^\d{4} packages, 0 known vulnerabilities, 1 advisories, the newest of \d{4}-\d\d-\d\d$/m

  test('passes if no package is affected, and says how many advisories of which date it compared', async () => {
    await using folder = await folderOf({ 'GHSA-0.json': harmless })
    expect(await audit(folder.path)).toEqual({ code: 0, out: expect.stringMatching(SUMMARY), err: '' })
  })

  test('lists each affected package: of production, of development, scoped, and a prerelease', async () => {
    const names = ['express', '@apollo/server', 'type-graphql', 'jest']
    const affected = names.map((name) => entry(name, [{ introduced: '0' }, { fixed: '999.0.0' }]))
    await using folder = await folderOf({ 'GHSA-4.json': advisory('GHSA-4', affected) })
    const { code, out, err } = await audit(folder.path)
    const lines = names.map((name) => `${name} ${{ ...dependencies, ...devDependencies }[name]}  `)
    expect([code, err]).toEqual([1, ''])
    expect(out.split('\n').slice(0, -2)).toEqual(
      lines.map((line) => `${line}GHSA-4, CVE-2026-1000: Denial of service (fixed in 999.0.0)`),
    )
  })

  test('prints no control characters of an advisory', async () => {
    const summary = 'first\nexpress \u001b[2K\u202e'
    const affected = [entry('express', [{ introduced: '0' }])]
    await using folder = await folderOf({ 'GHSA-5.json': advisory('GHSA-5', affected, { summary }) })
    const { out } = await audit(folder.path)
    expect(out.split('\n')[0]).toMatch(/: first express {2}\[2K {2}\(no fix is known\)$/)
  })

  test('does not pass with old advisories, but reports what they know', async () => {
    const modified = daysAgo(9)
    const known = advisory('GHSA-6', [entry('express', [{ introduced: '0' }])], { modified })
    await using old = await folderOf({ 'GHSA-0.json': { ...harmless, modified } })
    await using both = await folderOf({ 'GHSA-0.json': { ...harmless, modified }, 'GHSA-6.json': known })
    const err = expect.stringMatching(/^not complete: the newest advisory is 9 days old\nnext: /)
    expect(await audit(old.path)).toEqual({ code: 2, out: expect.stringMatching(SUMMARY), err })
    expect(await audit(both.path)).toEqual({ code: 1, out: expect.stringContaining('GHSA-6'), err })
  })

  test('does not pass with an unreadable file, and names it in one line', async () => {
    await using folder = await folderOf({ 'GHSA-0.json': harmless, 'GHSA-8\u001b\n.json': { affected: [] } })
    const { code, err } = await audit(folder.path)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^not complete: unreadable files: 1, such as GHSA-8 {2}\.json: .*\nnext: /),
    ])
  })

  test('does not read a huge file, and does not pass with it', async () => {
    await using folder = await folderOf({ 'GHSA-0.json': harmless, 'GHSA-7.json': '' })
    // Too much for the memory of most machines, in a file without blocks.
    await truncate(join(folder.path, 'GHSA-7.json'), 2 ** 40)
    const { code, err } = await audit(folder.path)
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('not complete: unreadable files: 1, such as GHSA-7.json: it has more than'),
    ])
  })

  test.each([
    ['no folder', undefined, 'not checked: no folder of advisories is named'],
    ['a missing folder', 'missing', 'not checked: ENOENT'],
    [
      'a folder without advisories about npm',
      '2026',
      'not complete: the folder has no advisory about a package of npm',
    ],
    ['a file', 'all.zip', 'not checked: ENOTDIR'],
  ])('says that it could not run with %s, and what to do', async (_, name, reason) => {
    await using folder = await folderOf({ 'all.zip': '' })
    const { code, out, err } = await audit(...(name ? [join(folder.path, name)] : []))
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(reason)
    expect(err).toMatch(/^next: .*\n.*\n.*npm run audit -- advisories\n$/m)
  })
})
