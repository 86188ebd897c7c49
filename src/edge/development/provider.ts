import { hash, randomBytes } from 'node:crypto'
import express, { type Request, type Response, Router } from 'express'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { invalid, invalidBody } from '../../common/errors.ts'
import type { Issuer } from '../../security/auth/issuer.ts'
import { CALLBACK_PATH, type SignInSettings } from '../http/sign-in-settings.ts'
import { PAGE_POLICY, peoplePage, STYLE } from './page.ts'
import { type Person, personIn, personOf } from './people.ts'
import { onlyThisMachine } from './this-machine.ts'

const CLIENT_ID = 'dashboard'
const SCOPE = 'openid profile email'
const TOKEN_SECONDS = 3600
const CODE_MS = 60_000
const SESSION_MS = 12 * 3600_000
const COOKIE = 'development_session'

/** Settings with which the pages of this server sign users in at the development provider. */
export const DEVELOPMENT_SIGN_IN: SignInSettings = {
  issuer: '',
  clientId: CLIENT_ID,
  scope: SCOPE,
  parameters: {},
  organizationParameter: 'organization',
}

const Authorization = z.object({
  client_id: z.literal(CLIENT_ID),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().regex(/(^| )openid( |$)/),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  state: z.string().max(500).optional(),
  nonce: z.string().max(500).optional(),
  prompt: z.enum(['none', 'login', 'select_account']).optional(),
  organization: z.string().min(1).max(200).optional(),
})
type Authorization = z.infer<typeof Authorization>

/** A program for trying the client-credentials grant. Its secret is public, because the provider is for development. */
const PROGRAM = { id: 'nightly-import', secret: 'development' } as const
const TOKEN_PATH = '/dev/token'

const ClientCredentials = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.literal(PROGRAM.id),
  client_secret: z.literal(PROGRAM.secret),
})

const Exchange = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.literal(CLIENT_ID),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
})

const originOf = ({ headers }: Request) => `http://${headers.host}`
const callbackOf = (request: Request) => `${originOf(request)}${CALLBACK_PATH}`

/**
 * Answers an invalid request with an error, never with a redirect to its sender.
 * @throws VALIDATION_ERROR that names the invalid parameters
 */
function authorizationIn(request: Request, parameters: unknown): Authorization {
  const { success, data, error } = Authorization.safeParse(parameters)
  if (!success) throw invalidBody(error.issues)
  if (data.redirect_uri !== callbackOf(request)) throw invalid({ redirect_uri: `must be ${callbackOf(request)}` })
  return data
}

const sessionOf = ({ headers }: Request) => new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]

/** Redirects to an address of this server, with parameters. */
function sendBack(response: Response, address: string, parameters: Record<string, string | undefined>): void {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const query = new URLSearchParams(given).toString()
  response.set('Cache-Control', 'no-store').redirect(303, `${address}${query && `?${query}`}`)
}

interface Grant {
  person: Person
  authorization: Authorization
}

/**
 * An OpenID Connect provider for development. The user chooses a person instead of signing in. It answers requests from
 * this machine only, and keeps codes and sessions in memory. It supports the authorization code flow with PKCE (S256)
 * for the pages of this server, and client credentials for one program. `audience` is the address of the gateway.
 */
export function developmentProvider(issuer: Issuer, audience: string): Router {
  const codes = new LRUCache<string, Grant>({ max: 1000, ttl: CODE_MS })
  const sessions = new LRUCache<string, Person>({ max: 1000, ttl: SESSION_MS })
  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '16kb' })

  const grant = (response: Response, authorization: Authorization, known: Person) => {
    const code = randomBytes(32).toString('base64url')
    codes.set(code, { person: personIn(known, authorization.organization), authorization })
    sendBack(response, authorization.redirect_uri, { code, state: authorization.state })
  }

  router.get('/.well-known/jwks.json', (_, response) => void response.json(issuer.jwks()))
  router.use(['/dev', '/.well-known/openid-configuration'], onlyThisMachine([TOKEN_PATH]))

  router.get('/.well-known/openid-configuration', (request, response) => {
    const origin = originOf(request)
    response.set('Cache-Control', 'no-store').json({
      issuer: issuer.issuer,
      jwks_uri: `${origin}/.well-known/jwks.json`,
      authorization_endpoint: `${origin}/dev/authorize`,
      token_endpoint: origin + TOKEN_PATH,
      end_session_endpoint: `${origin}/dev/sign-out`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'client_credentials'],
      subject_types_supported: ['public'],
      scopes_supported: SCOPE.split(' '),
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    })
  })

  router.get('/dev/page.css', (_, response) => void response.type('css').send(STYLE))

  router.get('/dev/authorize', (request, response) => {
    const authorization = authorizationIn(request, request.query)
    const { prompt, organization, redirect_uri, state } = authorization
    const known = sessions.get(sessionOf(request) ?? '')
    if (known && (prompt === 'none' || (organization && !prompt))) return grant(response, authorization, known)
    if (prompt === 'none') return sendBack(response, redirect_uri, { error: 'login_required', state })
    response
      // The server checks the origin of the form. With `no-referrer`, browsers would send `Origin: null`.
      .set({ 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' })
      .type('html')
      .send(peoplePage(authorization))
  })

  router.post('/dev/authorize', form, (request, response) => {
    const authorization = authorizationIn(request, request.body)
    const person = personOf(request.body)
    if (!person)
      throw invalid({ person: 'must be a person of the page, or a new person with a name and an e-mail address' })
    const session = randomBytes(32).toString('base64url')
    sessions.set(session, person)
    response.cookie(COOKIE, session, { httpOnly: true, sameSite: 'lax', path: '/dev', maxAge: SESSION_MS })
    grant(response, authorization, person)
  })

  router.post(TOKEN_PATH, form, (request, response) => {
    response.set('Cache-Control', 'no-store')
    const { data: program } = ClientCredentials.safeParse(request.body)
    if (program) {
      const { client_id: clientId } = program
      const token = issuer.sign({ userId: clientId, clientId, audience, expiresIn: TOKEN_SECONDS })
      return void response.json({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS })
    }
    const { data } = Exchange.safeParse(request.body)
    if (!data) return void response.status(400).json({ error: 'invalid_request' })
    const found = codes.get(data.code)
    // A code is valid for one attempt.
    codes.delete(data.code)
    const isRight =
      found?.authorization.redirect_uri === data.redirect_uri &&
      found.authorization.code_challenge === hash('sha256', data.code_verifier, 'base64url')
    if (!found || !isRight) return void response.status(400).json({ error: 'invalid_grant' })
    const { person, authorization } = found
    const { userId, name, email } = person
    const { nonce } = authorization
    response.json({
      access_token: issuer.sign({ ...person, expiresIn: TOKEN_SECONDS }),
      id_token: issuer.sign({ userId, name, email, audience: CLIENT_ID, nonce, expiresIn: TOKEN_SECONDS }),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: SCOPE,
    })
  })

  router.get('/dev/sign-out', (request, response) => {
    const home = `${originOf(request)}/`
    const { post_logout_redirect_uri: target = home, state } = request.query
    if (target !== home) throw invalid({ post_logout_redirect_uri: `must be ${home}` })
    sessions.delete(sessionOf(request) ?? '')
    response.clearCookie(COOKIE, { path: '/dev' })
    sendBack(response, home, { state: typeof state === 'string' ? state : undefined })
  })

  return router
}
