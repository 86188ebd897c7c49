import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { NOT_ON_CITUS } from './support/not-on-citus.ts'

const ROOT = join(import.meta.dirname, '..')
const suites = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`)

/** What CI leaves out on PostgreSQL, by the patterns of its command. */
const leftOutInCi = (): RegExp[] => {
  const command = readFileSync(join(ROOT, '.ci/run'), 'utf8').match(/--testPathIgnorePatterns((?:[^\n]*\\\n)*[^\n]*)/)
  const patterns = (command?.[1] ?? '').split(/[\s\\]+/).filter((pattern) => pattern !== '')
  return patterns.map((pattern) => new RegExp(pattern))
}

test('what Citus leaves out is there, and says why', () => {
  for (const [pattern, reason] of Object.entries(NOT_ON_CITUS)) {
    expect(suites.filter((suite) => new RegExp(pattern).test(suite))).not.toEqual([])
    expect(reason).toMatch(/^(is about|starts|computes|counts)\b/)
  }
})

test('whatever CI runs on PostgreSQL is run on Citus, but for what cannot hold there', () => {
  const ci = leftOutInCi()
  expect(ci.length).toBeGreaterThan(10)
  const inCi = suites.filter((suite) => !ci.some((pattern) => pattern.test(`/${suite}`)))
  expect(inCi.length).toBeGreaterThan(100)
  const left = Object.keys(NOT_ON_CITUS).map((pattern) => new RegExp(pattern))
  expect(inCi.filter((suite) => left.some((pattern) => pattern.test(suite))).sort()).toEqual([
    'test/analytics/growth.test.ts',
    'test/privacy/retention-plans.test.ts',
  ])
})
