/*
 * The lines of an entity, as data: `columns.ts` records each, `row-inputs.ts` makes inputs and filters of them.
 */

/** The kind of value that an input takes for a column. */
export type Form = 'text' | 'id' | 'choice' | 'choices' | 'cents' | 'time' | 'json' | 'flag' | 'names'

/** What the line of a column says, beyond its type in the database. */
export interface FieldOptions {
  description: string
  nullable?: boolean
  /** The description in inputs, if it differs. */
  inputDescription?: string
  /** Maximum number of characters. */
  max?: number
  /** The value of a column that is not nullable, where an input gives none. Without it, a new row needs a value. */
  otherwise?: unknown
  /** The legacy API's message for a missing or invalid value of a new row. */
  sentence?: string
  /** Lists filter by the column: by one value, one of several, or an id. */
  filter?: 'is' | 'isAny' | 'isId'
  /** Whether the list of the legacy API has the condition as a query parameter. Default true. */
  isParameter?: boolean
  /** Whether only a new row takes the field: changes do not. */
  isFixed?: boolean
  /** Whether an approval covers the field. Default true. */
  approved?: boolean
  /** Whether the legacy API neither shows nor takes the field. */
  graphqlOnly?: boolean
}

export interface DeclaredField extends FieldOptions {
  readonly name: string
  readonly form: Form
  /** The enum of a choice. */
  readonly values?: object | undefined
}

/** The lines of the columns that the API publishes, by class. */
const published = new Map<object, Map<string, FieldOptions>>()

export function publishColumn(entity: object, name: string, options: FieldOptions): void {
  published.set(entity, (published.get(entity) ?? new Map<string, FieldOptions>()).set(name, options))
}

/** The line of a column of a class, inherited or its own. Undefined if the API does not publish the column. */
export const publishedColumn = (entity: object | null, name: string): FieldOptions | undefined =>
  entity ? (published.get(entity)?.get(name) ?? publishedColumn(Object.getPrototypeOf(entity), name)) : undefined

const declared = new Map<object, DeclaredField[]>()

export function declareField(entity: object, field: DeclaredField): void {
  declared.set(entity, [...(declared.get(entity) ?? []), field])
}

/** The fields that a class declares itself, in their order. */
export const ownFields = (entity: object): readonly DeclaredField[] => declared.get(entity) ?? []

/** The fields of a class, inherited ones included. */
export const fieldsOf = (entity: object | null): readonly DeclaredField[] =>
  entity ? [...fieldsOf(Object.getPrototypeOf(entity)), ...ownFields(entity)] : []
