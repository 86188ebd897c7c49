/** @database none */
import { expect, test } from '@jest/globals'
import { suites } from '../jest.config.mjs'
import { NOT_ON_CITUS } from './support/not-on-citus.ts'

test('what Citus leaves out is there, and says why', () => {
  for (const [pattern, reason] of Object.entries(NOT_ON_CITUS)) {
    expect(suites.filter(({ file }) => new RegExp(pattern).test(file))).not.toEqual([])
    expect(reason).toMatch(/^(is about|starts|computes|counts)\b/)
  }
})

test('whatever CI runs on PostgreSQL is run on Citus, but for what cannot hold there', () => {
  const inCi = suites.filter(({ needsDatabase }) => needsDatabase).map(({ file }) => file)
  expect(inCi.length).toBeGreaterThan(100)
  const left = Object.keys(NOT_ON_CITUS).map((pattern) => new RegExp(pattern))
  expect(inCi.filter((suite) => left.some((pattern) => pattern.test(suite))).sort()).toEqual([
    'test/analytics/growth.test.ts',
    'test/delivery/queueing.test.ts',
    'test/privacy/retention-plans.test.ts',
  ])
})
