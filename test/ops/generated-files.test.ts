import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { stringify } from 'yaml'
import { addClient, removeClient, render } from '../../ops/cli/clients.ts'
import { apply } from '../../ops/cli/files.ts'
import { stateOf } from '../../ops/cli/fingerprint.ts'
import { pendingChanges, readClients } from '../../ops/cli/stack.ts'
import { ACME, copyOfStack, filesBelow, OPS } from './support/stack.ts'

const add = (root: string, yaml = ACME) => addClient(root, yaml, 'acme.yml')

describe('generated files', () => {
  const GENERATED = [
    'prometheus/targets/probe/acme-water.json',
    'prometheus/targets/metrics/acme-water.json',
    'prometheus/rules/acme-water.yml',
    'loki/rules/acme-water/activity-alerts.yml',
    'alertmanager/alertmanager.yml',
    'alertmanager/templates/links.tmpl',
    'loki/runtime.yaml',
    'tempo/overrides.yml',
    'grafana/dashboards/acme-water.json',
    'grafana/provisioning/datasources/acme-water.yml',
    'secrets/push/logs',
  ]

  test.each(GENERATED)('%s carries a fingerprint', (path) => {
    using stack = copyOfStack()
    add(stack.path)
    const text = readFileSync(join(stack.path, path), 'utf8')
    expect(stateOf(text)).toBe('intact')
    expect(stateOf(text.replace(/e/, 'f'))).toBe('edited')
  })

  test.each(GENERATED)('%s, edited by hand, is noticed and not overwritten, nor is anything else', (path) => {
    using stack = copyOfStack()
    add(stack.path)
    const file = join(stack.path, path)
    writeFileSync(file, `${readFileSync(file, 'utf8')} `)
    // Everything about the client changes, so that every generated file would have to be written again.
    const next = {
      ...readClients(stack.path).find(({ id }) => id === 'acme-water'),
      name: 'Acme',
      domain: 'new.example',
      hosting: 'x',
    }
    writeFileSync(join(stack.path, 'clients/acme-water.yml'), stringify({ ...next, contact: 'new@acme.example' }))
    const before = filesBelow(stack.path)
    expect(() => render(stack.path)).toThrow(`edited by hand since it was generated, so not overwritten:\n  ${path}\n`)
    expect(filesBelow(stack.path)).toEqual(before)
  })

  test('what was edited stays when the client is removed', () => {
    using stack = copyOfStack()
    add(stack.path)
    const file = join(stack.path, 'prometheus/rules/acme-water.yml')
    writeFileSync(file, `${readFileSync(file, 'utf8')}# mine\n`)
    const before = filesBelow(stack.path)
    expect(() => removeClient(stack.path, 'acme-water')).toThrow(
      /edited by hand[\s\S]*prometheus\/rules\/acme-water.yml/,
    )
    expect(filesBelow(stack.path)).toEqual(before)
  })

  test("somebody's own rule file is left alone", () => {
    using stack = copyOfStack()
    add(stack.path)
    writeFileSync(join(stack.path, 'prometheus/rules/mine.yml'), 'groups: []\n')
    removeClient(stack.path, 'acme-water')
    expect(existsSync(join(stack.path, 'prometheus/rules/mine.yml'))).toBe(true)
  })

  test('those in the repository are what the generators make', () => {
    const stale = pendingChanges(OPS, readClients(OPS)).filter(({ secret }) => !secret)
    expect(stale.map(({ action, path }) => `${action} ${path}`)).toEqual([])
  })
})

describe('all files or none', () => {
  test('a rename that fails takes the earlier ones back', () => {
    using stack = copyOfStack()
    render(stack.path)
    const changes = pendingChanges(
      stack.path,
      [...readClients(stack.path)],
      [{ path: 'clients/new.yml', content: 'x', kind: 'record' }],
    )
    const before = filesBelow(stack.path)
    const text = (path: string) => readFileSync(join(stack.path, path), 'utf8')
    const change = (path: string, action: 'create' | 'update' | 'remove', old: string) =>
      ({ path, action, before: old, after: 'changed', secret: false }) as const
    // A file with a name too long for any file system: it fails after the others have succeeded.
    const impossible = change(`${'x'.repeat(300)}`, 'create', '')
    const update = change('blackbox/blackbox.yml', 'update', text('blackbox/blackbox.yml'))
    const removal = change('clients/gateway.yml', 'remove', text('clients/gateway.yml'))
    expect(() => apply(stack.path, [...changes, update, removal, impossible])).toThrow(/ENAMETOOLONG/)
    expect(filesBelow(stack.path)).toEqual(before)
    expect(existsSync(join(stack.path, '.staging'))).toBe(false)
  })

  test('a file that somebody changed since it was looked at is not overwritten', () => {
    using stack = copyOfStack()
    render(stack.path)
    const changes = pendingChanges(stack.path, [])
    writeFileSync(join(stack.path, 'alertmanager/alertmanager.yml'), 'mine')
    expect(() => apply(stack.path, changes)).toThrow('alertmanager/alertmanager.yml changed during this run: run again')
  })
})
