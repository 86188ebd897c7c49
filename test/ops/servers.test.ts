/** @database none */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient, removeClient, render } from '../../ops/cli/clients.ts'
import { ACME, copyOfStack, yamlOps } from './support/stack.ts'

interface Job {
  job_name: string
  file_sd_configs?: { files: string[] }[]
}

const WITH_SERVERS = `${ACME}servers: ['10.20.0.5:9100', 'db.acme.example:9100']\n`
const TARGETS = 'prometheus/targets/node/acme-water.json'

describe("a client's servers", () => {
  test('are targets of the node-exporter job, under the labels of the client', () => {
    using stack = copyOfStack()
    addClient(stack.path, WITH_SERVERS, 'acme.yml')
    expect(JSON.parse(readFileSync(join(stack.path, TARGETS), 'utf8'))).toMatchObject([
      {
        targets: ['10.20.0.5:9100', 'db.acme.example:9100'],
        labels: { client: 'acme-water', client_name: 'Acme "Water" & Sons' },
      },
    ])
    const { scrape_configs: jobs } = yamlOps<{ scrape_configs: Job[] }>('prometheus/prometheus.yml')
    const [job] = jobs.filter(({ job_name: name }) => name === 'node')
    expect(job?.file_sd_configs).toEqual([{ files: ['targets/node/*.json'] }])
  })

  test('are no targets any more after the client, or the last server, is removed', () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME, 'acme.yml')
    expect(existsSync(join(stack.path, TARGETS))).toBe(false)
    removeClient(stack.path, 'acme-water')
    addClient(stack.path, WITH_SERVERS, 'acme.yml')
    removeClient(stack.path, 'acme-water')
    expect(existsSync(join(stack.path, TARGETS))).toBe(false)
    expect(render(stack.path)).toEqual([])
  })
})
