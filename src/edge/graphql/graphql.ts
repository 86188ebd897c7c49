import { hash } from 'node:crypto'
import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { DocumentNode, FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { invalid, ServiceError } from '../../common/errors.ts'
import { parseJson } from '../../common/json.ts'
import { demandShape } from '../../common/shape.ts'
import { requestsIn, requestsOf } from '../../engine/declare/declarations.ts'
import type { OperationResult, ShownError } from '../../engine/execute/results.ts'
import type { Gateway } from '../../engine/gateway.ts'
import type { ChangeRequest } from '../../engine/write/change-request.ts'
import { type Admission, admissionOf } from '../http/admission.ts'
import type { Disclosure } from '../http/disclosure.ts'
import { acceptedType, MODERN } from '../http/errors.ts'
import { sendText } from '../http/send.ts'
import { errorFormat } from './apollo-errors.ts'
import { demandAffordable, LIMITS } from './document-limits.ts'
import { type Asked, KnownDocuments, type KnownRequest } from './known-documents.ts'

/** The request's context, which Apollo passes from the HTTP request to the executor. */
interface ApolloContext extends Admission {
  idempotency: ChangeRequest['idempotency']
  setHeader: (name: string, value: string) => void
  /** The media type of the response; false when the caller accepts none. */
  type: string | false
}

const shown = ({ error, path, locations }: ShownError): GraphQLFormattedError => ({
  message: error.message,
  ...(locations && { locations }),
  ...(path && { path }),
  extensions: error.extensions,
})

interface Answer {
  status: number
  headers: Record<string, string>
  result: FormattedExecutionResult
}

/** Data that is already serialized as JSON. */
class JsonText {
  [field: string]: unknown
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function stringify({ data, ...result }: FormattedExecutionResult): string {
  if (!(data instanceof JsonText)) return `${JSON.stringify({ ...result, data })}\n`
  const errors = result.errors ? `"errors":${JSON.stringify(result.errors)},` : ''
  return `{${errors}"data":${data.text}}\n`
}

/** When the response contains only an error, the error determines the status and headers. */
function answerOf({ text, errors, ...result }: OperationResult): Answer {
  const data = text === undefined ? result.data : new JsonText(text)
  const [whole] = data === undefined && errors ? errors : []
  return {
    status: whole?.error.status ?? 200,
    headers: whole?.error.headers ?? {},
    result: { ...(errors && { errors: errors.map(shown) }), ...(data !== undefined && { data }) },
  }
}

interface Served {
  gateway: Gateway
  disclosure: Disclosure
}

async function answer(served: Served, { document, asked }: KnownRequest, context: ApolloContext): Promise<Answer> {
  try {
    return answerOf(await run(served, document, asked, context))
  } catch (error) {
    if (error instanceof ServiceError) return answerOf({ errors: [{ error }] })
    throw error
  }
}

/** Apollo parses and validates; the gateway executes. */
const execution = (served: Served, known: KnownDocuments): ApolloServerPlugin<ApolloContext> => ({
  async requestDidStart() {
    return {
      async responseForOperation({ document, request, contextValue }) {
        known.keep(document, request)
        const { status, headers, result } = await answer(served, { document, asked: request }, contextValue)
        return {
          http: { status, headers: new HeaderMap(Object.entries(headers)) },
          body: { kind: 'single', singleResult: result },
        }
      },
    }
  },
})

/** Answers a known document without Apollo, with the same response. */
const answerKnown =
  (served: Served, known: KnownDocuments): RequestHandler =>
  async (request, response, next) => {
    const found = known.find(request)
    const context = found && contextOf(request, response)
    if (!context?.type) return next()
    const { status, headers, result } = await answer(served, found as KnownRequest, context)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    sendText(response, legacyStatus(status, result, context), context.type, stringify(result))
  }

async function run(
  { gateway, disclosure }: Served,
  document: DocumentNode,
  { operationName, variables = {} }: Asked,
  { identity, request, charge, answer, idempotency, setHeader }: ApolloContext,
): Promise<OperationResult> {
  const operation = gateway.prepare(document, operationName)
  // A caller who is not signed in gets that error first. Then the cost matters only for introspection.
  const isJudged = identity || operation.fields.length === 0
  const judged = () => demandAffordable(gateway.schema, document, variables, operationName)
  const { points, least } = isJudged ? disclosure.guard(judged) : { points: 0, least: 0 }
  const giveBack = await charge(requestsOf(points) - 1, requestsOf(least) - 1)
  const asked = { identity, request, answer, idempotency, variables, takesText: true }
  const result = await gateway.execute(operation, asked)
  if (result.refunded) await giveBack(requestsIn(result.refunded))
  if (result.replayed) {
    setHeader('Idempotency-Replay', 'true')
    await giveBack()
  }
  const text = result.text ?? (result.data ? JSON.stringify(result.data) : '')
  await answer.ready(operation, Buffer.byteLength(text), result.wholeRows)
  return result.data ? { ...result, text } : result
}

/**
 * GraphQL over HTTP: clients that want `application/json` get status 200 for a well-formed request with an invalid
 * document or invalid variables. A query over the limits gets 400 from every client.
 */
function legacyStatus(status: number, { errors }: FormattedExecutionResult, { type }: ApolloContext): number {
  const isRefused = errors?.every(({ extensions }) => extensions?.code === 'VALIDATION_ERROR')
  return type !== MODERN && status === 400 && isRefused ? 200 : status
}

const legacyStatuses: ApolloServerPlugin<ApolloContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ source, response: { http, body }, contextValue }) {
        if (source && http.status && body.kind === 'single')
          http.status = legacyStatus(http.status, body.singleResult, contextValue)
      },
    }
  },
}

function idempotencyOf(request: Request): ChangeRequest['idempotency'] {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string') return undefined
  if (key.length === 0 || key.length > 255) throw invalid({ 'Idempotency-Key': 'must be 1 to 255 characters' })
  return {
    key,
    route: `POST ${request.baseUrl}${request.path.replace(/\/$/, '')}`,
    bodyHash: hash('sha256', JSON.stringify(request.body), 'hex'),
  }
}

const isJson = (request: Request) => /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')

/** Reads JSON bodies with the parser of the REST surface. */
export const readJson: RequestHandler[] = [
  express.raw({ type: () => true, limit: 1024 * 1024 }),
  (request: Request, response: Response, next: NextFunction) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (body.length > 0 && !isJson(request)) {
      throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Type must be application/json', {
        contentType: request.headers['content-type'] ?? 'absent',
      })
    }
    request.body = (body.length > 0 ? parseJson(body) : undefined) ?? {}
    for (const name of ['variables', 'extensions']) {
      const text = request.query[name]
      if (typeof text === 'string') demandShape(Buffer.from(text), undefined, name)
    }
    response.locals.idempotency = idempotencyOf(request)
    // The deadline does not count the time in which the client sends the body.
    admissionOf(response).request.deadline.renew()
    next()
  },
]

function contextOf(request: Request, response: Response): ApolloContext {
  return {
    ...admissionOf(response),
    idempotency: response.locals.idempotency,
    setHeader: (name: string, value: string) => void response.setHeader(name, value),
    type: acceptedType(request),
  }
}

/** GraphQL over HTTP at `/graphql`. */
export async function graphqlHandlers(
  gateway: Gateway,
  disclosure: Disclosure,
): Promise<{ handlers: RequestHandler[]; stop: () => Promise<void> }> {
  const served = { gateway, disclosure }
  const known = new KnownDocuments()
  const apollo = new ApolloServer<ApolloContext>({
    schema: gateway.schema,
    // The disclosure rules decide on introspection, for both entry points.
    introspection: true,
    validationRules: [...disclosure.rules],
    // Browsers never add the token's header by themselves, so another site cannot use it.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    formatError: errorFormat(disclosure),
    stringifyResult: stringify,
    plugins: [
      // Apollo's plugin hooks into every field of every row, only to compute a constant answer: do not store.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      // A subgraph would send the duration of each field to any caller who requests it with a header.
      ApolloServerPluginInlineTraceDisabled(),
      execution(served, known),
      legacyStatuses,
    ],
  })
  await apollo.start()
  const context = async ({ req, res }: { req: Request; res: Response }) => contextOf(req, res)
  const handlers = [answerKnown(served, known), expressMiddleware(apollo, { context })]
  return { handlers, stop: () => apollo.stop() }
}
