import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { stringify } from 'yaml'
import type { LogAlert } from '../../ops/cli/log-alerts.ts'
import { type LogRule, logRules } from '../../ops/cli/log-rules.ts'
import type { LogLine } from '../../ops/cli/logql-evaluate.ts'
import type { ClientRecord } from '../../ops/cli/record.ts'
import { client, firings, HOUR, line, lines, MINUTE, resultOf, SECOND, shippedEvery } from './support/log-lines.ts'
import { requireProgram } from './support/programs.ts'
import { OPS } from './support/stack.ts'

const acme = client('acme')
const NOON = Date.UTC(2026, 0, 5, 12)
/** Long enough after NOON that every window that saw it has closed again. */
const SPAN: [number, number] = [NOON, NOON + 2 * HOUR]

const rulesOf = (record: ClientRecord): LogRule[] => logRules(record).groups.flatMap(({ rules }) => rules)
const ruleOf = (record: ClientRecord, suffix: LogAlert): LogRule => {
  const found = rulesOf(record).find(({ alert }) => alert.endsWith(suffix))
  if (!found) throw new Error(`no rule ${suffix}`)
  return found
}
const withoutOffset = ({ expr }: LogRule): { expr: string } => ({ expr: expr.replaceAll(/ offset \d+m/g, '') })

describe('the log rules of a client', () => {
  test('are those of the source, named and labelled', () => {
    const [group] = logRules(client('acme-shop2')).groups
    expect(group).toMatchObject({ name: 'acme-shop2-activity', interval: '1m' })
    expect(group?.rules.map(({ alert, labels }) => [alert, labels.severity, labels.category, labels.client])).toEqual([
      ['AcmeShop2FailedLoginSpike', 'warning', 'security', 'acme-shop2'],
      ['AcmeShop2BruteForceDetected', 'critical', 'security', 'acme-shop2'],
      ['AcmeShop2AdminAfterHours', 'warning', 'security', 'acme-shop2'],
      ['AcmeShop2BulkDelete', 'warning', 'security', 'acme-shop2'],
      ['AcmeShop2UserManagement', 'warning', 'security', 'acme-shop2'],
      ['AcmeShop2ErrorSpike', 'warning', undefined, 'acme-shop2'],
      ['AcmeShop2NoActivity', 'warning', undefined, 'acme-shop2'],
      ['AcmeShop2SecurityLogSilent', 'warning', undefined, 'acme-shop2'],
    ])
  })

  test.each([
    [1, 15],
    [5, 60],
    [1, 1],
  ])('look back by the interval of their run, every %i and %i minutes, and two more', (security, ship) => {
    const often = `activity: { securityIntervalMinutes: ${security}, shipIntervalMinutes: ${ship} }`
    for (const { alert, expr } of rulesOf(client('acme', often))) {
      const interval = /ErrorSpike|NoActivity/.test(alert) ? ship : security
      expect([alert, expr]).toEqual([
        alert,
        expect.stringMatching(new RegExp(`\\[\\w+\\] offset ${interval + 2}m\\)\\)`)),
      ])
    }
  })

  test('count what the runs of security events ship, and nothing else', () => {
    const shipper = readFileSync(join(OPS, 'client-kit/rows.php'), 'utf8')
    const shipped = /SECURITY_TYPES = \[(.*)\];/.exec(shipper)?.[1]?.match(/\w+/g)
    const security = rulesOf(acme).filter(({ labels }) => labels.category === 'security')
    const counted = security.flatMap(({ expr }) => /action_type=~?"([^"]*)"/.exec(expr)?.[1]?.split('|') ?? [])
    expect([...new Set(counted)].sort()).toEqual(shipped?.sort())
  })

  test('are none for a client without an activity log', () => {
    expect(logRules(client('acme', 'activity: null'))).toEqual({ groups: [] })
  })
})

/** Alert, kind of line, how many make it fire, within how many minutes, and every how many minutes they are shipped. */
const COUNTS: [LogAlert, string, number, number, number][] = [
  ['FailedLoginSpike', 'failed_login', 5, 10, 1],
  ['BruteForceDetected', 'failed_login', 10, 5, 1],
  ['BulkDelete', 'delete', 5, 10, 1],
  ['UserManagement', 'user_change', 1, 10, 1],
  ['UserManagement', 'permission_change', 1, 10, 1],
  ['ErrorSpike', 'error', 5, 10, 15],
]

describe.each(COUNTS)('%s on lines of type %s', (suffix, type, count, minutes, interval) => {
  const rule = ruleOf(acme, suffix)
  const within = (minutes - 1) * MINUTE

  test(`fires at ${count} within ${minutes} minutes, ends, and names the client alone`, () => {
    const logged = lines(count, 'acme', type, NOON, NOON + within)
    const fired = firings(rule, logged, SPAN)
    expect(fired.length).toBeGreaterThan(0)
    expect(fired.at(-1)).toBeLessThanOrEqual(NOON + (interval + 2 + minutes) * MINUTE)
    expect(resultOf(rule, logged, fired[0] ?? 0)).toEqual([{ labels: { client: 'acme' }, value: count }])
  })

  test('does not fire at one less, nor when spread over more time', () => {
    expect(firings(rule, lines(count - 1, 'acme', type, NOON, NOON + within), SPAN)).toEqual([])
    if (count > 1)
      expect(firings(rule, lines(count, 'acme', type, NOON, NOON + minutes * MINUTE + 1), SPAN)).toEqual([])
  })

  test('does not fire on other lines, nor on those of another client', () => {
    expect(firings(rule, lines(50, 'acme', 'update', NOON, NOON + within), SPAN)).toEqual([])
    expect(firings(rule, lines(50, 'other', type, NOON, NOON + within), SPAN)).toEqual([])
    const mixed = [
      ...lines(count - 1, 'acme', type, NOON, NOON + within),
      ...lines(50, 'acme2', type, NOON, NOON + within),
    ]
    expect(firings(rule, mixed, SPAN)).toEqual([])
  })

  test('fires within four minutes of the last line, or within its ship interval plus three', () => {
    const last = NOON + 7 * SECOND
    const [first = 0] = firings(rule, lines(count, 'acme', type, NOON, last), SPAN, shippedEvery(interval))
    expect(first - last).toBeLessThanOrEqual((interval + 3) * MINUTE)
  })

  test('fires whenever between two runs the lines are written; without the offset it would not', () => {
    const starts = Array.from({ length: 30 }, (_, index) => NOON + index * 30 * SECOND + 7)
    const missed = (tried: { expr: string }): number =>
      starts.filter((start) => {
        const logged = lines(count, 'acme', type, start, start + within)
        return firings(tried, logged, SPAN, shippedEvery(interval)).length === 0
      }).length
    expect(missed(rule)).toBe(0)
    // One line alone is in the window whenever it comes, if it is not later than that is long.
    if (count > 1) expect(missed(withoutOffset(rule))).toBeGreaterThan(starts.length / 4)
  })
})

test('thresholds are those of the record', () => {
  const thresholds = 'thresholds: { failedLogins: 2, bruteForce: 3, deletes: 4, errors: 6 }'
  const strict = client('acme', thresholds)
  const limits: [LogAlert, string, number][] = [
    ['FailedLoginSpike', 'failed_login', 2],
    ['BruteForceDetected', 'failed_login', 3],
    ['BulkDelete', 'delete', 4],
    ['ErrorSpike', 'error', 6],
  ]
  for (const [suffix, type, count] of limits) {
    const fires = (n: number): boolean =>
      firings(ruleOf(strict, suffix), lines(n, 'acme', type, NOON, NOON + MINUTE), SPAN).length > 0
    expect([suffix, fires(count - 1), fires(count)]).toEqual([suffix, false, true])
  }
})

describe('AdminAfterHours', () => {
  /** The hour that the shipper writes into the line. */
  const hourIn = (timeZone: string, time: number): number =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(time))
  const fires = (record: ClientRecord, iso: string, fields: Record<string, unknown> = { admin: true }): boolean => {
    const time = Date.parse(iso)
    const hour = hourIn(record.activity?.timeZone ?? 'UTC', time)
    const logged = [line('acme', 'login', time, { hour, ...fields })]
    return firings(ruleOf(record, 'AdminAfterHours'), logged, [time, time + HOUR], shippedEvery(1)).length > 0
  }

  test.each([
    ['17:59:59', false],
    ['18:00:00', true],
    ['23:59:59', true],
    ['00:00:00', true],
    ['06:59:59', true],
    ['07:00:00', false],
    ['12:00:00', false],
  ])('an admin login at %s in Johannesburg: %s', (time, expected) => {
    expect(fires(acme, `2026-01-05T${time}+02:00`)).toBe(expected)
    expect(fires(acme, `2026-07-05T${time}+02:00`)).toBe(expected)
  })

  test('the hour of the log store decides, whatever the line says, where a zone keeps its hour', () => {
    expect(fires(acme, '2026-01-05T20:00:00+02:00', { admin: true, hour: 12 })).toBe(true)
    expect(ruleOf(acme, 'AdminAfterHours').expr).toContain('| hour >= 16 or hour < 5')
  })

  test('nobody but an admin who gets in is meant', () => {
    expect(fires(acme, '2026-01-05T20:00:00+02:00', { admin: false })).toBe(false)
    const failed = [line('acme', 'failed_login', NOON + 8 * HOUR, { admin: true })]
    expect(firings(ruleOf(acme, 'AdminAfterHours'), failed, [NOON + 8 * HOUR, NOON + 9 * HOUR])).toEqual([])
  })

  test('a line that is not JSON does not blind it', () => {
    const time = Date.parse('2026-01-05T20:00:00+02:00')
    const broken: LogLine = { ...line('acme', 'login', time), line: 'not JSON' }
    const logged = [broken, line('acme', 'login', time + 1, { admin: true })]
    expect(firings(ruleOf(acme, 'AdminAfterHours'), logged, [time, time + HOUR]).length).toBeGreaterThan(0)
  })

  test.each([
    ['Europe/Berlin', '2026-01-05T17:30:00+01:00', false],
    ['Europe/Berlin', '2026-01-05T18:30:00+01:00', true],
    ['Europe/Berlin', '2026-07-05T17:30:00+02:00', false],
    ['Europe/Berlin', '2026-07-05T18:30:00+02:00', true],
    ['Asia/Kolkata', '2026-01-05T17:59:59+05:30', false],
    ['Asia/Kolkata', '2026-01-05T18:00:00+05:30', true],
    ['Asia/Kolkata', '2026-01-05T07:00:00+05:30', false],
    ['America/Sao_Paulo', '2026-01-05T18:00:00-03:00', true],
    ['America/Sao_Paulo', '2026-01-05T07:00:00-03:00', false],
    ['UTC', '2026-01-05T06:59:59Z', true],
    ['UTC', '2026-01-05T07:00:00Z', false],
  ])('in %s at %s: %s', (zone, time, expected) => {
    expect(fires(client('acme', `activity: { timeZone: ${zone} }`), time)).toBe(expected)
  })

  test.each([
    ['21:59:59', true],
    ['22:00:00', false],
    ['05:59:59', false],
    ['06:00:00', true],
  ])('a business that works from 22:00 to 06:00, at %s: %s', (time, expected) => {
    const bakery = client('acme', 'activity: { dayStarts: "22:00", dayEnds: "06:00" }')
    expect(fires(bakery, `2026-01-05T${time}+02:00`)).toBe(expected)
  })
})

describe('NoActivity', () => {
  const rule = ruleOf(acme, 'NoActivity')
  const busy = lines(100, 'acme', 'update', NOON - 4 * HOUR, NOON)

  test('fires an hour and the offset after the last line, and not before', () => {
    const [first] = firings(rule, busy, [NOON - HOUR, NOON + 3 * HOUR], shippedEvery(15))
    expect(first).toBe(NOON + (60 + 17) * MINUTE)
  })

  test('names the client, and ends with the next line', () => {
    expect(resultOf(rule, busy, NOON + 2 * HOUR)).toEqual([{ labels: { client: 'acme' }, value: 1 }])
    expect(resultOf(rule, [...busy, line('acme', 'login', NOON + 90 * MINUTE)], NOON + 2 * HOUR)).toEqual([])
  })

  test('takes neither the heartbeat nor another client for activity', () => {
    const heartbeat = { labels: { client: 'acme', job: 'shipper', level: 'info' }, time: NOON, line: '{}' }
    expect(resultOf(rule, [heartbeat, line('other', 'login', NOON)], NOON + 20 * MINUTE)).toHaveLength(1)
  })

  test('raises no false alarm while lines wait for an hourly shipper; without the offset it would', () => {
    const hourly = ruleOf(client('acme', 'activity: { shipIntervalMinutes: 60 }'), 'NoActivity')
    const span: [number, number] = [NOON - 90 * MINUTE, NOON]
    expect(firings(hourly, busy, span, shippedEvery(60))).toEqual([])
    expect(firings(withoutOffset(hourly), busy, span, shippedEvery(60)).length).toBeGreaterThan(0)
  })
})

describe('SecurityLogSilent', () => {
  const rule = ruleOf(acme, 'SecurityLogSilent')
  const reports = (from: number, to: number): LogLine[] =>
    Array.from({ length: (to - from) / MINUTE + 1 }, (_, index) => ({
      labels: { client: 'acme', job: 'security-shipper', level: 'info' },
      time: from + index * MINUTE,
      line: '{}',
    }))

  test('fires once no run has reported for eleven minutes, though the whole log is still shipped', () => {
    const logged = [...reports(NOON - HOUR, NOON), ...lines(100, 'acme', 'update', NOON - HOUR, NOON + HOUR)]
    expect(firings(rule, logged, [NOON - 30 * MINUTE, NOON + HOUR])[0]).toBe(NOON + (11 + 3) * MINUTE)
  })

  test('is quiet while runs report, and says nothing new while the site is down', () => {
    expect(firings(rule, reports(NOON - HOUR, NOON + HOUR), [NOON, NOON + HOUR])).toEqual([])
    expect(rule.labels.depends_on).toBe('site')
  })
})

const withPromtool = requireProgram('promtool') ? test : test.skip

withPromtool('the name of a client is text in an annotation, whatever it looks like', () => {
  const evil = '{{ .Evil }} {{{{ $value }} {{"a"}}'
  const [rule] = rulesOf({ ...acme, name: evil })
  const folder = mkdtempSync(join(tmpdir(), 'log-rules-'))
  // Prometheus expands annotations by the same templates as Loki, but reads no LogQL.
  writeFileSync(
    join(folder, 'rules.yml'),
    stringify({ groups: [{ name: 'g', rules: [{ ...rule, expr: 'vector(7)' }] }] }),
  )
  const { alert: alertname, labels, annotations } = rule ?? ruleOf(acme, 'FailedLoginSpike')
  const exp_annotations = {
    summary: `Failed logins at ${evil}`,
    description: annotations.description.replace('{{ $value }}', '7'),
    runbook: annotations.runbook,
    runbook_page: 'FailedLoginSpike',
  }
  const exp_labels = { ...labels, client_name: evil }
  const expected = { eval_time: '1m', alertname, exp_alerts: [{ exp_labels, exp_annotations }] }
  const unitTest = {
    rule_files: ['rules.yml'],
    tests: [{ interval: '1m', input_series: [], alert_rule_test: [expected] }],
  }
  writeFileSync(join(folder, 'test.yml'), stringify(unitTest))
  try {
    expect(execFileSync('promtool', ['test', 'rules', 'test.yml'], { cwd: folder, encoding: 'utf8' })).toContain(
      'SUCCESS',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
