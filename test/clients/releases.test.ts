import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import * as current from '../../clients/typescript/src/index.ts'
import { signedHeaders } from '../../src/features/webhooks/webhook.signature.ts'
import { bundleClient } from '../support/client-bundle.ts'
import { RELEASES, releasedMigrations } from '../support/release.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../clients/typescript/package.json'), 'utf8'))
const MOST_BYTES = 15 * 1024

/** `RECORD_RELEASE=1` keeps the client of a release, so that later gateways are tested with it. */
const { code: bundled, imports } = await bundleClient()
if (process.env.RECORD_RELEASE) writeFileSync(join(RELEASES, `client-${version}.mjs.gz`), gzipSync(bundled))

/** Clients of earlier releases by their version, and the current one. */
const bundles = new Map([
  ...globSync('client-*.mjs.gz', { cwd: RELEASES }).map(
    (file) => [basename(file), gunzipSync(readFileSync(join(RELEASES, file))).toString()] as const,
  ),
  ['the current client', bundled],
])

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
})

test('the client has at most 15 KB, compressed', () => {
  expect(gzipSync(bundled).length).toBeLessThanOrEqual(MOST_BYTES)
})

test('it imports nothing', () => {
  expect(imports).toEqual([])
})

test('the client of the last release is kept', () => {
  expect([...bundles.keys()]).toContain(`client-${Object.keys(releasedMigrations()).at(-1)}.mjs.gz`)
})

describe.each([...bundles])('%s', (_, code) => {
  const load = (): Promise<typeof current> =>
    import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)

  test('calls each operation by the method and path that the gateway serves', async () => {
    const { OPERATIONS } = await load()
    expect(Object.keys(OPERATIONS).length).toBeGreaterThanOrEqual(92)
    expect(current.OPERATIONS).toMatchObject(OPERATIONS)
  })

  test('works with this gateway', async () => {
    const client = await load()
    const gateway = client.connect({ url: server.url, token: actor.token })
    const body = { type: 'OTHER', industry: 'Retail', sector: 'BUSINESS', contact: { name: 'A. Nkosi' } } as const
    const { data } = await gateway.call('createClient', { body: { name: 'Released', ...body } })
    const path = { id: data.id }
    const { etag = '' } = await gateway.call('client', { path })
    expect(await gateway.callIfChanged('client', etag, { path })).toBeUndefined()
    const listed: string[] = []
    for await (const { id } of gateway.pages('clients', { query: { search: 'Released' } })) listed.push(id)
    expect(listed).toContain(data.id)
    for await (const { event } of gateway.stream('dashboard')) {
      expect(event).toBe('snapshot')
      break
    }
    const query = client.typed<{ client: { name: string } }, { id: string }>(
      'query ($id: ID!) { client(id: $id) { name } }',
    )
    expect((await gateway.graphql(query, path)).client.name).toBe('Released')
    await gateway.call('deleteClient', { path })
    await expect(gateway.call('client', { path })).rejects.toBeInstanceOf(client.NotFoundError)
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const message = '{"type":"CLIENT_DELETED"}'
    const headers = signedHeaders('msg_1', message, new Date(), [secret])
    expect(await client.verifyWebhook(message, headers, { secrets: secret })).toEqual({ type: 'CLIENT_DELETED' })
  })
})
