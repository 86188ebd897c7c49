import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient, removeClient, render } from '../../ops/cli/clients.ts'
import { DEFAULT_RETENTION } from '../../ops/cli/record.ts'
import { INGESTION, retentionStreams } from '../../ops/cli/tenant-limits.ts'
import { ACME, copyOfStack, readYaml, yamlOps } from './support/stack.ts'

interface Overrides {
  overrides: Record<string, Record<string, unknown>>
}

const loki = (root: string) => readYaml<Overrides>(root, 'loki/runtime.yaml').overrides
const tempo = (root: string) => readYaml<Overrides>(root, 'tempo/overrides.yml').overrides

describe('what is kept of a client whose record says nothing', () => {
  const { limits_config } = yamlOps<{ limits_config: Record<string, unknown> }>('loki/loki.yml')

  test('is what Loki and Tempo keep of everybody', () => {
    const { backend_worker, overrides } = yamlOps<{
      backend_worker: { compaction: unknown }
      overrides: { defaults: { ingestion: unknown } }
    }>('tempo/tempo.yml')
    expect(limits_config).toMatchObject({
      retention_period: `${DEFAULT_RETENTION.logDays * 24}h`,
      retention_stream: retentionStreams(DEFAULT_RETENTION),
    })
    expect(backend_worker.compaction).toEqual({ block_retention: `${DEFAULT_RETENTION.traceDays * 24}h` })
    expect(overrides.defaults.ingestion).toEqual(INGESTION)
  })

  test('needs no word about him', () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME, 'acme.yml')
    expect([Object.keys(loki(stack.path)), Object.keys(tempo(stack.path))]).toEqual([['ops'], ['ops']])
  })
})

describe('a client with a retention of his own', () => {
  test('has it in Loki and in Tempo, where he keeps the limits of everybody', () => {
    using stack = copyOfStack()
    addClient(stack.path, `${ACME}retention: { logDays: 7, securityDays: 365, traceDays: 3 }\n`, 'acme.yml')
    expect(loki(stack.path)['acme-water']).toEqual({
      retention_period: '168h',
      retention_stream: [
        { selector: '{action_type=~"login|logout|failed_login"}', priority: 3, period: '8760h' },
        { selector: '{level="error"}', priority: 2, period: '8760h' },
        { selector: '{level="info"}', priority: 1, period: '168h' },
      ],
      // A query over all that is kept must be taken.
      max_query_length: '8761h',
    })
    expect(tempo(stack.path)['acme-water']).toEqual({ ingestion: INGESTION, compaction: { block_retention: '72h' } })
    expect([loki(stack.path).ops, tempo(stack.path).ops]).toEqual([expect.anything(), expect.anything()])
  })

  test('gets it with the next render, and leaves nothing of it behind', () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME, 'acme.yml')
    writeFileSync(join(stack.path, 'clients/acme-water.yml'), `${ACME}retention: { traceDays: 7 }\n`)
    expect(render(stack.path).map(({ path }) => path)).toEqual(['tempo/overrides.yml'])
    expect(Object.keys(tempo(stack.path))).toEqual(['ops', 'acme-water'])
    removeClient(stack.path, 'acme-water')
    expect(Object.keys(tempo(stack.path))).toEqual(['ops'])
  })
})
