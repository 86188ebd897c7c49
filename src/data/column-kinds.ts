import { type Constructor, Type, t } from '@mikro-orm/core'
import pg from 'pg'

/*
 * JavaScript types of column values, by column kind. Entities and plain rows are read by the same parsers, in both
 * drivers. Entities store the parsed values unchanged.
 */

const DATE = 1082
const INT8 = 20
const TIMESTAMPTZ = 1184

/**
 * Fast parser for the most frequent type. In UTC, PostgreSQL's text is ISO 8601 except for the blank between date and
 * time, and V8 parses ISO 8601 fastest.
 */
function toMoment(text: string): unknown {
  if (text.length < 30 && text[10] === ' ' && text.endsWith('+00'))
    return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return pg.types.getTypeParser(TIMESTAMPTZ)(text)
}

/** Parses counts and cents. @throws RangeError for a value that a JavaScript number cannot represent exactly */
function toInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} is larger than 2^53 and cannot be read`)
  return value
}

/** Parsers by the id of the PostgreSQL type. Both drivers parse all other types in the same way by default. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** A date has no time zone, so it stays a text. */
  [DATE]: (text) => text,
  [INT8]: toInteger,
  [TIMESTAMPTZ]: toMoment,
}

/** A bigint as a number. MikroORM's own type would convert the parsed number to a BigInt. */
class Integer extends Type<number, number> {
  override getColumnType(): string {
    return 'bigint'
  }

  override compareAsType(): string {
    return 'number'
  }

  override ensureComparable(): boolean {
    return false
  }
}

/**
 * A list of texts, each in quotes. MikroORM's own type would store `null` as an empty list, and lose blanks and line
 * feeds.
 */
class Texts extends t.array {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  }
}

/** The kinds of columns, each with its type in MikroORM. */
const ENTITY_TYPES = {
  uuid: 'uuid',
  text: 'text',
  boolean: 'boolean',
  integer: 'integer',
  bigint: Integer,
  'timestamptz(3)': 'datetime',
  date: t.date,
  jsonb: 'json',
  'text[]': Texts,
  bytea: 'blob',
} satisfies Record<string, string | Constructor<Type<unknown, unknown>>>

/** The type of a column in the database. */
export type ColumnKind = keyof typeof ENTITY_TYPES

/** The types of the parsed values. */
export interface ColumnValues extends Record<ColumnKind, unknown> {
  uuid: string
  text: string
  boolean: boolean
  integer: number
  bigint: number
  'timestamptz(3)': Date
  date: string
  'text[]': readonly string[]
  bytea: Buffer
}

/** The MikroORM type of a column kind. */
export const entityType = (kind: ColumnKind): (typeof ENTITY_TYPES)[ColumnKind] => ENTITY_TYPES[kind]
