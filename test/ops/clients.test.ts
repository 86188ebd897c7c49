import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { checkStack } from '../../ops/cli/check.ts'
import { addClient, removeClient, render } from '../../ops/cli/clients.ts'
import { writeKit } from '../../ops/cli/kit.ts'
import type { ClientRecord } from '../../ops/cli/record.ts'
import { readClients } from '../../ops/cli/stack.ts'
import { ACME, copyOfStack, filesBelow, OPS } from './support/stack.ts'

const add = (root: string, yaml = ACME) => addClient(root, yaml, 'acme.yml')

describe('adding a client', () => {
  test('writes everything, in the order of the onboarding steps', () => {
    using stack = copyOfStack()
    render(stack.path)
    const { changes } = add(stack.path)
    expect(changes.map(({ action, path }) => `${action} ${path}`)).toEqual([
      'create clients/acme-water.yml',
      'create prometheus/targets/probe/acme-water.json',
      'create prometheus/targets/metrics/acme-water.json',
      'create prometheus/rules/acme-water.yml',
      'create loki/rules/acme-water/activity-alerts.yml',
      'update alertmanager/alertmanager.yml',
      'update alertmanager/templates/links.tmpl',
      'create grafana/dashboards/acme-water.json',
      'create grafana/provisioning/datasources/acme-water.yml',
      'update secrets/clients.json',
      'update secrets/push/logs',
    ])
  })

  test('labels every target, and gives the metrics endpoint its token', () => {
    using stack = copyOfStack()
    add(stack.path)
    const read = (path: string): { targets: string[]; labels: Record<string, string> }[] =>
      JSON.parse(readFileSync(join(stack.path, path), 'utf8'))
    const common = { client: 'acme-water', client_name: 'Acme "Water" & Sons' }
    expect(read('prometheus/targets/probe/acme-water.json')).toMatchObject([
      { targets: ['https://www.acme.example/'], labels: { ...common, module: 'http_2xx_ssl' } },
      { targets: ['https://www.acme.example/admin'], labels: { ...common, module: 'http_auth_protected' } },
      { targets: ['mail.acme.example:25'], labels: { ...common, module: 'tcp_connect' } },
    ])
    const [metrics] = read('prometheus/targets/metrics/acme-water.json')
    expect(metrics).toMatchObject({ targets: ['www.acme.example'], labels: common })
    expect(metrics?.labels.__param_token).toMatch(/^[\w-]{43}$/)
  })

  test('twice changes nothing, credentials included', () => {
    using stack = copyOfStack()
    add(stack.path)
    const before = filesBelow(stack.path)
    expect(add(stack.path).changes).toEqual([])
    expect(filesBelow(stack.path)).toEqual(before)
  })

  test('gives secrets to owner and group only, and a credential of its own to each client', () => {
    using stack = copyOfStack()
    add(stack.path)
    add(stack.path, ACME.replace('acme-water', 'other'))
    for (const path of ['prometheus/targets/metrics/acme-water.json', 'secrets/clients.json', 'secrets/push/logs'])
      expect((statSync(join(stack.path, path)).mode & 0o777).toString(8)).toBe('640')
    const credentials: Record<string, { metricsToken: string; pushPassword: string }> = JSON.parse(
      readFileSync(join(stack.path, 'secrets/clients.json'), 'utf8'),
    )
    const all = Object.values(credentials).flatMap(({ metricsToken, pushPassword }) => [metricsToken, pushPassword])
    expect(new Set(all).size).toBe(4)
  })

  test('leaves no secret in a file that git would take', () => {
    using stack = copyOfStack()
    add(stack.path)
    const secrets = Object.values(
      JSON.parse(readFileSync(join(stack.path, 'secrets/clients.json'), 'utf8')) as Record<string, object>,
    ).flatMap((c) => Object.values(c) as string[])
    const ignored = execFileSync(
      'git',
      ['check-ignore', '--no-index', 'ops/secrets/clients.json', 'ops/prometheus/targets/metrics/acme-water.json'],
      { cwd: join(OPS, '..'), encoding: 'utf8' },
    )
    expect(ignored.trim().split('\n')).toHaveLength(2)
    for (const [path, content] of filesBelow(stack.path)) {
      if (path.startsWith('secrets/') || path.startsWith('prometheus/targets/metrics/')) continue
      for (const secret of secrets) expect([path, content.includes(secret)]).toEqual([path, false])
    }
  })

  test('leaves a stack that passes every check', () => {
    using stack = copyOfStack()
    add(stack.path)
    expect(checkStack(stack.path).filter(({ state }) => state === 'failed')).toEqual([])
  })

  test('a client that exists with another record is refused', () => {
    using stack = copyOfStack()
    add(stack.path)
    expect(() => add(stack.path, ACME.replace('shared hosting', 'own server'))).toThrow(
      'client "acme-water" exists already: edit clients/acme-water.yml and run "npm run ops -- render"',
    )
  })
})

describe('removing a client', () => {
  test('follows the order of the source and leaves no mention', () => {
    using stack = copyOfStack()
    render(stack.path)
    const before = filesBelow(stack.path)
    add(stack.path)
    writeKit(stack.path, readClients(stack.path).find(({ id }) => id === 'acme-water') as ClientRecord)
    const { changes } = removeClient(stack.path, 'acme-water')
    const kinds = ['targets/probe', 'loki/rules', 'grafana/dashboards', 'alertmanager/alertmanager.yml']
    const places = kinds.map((kind) => changes.findIndex(({ path }) => path.includes(kind)))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(filesBelow(stack.path)).toEqual(before)
    for (const [path, content] of filesBelow(stack.path))
      if (!path.startsWith('client-kit/')) expect([path, /acme.?water/i.test(path + content)]).toEqual([path, false])
  })

  test('an unknown client, or an id that is a path, is refused', () => {
    using stack = copyOfStack()
    for (const id of ['nobody', '../clients/gateway', 'gateway/../gateway', ''])
      expect(() => removeClient(stack.path, id)).toThrow(`no client "${id}"`)
  })
})
