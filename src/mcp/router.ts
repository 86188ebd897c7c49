import { CLIENT_INFO_META_KEY, createMcpHandler } from '@modelcontextprotocol/server'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { invalid, organizationRequired, ServiceError, unauthorized } from '../common/errors.ts'
import { readJson } from '../edge/graphql/graphql.ts'
import { type Admission, admissionOf } from '../edge/http/admission.ts'
import type { Gateway } from '../engine/gateway.ts'
import { redact } from '../security/audit/redact.ts'
import { mcpServers } from './server.ts'

export const MCP_PATH = '/mcp'
const METADATA_PATH = '/.well-known/oauth-protected-resource'

export interface McpSettings {
  /** The address of the gateway, without a trailing slash. */
  base: string
  /** The issuer of accepted tokens. */
  issuer: string
  /** Accepted values of a token's `aud`, in addition to the address of this server. */
  audiences: readonly string[]
  scopes: readonly string[]
  /** Origins of web pages that may call this server. */
  origins: readonly string[]
  version: string
}

/** Adds the address of the metadata that names the identity provider (RFC 9728, 5.1). */
function challenged(error: ServiceError, base: string): ServiceError {
  if (error.code !== 'UNAUTHORIZED') return error
  const challenge = `${error.headers['WWW-Authenticate']}, resource_metadata="${base}${METADATA_PATH}${MCP_PATH}"`
  return new ServiceError(error.code, error.message, error.details, { ...error.headers, 'WWW-Authenticate': challenge })
}

/**
 * The admission of a request, if its token is issued for this server. The secret of an API key has no audience, and is
 * always accepted.
 * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED
 */
function admitted(response: Response, { base, audiences }: McpSettings): Admission {
  const admission = admissionOf(response)
  const { identity, request } = admission
  if (!identity) throw request.refusal ?? unauthorized()
  const accepted = [...audiences, base + MCP_PATH]
  const isSecret = identity.isKey && identity.audiences === undefined
  if (!isSecret && !identity.audiences?.some((each) => accepted.includes(each)))
    throw unauthorized(`The audience (aud) of the token is not ${base}${MCP_PATH}`)
  if (!identity.organizationId) throw organizationRequired()
  return admission
}

const nameIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value
    ? `${String(value.name)}${'version' in value ? `/${String(value.version)}` : ''}`
    : ''

/**
 * The name of the agent for the audit trail: the verified client of the token, and the unverified name that the agent
 * sends.
 */
function agentOf(body: { params?: { _meta?: Record<string, unknown>; clientInfo?: unknown } }, admission: Admission) {
  const { identity, request } = admission
  const said = nameIn(body.params?._meta?.[CLIENT_INFO_META_KEY] ?? body.params?.clientInfo)
  // The admission of a registered client names it already.
  const client = identity?.isKey ? undefined : identity?.clientId
  return redact(['MCP', client, said, request.userAgent].filter(Boolean).join(' '))
}

const demandOrigin =
  ({ base, origins }: McpSettings): RequestHandler =>
  (request, _, next) => {
    const { origin } = request.headers
    // Prevents DNS rebinding: a page of another site whose name resolves to this address sends its own origin.
    if (origin !== undefined && origin !== new URL(base).origin && !origins.includes(origin))
      throw new ServiceError('FORBIDDEN', 'The origin of the page is not allowed (CORS_ORIGINS)', {})
    next()
  }

/**
 * MCP over Streamable HTTP at `/mcp`, without sessions. Each request has its own server object, so no answer can reach
 * another caller. The token is never passed on to another service.
 */
export function mcpRouter(gateway: Gateway, settings: McpSettings, admission: RequestHandler[]): Router {
  const serverOf = mcpServers(gateway, settings.version)
  const handler = createMcpHandler(({ authInfo }) => serverOf(authInfo?.extra?.admission as Admission), {
    // No tool sends notifications, so subscriptions are not needed.
    maxSubscriptions: 1,
  })
  const metadata: RequestHandler = (_, response) => {
    response.json({
      resource: settings.base + MCP_PATH,
      resource_name: 'Campaign management gateway',
      authorization_servers: [settings.issuer],
      scopes_supported: settings.scopes,
      bearer_methods_supported: ['header'],
    })
  }
  const answer = async (request: Request, response: Response) => {
    const found = admitted(response, settings)
    if (Array.isArray(request.body)) throw invalid({ body: 'must be one message, not a batch' })
    const agent: Admission = {
      ...found,
      request: { ...found.request, isAgent: true, userAgent: agentOf(request.body, found) },
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'authorization' ? [[name, value] as [string, string]] : [],
    )
    const asked = new globalThis.Request(settings.base + MCP_PATH, {
      method: 'POST',
      headers,
      body: JSON.stringify(request.body),
    })
    const authInfo = { token: '', clientId: agent.identity?.clientId ?? '', scopes: [], extra: { admission: agent } }
    const answered = await handler.fetch(asked, { authInfo, parsedBody: request.body })
    response.status(answered.status).type(answered.headers.get('content-type') ?? 'application/json')
    response.send(Buffer.from(await answered.arrayBuffer()))
  }
  const refuseMethod: RequestHandler = ({ method }) => {
    throw new ServiceError(
      'METHOD_NOT_ALLOWED',
      `${method} is not allowed here`,
      { allow: ['POST'] },
      { Allow: 'POST' },
    )
  }
  const router = Router()
  router.get([METADATA_PATH, METADATA_PATH + MCP_PATH], metadata)
  router
    .route(MCP_PATH)
    .post(demandOrigin(settings), ...admission, ...readJson, (request, response, next) => {
      answer(request, response).catch((error: unknown) =>
        next(error instanceof ServiceError ? challenged(error, settings.base) : error),
      )
    })
    .all(refuseMethod)
  return router
}
