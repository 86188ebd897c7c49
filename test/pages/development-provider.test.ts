import { hash, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

type Fields = Record<string, string | undefined>

const encoded = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** A request with headers that `fetch` would not let through; what is sent is a form. */
const raw = (method: string, path: string, headers: Record<string, string> = {}, fields?: Fields): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const type = fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const sent = request(
      { hostname, port, method, path, headers: { ...own(), ...type, ...headers }, agent: false },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    sent.on('error', reject).end(fields && encoded(fields).toString())
  })

/** What a browser says of a page of this server. */
const own = (): Record<string, string> => {
  const { host } = new URL(server.url)
  return { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
}

const verifier = randomBytes(32).toString('base64url')

/** A request for a code as the dashboard makes it. */
const asked = (changes: Fields = {}): Fields => ({
  client_id: 'dashboard',
  redirect_uri: `${own().origin}/signed-in`,
  response_type: 'code',
  scope: 'openid profile email',
  code_challenge: hash('sha256', verifier, 'base64url'),
  code_challenge_method: 'S256',
  state: 'the state',
  nonce: 'the nonce',
  ...changes,
})

const LERATO = { person: 'org_demo/user_demo_lerato' }

/** Chooses somebody, and answers where that leads to. */
async function choose(who: Fields = LERATO, changes: Fields = {}): Promise<URL & { cookie?: string }> {
  const { status, headers } = await raw('POST', '/dev/authorize', {}, { ...asked(changes), ...who })
  expect(status).toBe(303)
  const [cookie] = headers['set-cookie'] ?? []
  return Object.assign(new URL(headers.location ?? ''), cookie ? { cookie: cookie.split(';')[0] ?? '' } : {})
}

const codeFor = async (who?: Fields) => (await choose(who)).searchParams.get('code') ?? ''

const exchange = (code: string, changes: Fields = {}, headers: Record<string, string> = {}) => {
  const { redirect_uri, client_id } = asked()
  const grant = { grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier: verifier }
  return raw('POST', '/dev/token', headers, { ...grant, ...changes })
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function callerOf(accessToken: string): Promise<Json> {
  const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query: '{ caller { userId organizationId role } }' })
  const answer = await server.fetch('/graphql', { method: 'POST', headers, body })
  return answer.body.data?.caller ?? answer.body.errors[0].extensions.code
}

describe('the flow', () => {
  test('says in its discovery document where everything is: at this server', async () => {
    const { status, body } = await raw('GET', '/.well-known/openid-configuration')
    const found = JSON.parse(body)
    expect([status, found.code_challenge_methods_supported]).toEqual([200, ['S256']])
    for (const name of ['authorization_endpoint', 'token_endpoint', 'end_session_endpoint', 'jwks_uri'])
      expect(new URL(found[name]).origin).toBe(own().origin)
  })

  test('asks who one is today, and lists one of each role, in two organizations', async () => {
    const { status, headers, body } = await raw('GET', `/dev/authorize?${encoded(asked())}`)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    for (const text of ['Who are you today?', 'Demo Service Provider', 'Coast Media']) expect(body).toContain(text)
    for (const role of ['admin', 'manager', 'member', 'compliance', 'viewer'])
      expect(body).toContain(`<span>${role}</span>`)
  })

  test('shows nothing of the request as markup', async () => {
    const { body } = await raw('GET', `/dev/authorize?${encoded(asked({ state: '"><script>alert(1)</script>' }))}`)
    expect(body).not.toContain('<script')
  })

  test('gives tokens of whom was chosen, which the gateway takes, and which no cache keeps', async () => {
    const back = await choose()
    expect(`${back.origin}${back.pathname}`).toBe(asked().redirect_uri)
    expect(back.searchParams.get('state')).toBe('the state')
    const { status, headers, body } = await exchange(back.searchParams.get('code') ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const { access_token, id_token, expires_in } = JSON.parse(body)
    expect(expires_in).toBe(3600)
    const caller = { userId: 'user_demo_lerato', organizationId: 'org_demo', role: 'compliance' }
    expect(await callerOf(access_token)).toEqual(caller)
    expect(claimsOf(id_token)).toMatchObject({ sub: 'user_demo_lerato', aud: 'dashboard', nonce: 'the nonce' })
    // It says who somebody is, and opens no organization.
    expect(await callerOf(id_token)).toBe('ORGANIZATION_REQUIRED')
  })

  test('knows the same person in another organization by the role that she has there', async () => {
    const { cookie = '' } = await choose({ person: 'org_demo/user_demo_thandi' })
    const path = `/dev/authorize?${encoded(asked({ organization: 'org_coast' }))}`
    const { headers } = await raw('GET', path, { cookie })
    const code = new URL(headers.location ?? '').searchParams.get('code') ?? ''
    const { access_token } = JSON.parse((await exchange(code)).body)
    expect(await callerOf(access_token)).toMatchObject({ organizationId: 'org_coast', role: 'viewer' })
  })

  test('knows somebody whom no organization knows by a verified address, and gives no organization', async () => {
    const { access_token } = JSON.parse((await exchange(await codeFor({ name: 'New', email: 'New@x.example' }))).body)
    expect(claimsOf(access_token)).toMatchObject({ email: 'new@x.example', email_verified: true })
    expect(claimsOf(access_token)).not.toHaveProperty('org_id')
  })

  test('renews without a question while its session lasts, and not after it ended', async () => {
    const silent = `/dev/authorize?${encoded(asked({ prompt: 'none' }))}`
    const answerTo = async (headers?: Record<string, string>) =>
      new URL((await raw('GET', silent, headers)).headers.location ?? '').searchParams
    expect((await answerTo()).get('error')).toBe('login_required')
    const { cookie = '' } = await choose()
    expect((await answerTo({ cookie })).get('code')).toMatch(/^[\w-]{43}$/)
    const ended = await raw('GET', '/dev/sign-out', { cookie })
    expect([ended.status, ended.headers.location]).toEqual([303, `${own().origin}/`])
    expect((await answerTo({ cookie })).get('error')).toBe('login_required')
  })
})

describe('a request that is not in order is answered here, and leads nowhere', () => {
  const wrong: [string, () => Fields][] = [
    ['another client', () => ({ client_id: 'other' })],
    ['a redirect to another origin', () => ({ redirect_uri: 'https://attacker.example/signed-in' })],
    ['a redirect to another port', () => ({ redirect_uri: 'http://127.0.0.1:1/signed-in' })],
    ['a redirect to another path', () => ({ redirect_uri: `${own().origin}/signed-in/` })],
    ['a redirect with a query', () => ({ redirect_uri: `${own().origin}/signed-in?x` })],
    ['a redirect by another name of this machine', () => ({ redirect_uri: 'http://localhost/signed-in' })],
    ['no redirect', () => ({ redirect_uri: undefined })],
    ['the implicit flow', () => ({ response_type: 'token' })],
    ['no challenge', () => ({ code_challenge: undefined })],
    ['a plain challenge', () => ({ code_challenge_method: 'plain', code_challenge: verifier })],
    ['a challenge whose method is left to be plain', () => ({ code_challenge_method: undefined })],
    ['no OpenID Connect', () => ({ scope: 'email' })],
  ]
  test.each(wrong)('%s', async (_, changes) => {
    const shown = await raw('GET', `/dev/authorize?${encoded(asked(changes()))}`)
    const chosen = await raw('POST', '/dev/authorize', {}, { ...asked(changes()), ...LERATO })
    for (const { status, headers, body } of [shown, chosen]) {
      expect([status, JSON.parse(body).code, headers.location]).toEqual([400, 'VALIDATION_ERROR', undefined])
    }
  })

  test('a parameter that comes twice', async () => {
    const twice = `${encoded(asked())}&redirect_uri=${encodeURIComponent('https://attacker.example/')}`
    expect((await raw('GET', `/dev/authorize?${twice}`)).status).toBe(400)
  })

  test('nobody who is on the page', async () => {
    for (const person of ['org_demo/user_demo_nobody', 'org_coast/user_demo_lerato', '']) {
      expect((await raw('POST', '/dev/authorize', {}, { ...asked(), person })).status).toBe(400)
    }
  })

  test('an end of the session that would lead elsewhere', async () => {
    const query = encoded({ post_logout_redirect_uri: 'https://attacker.example/' })
    expect((await raw('GET', `/dev/sign-out?${query}`)).status).toBe(400)
  })
})

describe('a code', () => {
  let code: string
  beforeEach(async () => {
    code = await codeFor()
  })

  test('is good once', async () => {
    expect((await exchange(code)).status).toBe(200)
    const again = await exchange(code)
    expect([again.status, JSON.parse(again.body)]).toEqual([400, { error: 'invalid_grant' }])
  })

  const wrong: [string, () => Fields, string][] = [
    ['another verifier', () => ({ code_verifier: randomBytes(32).toString('base64url') }), 'invalid_grant'],
    ['the challenge as its verifier', () => ({ code_verifier: asked().code_challenge }), 'invalid_grant'],
    ['no verifier', () => ({ code_verifier: undefined }), 'invalid_request'],
    ['another redirect', () => ({ redirect_uri: 'https://attacker.example/' }), 'invalid_grant'],
    ['another client', () => ({ client_id: 'other' }), 'invalid_request'],
    ['another grant', () => ({ grant_type: 'client_credentials' }), 'invalid_request'],
  ]
  test.each(wrong)('is refused with %s', async (_, changes, error) => {
    const { status, body } = await exchange(code, changes())
    expect([status, JSON.parse(body)]).toEqual([400, { error }])
  })

  test('is used up by a wrong attempt', async () => {
    await exchange(code, { code_verifier: randomBytes(32).toString('base64url') })
    expect((await exchange(code)).status).toBe(400)
  })

  test('that nobody gave is refused', async () => {
    expect((await exchange(randomBytes(32).toString('base64url'))).status).toBe(400)
  })
})

/** What shows that a request was not made on this machine, by whom sits at it. */
const elsewhere: [string, Record<string, string>][] = [
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-forwarded',
    'x-original-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'client-ip',
  ].map((name): [string, Record<string, string>] => [`a proxy that says so by ${name}`, { [name]: '127.0.0.1' }]),
  ['a name that was rebound to this machine', { host: 'attacker.example', origin: 'http://attacker.example' }],
  ['a name that begins like this machine', { host: 'localhost.attacker.example' }],
  ['an address that begins like this machine', { host: '127.0.0.1.attacker.example' }],
]

/** What shows that a page of somebody else's sends a form. */
const foreign: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://attacker.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a sandboxed page', { origin: 'null' }],
  ['what names no origin', { origin: '' }],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
]

describe('answers this machine only', () => {
  const gets = () => ['/.well-known/openid-configuration', `/dev/authorize?${encoded(asked())}`, '/dev/sign-out']

  test.each(elsewhere)('refuses %s', async (_, headers) => {
    const code = await codeFor()
    const answers = [
      ...(await Promise.all(gets().map((path) => raw('GET', path, headers)))),
      await raw('POST', '/dev/authorize', headers, { ...asked(), ...LERATO }),
      await exchange(code, {}, headers),
    ]
    for (const { status, body, headers: sent } of answers) {
      expect([status, JSON.parse(body).code, sent.location]).toEqual([403, 'FORBIDDEN', undefined])
      expect(body).not.toContain('eyJ')
    }
    expect((await raw('GET', '/', headers)).body).not.toContain('name="sign-in"')
  })

  test.each(foreign)('takes no form from %s', async (_, headers) => {
    const code = await codeFor()
    expect((await raw('POST', '/dev/authorize', headers, { ...asked(), ...LERATO })).status).toBe(403)
    expect((await exchange(code, {}, headers)).status).toBe(403)
  })

  test('takes no form from origins that CORS lets in', async () => {
    const origin = 'https://app.example'
    await using other = await startServer({ CORS_ORIGINS: origin })
    const { status } = await other.fetch('/dev/token', { method: 'POST', headers: { Origin: origin } })
    expect(status).toBe(403)
  })

  test('is offered to this machine', async () => {
    expect((await raw('GET', '/')).body).toContain('name="sign-in"')
  })

  test('is not there with an identity provider, and nothing says that it could be', async () => {
    const SECRETS_KEY = randomBytes(32).toString('base64')
    const settings = { NODE_ENV: 'production', AUTH_ISSUER: 'https://idp.example', SECRETS_KEY }
    await using production = await startServer(settings)
    const paths = ['/.well-known/openid-configuration', '/.well-known/jwks.json', '/dev/authorize', '/dev/sign-out']
    for (const path of paths) expect([path, (await production.fetch(path)).status]).toEqual([path, 404])
    for (const path of ['/dev/token', '/dev/authorize']) {
      const { status, body } = await production.fetch(path, { method: 'POST', headers: { Origin: production.url } })
      expect([status, body.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
    }
    expect((await production.fetch('/')).body).not.toContain('name="sign-in"')
  })
})
