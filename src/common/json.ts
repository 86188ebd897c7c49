import secureJson from 'secure-json-parse'
import { invalid, ServiceError } from './errors.ts'
import { demandShape, type ShapeLimits } from './shape.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body. @throws MALFORMED_JSON, the contract's code for any body that is not readable text */
export function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new ServiceError('MALFORMED_JSON', 'The body is not UTF-8', {})
  }
}

/** The path of a number that is not finite, such as `1e400`. JSON would store it as null. */
function infiniteIn(value: unknown): string[] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const key in value) {
    const path = infiniteIn((value as Record<string, unknown>)[key])
    if (path) return [key, ...path]
  }
  return undefined
}

/**
 * Parses a body as JSON in UTF-8.
 * @throws MALFORMED_JSON; VALIDATION_ERROR for JSON that is nested too deeply or too large, for numbers that are not
 * finite, and for keys that would change an object's prototype
 */
export function parseJson(body: Uint8Array, limits?: ShapeLimits): unknown {
  demandShape(body, limits)
  const value = harmlessJson(decodeUtf8(body))
  const infinite = infiniteIn(value)
  if (infinite) throw invalid({ [infinite.join('.') || 'body']: 'must be a finite number' })
  return value
}

/** @throws MALFORMED_JSON; VALIDATION_ERROR for keys that would change an object's prototype */
function harmlessJson(text: string): unknown {
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    try {
      JSON.parse(text)
    } catch (error) {
      throw new ServiceError('MALFORMED_JSON', 'The body is not JSON', { body: String((error as Error).message) })
    }
    throw invalid({ body: 'must not contain the keys __proto__ or constructor.prototype' })
  }
}
