import { addressOf } from './base-path.ts'

declare const types: unique symbol

/** A GraphQL document with the types of its variables and its answer. `generated.ts` has the documents of the page. */
export interface Document<Data, Variables> {
  readonly text: string
  readonly [types]?: (variables: Variables) => Data
}

/** An answer without errors. Its root fields are never null. */
type Answered<Data> = { [Root in keyof Data]: NonNullable<Data[Root]> }

export const document = <Data, Variables>(text: string): Document<Answered<Data>, Variables> => ({ text })

/** What the server knows of a fault: `code`, the values of its text, and the field if its text follows a name. */
export type Fault = Readonly<Record<string, unknown>>

/** The reason of a failed request, in the server's words if there are any. */
export class RequestError extends Error {
  readonly code: string
  /** The fault of each invalid field, as a predicate that follows the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** The faults of each of several records, by its index. */
  readonly records: readonly OfRecord[]
  /** The values of a failure that is not about fields. */
  details: Readonly<Record<string, unknown>> = {}
  /** The code of the text about a failure that is not about fields. */
  reason: string | undefined
  /** The codes of the texts about fields. */
  reasons: Readonly<Record<string, Fault | undefined>> = {}

  constructor(code: string, message: string, fields: Record<string, string> = {}, records: readonly OfRecord[] = []) {
    super(message)
    this.code = code
    this.fields = fields
    this.records = records
  }
}

interface Failure {
  message: string
  extensions?: {
    code?: string
    details?: Record<string, unknown>
    reason?: string
    reasons?: Record<string, Fault>
  }
}

/** A fault of one of several records. */
interface OfRecord {
  index: number
  field: string
  message: string
  cause: Fault | undefined
}

const recordsOf = ({ extensions: { details, reasons = {} } = {} }: Failure): OfRecord[] => {
  const errors = Array.isArray(details?.errors) ? (details.errors as OfRecord[]) : []
  return errors.map((error) => ({ ...error, cause: reasons[`${error.index}.${error.field}`] }))
}

interface Answer<Data> {
  data?: Data | null
  errors?: Failure[]
}

const REQUIRED = /^(\w+) is required$/
const NOT_PROVIDED = /Field "(\w+)" of required type/
const DOES_NOT_FIT = /got invalid value (.*?) at "input\.(\w+)/

/**
 * The fields that a refusal names. Values that do not match the schema are refused with sentences instead of fields.
 */
function fieldsOf(failure: Failure): Record<string, string> {
  const { message, extensions } = failure
  const records = recordsOf(failure)
  if (records.length > 0) return Object.fromEntries(records.map(({ field, message }) => [field, message]))
  const { details = {}, reason } = extensions ?? {}
  const faults = Object.entries(reason ? {} : details)
  if (faults.length > 0) return Object.fromEntries(faults.map(([name, fault]) => [name, String(fault)]))
  const [, missing] = REQUIRED.exec(message) ?? NOT_PROVIDED.exec(message) ?? []
  if (missing) return { [missing]: 'is required' }
  const [, value, field] = DOES_NOT_FIT.exec(message) ?? []
  if (field) return { [field]: value === '""' || value === 'null' ? 'is required' : 'is not valid' }
  return {}
}

function errorOf(failure: Failure): RequestError {
  const { code = 'INTERNAL_ERROR', details = {}, reason, reasons = {} } = failure.extensions ?? {}
  const records = recordsOf(failure)
  if (code !== 'VALIDATION_ERROR') return Object.assign(new RequestError(code, failure.message), { details, reason })
  return Object.assign(new RequestError(code, failure.message, fieldsOf(failure), records), {
    details,
    reason,
    reasons: { ...reasons, ...Object.fromEntries(records.map(({ field, cause }) => [field, cause])) },
  })
}

async function send(path: string, { signal, ...init }: RequestInit): Promise<Response> {
  try {
    return await fetch(addressOf(path), { ...init, signal: signal ?? null })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestError('UNREACHABLE', 'The server cannot be reached')
  }
}

/**
 * Sends a document. The answer has the type of the document, which is generated from the schema.
 * @throws RequestError
 */
export async function request<Data, Variables>(
  token: string,
  { text }: Document<Data, Variables>,
  variables: Variables,
  { signal, headers }: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Data> {
  const response = await send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ query: text, variables }),
    ...(signal && { signal }),
  })
  const answer: Answer<Data> | undefined = await response.json().catch(() => undefined)
  const [failure] = answer?.errors ?? []
  if (failure) throw errorOf(failure)
  if (!answer?.data) throw new RequestError('INTERNAL_ERROR', `The server answered with status ${response.status}`)
  return answer.data
}

/** Downloads a file from the REST API, in a format that GraphQL does not have. @throws RequestError */
export async function download(token: string, path: string): Promise<Blob> {
  const response = await send(path, { headers: { Authorization: `Bearer ${token}` } })
  if (response.ok) return response.blob()
  const body: { code?: string; message?: string; error?: string; details?: Record<string, unknown> } = await response
    .json()
    .catch(() => ({}))
  const code = body.code ?? (response.status === 401 ? 'UNAUTHORIZED' : 'INTERNAL_ERROR')
  const message = body.message ?? body.error ?? `The server answered with status ${response.status}`
  const { details = {} } = body
  // An error of the REST API has no reason. Of the refusals of a download, only this one has a role.
  const reason = 'exportRole' in details ? 'EXPORT_NOT_ALLOWED' : undefined
  throw Object.assign(new RequestError(code, message), { details, reason })
}
