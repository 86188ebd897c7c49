import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { clientBody } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * Content types, charsets and encodings that clients seldom send. A request without a body is answered whatever they say,
 * and a body is JSON in UTF-8 or is refused with a client error.
 */

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
})

const CHARSETS = [
  'utf-8',
  'UTF8',
  'utf-16',
  'utf-7',
  'ibm500',
  'iso-2022-kr',
  'x-user-defined',
  '"',
  '',
  '%00',
  'a'.repeat(4000),
]
const TYPES = [
  ...CHARSETS.map((charset) => `application/json; charset=${charset}`),
  'application/json; charset=utf-8; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  'application/graphql',
  'text/csv; charset=utf-16',
  'nonsense',
  '/',
  ';',
  'application/json, text/plain',
]
const EVENTS = { Accept: 'text/event-stream' }
const GRAPHQL = '{ __typename }'

const GETS: [string, Record<string, string>?][] = [
  ['/api/clients'],
  ['/api/clients/export'],
  ['/api/realtime/dashboard', EVENTS],
  ['/api/realtime/breaches', EVENTS],
  [`/graphql?query=${encodeURIComponent(GRAPHQL)}`],
  [`/graphql/stream?query=${encodeURIComponent('subscription { dashboard { id } }')}`, EVENTS],
  ['/readyz'],
  ['/openapi.json'],
]

const get = (path: string, headers: Record<string, string>) => actor.rest('GET', path, undefined, headers)

describe.each(TYPES)('a request of type %j', (type) => {
  /** Whether a body of that type is JSON, whatever charset its sender claims: JSON has one encoding (RFC 8259). */
  const isJson = /^application\/json\s*(;|$)/.test(type)

  test.each(GETS)('without a body is answered: GET %s', async (path, headers = {}) => {
    // Browsers send such a request to another site without asking the site first, so GraphQL refuses it.
    const status = path.startsWith('/graphql?') && !isJson ? 415 : 200
    expect((await get(path, { ...headers, 'Content-Type': type })).status).toBe(status)
  })

  test('with a body in UTF-8 is read as JSON, or is refused', async () => {
    const sends: [string, Answer][] = [
      ['rest', await actor.rest('POST', '/api/clients', JSON.stringify(clientBody()), { 'Content-Type': type })],
      ['graphql', await actor.rest('POST', '/graphql', JSON.stringify({ query: GRAPHQL }), { 'Content-Type': type })],
      [
        'stream',
        await actor.rest('POST', '/graphql/stream', JSON.stringify({ query: GRAPHQL }), {
          'Content-Type': type,
          ...EVENTS,
        }),
      ],
    ]
    for (const [name, { status }] of sends) expect([name, status < 300]).toEqual([name, isJson])
    for (const [name, { status }] of sends) expect([name, status < 500]).toEqual([name, true])
  })
})

test.each(GETS)('an encoding of no body is nobody’s concern: GET %s', async (path, headers = {}) => {
  expect((await get(path, { ...headers, 'Content-Encoding': 'x-unknown' })).status).toBe(200)
})

test.each(['/api/clients', '/graphql', '/graphql/stream'])(
  'a body in another encoding than UTF-8, or packed in an unknown way, is a client error on %s',
  async (path) => {
    const text = JSON.stringify(path === '/api/clients' ? clientBody() : { query: GRAPHQL })
    const json = (headers: Record<string, string>, body: Uint8Array) =>
      actor.rest('POST', path, body, { 'Content-Type': 'application/json; charset=utf-16', ...headers })
    const answers = [
      await json({}, Buffer.from(`\ufeff${text}`, 'utf16le')),
      await json({}, Buffer.from([0xff, 0xfe, 0xfd])),
      await json({ 'Content-Encoding': 'x-unknown' }, Buffer.from(text)),
      await json({ 'Content-Encoding': 'gzip' }, Buffer.from(text)),
      await json({ 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
    ]
    for (const [index, { status }] of answers.entries())
      expect([index, status >= 400 && status < 500]).toEqual([index, true])
  },
)
