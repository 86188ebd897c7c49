/** @long it starts a server for each way to serve the pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse, validate } from 'graphql'
import { SCREENS } from '../../src/edge/pages/dashboard.ts'
import * as generated from '../../src/web/api/generated.ts'
import { SCREENS as screens } from '../../src/web/screens.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { schema } from '../support/surface.ts'

const WEB = join(import.meta.dirname, '../../src/web')

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
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

describe('the path of a screen', () => {
  const html = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, redirect: 'manual' } as const

  test('is the dashboard for a browser, and a parameter in it moves to the fragment', async () => {
    const { body } = await server.fetch('/', html)
    for (const path of ['/campaigns', '/clients/a%2Fb', '/privacy/requests/1', '/audit/verification']) {
      const page = await server.fetch(path, html)
      expect([page.status, page.headers.get('vary')]).toEqual([200, expect.stringContaining('Accept')])
      expect(page.body).toBe(body)
      const { status, headers } = await server.fetch(`${path}?search=a%23b&status=ACTIVE`, html)
      expect([status, headers.get('location')]).toEqual([302, `${path}#search=a%23b&status=ACTIVE`])
    }
  })

  test('is no page for a program, and leads nowhere else', async () => {
    for (const accept of ['application/json', '*/*'])
      expect((await server.fetch('/campaigns', { headers: { Accept: accept } })).status).toBe(404)
    expect((await server.fetch('/nowhere', html)).status).toBe(404)
    expect((await server.fetch('/audit', html)).body).toContain('Verify an audit trail')
    expect((await server.fetch('/audit/verify.mjs', html)).headers.get('content-type')).toContain('javascript')
    const tiles = await server.fetch('/audit/org/key/checkpoint', html)
    expect([tiles.status, tiles.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
    expect((await server.fetch('//example.org/campaigns', html)).headers.get('location')).toBe(null)
  })

  test('exists for each screen but the trail, whose path is the page that verifies an export', () => {
    expect([...SCREENS, 'audit'].sort()).toEqual(Object.keys(screens).sort())
  })
})

describe('with an identity provider', () => {
  const settings = {
    AUTH_ISSUER: 'https://idp.example/realms/"north"',
    AUTH_CLIENT_ID: 'dashboard',
    AUTH_AUDIENCE: 'https://gateway.example',
    AUTH_AUDIENCE_PARAMETER: 'audience',
  }
  const own = new Set(["'self'", 'https://idp.example'])

  test.each(['/', '/signed-in', '/graphql'])(
    '%s talks to that one and to this server, and to no other',
    async (path) => {
      await using provided = await startServer(settings)
      const { headers, body } = await provided.fetch(path, { headers: { Accept: 'text/html' } })
      const rules = new Map(
        (headers.get('content-security-policy') ?? '').split('; ').map((rule): [string, string[]] => {
          const [name = '', ...sources] = rule.split(' ')
          return [name, sources]
        }),
      )
      for (const name of ['connect-src', 'frame-src']) expect(new Set(rules.get(name))).toEqual(own)
      expect(
        rules.get('script-src')?.filter((source) => source !== "'self'" && !source.startsWith("'sha256-")),
      ).toEqual([])
      // Only the page that a renewal comes back to may be framed, and only by the gateway's own.
      expect(rules.get('frame-ancestors')).toEqual([path === '/signed-in' ? "'self'" : "'none'"])
      expect(body.match(/<meta name="sign-in" content="[^"<>]*">/g)).toHaveLength(1)
    },
  )

  test('the page has nothing to sign in with where the provider knows no such client', async () => {
    await using provided = await startServer({ AUTH_ISSUER: 'https://idp.example' })
    expect((await provided.fetch('/')).body).not.toContain('name="sign-in"')
  })
})

test.each([
  [{}, '/graphql /docs'],
  [{ INTROSPECTION: 'false' }, '/docs'],
  [{ PUBLIC_DOCS: 'false', INTROSPECTION: 'true' }, ''],
])('with %j the dashboard links to what developers read there: %j', async (environment, served) => {
  await using other = await startServer(environment)
  expect((await other.fetch('/')).body).toContain(`<meta name="developers-pages" content="${served}">`)
})

describe('the documents of the page', () => {
  const texts = Object.values<object>(generated).flatMap((each) => ('text' in each ? [String(each.text)] : []))

  test.each(texts.map((text) => [/\w+ \w+/.exec(text)?.[0], text] as const))('%s fits the schema', (_, text) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
  })

  test('are generated: no file makes one by hand, untyped and forgotten here', () => {
    const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const makes = /import \{[^}]*\bdocument\b[^}]*\} from '[^']*request\.ts'/
    const homes = files.filter((file) => makes.test(readFileSync(join(WEB, file), 'utf8')))
    expect(homes.sort()).toEqual(['api/generated.ts'])
  })
})
