import type { ColumnKind } from '../../data/column-kinds.ts'
import type { RowPlan } from '../plan/plan.ts'

type Json = Record<string, unknown>

/** The JSON text that the database wrote for the selections of an object. */
export class StoredText {
  constructor(readonly text: string) {}
}

/** The JSON text of a connection. */
export class StoredPage extends StoredText {
  constructor(
    text: string,
    /** The number of rows that the page shows. */
    readonly size: number,
  ) {
    super(text)
  }
}

/** The JSON text of a row that was read by its id. */
export class StoredLookup extends StoredText {
  constructor(
    text: string,
    readonly id: string,
  ) {
    super(text)
  }
}

/** A parsed JSON object, for fields that JavaScript computes. */
export class StoredRow {
  constructor(readonly json: Json) {}
}

const MOMENT: ColumnKind = 'timestamptz(3)'

/** Converts a JSON value to the type that drivers return. */
const revived = (value: unknown, kind: ColumnKind | undefined) =>
  kind === MOMENT && typeof value === 'string' ? new Date(value) : value

/** A row for resolvers: the columns that they declare to read. */
export function objectOf({ hidden, columns }: RowPlan, json: Json): Json {
  const row: Json = {}
  for (const [key, value] of hidden)
    if (value.kind === 'own') row[value.column] = revived(json[key], columns.get(value.column))
  return row
}

/** A part of a response that is already JSON, or will be serialized. */
export class JsonPart {
  readonly #text: string | undefined
  readonly #value: unknown

  private constructor(text: string | undefined, value: unknown) {
    this.#text = text
    this.#value = value
  }

  static ofText = (text: string) => new JsonPart(text, undefined)
  static ofValue = (value: unknown) => new JsonPart(undefined, value)

  get text(): string {
    return this.#text ?? JSON.stringify(this.#value)
  }

  get value(): unknown {
    return this.#text === undefined ? this.#value : JSON.parse(this.#text)
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Serializes a response that may contain parts that are already JSON. */
export function jsonText(value: unknown): string {
  if (value instanceof JsonPart) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText)}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value).map(([key, each]) => `"${key}":${jsonText(each)}`)}}`
}

/** Like `jsonText`, but returns values. */
export function plainValue(value: unknown): unknown {
  if (value instanceof JsonPart) return value.value
  if (Array.isArray(value)) return value.map(plainValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]))
}
