/*
 * Column declarations of entities, as data. `columns.ts` records them, and `row-inputs.ts` creates inputs and filters
 * from them.
 */

/** The kind of value that an input takes for a column. */
export type Form =
  | 'text'
  | 'texts'
  | 'email'
  | 'country'
  | 'id'
  | 'choice'
  | 'choices'
  | 'integer'
  | 'bigInteger'
  | 'cents'
  | 'time'
  | 'day'
  | 'json'
  | 'flag'
  | 'names'

/** The options of a column's declaration, in addition to its database type. */
export interface FieldOptions {
  nullable?: boolean
  /** The description in inputs, if it differs. */
  inputDescription?: string
  /** Maximum number of characters of a text or of each text, or the largest number. */
  max?: number
  /** The smallest integer. Default 0. */
  min?: number
  /**
   * The default of a column that is not nullable, for inputs without the field. Without a default, a new row needs a
   * value.
   */
  otherwise?: unknown
  /** The legacy API's message for a missing or invalid value of a new row. */
  sentence?: string
  /** Lists filter by the column: by one value, one of several, or an id. */
  filter?: 'is' | 'isAny' | 'isId'
  /** Whether the list of the legacy API has the condition as a query parameter. Default true. */
  isParameter?: boolean
  /** Whether the field can be set in a new row only, and not changed later. */
  isFixed?: boolean
  /** Whether an approval covers the field. Default true. */
  approved?: boolean
  /** Whether the legacy API neither returns nor accepts the field. */
  graphqlOnly?: boolean
}

/** The declaration of a column that the API publishes. */
interface PublishedColumn extends FieldOptions {
  description: string
}

export interface DeclaredField extends PublishedColumn {
  readonly name: string
  readonly form: Form
  /** The enum of a choice. */
  readonly values?: object | undefined
}

/** The declarations of the columns that the API publishes, by class. */
const published = new Map<object, Map<string, PublishedColumn>>()

export function publishColumn(entity: object, name: string, options: PublishedColumn): void {
  published.set(entity, (published.get(entity) ?? new Map<string, PublishedColumn>()).set(name, options))
}

/** The declaration of a class's column, inherited or its own. Undefined if the API does not publish the column. */
export const publishedColumn = (entity: object | null, name: string): PublishedColumn | undefined =>
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
