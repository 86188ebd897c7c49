import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { type GraphQLSchema, parse, validate } from 'graphql'
import { ServiceError } from '../../common/errors.ts'
import { subscriptionsIn } from './subscriptions.ts'

const ID = /^sha256:([0-9a-f]{64})$/
const refused = (message: string) => new ServiceError('FORBIDDEN', message)

function parseList(path: string): Record<string, unknown> {
  const listed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof listed !== 'object' || listed === null || Array.isArray(listed)) throw new Error('it is no JSON object')
  return { ...listed }
}

/** The error in an entry of the list; undefined for a valid entry. */
function faultOf(schema: GraphQLSchema, id: string, text: unknown): string | undefined {
  if (typeof text !== 'string' || hash('sha256', text) !== id) return 'is not the SHA-256 of its document'
  try {
    return validate(schema, parse(text))[0]?.message
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Reads the documents that a deployment allows: a JSON object that maps the SHA-256 of each document to its text, in
 * the format of Relay's compiler.
 * @throws Error that lists the faults of the file
 */
export function readDocuments(path: string, schema: GraphQLSchema): ReadonlyMap<string, string> {
  try {
    const entries = Object.entries(parseList(path))
    const faults = entries.flatMap(([id, text]) => {
      const fault = faultOf(schema, id, text)
      return fault ? [`  ${id}: ${fault}`] : []
    })
    if (faults.length > 0) throw new Error(`\n${faults.join('\n')}`)
    return new Map(entries.map(([id, text]) => [id, String(text)]))
  } catch (error) {
    throw new Error(`PERSISTED_DOCUMENTS: ${path} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

interface Body {
  query?: unknown
  documentId?: unknown
  extensions?: { persistedQuery?: { sha256Hash?: unknown } }
}

/** The document id of a request, in the form of the GraphQL over HTTP specification or of Apollo's clients. */
function idOf({ documentId, extensions }: Body): string | undefined {
  const hashed = extensions?.persistedQuery?.sha256Hash
  const id = documentId ?? (hashed === undefined ? undefined : `sha256:${hashed}`)
  if (id === undefined) return undefined
  const [, hex] = ID.exec(String(id)) ?? []
  if (!hex) throw refused('documentId must be "sha256:" and the SHA-256 of a document in hexadecimal')
  return hex
}

/**
 * Accepts only documents of the list, by id or by text. The next handler reads the body of a POST, and each query
 * parameter of any other method.
 * @throws FORBIDDEN
 */
export function allowOnly(documents: ReadonlyMap<string, string>): RequestHandler {
  const texts = new Set(documents.values())
  const demand = (text: unknown) => {
    if (typeof text !== 'string' || !texts.has(text))
      throw refused('The document is not on the list of this gateway (PERSISTED_DOCUMENTS)')
  }
  /** The request with the text of its document. @throws FORBIDDEN for a document that is not on the list */
  const allowed = (body: Body): Body => {
    const id = idOf(body)
    const query = id === undefined ? body.query : documents.get(id)
    if (id !== undefined || query !== undefined) demand(query)
    if (id === undefined) return body
    const { documentId: _id, extensions: _extensions, ...rest } = body
    return { ...rest, query }
  }
  return (request, _, next) => {
    const { searchParams } = new URL(request.originalUrl, 'http://localhost')
    for (const text of searchParams.getAll('query')) demand(text)
    if (searchParams.has('documentId')) throw refused('documentId must be sent by POST')
    const asked = allowed(request.body ?? {})
    const subscriptions = subscriptionsIn(request.body)
    const each = Object.entries(subscriptions ?? {}).map(([id, body]) => [id, allowed(body)])
    request.body = subscriptions ? { ...asked, subscriptions: Object.fromEntries(each) } : asked
    next()
  }
}
