import { type IncomingHttpHeaders, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
let files: string[]

setUp(async (opened) => {
  server = opened.use(await startServer())
  const { body } = await server.fetch('/')
  files = body.match(/\/assets\/[\w.-]+\.(js|css)/g)
})

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** As it is on the wire, which `fetch` would decode. */
const raw = (path: string, accept?: string, method = 'GET', more: Record<string, string> = {}): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const headers = { ...more, ...(accept !== undefined && { 'accept-encoding': accept }) }
    const sent = request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    })
    sent.on('error', reject).end()
  })

test('pages, their files and documents are a fraction of their size, and otherwise the same, for who takes gzip', async () => {
  expect(files.length).toBeGreaterThanOrEqual(2)
  for (const path of ['/openapi.json', '/docs', '/docs/page.css', '/docs/page.mjs', '/audit/verify.mjs', ...files]) {
    const plain = await raw(path)
    expect([path, plain.status, plain.headers['content-encoding']]).toEqual([path, 200, undefined])
    // The second is not compressed again.
    for (const accept of ['gzip, deflate, br, zstd', '*']) {
      const packed = await raw(path, accept)
      const of = ({ headers }: Raw) => [headers['content-type'], headers['cache-control'], headers.vary]
      expect([path, packed.headers['content-encoding'], of(packed)]).toEqual([path, 'gzip', of(plain)])
      expect(plain.headers.vary).toMatch(/Accept-Encoding/)
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
      expect(packed.body.length).toBeLessThan(plain.body.length / 2)
      const head = await raw(path, accept, 'HEAD')
      expect([head.headers['content-length'], head.body.length]).toEqual([String(packed.body.length), 0])
    }
  }
})

test.each(['gzip;q=0', 'identity', 'br', 'gzip;q=0.1, identity;q=0.5'])(
  'who says %j gets it as it is',
  async (accept) => {
    const { status, headers } = await raw('/openapi.json', accept)
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
  },
)

test.each(['gzip', 'identity'])('who has it already, by its validator, is sent nothing again (%s)', async (accept) => {
  for (const path of [
    '/',
    '/invite',
    '/openapi.json',
    '/docs',
    '/docs/page.css',
    '/docs/page.mjs',
    '/audit',
    '/audit/page.css',
    '/audit/page.mjs',
    ...files,
  ]) {
    const { etag = '', 'cache-control': kept } = (await raw(path, accept)).headers
    expect([path, etag, kept]).toEqual([
      path,
      expect.stringMatching(/^W\/"/),
      expect.stringMatching(/no-cache|immutable/),
    ])
    const again = await raw(path, accept, 'GET', { 'if-none-match': etag })
    expect([path, again.status, again.body.length, again.headers.etag]).toEqual([path, 304, 0, etag])
    const other = await raw(path, accept, 'GET', { 'if-none-match': 'W/"other"' })
    expect([path, other.status]).toEqual([path, 200])
  }
})

test.each([
  '/assets/none.js',
  '/assets/..%2findex.html',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/../../package.json',
  '/assets/..',
  '/docs/package.json',
  '/docs/page.ts',
  '/DOCS',
  '/openapi.JSON',
  '/%6fpenapi.json',
])('%s is not there, compressed or not', async (path) => {
  for (const accept of ['gzip', 'identity']) expect([path, (await raw(path, accept)).status]).toEqual([path, 404])
})

test('answers of the API are left to the proxy', async () => {
  const { token } = server.actor()
  const { status, headers } = await server.fetch('/api/clients', {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
  })
  expect([status, headers.get('content-encoding')]).toEqual([200, null])
})
