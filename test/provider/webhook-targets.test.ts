/** @database none */
import { createServer } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { backoff } from '../../src/common/backoff.ts'
import { isPublic } from '../../src/common/ip-addresses.ts'
import { judge } from '../../src/features/webhooks/webhook.rules.ts'
import { demandTarget, post } from '../../src/features/webhooks/webhook.target.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

const STRICT = { allowPrivate: false }

/** Every way that is known to name a machine that is not the caller's to call. */
const ATTACKS = [
  'http://example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'https://user:secret@example.org/',
  'https://127.0.0.1/',
  'https://127.0.0.1:5432/',
  'https://127.1/',
  'https://127.000.000.001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://192.0.0.192/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://app.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://db/',
  'not a url',
  '//example.org',
]

describe('addresses that are refused when a webhook is made', () => {
  test.each(ATTACKS)('%s', (url) => {
    expect(() => demandTarget(url, STRICT)).toThrow(/^url /)
  })
  test.each(['https://example.org/hook', 'https://hooks.example.org:8443/a?b=c', 'https://8.8.8.8/'])(
    '%s is not',
    (url) => {
      expect(() => demandTarget(url, STRICT)).not.toThrow()
    },
  )
  test('the switch for development lets http reach this machine, and no other', () => {
    expect(() => demandTarget('http://127.0.0.1:8080/', { allowPrivate: true })).not.toThrow()
    expect(() => demandTarget('http://localhost:8080/', { allowPrivate: true })).not.toThrow()
    expect(() => demandTarget('http://10.0.0.1/', { allowPrivate: true })).toThrow(/https/)
    expect(() => demandTarget('http://example.org/', { allowPrivate: true })).toThrow(/https/)
  })
})

describe('ports of services that are not for HTTP', () => {
  const PORTS = [0, 1, 21, 22, 23, 25, 53, 110, 143, 389, 465, 587, 993, 2049, 6000, 6667, 10080]

  test.each(PORTS)('%i is refused when a webhook is made, in development too', (port) => {
    for (const rules of [STRICT, { allowPrivate: true }]) {
      const refused = `url must not use port ${port}, which is not for HTTP`
      expect(() => demandTarget(`https://hooks.example.org:${port}/`, rules)).toThrow(refused)
      expect(() => demandTarget(`https://[2606:4700::1]:${port}/`, rules)).toThrow(refused)
    }
  })

  test.each(PORTS)('%i is not called, whatever is stored', async (port) => {
    let asked = 0
    const options = {
      isAllowed: () => true,
      milliseconds: PATIENCE_MS,
      resolve: async () => {
        asked++
        return [{ address: '127.0.0.1', family: 4 }]
      },
    }
    await expect(post(`https://hooks.example.org:${port}/`, {}, '{}', options)).rejects.toThrow('not for HTTP')
    expect(asked).toBe(0)
  })

  test.each([80, 443, 3000, 4000, 8000, 8080, 8443, 9000, 65_535])('%i is taken', (port) => {
    expect(() => demandTarget(`https://hooks.example.org:${port}/`, STRICT)).not.toThrow()
  })
})

describe('over the API', () => {
  let server: TestServer
  setUp(async (opened) => {
    server = opened.use(await startServer())
  })

  test('a create and an update are refused, on both surfaces', async () => {
    const actor = server.actor()
    const path = '/api/service-provider/webhooks'
    const created = await actor.rest('POST', path, { url: 'https://[::ffff:10.0.0.1]/', events: ['*'] })
    expect([created.status, created.body.details]).toEqual([400, { url: 'must be on the public internet' }])
    const { body } = await actor.rest('POST', path, { url: 'https://example.org/', events: ['*'] })
    const updated = await actor.rest('PUT', `${path}/${body.data.id}`, { url: 'http://example.org/' })
    expect([updated.status, updated.body.details]).toEqual([400, { url: 'must be an https URL' }])
    const moved = await actor.rest('PUT', `${path}/${body.data.id}`, { url: 'https://example.org:22/' })
    expect([moved.status, moved.body.details]).toEqual([400, { url: 'must not use port 22, which is not for HTTP' }])
    const graphql = await actor.graphql(
      'mutation { createWebhook(input: { url: "https://169.254.169.254/", events: ["*"] }) { id } }',
    )
    expect(graphql.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })
})

describe('addresses that are refused when a name is resolved', () => {
  const send = (addresses: string[], isAllowed: (address: string) => boolean = isPublic) =>
    post('https://hooks.example.org/', {}, '{}', {
      isAllowed,
      milliseconds: PATIENCE_MS,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:192.168.0.1'],
    ['fd00::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
  ])('%p', async (...addresses) => {
    await expect(send(addresses)).rejects.toThrow('not on the public internet')
  })

  test('a name without an address is a failure', async () => {
    await expect(send([])).rejects.toThrow('no address')
  })

  test('an address in the URL is checked like a resolved one', async () => {
    const options = { isAllowed: isPublic, milliseconds: PATIENCE_MS }
    await expect(post('https://127.0.0.1/', {}, '{}', options)).rejects.toThrow('not on the public internet')
    await expect(post('https://[::1]/', {}, '{}', options)).rejects.toThrow('not on the public internet')
  })

  test('rebinding: the name is resolved once, and the socket connects to what was checked', async () => {
    await using trusted = await startReceiver('127.0.0.2')
    let asked = 0
    const status = await post(`http://rebind.example.org:${trusted.port}/`, {}, '{}', {
      milliseconds: PATIENCE_MS,
      isAllowed: (address) => address === '127.0.0.2',
      resolve: async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
    })
    expect([status, asked, trusted.received.length]).toEqual([200, 1, 1])
    expect(trusted.received[0]?.headers.host).toBe(`rebind.example.org:${trusted.port}`)
  })
})

describe('time', () => {
  let port: number
  setUp(async (opened) => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    opened.defer(() => void silent.close())
    const address = silent.address()
    port = typeof address === 'object' && address ? address.port : 0
  })

  const options = { isAllowed: () => true, milliseconds: 300 }

  test('an endpoint that never answers is given up', async () => {
    await expect(post(`http://127.0.0.1:${port}/`, {}, '{}', options)).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a name server that never answers is given up', async () => {
    const resolve = () => new Promise<never>(() => {})
    await expect(post('https://slow.example.org/', {}, '{}', { ...options, resolve })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  test('retries come ever later, with jitter, to six hours', () => {
    const plain = Array.from({ length: 12 }, (_, index) => backoff(index + 1, 21_600, 0.5))
    expect(plain).toEqual([5, 20, 80, 320, 1280, 5120, 20_480, 21_600, 21_600, 21_600, 21_600, 21_600])
    expect([backoff(2, 21_600, 0), backoff(2, 21_600, 1)].map(Math.round)).toEqual([16, 24])
  })

  test('an attempt is judged by its status', () => {
    const at = (status: number | null) => [{ at: '', status, error: null, milliseconds: 1 }]
    for (const status of [200, 201, 204, 299]) expect(judge(at(status), 0).status).toBe('DELIVERED')
    for (const status of [null, 0, 100, 301, 400, 404, 500]) expect(judge(at(status), 0).status).toBe('PENDING')
  })
})
