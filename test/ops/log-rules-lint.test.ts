import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type LogRules, lintDetectable, logRules } from '../../ops/cli/log-rules.ts'
import { client } from './support/log-lines.ts'

const acme = client('acme')
const every = (minutes: number) => client('acme', `activity: { shipIntervalMinutes: ${minutes} }`)

/** The rules of acme with one more. */
const withRule = (expr: string, hold = '0m'): LogRules => {
  const rules = logRules(acme)
  const labels = { severity: 'warning', client: 'acme', client_name: 'Acme' } as const
  const annotations = { summary: '', description: '', runbook: '', runbook_page: 'NoActivity' as const }
  const rule = { alert: 'Tried', expr, for: hold, labels, annotations }
  return { groups: [...rules.groups, { name: 'tried', interval: '1m', rules: [rule] }] }
}
const count = (window: string, compared = '>= 5', stages = ''): string =>
  `sum by (client) (count_over_time({client="acme", job="activity"}${stages} ${window})) ${compared}`

describe('lintDetectable', () => {
  test.each([1, 5, 15, 30, 60])('finds every generated rule detectable at a ship interval of %i minutes', (minutes) => {
    expect(lintDetectable(logRules(every(minutes)), every(minutes))).toEqual([])
  })

  test.each(['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'Pacific/Auckland'])('also in the zone %s', (zone) => {
    const record = client('acme', `activity: { timeZone: ${zone} }`)
    expect(lintDetectable(logRules(record), record)).toEqual([])
  })

  test('also for the highest thresholds', () => {
    const record = client('acme', 'thresholds: { failedLogins: 1000000, bruteForce: 1000000, errors: 1000000 }')
    expect(lintDetectable(logRules(record), record)).toEqual([])
  })

  test('names the rules that longer intervals make blind', () => {
    const slow = client('acme', 'activity: { shipIntervalMinutes: 60, securityIntervalMinutes: 60 }')
    const problems = lintDetectable(logRules(acme), slow)
    expect(problems.map((problem) => problem.split(': ', 2))).toEqual([
      ['AcmeFailedLoginSpike', expect.stringContaining('its window is over before the lines arrive')],
      ['AcmeBruteForceDetected', expect.stringContaining('its window is over before the lines arrive')],
      ['AcmeAdminAfterHours', expect.stringContaining('its window is over before the lines arrive')],
      ['AcmeBulkDelete', expect.stringContaining('its window is over before the lines arrive')],
      ['AcmeUserManagement', expect.stringContaining('its window is over before the lines arrive')],
      ['AcmeErrorSpike', expect.stringContaining('its window is over before the lines arrive')],
      ['AcmeNoActivity', expect.stringContaining('it fires while lines are still on their way')],
      ['AcmeSecurityLogSilent', expect.stringContaining('it fires while lines are still on their way')],
    ])
  })

  test.each([
    [count('[10m]'), '0m', 'its window is over before the lines arrive'],
    [count('[10m] offset 16m'), '9m', 'its window is over before the lines arrive'],
    [count('[30s] offset 17m'), '0m', 'its window is shorter than the time between evaluations'],
    [count('[10m] offset 17m'), '10m', 'its window is shorter than the time between evaluations'],
    [count('[1h] offset 17m', '== 0'), '0m', 'fires on "=="'],
    [count('[10m] offset 17m', '< 1'), '0m', 'fires on "<"'],
    [count('[10m] offset 17m', '>= 5', ' | job="other"'), '0m', 'no burst of lines makes it fire'],
    ['sum by (client) (count_over_time({client="acme"} [10m] offset 17m))', '0m', 'compares the count with nothing'],
    ['absent_over_time({client="acme", job=~"a|b"} [1h] offset 17m)', '0m', 'labels that equal a value'],
    ['absent_over_time({client="acme"} [10m])', '0m', 'it fires while lines are still on their way'],
    ['rate({client="acme"} [10m])', '0m', 'is not in the part of LogQL'],
    ['count_over_time({client="acme"} [10m', '0m', 'not LogQL'],
  ])('%s for %s is not detectable', (expr, hold, reason) => {
    expect(lintDetectable(withRule(expr, hold), acme)).toEqual([expect.stringMatching(/^Tried: /)])
    expect(lintDetectable(withRule(expr, hold), acme)[0]).toContain(reason)
  })

  test.each(['0m', '3m', '9m'])('%s of "for" fits into a window of ten minutes', (hold) => {
    expect(lintDetectable(withRule(count('[10m] offset 17m'), hold), acme)).toEqual([])
  })

  test('accepts an offset exactly when it covers the ship interval and the slack', () => {
    const minutes = (max: number) => fc.integer({ min: 1, max })
    fc.assert(
      fc.property(minutes(60), minutes(70), fc.integer({ min: 2, max: 60 }), (interval, offset, range) => {
        const { groups } = withRule(count(`[${range}m] offset ${offset}m`))
        const problems = lintDetectable({ groups: groups.slice(-1) }, every(interval))
        expect(problems.length === 0).toBe(offset >= interval + 2)
      }),
      { numRuns: 60 },
    )
  })
})
