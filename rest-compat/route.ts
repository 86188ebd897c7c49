import type { Threads } from '../src/common/threads.ts'

/** How a request's body becomes variables, where it is not JSON for `$input`. */
export interface BodyReader {
  /** The variable that the body becomes. */
  variable: string
  /** Media types that are understood; the first is the default. */
  accepts: readonly string[]
  /** At most this many bytes. */
  limit: number
  /** What the OpenAPI document says of the body. */
  description?: string
  read(body: Buffer, mediaType: string, threads: Threads): Promise<unknown>
}

/** How an operation that answers in batches becomes one streamed response. */
export interface StreamWriter {
  /** Media types by the value of the query parameter `format`; the first is the default. */
  formats: Readonly<Record<string, string>>
  /** One batch, as lines or as bytes; `first` is true for the first batch. */
  write(batch: Batch, format: string, first: boolean): string | Uint8Array | Promise<Uint8Array>
  /** What stands behind the last batch, as the first one has it. */
  end?(first: Batch, format: string): string
  headers?(batch: Batch, format: string): Record<string, string>
  /** What the OpenAPI document says of these headers. */
  headerDescriptions?: Readonly<Record<string, string>>
  /** The field of the batch that `end` writes as an NDJSON line of its own. */
  footer?: string
  /** Variables of the batch after this one; null behind the last. */
  next(batch: Batch): Record<string, unknown> | null
}

/** What the root field of a batch returned. */
export interface Batch {
  rows: Record<string, unknown>[]
  next: unknown
  [key: string]: unknown
}

/** What is exceptional about a row. */
export interface Exceptions {
  body?: BodyReader
  stream?: StreamWriter
  /** For a PUT without a GET of the same resource: the document that reads what is changed. */
  reads?: string
  /** For rows that change nothing though they are POSTs. */
  status?: number
  /** Query parameters that the legacy API reads in a way of its own. */
  quirks?: Readonly<Record<string, Quirk>>
}

/** `all`: the value ALL, in any case, is none. `open`: a value that is none of the enum matches nothing. */
export type Quirk = 'all' | 'open'

/** The variables of a list that is always in pages, the arguments that they are given to, and what its `meta` tells. */
export const PAGE = '$page: Int = 1, $limit: Int = 10'
export const PAGED = 'page: $page, limit: $limit'
export const META = 'total: totalCount page limit pages'

/** One endpoint of the legacy API: a method, a path and the GraphQL document behind it. */
export interface Route extends Exceptions {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Parameters in brackets, as callers know them: `/api/clients/[id]`. */
  path: string
  document: string
}

const row =
  (method: Route['method']) =>
  (path: string, document: string, exceptions: Exceptions = {}): Route => ({ method, path, document, ...exceptions })

export const get = row('get')
export const post = row('post')
export const put = row('put')
export const del = row('delete')
