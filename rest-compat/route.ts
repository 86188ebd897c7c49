import type { Threads } from '../src/common/threads.ts'

/** Converts a request body that is not JSON for `$input` into variables. */
export interface BodyReader {
  /** The variable that receives the body. */
  variable: string
  /** Accepted media types; the first is the default. */
  accepts: readonly string[]
  /** Largest body, in bytes. */
  limit: number
  /** The description of the body in the OpenAPI document. */
  description?: string
  read(body: Buffer, mediaType: string, threads: Threads): Promise<unknown>
}

/** Writes an operation that answers in batches as one streamed response. */
export interface StreamWriter {
  /** Media types by the value of the query parameter `format`; the first is the default. */
  formats: Readonly<Record<string, string>>
  /** One batch, as lines or as bytes; `first` is true for the first batch. `threads` take work that would block requests. */
  write(batch: Batch, format: string, first: boolean, threads: Threads): string | Uint8Array | Promise<Uint8Array>
  /** The text after the last batch, given the first batch. */
  end?(first: Batch, format: string): string
  headers?(batch: Batch, format: string): Record<string, string>
  /** Descriptions of these headers in the OpenAPI document. */
  headerDescriptions?: Readonly<Record<string, string>>
  /** The field of the batch that `end` writes as an NDJSON line of its own. */
  footer?: string
  /** The variables of the next batch, or null after the last batch. */
  next(batch: Batch): Record<string, unknown> | null
}

/** The value of the root field of a batch. */
export interface Batch {
  rows: Record<string, unknown>[]
  next: unknown
  [key: string]: unknown
}

/** The exceptional properties of a route. */
export interface Exceptions {
  body?: BodyReader
  stream?: StreamWriter
  /** For a PUT whose resource has no GET: the document that reads the resource. */
  reads?: string
  /** The success status of a POST that changes nothing. */
  status?: number
  /** Query parameters with the special parsing of the legacy API. */
  quirks?: Readonly<Record<string, Quirk>>
}

/** `all`: the value ALL, in any case, means no filter. `open`: a value outside the enum matches nothing. */
export type Quirk = 'all' | 'open'

/** The variables of a paged list, the arguments that receive them, and the fields of its `meta`. */
export const PAGE_VARIABLES = '$page: Int = 1, $limit: Int = 10'
export const PAGED = 'page: $page, limit: $limit'
export const META = 'total: totalCount page limit pages'

/** One endpoint of the legacy API: a method, a path and its GraphQL document. */
export interface Route extends Exceptions {
  method: 'get' | 'post' | 'put' | 'delete'
  /** The path, with parameters in brackets, as the source documents write it: `/api/clients/[id]`. */
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
