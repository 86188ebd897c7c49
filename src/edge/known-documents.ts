import type { Request } from 'express'
import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Characters of the documents that are kept; parsed, each takes some forty bytes. */
const MOST_TEXT = 250_000

/** What is asked of a document. */
export interface Asked {
  query?: string | undefined
  operationName?: string | undefined
  variables?: Record<string, unknown> | undefined
}

/** A request whose document needs to be neither parsed nor validated. */
export interface KnownRequest {
  document: DocumentNode
  asked: Asked
}

const keyOf = (source: string, operationName: string | undefined) => `${operationName ?? ''} ${source}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Documents that passed, each with the operation that was asked of it. */
export class KnownDocuments {
  readonly #documents = new LRUCache<string, DocumentNode>({
    maxSize: MOST_TEXT,
    sizeCalculation: (_, key) => key.length,
  })

  keep(document: DocumentNode, { query, operationName }: Asked): void {
    if (query !== undefined) this.#documents.set(keyOf(query, operationName), document)
  }

  /** What a request asks for; undefined where there is anything to find out about it. */
  find({ method, body }: Request): KnownRequest | undefined {
    if (method !== 'POST' || !isRecord(body)) return undefined
    const { query, operationName, variables = {}, extensions } = body
    if (typeof query !== 'string' || extensions !== undefined || !isRecord(variables)) return undefined
    if (operationName !== undefined && (typeof operationName !== 'string' || operationName === '')) return undefined
    const document = this.#documents.get(keyOf(query, operationName))
    return document && { document, asked: { query, operationName, variables } }
  }
}
