import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { PROFILES } from '../../src/security/auth/profiles.ts'
import { createVerifier } from '../../src/security/auth/verifier.ts'
import { inOrganization } from '../support/organization.ts'
import { startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const AUDIENCE = 'https://gateway.example'
const CLIENT = { client_id: 'dashboard', client_secret: 'a secret of the test' }

/** Claims about the user in addition to the standard ones. */
const SAID = { org_id: 'org_acme', role: 'org:manager', permissions: ['org:audit:read'], name: 'Dashboard' }

let listener: RequestListener
let issuer: string
const server = createServer((request, response) => listener(request, response))

const signingKey = (kid: string): JsonWebKey => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
}

/** Starts the provider with these keys: a key rotation restarts the provider, not the verifier. */
async function provide(keys: JsonWebKey[]) {
  // Imported here, because Jest cannot load jose for oidc-provider and for jwks-rsa at the same time.
  const { default: Provider } = await import('oidc-provider')
  const resource = {
    audience: AUDIENCE,
    scope: 'gateway',
    accessTokenFormat: 'jwt',
    accessTokenTTL: 300,
    jwt: { sign: { alg: 'RS256' } },
  }
  const provider = new Provider(issuer, {
    jwks: { keys },
    cookies: { keys: ['a cookie key of the test'] },
    clients: [{ ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: { enabled: true, getResourceServerInfo: () => resource },
    },
    extraTokenClaims: () => SAID,
  })
  listener = provider.callback()
}

async function accessToken(): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(Object.values(CLIENT).map(encodeURIComponent).join(':'))}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: AUDIENCE, scope: 'gateway' }),
  })
  const answer: unknown = await response.json()
  expect(answer).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) })
  return (answer as { access_token: string }).access_token
}

const failures: unknown[] = []

/** Uses the key address in the provider's discovery document. */
async function verifierFor(audience: string) {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`)
  const { jwks_uri: jwksUrl } = (await response.json()) as { jwks_uri: string }
  const onFailure = (error: unknown) => failures.push(error)
  return createVerifier({ issuer, jwksUrl, audience: [audience], profile: PROFILES.generic, cacheSize: 10, onFailure })
}

const old = signingKey('old')
const fresh = signingKey('fresh')

setUp(async (opened) => {
  // Hides the warning that the provider stores its data in memory.
  opened.defer(() => void jest.restoreAllMocks())
  for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.defer(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await provide([old])
})

test('a token of a certified provider is accepted, with all its claims', async () => {
  const verify = await verifierFor(AUDIENCE)
  await expect(verify(await accessToken())).resolves.toMatchObject({
    userId: 'dashboard',
    organizationId: 'org_acme',
    role: 'manager',
    permissions: ['org:audit:read'],
    userName: 'Dashboard',
    expiresAt: expect.any(Number),
    tokenId: expect.any(String),
    audiences: [AUDIENCE],
    clientId: 'dashboard',
    isMachine: true,
  })
})

test('a gateway accepts the client as its organization registered it, not as the token claims', async () => {
  const settings = { AUTH_ISSUER: issuer, AUTH_JWKS_URL: `${issuer}/jwks`, AUTH_AUDIENCE: AUDIENCE }
  await using gateway = await startServer(settings)
  const token = await accessToken()
  const statusOf = async (path: string) =>
    (await gateway.fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status
  expect(await statusOf('/api/clients')).toBe(401)
  const organization = { organizationId: SAID.org_id }
  await inOrganization(gateway, organization, sql`insert into organization (organization_id) values (${SAID.org_id})`)
  await inOrganization(
    gateway,
    organization,
    sql`insert into api_key (organization_id, id, name, hint, oauth_client_id, role, created_by, created_at, updated_at)
      values (${SAID.org_id}, gen_random_uuid(), 'Dashboard', 'dashboard', 'dashboard', 'viewer', 'user_1', now(), now())`,
  )
  await until('the end of the cached refusal', async () => (await statusOf('/api/clients')) === 200)
  expect(await statusOf('/api/audit/log')).toBe(403)
})

test('a token for another audience is refused', async () => {
  const verify = await verifierFor('https://elsewhere.example')
  await expect(verify(await accessToken())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test("tokens are accepted before, during and after a rotation of the provider's keys", async () => {
  const verify = await verifierFor(AUDIENCE)
  const before = await accessToken()
  await verify(before)
  await provide([fresh, old])
  const during = await accessToken()
  expect(kidOf(during)).toBe('fresh')
  await expect(verify(during)).resolves.toMatchObject({ organizationId: 'org_acme' })
  await expect(verify(before)).resolves.toMatchObject({ organizationId: 'org_acme' })
  await provide([fresh])
  await expect(verify(await accessToken())).resolves.toMatchObject({ organizationId: 'org_acme' })
  const started = await verifierFor(AUDIENCE)
  await expect(started(before)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(failures).toEqual([])
})

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
