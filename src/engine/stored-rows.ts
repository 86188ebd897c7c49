import type { ColumnKind } from '../data/column-kinds.ts'
import type { RowPlan } from './row-plan.ts'

type Json = Record<string, unknown>

/** What is selected of a connection, as JSON text. */
export class StoredPage {
  constructor(
    readonly text: string,
    /** How many rows it shows. */
    readonly size: number,
  ) {}
}

/** An object that was read as JSON, taken apart: for fields that JavaScript works out. */
export class StoredRow {
  constructor(readonly json: Json) {}
}

const MOMENT: ColumnKind = 'timestamptz(3)'

/** A value out of JSON as drivers read it. */
const revived = (value: unknown, kind: ColumnKind | undefined) =>
  kind === MOMENT && typeof value === 'string' ? new Date(value) : value

/** A row as resolvers know it: the columns that they declare to read. */
export function objectOf({ hidden, columns }: RowPlan, json: Json): Json {
  const row: Json = {}
  for (const [key, value] of hidden)
    if (value.kind === 'own') row[value.column] = revived(json[key], columns.get(value.column))
  return row
}

/** A part of an answer that is JSON already, or will leave as JSON. */
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

/** An answer that may hold parts which are JSON already, as JSON text. */
export function jsonText(value: unknown): string {
  if (value instanceof JsonPart) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText)}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value).map(([key, each]) => `"${key}":${jsonText(each)}`)}}`
}

/** The same as values. */
export function plainValue(value: unknown): unknown {
  if (value instanceof JsonPart) return value.value
  if (Array.isArray(value)) return value.map(plainValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]))
}
