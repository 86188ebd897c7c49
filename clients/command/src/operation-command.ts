/** How the text of an option becomes a value of the request. */
export type FieldKind = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'json'

/** A query parameter, or a field of a body. */
export interface Field {
  name: string
  kind: FieldKind
  description: string
  /** Known values. A newer gateway may accept others, so only the gateway refuses a value. */
  choices?: string[]
}

/** A command that calls one REST operation. */
export interface OperationCommand {
  operation: string
  words: string[]
  summary: string
  permission?: string
  /** The parameters of the path. */
  ids: string[]
  query: Field[]
  /** The fields of the body. Undefined if the operation takes none. */
  body?: Field[]
  /** The body is a file of rows. */
  isImport: boolean
  isList: boolean
  isPost: boolean
  hasPrecondition: boolean
  /** Media types of a success, the default first. */
  answers: string[]
}
