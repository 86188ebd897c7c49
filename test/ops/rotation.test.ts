/** @long it runs the command that changes credentials many times, beside a proxy that serves. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient, removeClient, render } from '../../ops/cli/clients.ts'
import { kitPath, writeKit } from '../../ops/cli/kit.ts'
import { readCredentials } from '../../ops/cli/secrets.ts'
import { readClient } from '../../ops/cli/stack.ts'
import { requireTool } from '../support/tools.ts'
import { FakeServer } from './support/http.ts'
import { ops } from './support/ops.ts'
import { proxySuite, startPushProxy } from './support/push-proxy.ts'
import { copyOfStack, filesBelow, TRACED } from './support/stack.ts'

const phpSuite = requireTool('php', 'apt-get install php-cli') ? describe : describe.skip

const ROUTES = ['/loki/api/v1/push', '/v1/traces']

/** A stack with two clients, and what their hosts have. */
const setUpClients = () => {
  const stack = copyOfStack()
  addClient(stack.path, TRACED, 'acme.yml')
  addClient(stack.path, TRACED.replace('acme-water', 'other'), 'other.yml')
  return stack
}

const rotate = async (root: string, ...more: string[]) => {
  const ended = await ops(root, ['client', 'rotate', 'acme-water', ...more])
  expect(ended).toMatchObject({ status: 0, stderr: '' })
  return ended.stdout
}

const passwordOf = (root: string, id = 'acme-water') => readCredentials(root)[id]?.pushPassword ?? ''

proxySuite('pushing while credentials are changed, by nginx', () => {
  test('old and new both pass, and afterwards only the new', async () => {
    using stack = setUpClients()
    await using store = await FakeServer.open(() => ({ status: 200, body: {} }))
    const [nginx, url] = await startPushProxy(stack.path, store.url, store.url)
    await using _ = nginx
    const statuses = (password: string, id = 'acme-water') =>
      Promise.all(
        ROUTES.map(async (route) => {
          const headers = { authorization: `Basic ${btoa(`${id}:${password}`)}`, 'x-scope-orgid': 'other' }
          return (await fetch(url + route, { method: 'POST', body: '{}', headers })).status
        }),
      )
    const [passes, refused] = [
      [200, 200],
      [401, 401],
    ]
    const old = passwordOf(stack.path)
    await rotate(stack.path)
    const next = passwordOf(stack.path)
    expect(next).not.toBe(old)
    expect([await statuses(old), await statuses(next), await statuses('wrong')]).toEqual([passes, passes, refused])
    expect(await statuses(old, 'other')).toEqual(refused)
    // A render in between, for whatever reason, ends nothing.
    render(stack.path)
    expect([await statuses(old), await statuses(next)]).toEqual([passes, passes])
    await rotate(stack.path, '--finish')
    expect([await statuses(old), await statuses(next)]).toEqual([refused, passes])
    expect(await statuses(passwordOf(stack.path, 'other'), 'other')).toEqual(passes)
    const asOther = store.received.filter(({ headers }) => headers['x-scope-orgid'] === 'other')
    expect([store.received.length, asOther.length]).toEqual([12, 2])
  })
})

phpSuite('metrics while the token is changed', () => {
  /** Whether the endpoint of a kit shows its metrics to Prometheus as its target file stands. */
  const scraped = (root: string, kit: string): boolean => {
    const [target] = JSON.parse(readFileSync(join(root, 'prometheus/targets/metrics/acme-water.json'), 'utf8')) as [
      { labels: { __param_token: string } },
    ]
    const request = `$_GET["token"] = "${target.labels.__param_token}"; require "${kit}/metrics.php";`
    const shown = execFileSync('sh', ['-c', `. ${kit}/client.env; php -r '${request}' 2>/dev/null`], {
      encoding: 'utf8',
    })
    return shown.includes('app_database_up')
  }

  test('never stops, whenever the new kit is installed', async () => {
    using stack = setUpClients()
    const kit = writeKit(stack.path, readClient(stack.path, 'acme-water'))
    const before = join(stack.path, 'kit-before')
    cpSync(kit, before, { recursive: true })
    expect(scraped(stack.path, before)).toBe(true)
    await rotate(stack.path)
    const during = join(stack.path, 'kit-during')
    cpSync(kit, during, { recursive: true })
    expect([scraped(stack.path, before), scraped(stack.path, during)]).toEqual([true, true])
    await rotate(stack.path, '--finish')
    expect([before, during, kit].map((installed) => scraped(stack.path, installed))).toEqual([false, true, true])
    expect(readFileSync(join(kit, 'client.env'), 'utf8')).toMatch(/METRICS_TOKEN_PREVIOUS=''$/m)
  })
})

describe('client rotate', () => {
  test('says what to do next, and writes the kit', async () => {
    using stack = setUpClients()
    expect(await rotate(stack.path)).toBe(
      `~ secrets/clients.json\n~ secrets/push/logs\n~ secrets/push/logs.previous\n~ secrets/push/traces\n` +
        `~ secrets/push/traces.previous\nwritten: ${kitPath(stack.path, 'acme-water')}\n` +
        `Next: copy client.env of the kit to the client's host; ops client rotate acme-water --finish\n`,
    )
    expect(await rotate(stack.path, '--finish')).toContain('~ prometheus/targets/metrics/acme-water.json\n')
  })

  test('is refused twice in a row, unfinished or finished, and changes nothing then', async () => {
    using stack = setUpClients()
    const refused = async (args: string[], message: string) => {
      const files = filesBelow(stack.path)
      expect(await ops(stack.path, ['client', 'rotate', ...args])).toMatchObject({ status: 1, stderr: `${message}\n` })
      expect(filesBelow(stack.path)).toEqual(files)
    }
    await refused(
      ['acme-water', '--finish'],
      'client "acme-water" has no new credentials: ops client rotate acme-water',
    )
    await rotate(stack.path)
    await refused(
      ['acme-water'],
      'client "acme-water" has new credentials already: ops client rotate acme-water --finish',
    )
    await refused(['nobody'], 'no client "nobody": see "npm run ops -- client list"')
    await refused(['gateway'], 'client "gateway" has no credentials: it has neither metrics nor a log nor traces')
  })

  test('in the midst of it a client can be removed without a trace', async () => {
    using stack = copyOfStack()
    render(stack.path)
    const before = filesBelow(stack.path)
    addClient(stack.path, TRACED, 'acme.yml')
    await rotate(stack.path)
    removeClient(stack.path, 'acme-water')
    expect(filesBelow(stack.path)).toEqual(before)
  })
})
