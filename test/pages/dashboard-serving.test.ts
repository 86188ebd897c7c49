import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse, validate } from 'graphql'
import * as documents from '../../src/web/api/documents.ts'
import * as insights from '../../src/web/api/insights.ts'
import { STREAMS } from '../../src/web/api/topics.ts'
import { type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { schema } from '../support/surface.ts'

const WEB = join(import.meta.dirname, '../../src/web')

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** A request with headers that `fetch` would not let through. */
const raw = (method: string, path: string, headers: Record<string, string> = {}): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })

describe('GET /', () => {
  test('runs its own scripts only, holds none inline, and nobody may frame it', async () => {
    const { status, headers, body } = await server.fetch('/')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "trusted-types 'none'"]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc="\/assets\/)|<style|\sstyle=|\son\w+=/)
  })

  test('is asked for each time, its files once: their names change with what is in them', async () => {
    const page = await server.fetch('/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const files: string[] = page.body.match(/\/assets\/[\w.-]+/g)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) {
      const { status, headers } = await server.fetch(file)
      expect([file, status, headers.get('cache-control')]).toEqual([file, 200, 'public, max-age=31536000, immutable'])
    }
    expect((await server.fetch('/assets/..%2findex.html')).status).toBe(404)
  })
})

describe('POST /dev/token', () => {
  const own = () => {
    const { host } = new URL(server.url)
    return { host, origin: `http://${host}` }
  }

  test('gives a page of this server a token for the demo organization, good for an hour, kept by no cache', async () => {
    const { status, headers, body } = await raw('POST', '/dev/token', { ...own(), 'sec-fetch-site': 'same-origin' })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const { token } = JSON.parse(body)
    const headersOf = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const query = '{ caller { organizationId role expiresAt } }'
    const answer = await server.fetch('/graphql', {
      method: 'POST',
      headers: headersOf,
      body: JSON.stringify({ query }),
    })
    const { organizationId, role, expiresAt } = answer.body.data.caller
    expect([organizationId, role]).toEqual(['org_demo', 'admin'])
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3600_000)
  })

  const foreign: [string, () => Record<string, string>][] = [
    ['another site', () => ({ ...own(), origin: 'https://attacker.example' })],
    ['another port of this machine', () => ({ ...own(), origin: 'http://127.0.0.1:1' })],
    ['a sandboxed page', () => ({ ...own(), origin: 'null' })],
    ['what sends no origin', () => ({ host: own().host })],
    ['another site, as the browser says', () => ({ ...own(), 'sec-fetch-site': 'cross-site' })],
    [
      'a name that was rebound to this machine',
      () => ({ host: 'attacker.example', origin: 'http://attacker.example' }),
    ],
    [
      'a name that only begins like this machine',
      () => {
        const host = 'localhost.attacker.example'
        return { host, origin: `http://${host}` }
      },
    ],
    ['a proxy on this machine', () => ({ ...own(), 'x-forwarded-for': '203.0.113.7' })],
    ['a proxy that names itself', () => ({ ...own(), via: '1.1 proxy' })],
  ]
  test.each(foreign)('refuses %s', async (_, headers) => {
    const { status, body } = await raw('POST', '/dev/token', headers())
    expect([status, JSON.parse(body).code]).toEqual([403, 'FORBIDDEN'])
    expect(body).not.toContain('eyJ')
  })

  test('is offered to this machine only', async () => {
    const offer = 'name="development-token"'
    expect((await raw('GET', '/', own())).body).toContain(offer)
    expect((await raw('GET', '/', { host: 'gateway.example' })).body).not.toContain(offer)
  })

  test('does not open to origins that CORS lets in', async () => {
    const origin = 'https://app.example'
    await using other = await startServer({ CORS_ORIGINS: origin })
    const { status } = await other.fetch('/dev/token', { method: 'POST', headers: { Origin: origin } })
    expect(status).toBe(403)
  })

  test('is not there with an identity provider, and nothing says that it could be', async () => {
    const SECRETS_KEY = randomBytes(32).toString('base64')
    const settings = { NODE_ENV: 'production', AUTH_ISSUER: 'https://idp.example', SECRETS_KEY }
    await using production = await startServer(settings)
    const origin = production.url
    const { status, body } = await production.fetch('/dev/token', { method: 'POST', headers: { Origin: origin } })
    expect([status, body.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
    expect((await production.fetch('/')).body).not.toContain('development-token')
  })
})

describe('the documents of the page', () => {
  const texts = [
    ...[...Object.values(documents), ...Object.values(insights)].flatMap((each: Json) =>
      each?.text ? [each.text] : [],
    ),
    ...Object.values(STREAMS).map(({ text }) => text),
  ]

  test.each(texts.map((text) => [/\w+ \w+|told: \w+/.exec(text)?.[0], text]))('%s fits the schema', (_, text) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
  })

  test('stand in two files, so that none is forgotten here', () => {
    const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const makes = /import \{[^}]*\bdocument\b[^}]*\} from '[^']*request\.ts'/
    const homes = files.filter((file) => makes.test(readFileSync(join(WEB, file), 'utf8')))
    expect(homes.sort()).toEqual(['api/documents.ts', 'api/insights.ts'])
  })
})
