/** @database none */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { analyse } from 'scslre'
import { withoutAddresses } from '../src/features/delivery/reports/report.generic.ts'

/*
 * A text that a stranger sends must not keep a regular expression busy: with quadratic backtracking, 100 kB take ten
 * seconds, in which no request is answered.
 */

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{src,rest-compat,clients,ops}/**/*.{ts,tsx,mjs}'
const GENERATED = ['**/node_modules/**', '**/generated/**', 'src/web/api/generated.ts']

/** Expressions that are slow with long texts, each with the reason why it gets none. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'ops/cli/logql.ts (\\d+)(ms|[smhd])': 'It reads the rules of alerts, which the repository has.',
  'src/edge/docs/text.ts \\n{2,}|(?<=^## .*)\\n|\\n(?=## )': 'It reads the documents of the repository.',
}

/** A literal follows an operator, a bracket or a keyword. A division does not. */
const LITERAL =
  /(?<=(?:[=(,:?&|![{;>\n]|\breturn) *)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:])/g

const literalsOf = (text: string) =>
  [...text.matchAll(LITERAL)].map(([, source = '', flags = '']) => ({ source, flags }))

test('no regular expression takes more than linear time', () => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: GENERATED })
  const found = files.flatMap((file) =>
    literalsOf(readFileSync(join(ROOT, file), 'utf8')).map((literal) => ({ file, ...literal })),
  )
  expect(found.length).toBeGreaterThan(400)
  const slow = found
    .filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
    .map(({ file, source }) => `${file} ${source}`)
  expect(slow.sort()).toEqual(Object.keys(SHORT_TEXTS).sort())
})

describe('the rule', () => {
  test.each([
    ['return /^[^@]+@[^@]+\\.[^@]+$/.test(text)', '^[^@]+@[^@]+\\.[^@]+$'],
    ["text.replace(/\\s+$/g, '')", '\\s+$'],
    ['const TWICE = /^(a+)+$/', '^(a+)+$'],
  ])('finds %s', (text, source) => {
    const [literal] = literalsOf(`${text}\n`)
    expect(literal?.source).toBe(source)
    expect(analyse(literal ?? { source: '', flags: '' }).reports).not.toEqual([])
  })
})

test('addresses are replaced, with and without a name before them', () => {
  expect(withoutAddresses('550 <a.b@c.example> and x(d@e.example) f@g.example')).toBe(
    '550 <(address)> and x((address)) (address)',
  )
})
