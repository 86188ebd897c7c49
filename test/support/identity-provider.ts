import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jest } from '@jest/globals'

const AUDIENCE = 'https://gateway.example'
const EVERY = 'organization:*'

/** The organizations of every user of this provider. */
export const ORGANIZATIONS = ['org_north', 'org_south'] as const

interface Options {
  /** Whether the provider issues refresh tokens, each for one use. */
  refresh?: boolean
  /** Lifetime of access tokens, seconds. */
  seconds?: number
}

/** A certified OpenID provider on loopback, with its own login page. */
export interface IdentityProvider extends AsyncDisposable {
  issuer: string
  /** The settings of a gateway that trusts it. */
  settings: Record<string, string>
  /** The grants that the token endpoint accepted and refused. */
  granted: string[]
  refused: string[]
  /** The endpoints that ended a grant. */
  revoked: string[]
  /** Starts to serve a gateway's pages. */
  serve(gatewayUrl: string, options?: Options): Promise<void>
}

const signingKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }
}

/** Follows Keycloak: a wildcard scope gives all organizations, a name gives one. */
function organizationsIn(scope = ''): readonly string[] {
  const asked = scope.split(' ').filter((name) => name.startsWith('organization:'))
  if (asked.includes(EVERY)) return ORGANIZATIONS
  return ORGANIZATIONS.filter((name) => asked.includes(`organization:${name}`))
}

const configurationOf = (key: object, gatewayUrl: string, { refresh = false, seconds = 3600 }: Options) => ({
  jwks: { keys: [key] },
  cookies: { keys: ['a cookie key of the test'] },
  clients: [
    {
      client_id: 'dashboard',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [`${gatewayUrl}/signed-in`],
      post_logout_redirect_uris: [`${gatewayUrl}/`],
    },
    {
      client_id: 'command',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      // On loopback, any port is accepted (RFC 8252, 7.3).
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  ],
  clientBasedCORS: (_context: unknown, origin: string) => origin === gatewayUrl,
  scopes: ['openid', 'profile', 'email', EVERY, ...ORGANIZATIONS.map((name) => `organization:${name}`)],
  claims: { openid: ['sub', 'organization'], profile: ['name'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  issueRefreshToken: () => refresh,
  rotateRefreshToken: true,
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: (_use: string, scope: string) => ({
      sub: accountId,
      name: `${accountId} of the provider`,
      email: `${accountId}@example.org`,
      email_verified: true,
      organization: organizationsIn(scope),
    }),
  }),
  extraTokenClaims: (_context: unknown, { accountId, scope }: { accountId: string; scope?: string }) => ({
    organization: organizationsIn(scope),
    role: accountId === 'viewer' ? 'viewer' : 'manager',
    name: `${accountId} of the provider`,
    email: `${accountId}@example.org`,
    email_verified: true,
  }),
  ttl: { AccessToken: seconds, IdToken: 3600, Session: 3600, Grant: 3600, Interaction: 3600, RefreshToken: 3600 },
  features: {
    devInteractions: { enabled: true },
    deviceFlow: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context: unknown, resource: string) => ({
        audience: resource,
        scope: [EVERY, ...ORGANIZATIONS.map((name) => `organization:${name}`)].join(' '),
        accessTokenFormat: 'jwt',
        accessTokenTTL: seconds,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
})

/** Starts a provider. It answers after `serve` was called with the address of the pages. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let listener: RequestListener | undefined
  const key = signingKey()
  const server = createServer((request, response) => listener?.(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const started: IdentityProvider = {
    issuer,
    granted: [],
    refused: [],
    revoked: [],
    settings: {
      AUTH_ISSUER: issuer,
      AUTH_JWKS_URL: `${issuer}/jwks`,
      AUTH_CLIENT_ID: 'dashboard',
      AUTH_SCOPES: `openid profile email ${EVERY}`,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_AUDIENCE_PARAMETER: 'resource',
      AUTH_ORGANIZATION_PARAMETER: 'scope',
    },
    async serve(gatewayUrl, options = {}) {
      // Hides the warning that the provider stores its data in memory.
      for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined)
      // Imported here, because Jest cannot load jose for oidc-provider and for jwks-rsa at the same time.
      const { default: Provider } = await import('oidc-provider')
      const provider = new Provider(issuer, configurationOf(key, gatewayUrl, options))
      provider.on('grant.success', ({ oidc }) => started.granted.push(oidc.params.grant_type))
      provider.on('grant.error', ({ oidc }, error) => started.refused.push(`${oidc.params?.grant_type}: ${error}`))
      provider.on('grant.revoked', ({ oidc }) => started.revoked.push(oidc.route))
      listener = provider.callback()
    },
    async [Symbol.asyncDispose]() {
      jest.restoreAllMocks()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return started
}
