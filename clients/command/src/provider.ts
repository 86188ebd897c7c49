// Signs in at the identity provider of a gateway: authorization code with PKCE (RFC 8252) or device code (RFC 8628).
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { safeAddress } from './address.ts'
import { EXIT, Failure } from './failure.ts'
import { harmless, note } from './output.ts'
import type { Renewal, Session } from './session.ts'

const ANSWER_MS = 30_000
const SIGN_IN_MS = 5 * 60_000

interface ProviderMetadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  device_authorization_endpoint?: string
  revocation_endpoint?: string
}

interface TokenAnswer {
  access_token?: string
  refresh_token?: string
  expires_in?: number
  error?: string
  error_description?: string
}

interface Tokens {
  token: string
  expiresAt?: number | undefined
  refreshToken?: string | undefined
}

export interface SignInOptions {
  clientId: string
  scope: string
  /** Additional parameters, such as the audience that the provider needs. */
  parameters: Record<string, string>
}

const refused = (message: string, next?: string) => new Failure(harmless(message), EXIT.refused, next)

/** A redirect could send a token to another server, so none is followed. */
async function ask(address: string, form?: Record<string, string>): Promise<{ isDone: boolean; body: unknown }> {
  try {
    const response = await fetch(safeAddress(address), {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { Accept: 'application/json' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const text = await response.text()
    return { isDone: response.ok, body: text ? JSON.parse(text) : {} }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${address} did not answer as expected`, EXIT.noAnswer, 'Check the address of the gateway.')
  }
}

/** The provider that a gateway names (RFC 9728). */
export async function providerOf(gateway: string): Promise<ProviderMetadata> {
  const { body } = await ask(`${gateway}/.well-known/oauth-protected-resource`)
  const [issuer] = (body as { authorization_servers?: string[] }).authorization_servers ?? []
  if (!issuer) throw refused(`${gateway} names no identity provider`, 'Use a token: campaigns login --with-token')
  const found = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const metadata = found.body as ProviderMetadata
  // Otherwise the metadata of one provider could name the endpoints of another one (RFC 8414, 3.3).
  if (metadata.issuer !== issuer) throw refused(`${issuer} describes itself as ${metadata.issuer}`)
  return metadata
}

function tokensOf(body: unknown): Tokens {
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds, ...failed } = body as TokenAnswer
  if (!token)
    throw refused(
      `The provider refused: ${failed.error_description ?? failed.error ?? 'no token'}`,
      'Sign in again: campaigns login',
    )
  return { token, refreshToken, expiresAt: seconds ? Date.now() + seconds * 1000 : undefined }
}

/** New tokens for a refresh token. */
export async function renewed({ clientId, tokenEndpoint, refreshToken = '', parameters }: Renewal): Promise<Tokens> {
  const form = { ...parameters, grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }
  return tokensOf((await ask(tokenEndpoint, form)).body)
}

/** Ends the grant at the provider. Returns whether the provider confirmed it. */
export async function revoke({ renewal, token }: Session): Promise<boolean> {
  if (!renewal?.revocationEndpoint) return false
  const form = { client_id: renewal.clientId, token: renewal.refreshToken ?? token }
  return ask(renewal.revocationEndpoint, form).then(
    ({ isDone }) => isDone,
    () => false,
  )
}

const sessionOf = (
  metadata: ProviderMetadata,
  { clientId, parameters }: SignInOptions,
  { refreshToken, ...tokens }: Tokens,
) => ({
  ...tokens,
  renewal: {
    clientId,
    parameters,
    refreshToken,
    tokenEndpoint: metadata.token_endpoint,
    revocationEndpoint: metadata.revocation_endpoint,
  },
})

const random = () => randomBytes(32).toString('base64url')

/** Waits for the redirect of the provider. A request with another `state` is not an answer to this sign-in. */
function answerOf(server: ReturnType<typeof createServer>, state: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refused('Nobody signed in within 5 minutes')), SIGN_IN_MS)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isAnswer = pathname === '/callback' && searchParams.get('state') === state
      response.writeHead(isAnswer ? 200 : 404, { 'Content-Type': 'text/plain', Connection: 'close' })
      response.end(isAnswer ? 'Return to the terminal. You can close this page.' : 'Not found')
      if (!isAnswer) return
      clearTimeout(timer)
      resolve(searchParams)
    })
  })
}

/** Signs in with a browser on this machine. */
export async function signInByBrowser(metadata: ProviderMetadata, options: SignInOptions) {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const [state, verifier] = [random(), random()]
    const address = new URL(safeAddress(metadata.authorization_endpoint))
    const query = {
      ...options.parameters,
      response_type: 'code',
      client_id: options.clientId,
      scope: options.scope,
      redirect_uri: redirect,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const answered = answerOf(server, state)
    note(`Open this address in a browser on this machine:\n\n  ${address.href}\n`)
    const answer = await answered
    const [code, issuer] = [answer.get('code'), answer.get('iss')]
    if (issuer && issuer !== metadata.issuer) throw refused('Another provider answered')
    if (!code) throw refused(`The provider refused: ${answer.get('error_description') ?? answer.get('error')}`)
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier }
    const { body } = await ask(metadata.token_endpoint, { ...options.parameters, ...form, client_id: options.clientId })
    return sessionOf(metadata, options, tokensOf(body))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

interface DeviceAnswer extends TokenAnswer {
  device_code?: string
  user_code: string
  verification_uri: string
  interval?: number
}

/** Signs in with a browser on any machine. */
export async function signInByDevice(metadata: ProviderMetadata, options: SignInOptions) {
  const { clientId, scope, parameters } = options
  const endpoint = metadata.device_authorization_endpoint
  if (!endpoint) throw refused('The provider has no sign-in by device code', 'Sign in without --device.')
  const started = (await ask(endpoint, { ...parameters, client_id: clientId, scope })).body as DeviceAnswer
  if (!started.device_code) throw refused(`The provider refused: ${started.error_description ?? started.error}`)
  note(`Open ${harmless(started.verification_uri)} in any browser, and enter the code ${harmless(started.user_code)}`)
  const ends = Date.now() + (started.expires_in ?? SIGN_IN_MS / 1000) * 1000
  let seconds = started.interval ?? 5
  while (Date.now() < ends) {
    await sleep(seconds * 1000)
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: started.device_code }
    const { body } = await ask(metadata.token_endpoint, { ...parameters, ...form, client_id: clientId })
    const { error } = body as TokenAnswer
    if (error === 'slow_down') seconds += 5
    else if (error !== 'authorization_pending') return sessionOf(metadata, options, tokensOf(body))
  }
  throw refused('The code has expired', 'Run the command again.')
}
