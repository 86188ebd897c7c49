import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { aClient } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { requireProgram } from './support/programs.ts'

const METRICS_TOKEN = 'a-token-for-metrics'

test('promtool accepts the metrics of the gateway', async () => {
  if (!requireProgram('promtool')) return
  await using server = await startServer({ METRICS_TOKEN })
  const actor = server.actor()
  await aClient(actor)
  await actor.graphql('{ clients { totalCount } }')
  const { body } = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: String(body),
    encoding: 'utf8',
  })
  // These names are prom-client's own.
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line && !line.startsWith('nodejs_'))
  expect(lines).toEqual([])
  expect([0, 3]).toContain(status)
})
