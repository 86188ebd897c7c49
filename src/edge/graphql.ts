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
import { invalid, ServiceError } from '../common/errors.ts'
import { parseJson } from '../common/json.ts'
import { demandShape } from '../common/shape.ts'
import type { Gateway } from '../engine/gateway.ts'
import { requestsIn, requestsOf } from '../engine/guard.ts'
import type { OperationRequest } from '../engine/request.ts'
import type { OperationResult, ShownError } from '../engine/results.ts'
import { type Admission, admissionOf } from './admission.ts'
import { errorFormat } from './apollo-errors.ts'
import type { Disclosure } from './disclosure.ts'
import { demandAffordable, LIMITS } from './document-limits.ts'
import { acceptedType, MODERN } from './errors.ts'
import { type Asked, KnownDocuments, type KnownRequest } from './known-documents.ts'

/** What Apollo carries from the HTTP request to the executor. */
interface ApolloContext extends Admission {
  idempotency: OperationRequest['idempotency']
  setHeader: (name: string, value: string) => void
  /** The media type of the response; false where the caller accepts none. */
  type: string | false
}

const shown = ({ error, path, locations }: ShownError): GraphQLFormattedError => ({
  message: error.message,
  ...(locations && { locations }),
  ...(path && { path }),
  extensions: error.extensions,
})

/** An answer as HTTP has it. */
interface Answer {
  status: number
  headers: Record<string, string>
  result: FormattedExecutionResult
}

/** Data that is JSON already. */
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

/** Status and headers are those of the error when it is the whole answer. */
function answerOf({ text, errors, ...result }: OperationResult): Answer {
  const data = text === undefined ? result.data : new JsonText(text)
  const [whole] = data === undefined && errors ? errors : []
  return {
    status: whole?.error.status ?? 200,
    headers: whole?.error.headers ?? {},
    result: { ...(errors && { errors: errors.map(shown) }), ...(data !== undefined && { data }) },
  }
}

/** Who executes, and what of the schema is told. */
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

/** Parsing and validation are Apollo's, execution is the gateway's. */
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

/** What is known already goes past Apollo, and is answered alike. */
const answerKnown =
  (served: Served, known: KnownDocuments): RequestHandler =>
  async (request, response, next) => {
    const found = known.find(request)
    const context = found && contextOf(request, response)
    if (!context?.type) return next()
    const { status, headers, result } = await answer(served, found as KnownRequest, context)
    response
      .status(legacyStatus(status, result, context))
      .set(headers)
      .type(context.type)
      .send(stringify(result))
  }

async function run(
  { gateway, disclosure }: Served,
  document: DocumentNode,
  { operationName, variables = {} }: Asked,
  { identity, request, charge, answer, idempotency, setHeader }: ApolloContext,
): Promise<OperationResult> {
  const operation = gateway.prepare(document, operationName)
  // Whoever is not signed in is told so first; there is nothing to afford then, introspection aside.
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
 * GraphQL over HTTP: a well-formed request whose document or variables are invalid answers 200 to clients that want
 * `application/json`. A query beyond the limits is 400 to everyone.
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

function idempotencyOf(request: Request): OperationRequest['idempotency'] {
  const key = request.header('idempotency-key')
  if (request.method !== 'POST' || key === undefined) return undefined
  if (key.length === 0 || key.length > 255) throw invalid({ 'Idempotency-Key': 'must be 1 to 255 characters' })
  return {
    key,
    route: `POST ${request.baseUrl}${request.path.replace(/\/$/, '')}`,
    bodyHash: hash('sha256', JSON.stringify(request.body), 'hex'),
  }
}

const isJson = (request: Request) => /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')

/** JSON bodies by the same reader as the REST surface. */
export const readJson: RequestHandler[] = [
  express.raw({ type: () => true, limit: 1024 * 1024 }),
  (request: Request, response: Response, next: NextFunction) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (body.length > 0 && !isJson(request)) {
      throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Type must be application/json', {
        contentType: request.headers['content-type'] ?? 'absent',
      })
    }
    request.body = body.length > 0 ? parseJson(body) : {}
    for (const name of ['variables', 'extensions']) {
      const text = request.query[name]
      if (typeof text === 'string') demandShape(Buffer.from(text), undefined, name)
    }
    response.locals.idempotency = idempotencyOf(request)
    // How long a body takes to arrive is the caller's affair.
    admissionOf(response).request.deadline.renew()
    next()
  },
]

function contextOf(request: Request, response: Response): ApolloContext {
  return {
    ...admissionOf(response),
    idempotency: response.locals.idempotency,
    setHeader: (name: string, value: string) => void response.set(name, value),
    type: acceptedType(request),
  }
}

/** GraphQL over HTTP at `/graphql`. */
export async function graphqlRouter(
  gateway: Gateway,
  disclosure: Disclosure,
): Promise<{ router: RequestHandler; stop: () => Promise<void> }> {
  const served = { gateway, disclosure }
  const known = new KnownDocuments()
  const apollo = new ApolloServer<ApolloContext>({
    schema: gateway.schema,
    // Our own rule is that of both ways in.
    introspection: true,
    validationRules: [...disclosure.rules],
    // The token travels in a header that no browser adds by itself, so a foreign page cannot ride on it.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    formatError: errorFormat(disclosure),
    stringifyResult: stringify,
    plugins: [
      // It hooks into every field of every row, to answer what is always the same here: do not store.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      // A subgraph would tell any caller who asks by a header how long each field took.
      ApolloServerPluginInlineTraceDisabled(),
      execution(served, known),
      legacyStatuses,
    ],
  })
  await apollo.start()
  const context = async ({ req, res }: { req: Request; res: Response }) => contextOf(req, res)
  const router = express.Router().use(answerKnown(served, known), expressMiddleware(apollo, { context }))
  return { router, stop: () => apollo.stop() }
}
