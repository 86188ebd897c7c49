import { describe, expect, test } from '@jest/globals'
import { QUESTIONS, usage, usageTable } from '../../ops/cli/capacity.ts'
import { syntaxError } from '../../ops/cli/queries.ts'
import { setUp } from '../support/set-up.ts'
import { FakeServer } from './support/http.ts'
import { ops } from './support/ops.ts'
import { OPS } from './support/stack.ts'

/** What a Prometheus answers to each question, by the label that it is asked by. */
const ANSWERS: Record<string, [label: string, value: string][]> = {
  [QUESTIONS.series.expr]: [
    ['acme-water', '96'],
    ['gateway', '412'],
  ],
  [QUESTIONS.logLines.expr]: [
    ['acme-water', '12000.4'],
    ['ops', '900000'],
  ],
  [QUESTIONS.logBytes.expr]: [
    ['acme-water', '2400000'],
    ['ops', '270000000'],
  ],
  [QUESTIONS.spans.expr]: [['ops', '5000']],
  [QUESTIONS.spanBytes.expr]: [['ops', '1500000']],
}

describe('ops capacity', () => {
  let prometheus: FakeServer

  setUp(async (opened) => {
    prometheus = opened.use(
      await FakeServer.open(({ path }) => {
        const expr = new URL(path, 'http://x').searchParams.get('query') ?? ''
        const label = Object.values(QUESTIONS).find((question) => question.expr === expr)?.label ?? ''
        const result = (ANSWERS[expr] ?? []).map(([id, value]) => ({ metric: { [label]: id }, value: [0, value] }))
        return { status: 200, body: { status: 'success', data: { resultType: 'vector', result } } }
      }),
    )
  })

  test('shows what each client adds, including clients without logs or traces, and the total', async () => {
    const { status, stdout } = await ops(OPS, ['capacity'], { PROMETHEUS_URL: prometheus.url })
    expect([status, stdout]).toEqual([
      0,
      [
        'client      series  log lines/day  log MB/day  spans/day  trace MB/day',
        'acme-water      96          12000         2.4          0           0.0',
        'gateway        412              0         0.0          0           0.0',
        'ops              0         900000       270.0       5000           1.5',
        'all            508         912000       272.4       5000           1.5',
        '',
      ].join('\n'),
    ])
  })

  test('says where it asked when nobody answers', async () => {
    await expect(usage('http://127.0.0.1:9')).rejects.toThrow('http://127.0.0.1:9/api/v1/query')
  })

  test('shows nothing but its columns where nothing is measured yet', () => {
    expect(usageTable([]).split('\n')).toEqual([expect.stringMatching(/^client/), expect.stringMatching(/^all +0 /)])
  })

  test.each(Object.entries(QUESTIONS))('%s is asked in the language of Prometheus', (where, { expr }) => {
    expect(syntaxError({ where, language: 'promql', expr })).toBeUndefined()
  })
})
