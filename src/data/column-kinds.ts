import { type Constructor, Type, t } from '@mikro-orm/core'
import pg from 'pg'

/*
 * What the value of a column is in JavaScript, by the kind of the column. There are two ways to the database, entities
 * and plain rows; both drivers read with the parsers below, and entities take what they have read as it is.
 */

const DATE = 1082
const INT8 = 20
const TIMESTAMPTZ = 1184

/** Rows hold many moments. In UTC, PostgreSQL's text is ISO 8601 but for the blank, and the engine reads that fastest. */
function toMoment(text: string): unknown {
  if (text.length < 30 && text[10] === ' ' && text.endsWith('+00'))
    return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return pg.types.getTypeParser(TIMESTAMPTZ)(text)
}

/** Counts and cents. @throws RangeError rather than to answer another number than the one that is stored */
function toInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} is beyond 2^53 and cannot be read`)
  return value
}

/** How a driver reads the text of a value, by the id of its type. What is not here, drivers read alike by themselves. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** It has no time zone. */
  [DATE]: (text) => text,
  [INT8]: toInteger,
  [TIMESTAMPTZ]: toMoment,
}

/** A bigint: MikroORM's own type would make a BigInt of the number that the driver has read. */
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

/** A list of texts, each in quotes: MikroORM's own type would store `null` as no text, and lose blanks and line feeds. */
class Texts extends t.array {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  }
}

/** The kinds of columns there are, each with the type that entities hold it as. */
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

/** What MikroORM holds the values of a column as. */
export const entityType = (kind: ColumnKind): (typeof ENTITY_TYPES)[ColumnKind] => ENTITY_TYPES[kind]
