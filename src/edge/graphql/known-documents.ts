import type { Request } from 'express'
import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Total characters of cached documents. A parsed document takes about forty bytes a character. */
const MOST_TEXT = 250_000

/** The GraphQL part of a request. */
export interface Asked {
  query?: string | undefined
  operationName?: string | undefined
  variables?: Record<string, unknown> | undefined
}

/** A request whose document is already parsed and validated. */
export interface KnownRequest {
  document: DocumentNode
  asked: Asked
}

const keyOf = (source: string, operationName: string | undefined) => `${operationName ?? ''} ${source}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Caches valid documents, each with the operation name of its request. */
export class KnownDocuments {
  readonly #documents = new LRUCache<string, DocumentNode>({
    maxSize: MOST_TEXT,
    sizeCalculation: (_, key) => key.length,
  })

  keep(document: DocumentNode, { query, operationName }: Asked): void {
    if (query !== undefined) this.#documents.set(keyOf(query, operationName), document)
  }

  /** The cached document of the request; undefined when the request needs parsing or validation. */
  find({ method, body }: Request): KnownRequest | undefined {
    if (method !== 'POST' || !isRecord(body)) return undefined
    const { query, operationName, variables = {}, extensions } = body
    if (typeof query !== 'string' || extensions !== undefined || !isRecord(variables)) return undefined
    if (operationName !== undefined && (typeof operationName !== 'string' || operationName === '')) return undefined
    const document = this.#documents.get(keyOf(query, operationName))
    return document && { document, asked: { query, operationName, variables } }
  }
}
