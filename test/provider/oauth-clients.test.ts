/** More than 20 s: it starts two replicas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { asked, codeOf } from '../support/answers.ts'
import { endOf, follow } from '../support/follow.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aClient, aMember } from '../support/samples.ts'
import type { Actor, Answer, Claims, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { mailTo } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const GATEWAY = 'http://localhost:4000'
const CREATE = `mutation ($input: ApiKeyInput!) { createApiKey(input: $input) {
  id key hint oauthClientId role createdBy expiresAt } }`
const ROTATE = `mutation ($id: ID!, $expiresAt: DateTimeISO) { rotateApiKey(id: $id, expiresAt: $expiresAt) {
  id key hint oauthClientId createdBy expiresAt oldKeyUntil } }`
const REVOKE = 'mutation ($id: ID!) { deleteApiKey(id: $id) }'
const LIST = '{ apiKeys { nodes { id oauthClientId lastUsedAt lastUsedNetwork usedNetworks } } }'

let smtp: SmtpServer
let server: TestServer
let replica: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, TRUSTED_PROXIES: 'loopback' }
  const [first, second] = await startReplicas(opened, { environment })
  if (!(first && second)) throw new Error('There are two')
  server = first
  replica = second
})

const register = async (actor: Actor, input: object = {}): Promise<Json> =>
  (await asked(actor, CREATE, { input: { name: 'Importer', role: 'viewer', oauthClientId: 'importer', ...input } }))
    .createApiKey
const refusalOf = async (actor: Actor, input: object): Promise<Json> =>
  (await actor.graphql(CREATE, { input: { name: 'A', role: 'viewer', ...input } })).body.errors?.[0].extensions

/** A token of the client-credentials grant. Most providers do not name an organization in it. */
const tokenOf = (clientId: string, claims: Claims = {}): string =>
  server.actor({ userId: clientId, clientId, audience: GATEWAY, organizationId: null, role: undefined, ...claims })
    .token

interface Use {
  token?: string
  organization?: string
  at?: TestServer
  address?: string
  method?: string
  path?: string
  body?: unknown
}

/** A request of the program that names its organization. */
const use = ({
  token = tokenOf('importer'),
  organization,
  at = server,
  address,
  path,
  ...rest
}: Use): Promise<Answer> =>
  at.fetch(path ?? '/api/clients', {
    method: rest.method ?? (rest.body ? 'POST' : 'GET'),
    headers: {
      Authorization: `Bearer ${token}`,
      'User-Agent': 'importer/1.0',
      ...(organization && { 'X-Organization': organization }),
      ...(address && { 'X-Forwarded-For': address }),
      ...(rest.body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: rest.body === undefined ? null : JSON.stringify(rest.body),
  })

const graphql = (asking: Use, query: string, variables: object = {}) =>
  use({ ...asking, path: '/graphql', body: { query, variables } })

const trail = async (actor: Actor, query: string): Promise<Json[]> =>
  (await actor.rest('GET', `/api/audit/log?${query}`)).body.data

describe('a registered OAuth client', () => {
  test('has the role of its registration, and the audit trail names it', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    const made = await register(actor)
    expect(made).toMatchObject({ key: null, hint: 'importer', oauthClientId: 'importer', createdBy: actor.userId })
    const { id } = await aClient(actor)
    const read = await use({ organization })
    expect([read.status, read.body.data.map((row: Json) => row.id)]).toEqual([200, [id]])
    expect(codeOf(await use({ organization, body: { name: 'B', type: 'corporate' } }))).toBe('FORBIDDEN')
    const { data } = (await graphql({ organization }, '{ caller { userId organizationId role } }')).body
    expect(data.caller).toEqual({ userId: `key:${made.id}`, organizationId: organization, role: 'viewer' })
    const [record] = await trail(actor, 'action=CLIENT_LISTED')
    expect(record).toMatchObject({
      userId: `key:${made.id}`,
      metadata: { userAgent: 'OAuth client importer importer/1.0' },
    })
  })

  test('has no rights by its claims, and no more than its scopes', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    await register(actor, { role: 'admin', scopes: ['org:clients:read'] })
    const token = tokenOf('importer', { role: 'admin', permissions: ['org:clients:write', 'org:provider:write'] })
    expect((await use({ organization, token })).status).toBe(200)
    for (const path of ['/api/campaigns', '/api/audit/log', '/api/service-provider/api-keys'])
      expect([path, (await use({ organization, token, path })).status]).toEqual([path, 403])
    expect(codeOf(await use({ organization, token, body: { name: 'B', type: 'corporate' } }))).toBe('FORBIDDEN')
  })

  test('serves each organization that registered it, and only the one that the request names', async () => {
    const [north, south] = [server.actor(), server.actor()]
    const [northern, southern] = [await aClient(north), await aClient(south)]
    for (const actor of [north, south]) await register(actor, { oauthClientId: 'vendor' })
    const token = tokenOf('vendor')
    for (const [actor, { id }] of [
      [north, northern],
      [south, southern],
    ] as const) {
      const { body } = await use({ token, organization: actor.organizationId })
      expect(body.data.map((row: Json) => row.id)).toEqual([id])
    }
    const unnamed = await use({ token })
    expect([unnamed.status, unnamed.body.error]).toEqual([400, expect.stringContaining('X-Organization')])
    const named = tokenOf('vendor', { organizationId: north.organizationId })
    expect((await use({ token: named })).status).toBe(200)
    expect(codeOf(await use({ token: named, organization: south.organizationId }))).toBe('FORBIDDEN')
  })

  test('is limited to the networks of its registration, and a new network is announced', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    const email = `${actor.userId.replace(/\W/g, '')}@example.org`
    await aMember(actor, { role: 'admin', email })
    await register(actor, { allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] })
    const refused = await use({ organization, address: '198.51.100.1' })
    expect([refused.status, codeOf(refused)]).toEqual([403, 'NETWORK_NOT_ALLOWED'])
    for (const address of ['203.0.113.9', '2001:db8:7::1'])
      expect((await use({ organization, address })).status).toBe(200)
    expect((await asked(actor, LIST)).apiKeys.nodes).toMatchObject([
      { lastUsedNetwork: '2001:db8:7::/48', usedNetworks: ['203.0.113.0/24', '2001:db8:7::/48'] },
    ])
    const mail = await mailTo(smtp, email, /OAuth client "Importer" was used from the new network 2001:db8:7::\/48/)
    expect(mail).toContain('replace its secret at the identity provider')
  })

  test('draws on the allowance of the keys of its organization', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    await register(actor)
    const { key } = await register(actor, { oauthClientId: null })
    const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))
    const first = remaining(await use({ token: key }))
    expect(remaining(await use({ organization }))).toBe(first - 1)
    expect(remaining(await use({ token: key }))).toBe(first - 2)
  })

  test('calls MCP only with a token for MCP', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    await register(actor)
    await asked(actor, 'mutation { updateSecuritySettings(input: { agentsAllowed: true }) { agentsAllowed } }')
    const call = (audience: string) =>
      server.fetch('/mcp', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${tokenOf('importer', { audience })}`,
          'X-Organization': organization,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'find_clients', arguments: {} },
        }),
      })
    expect((await call(GATEWAY)).status).toBe(401)
    const { status, body } = await call(`${GATEWAY}/mcp`)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('totalCount')])
    const [{ metadata }] = await trail(actor, 'action=CLIENT_LISTED')
    expect(metadata.userAgent).toMatch(/^MCP OAuth client importer /)
  })

  test('is no person: it creates no keys, decides no requests, and accepts no invitation', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    const { id } = await register(actor, { role: 'admin' })
    for (const [query, variables] of [
      [CREATE, { input: { name: 'A', role: 'viewer', oauthClientId: 'another' } }],
      [ROTATE, { id }],
      ['mutation { updateApiKey(id: "$", input: { name: "B" }) { id } }'.replace('$', id), {}],
    ] as const) {
      const { body } = await graphql({ organization }, query, variables)
      expect(body.errors[0]).toMatchObject({
        message: 'An API key cannot create or change a key. Sign in as a person',
        extensions: { code: 'FORBIDDEN' },
      })
    }
    const accept = 'mutation { acceptInvitation(token: "none") { id } }'
    expect((await graphql({ organization }, accept)).body.errors).toHaveLength(1)
  })
})

describe('refused is', () => {
  const challengeOf = ({ status, headers }: Answer) => [status, headers.get('www-authenticate')]

  test('a client that is not registered, also in the name of an organization that registered another one', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    await register(actor)
    await register(other, { oauthClientId: 'stranger' })
    const { organizationId: organization } = actor
    for (const clientId of ['stranger', 'IMPORTER', 'importer@clients', 'importe', 'importer '])
      expect([clientId, ...challengeOf(await use({ organization, token: tokenOf(clientId) }))]).toEqual([
        clientId,
        401,
        expect.stringContaining('not registered in this organization'),
      ])
    const claimed = tokenOf('stranger', { organizationId: organization, role: 'admin' })
    expect((await use({ token: claimed })).status).toBe(401)
    expect((await use({ organization: `${organization} importer`, token: tokenOf('importer') })).status).toBe(401)
    // Anybody could write into the trail otherwise.
    expect(await trail(actor, 'action=ACCESS_DENIED')).toEqual([])
  })

  test('a token for another service, or for none', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    await register(actor)
    for (const audience of ['https://billing.example', `${GATEWAY}/`, '']) {
      const token = tokenOf('importer', { audience })
      expect(challengeOf(await use({ organization, token }))).toEqual([401, expect.stringContaining('audience')])
    }
    const { token } = server.actor({ userId: 'importer', clientId: 'importer', organizationId: null })
    expect((await use({ organization, token })).status).toBe(401)
  })

  test('a user whose token was issued to the client', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    await register(actor, { role: 'admin' })
    const elsewhere = { organizationId: server.actor().organizationId, role: 'viewer' as const }
    for (const claims of [{ userId: 'user_1' }, { userId: 'importer', signedInAt: Math.floor(Date.now() / 1000) }]) {
      const token = tokenOf('importer', { ...elsewhere, ...claims })
      expect(codeOf(await use({ organization, token }))).toBe('FORBIDDEN')
      const { data } = (await graphql({ token }, '{ caller { userId organizationId role } }')).body
      expect(data.caller).toEqual({ userId: claims.userId, ...elsewhere })
    }
    for (const userId of ['user_1', 'key:importer'])
      expect(codeOf(await use({ organization, token: tokenOf('importer', { userId }) }))).toBe('FORBIDDEN')
  })

  test('a revoked client, at every replica, and its streams end', async () => {
    const actor = server.actor()
    const { organizationId: organization } = actor
    const { id } = await register(actor)
    const statuses = async () => [
      (await use({ organization })).status,
      (await use({ organization, at: replica })).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    const named = tokenOf('importer', { organizationId: organization })
    const stream = follow(replica.url, named, 'subscription { clientChanged { id } }')
    const ended = endOf(stream)
    await stream.opened
    await asked(actor, REVOKE, { id })
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()
    await until('the refusal', async () => (await statuses()).every((status) => status === 401))
    // The client is accepted again as soon as it is registered, although both replicas know the refusal.
    await register(actor)
    await until('the admission', async () => (await statuses()).every((status) => status === 200))
  })

  test('a client whose creator was removed, and one whose registration expired, until it is renewed', async () => {
    const admin = server.actor()
    const { organizationId: organization } = admin
    await aMember(admin, { role: 'admin', userId: admin.userId })
    const maker = server.actor({ organizationId: organization })
    const member = await aMember(admin, { userId: maker.userId, role: 'admin' })
    const { id } = await register(maker)
    expect((await use({ organization })).status).toBe(200)
    await admin.rest('DELETE', `/api/team/${member.id}`)
    await until('the refusal', async () => codeOf(await use({ organization })) === 'MEMBERSHIP_ENDED')
    const expiresAt = '2099-01-01T00:00:00.000Z'
    const { rotateApiKey } = await asked(admin, ROTATE, { id, expiresAt })
    const renewed = { key: null, hint: 'importer', oauthClientId: 'importer', oldKeyUntil: null }
    expect(rotateApiKey).toEqual({ id, ...renewed, createdBy: admin.userId, expiresAt })
    await until('the admission', async () => (await use({ organization })).status === 200)
    const past = sql`update api_key set expires_at = now() - interval '1 second' where id = ${id}`
    await passTime(server, admin, 'api_keys', past)
    const expired = () => use({ organization, at: replica })
    await until('the end', async () =>
      challengeOf(await expired())[1]
        ?.toString()
        .includes('expired'),
    )
    expect((await trail(admin, 'action=ACCESS_DENIED'))[0]).toMatchObject({ userId: `key:${id}` })
  })
})

describe('a registration', () => {
  test('is made once, also by requests at the same time', async () => {
    const actor = server.actor()
    const input = { name: 'A', role: 'viewer', oauthClientId: 'importer' }
    const answers = await Promise.all([1, 2, 3].map(() => actor.graphql(CREATE, { input })))
    expect(answers.map(codeOf).filter(Boolean)).toEqual(['CONFLICT', 'CONFLICT'])
    const refused = await refusalOf(actor, { oauthClientId: 'importer' })
    expect(refused).toMatchObject({ code: 'CONFLICT', details: { id: (await asked(actor, LIST)).apiKeys.nodes[0].id } })
    for (const oauthClientId of ['', ' ', 'a b', 'é', 'a\u0000', 'x'.repeat(201)])
      expect((await refusalOf(actor, { oauthClientId }))?.details).toHaveProperty('oauthClientId')
  })

  test('needs the rights of the client, and a fresh sign-in where the organization demands it', async () => {
    const admin = server.actor({ signedInAt: Math.floor(Date.now() / 1000) })
    const { organizationId } = admin
    const manager = server.actor({ organizationId, role: 'manager', permissions: ['org:provider:write'] })
    expect(await refusalOf(manager, { role: 'admin', oauthClientId: 'importer' })).toMatchObject({ code: 'FORBIDDEN' })
    const limit = 'mutation ($m: SafeInt) { updateSecuritySettings(input: { stepUpMinutes: $m }) { stepUpMinutes } }'
    await asked(admin, limit, { m: 15 })
    const old = server.actor({ organizationId, signedInAt: Math.floor(Date.now() / 1000) - 3600 })
    expect(await refusalOf(old, { oauthClientId: 'importer' })).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await register(admin, { role: 'admin' })
    expect((await use({ organization: organizationId, path: '/api/clients/export' })).status).toBe(200)
  })

  test('of another organization is not found, and the legacy API does not name the client apart', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const { id } = await register(actor)
    for (const query of [ROTATE, REVOKE]) expect(codeOf(await other.graphql(query, { id }))).toBe('NOT_FOUND')
    expect((await asked(other, LIST)).apiKeys.nodes).toEqual([])
    const path = '/api/service-provider/api-keys'
    const [row] = (await actor.rest('GET', path)).body.data
    expect(row).toMatchObject({ id, hint: 'importer' })
    expect(row).not.toHaveProperty('oauthClientId')
    const legacy = await actor.rest('POST', path, { name: 'A', role: 'viewer', oauthClientId: 'legacy' })
    expect(legacy.body.data?.key ?? 'cmg_').toMatch(/^cmg_/)
    expect((await use({ organization: actor.organizationId, token: tokenOf('legacy') })).status).toBe(401)
  })

  test('the database stores either a secret or a client', async () => {
    const actor = server.actor()
    const { id } = await register(actor)
    const secret = sql`update api_key set hash = 'x' where id = ${id}`
    await expect(inOrganization(server, actor, secret)).rejects.toThrow('api_key_secret')
  })
})

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/api-keys.md'), 'utf8')

/** Sends the request of a curl command. */
function send(command: string): Promise<Answer> {
  const [, path = ''] = /localhost:4000(\/\S*)/.exec(command) ?? []
  const header = ([, , text = '']: RegExpExecArray) => text.split(': ') as [string, string]
  const headers = [...command.matchAll(/-H (['"])(.*?)\1/g)].map(header)
  const data = [...command.matchAll(/-d (?:'([^']+)'|(\S+))/g)].map(([, quoted, plain]) => quoted ?? plain)
  const type = path === '/dev/token' ? [['Content-Type', 'application/x-www-form-urlencoded'] as [string, string]] : []
  const method = data.length > 0 ? 'POST' : 'GET'
  return server.fetch(path, { method, headers: [...type, ...headers], body: data.length > 0 ? data.join('&') : null })
}

test('the commands of docs/api-keys.md sign a program in at the development provider', async () => {
  const actor = server.actor()
  const [, block = ''] = /```sh\n(curl[^`]+dev\/token[^`]+)```/.exec(DOCUMENT) ?? []
  const [made, issued, read, ...others] = block
    .replaceAll('\\\n', ' ')
    .replaceAll('org_demo', actor.organizationId)
    .split('\n')
    .filter((line) => line.startsWith('curl'))
  if (!(made && issued && read)) throw new Error('There are three commands')
  expect(others).toEqual([])
  const { body } = await send(made.replace(/\$\(npm run[^)]+\)/, actor.token))
  expect(body.data.createApiKey).toEqual({ id: expect.any(String) })
  const { body: grant } = await send(issued)
  expect(grant).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect((await send(read.replace('$ACCESS_TOKEN', grant.access_token))).status).toBe(200)
})
