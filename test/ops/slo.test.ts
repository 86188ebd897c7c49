/** @long promtool evaluates days of requests, minute by minute. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { stringify } from 'yaml'
import { run } from '../../ops/cli/tools.ts'
import { requireProgram } from './support/programs.ts'
import { OPS, TemporaryFolder } from './support/stack.ts'

/** When the alerts on the gateway's error budgets fire, with the windows apart: under promtool, hours and days of requests. */

const suite = requireProgram('promtool') ? describe : describe.skip

const HOUR = 60
const DAY = 24 * HOUR

type Series = Record<string, string>

const count = (route: string, status: number): string =>
  `http_request_duration_seconds_count{job="gateway",client="gateway",route="${route}",status="${status}"}`
const fast = (route: string, bound: string): string =>
  `http_request_duration_seconds_bucket{job="gateway",client="gateway",route="${route}",status="200",le="${bound}"}`

/** Counters that grow by so much a minute, stretch by stretch, in promtool's notation. */
const growing = (...stretches: [perMinute: number, minutes: number][]): string => {
  let reached = 0
  const parts = stretches.map(([perMinute, minutes]) => {
    const part = `${reached}+${perMinute}x${minutes - 1}`
    reached += perMinute * minutes
    return part
  })
  return parts.join(' ')
}

/** Ten thousand requests a minute, of which so many fail in each stretch. */
const failing = (...stretches: [perTenThousand: number, minutes: number][]): Series => ({
  [count('/graphql', 500)]: growing(...stretches),
  [count('/graphql', 200)]: growing(
    ...stretches.map(([failed, minutes]): [number, number] => [10_000 - failed, minutes]),
  ),
})

const firing = (minute: number, ...windows: string[]) => ({
  expr: 'count by (severity, long) (ALERTS{alertstate="firing"})',
  eval_time: `${minute}m`,
  exp_samples: windows.map((long) => ({
    labels: `{severity="${['1h', '6h'].includes(long) ? 'critical' : 'warning'}", long="${long}"}`,
    value: 1,
  })),
})

/** Evaluated every minute, as the file says; promtool does not read it there. Days take it longer than a test may. */
const promtool = (series: Series, expected: ReturnType<typeof firing>[], interval = '1m'): string => {
  using folder = new TemporaryFolder()
  const file = join(folder.path, 'cases.yml')
  writeFileSync(
    file,
    stringify({
      rule_files: [join(OPS, 'prometheus/rules/gateway-slo.yml')],
      evaluation_interval: interval,
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: expected,
        },
      ],
    }),
  )
  return run('promtool', ['test', 'rules', file])
}

suite("the gateway's error budget", () => {
  test('spent by an outage fires within minutes, and until the outage ends', () => {
    const series = failing([0, 6 * HOUR], [10_000, 30], [0, HOUR])
    expect(
      promtool(series, [
        firing(6 * HOUR),
        firing(6 * HOUR + 3, '1h', '1d', '3d'),
        firing(6 * HOUR + 15, '1h', '6h', '1d', '3d'),
        // Over five minutes all is well again; the longer windows remember.
        firing(6 * HOUR + 30 + 10, '6h', '1d', '3d'),
      ]),
    ).toContain('SUCCESS')
  })

  test('burnt at two per cent is critical before an hour has passed', () => {
    const series = failing([0, 6 * HOUR], [200, HOUR])
    expect(promtool(series, [firing(6 * HOUR + 35, '3d'), firing(7 * HOUR - 1, '1h', '3d')])).toContain('SUCCESS')
  })

  test('burnt slowly is a warning after hours, and nothing that wakes anybody', () => {
    const series = failing([0, DAY], [40, DAY])
    expect(promtool(series, [firing(2 * DAY - 10, '1d', '3d')], '10m')).toContain('SUCCESS')
  })

  test('spent exactly at the allowed pace fires nothing, over three days', () => {
    expect(promtool(failing([9, 3 * DAY]), [firing(DAY), firing(2 * DAY), firing(3 * DAY)], '10m')).toContain('SUCCESS')
  })
})

suite('few requests', () => {
  test('a failure at night, when a single request is a large share, tells nobody', () => {
    const series = {
      [count('/graphql', 500)]: growing([0, 60], [1, 4], [0, 60]),
      [count('/graphql', 200)]: growing([0.1, 124]),
    }
    expect(promtool(series, [firing(62), firing(65), firing(70), firing(120)])).toContain('SUCCESS')
  })

  test('the first failure ever, whose series did not exist, is a failure among all requests since', () => {
    const series = {
      [count('/graphql', 500)]: `_x${6 * HOUR} 0+20x10 200x60`,
      [count('/graphql', 200)]: growing([10_000, 6 * HOUR + 70]),
    }
    expect(promtool(series, [firing(6 * HOUR + 8), firing(6 * HOUR + 15), firing(6 * HOUR + 60)])).toContain('SUCCESS')
  })

  test('fires for a new gateway as soon as ten of its first requests have failed', () => {
    const series = { [count('/graphql', 500)]: growing([1, 60]), [count('/graphql', 200)]: growing([1, 60]) }
    expect(promtool(series, [firing(9), firing(14, '1h', '6h', '1d', '3d')])).toContain('SUCCESS')
  })
})

suite('what counts', () => {
  test('neither probes, which would hide what callers see, nor how long a stream lasts', () => {
    const series = {
      [count('/readyz', 503)]: growing([1000, 60]),
      [count('/api/realtime/dashboard', 200)]: growing([1000, 60]),
      [fast('/api/realtime/dashboard', '1')]: growing([0, 60]),
      [count('other', 200)]: growing([1000, 60]),
      [fast('other', '1')]: growing([0, 60]),
      [count('/graphql', 200)]: growing([1000, 60]),
      [fast('/graphql', '1')]: growing([1000, 60]),
    }
    expect(promtool(series, [firing(30), firing(59)])).toContain('SUCCESS')
  })

  test.each(['1', '1.0'])('slow answers, with the bound written %s', (bound) => {
    const series = { [count('/graphql', 200)]: growing([1000, 60]), [fast('/graphql', bound)]: growing([500, 60]) }
    expect(promtool(series, [firing(30, '1h', '6h', '1d', '3d')])).toContain('SUCCESS')
  })
})
