import { ERRORS, type ErrorFacts, GatewayError } from './errors.ts'

/**
 * Codes of answers that contain no code: answers of the legacy API that are only a sentence, and answers of a proxy.
 */
const CODES: Record<number, string> = {
  400: 'ORGANIZATION_REQUIRED',
  401: 'UNAUTHORIZED',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMIT_EXCEEDED',
  502: 'NOT_READY',
  503: 'NOT_READY',
  504: 'NOT_READY',
}

export function gatewayError(message: string, facts: ErrorFacts): GatewayError {
  return new (ERRORS[facts.code] ?? GatewayError)(message, facts)
}

/** The delay in `Retry-After` (seconds or a date), in milliseconds. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** The error that a response and its body describe. */
export function errorOf({ status, headers }: Response, text: string): GatewayError {
  const { error, message = error, code, details, errors } = objectIn(text)
  const [first] = Array.isArray(errors) ? errors : []
  const facts = {
    status,
    code: code ?? first?.extensions?.code ?? CODES[status] ?? `HTTP_${status}`,
    details: details ?? first?.extensions?.details,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterOf(headers),
  }
  return gatewayError(message ?? first?.message ?? `The server answered ${status}`, facts)
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an error may come from any server
function objectIn(text: string): Record<string, any> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
