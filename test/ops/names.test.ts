/** @database none */
import { globSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checkRouting } from '../../ops/cli/checks/routing.ts'
import { addClient } from '../../ops/cli/clients.ts'
import { readEnv } from '../../ops/cli/env.ts'
import { receiverNames } from '../../ops/cli/receivers.ts'
import { alertPrefix } from '../../ops/cli/record.ts'
import { allFiles, pendingChanges, readClients } from '../../ops/cli/stack.ts'
import { client } from './support/log-lines.ts'
import { ACME, copyOfStack, OPS } from './support/stack.ts'

/** Ids of few letters, so that one is often the beginning or the end of another. */
const word = fc.constantFrom('a', 'b', 'critical', 'admin', '1', 'x')
const id = fc
  .tuple(fc.constantFrom('a', 'b', 'admin', 'x'), fc.array(word, { maxLength: 2 }), fc.constantFrom('-', ''))
  .map(([first, rest, joint]) => [first, ...rest].join(joint))
const ids = fc.uniqueArray(id, { minLength: 2, maxLength: 6 })

describe('names that are made of the ids of clients', () => {
  test('are those of one client each, whatever the ids', () => {
    fc.assert(
      fc.property(ids, (all) => {
        for (const names of [all.flatMap((each) => receiverNames({ id: each })), all.map(alertPrefix)])
          expect(new Set(names).size).toBe(names.length)
      }),
    )
  })

  test('acme and acme-critical have two receivers each, and Alertmanager takes the file', () => {
    using stack = copyOfStack()
    for (const each of ['acme', 'acme-critical']) addClient(stack.path, ACME.replace('acme-water', each), 'x.yml')
    expect(checkRouting(stack.path)).toMatch(/^13 receivers/)
  })

  test('have the same order in every command: after client add, check finds nothing to render', () => {
    using stack = copyOfStack()
    for (const each of ['x-y', 'x', 'x1', 'xa']) addClient(stack.path, ACME.replace('acme-water', each), 'x.yml')
    const changes = pendingChanges(stack.path, readClients(stack.path))
    expect(changes.map(({ path }) => path)).toEqual([])
  })

  test('files do not depend on the order of the records', () => {
    const env = readEnv(OPS)
    fc.assert(
      fc.property(ids, (all) => {
        const records = all.map((each) => client(each))
        expect(allFiles(records.toReversed(), env, {})).toEqual(allFiles(records, env, {}))
      }),
      { numRuns: 5 },
    )
  })

  const fixed = globSync(
    ['prometheus/rules/*.yml', 'grafana/dashboards/*.json', 'grafana/provisioning/datasources/*.yml'],
    {
      cwd: OPS,
    },
  ).map((path) => basename(path, extname(path)))

  test.each([...new Set(fixed)].filter((name) => name !== 'gateway'))(
    'no client is called %s, like a file of the stack',
    (name) => {
      using stack = copyOfStack()
      expect(() => addClient(stack.path, ACME.replace('acme-water', name), 'x.yml')).toThrow(/reserved by the stack/)
    },
  )

  test('two files of one name are an error, and no file', () => {
    const twin = [client('a'), client('a')]
    expect(() => allFiles(twin, readEnv(OPS), {})).toThrow(/would be written twice/)
  })

  test("the administrator has no name of a client's viewer", () => {
    using stack = copyOfStack()
    writeFileSync(join(stack.path, '.env'), 'DASHBOARD_ADMIN_USER=client-acme\n')
    expect(() => readEnv(stack.path)).toThrow(
      /^\.env: DASHBOARD_ADMIN_USER: must be a name that does not begin with client-/,
    )
  })
})
