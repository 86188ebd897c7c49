import { describe, expect, test } from '@jest/globals'
import { milliseconds, parseLogql } from '../../ops/cli/logql.ts'
import { evaluate, type LogLine } from '../../ops/cli/logql-evaluate.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const at = (time: number, text = '{}', labels = { client: 'acme', job: 'activity' }): LogLine => ({
  labels,
  time,
  line: text,
})
const value = (query: string, lines: LogLine[], now = NOON): number | undefined =>
  evaluate(parseLogql(query), lines, now)[0]?.value

describe('the LogQL of the log rules', () => {
  test.each([
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['1d', 86_400_000],
    ['500ms', 500],
  ])('%s is %i milliseconds', (duration, expected) => expect(milliseconds(duration)).toBe(expected))

  test.each(['', '10', '1w', '-5m', '1.5h'])('"%s" is no duration', (duration) =>
    expect(() => milliseconds(duration)).toThrow('is not a duration'),
  )

  test.each([
    'rate({a="b"}[5m])',
    'sum(count_over_time({a="b"}[5m]))',
    'sum without (a) (count_over_time({a="b"}[5m]))',
    'max by (a) (count_over_time({a="b"}[5m]))',
    '{a="b"}',
    'count_over_time({a!="b"}[5m])',
    'count_over_time({a="b"} |= "text" [5m])',
    'count_over_time({a="b"} | json [5m])',
    'count_over_time({a="b"} | logfmt [5m])',
    'count_over_time({a="b"} | label_format hour=`{{ .a }}` [5m])',
    'count_over_time({a="b"} | took > 5s [5m])',
    'count_over_time({a="b"}[5m]) > 1 and vector(1)',
    'count_over_time({a="b"}[5m]) > count_over_time({a="c"}[5m])',
  ])('%s is not supported', (query) =>
    expect(() => parseLogql(query)).toThrow('is not in the part of LogQL that log rules use'),
  )

  test.each(['', 'oops(', 'count_over_time({a="b"}[5m]', 'count_over_time({a="b"}[5m]) >'])('%s is no LogQL', (query) =>
    expect(() => parseLogql(query)).toThrow('not LogQL at character'),
  )
})

describe('its evaluation', () => {
  const count = 'count_over_time({client="acme"}[10m] offset 5m)'

  test.each([
    ['just after the old end', -15 * 60_000 + 1, 1],
    ['at the old end', -15 * 60_000, undefined],
    ['at the new end', -5 * 60_000, 1],
    ['after the new end', -5 * 60_000 + 1, undefined],
  ])('a line %s of the window', (_, ago, expected) => expect(value(count, [at(NOON + ago)])).toBe(expected))

  test('a regular expression matches from end to end', () => {
    const query = 'count_over_time({client=~"ac|me"}[1h])'
    expect(value(query, [at(NOON)])).toBeUndefined()
    expect(value(query, [at(NOON, '{}', { client: 'me', job: 'activity' })])).toBe(1)
  })

  test.each([
    ['{"n":5}', 1],
    ['{"n":"5"}', 1],
    ['{"n":4}', undefined],
    ['{}', undefined],
  ])('of the line %s a number is compared', (text, expected) =>
    expect(value('count_over_time({client="acme"} | json n="n" | n >= 5 [1h])', [at(NOON, text)])).toBe(expected),
  )

  test('a line that cannot be read fails the query, unless its error is filtered', () => {
    const lines = [at(NOON, 'no json'), at(NOON, '{"a":"b"}')]
    expect(() => value('count_over_time({client="acme"} | json a="a" [1h])', lines)).toThrow('JSONParserErr')
    expect(value('count_over_time({client="acme"} | json a="a" | __error__="" [1h])', lines)).toBe(1)
  })

  test('absence carries the labels that were equal to something', () => {
    const query = parseLogql('absent_over_time({client="acme", job="activity", level=~"a|b"}[1h])')
    expect(evaluate(query, [], NOON)).toEqual([{ labels: { client: 'acme', job: 'activity' }, value: 1 }])
    const line = at(NOON, '{}', Object.assign({ client: 'acme', job: 'activity' }, { level: 'a' }))
    expect(evaluate(query, [line], NOON)).toEqual([])
  })

  test.each([
    ['==', [2]],
    ['!=', [1, 3]],
    ['>', [3]],
    ['>=', [2, 3]],
    ['<', [1]],
    ['<=', [1, 2]],
  ])('%s 2 keeps %j', (op, kept) => {
    const query = `sum by (client) (count_over_time({job="activity"}[1h])) ${op} 2`
    const lines = [1, 2, 3].flatMap((n) =>
      Array.from({ length: n }, () => at(NOON, '{}', { client: `c${n}`, job: 'activity' })),
    )
    expect(evaluate(parseLogql(query), lines, NOON).map((sample) => sample.value)).toEqual(kept)
  })
})
