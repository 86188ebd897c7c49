import { GraphQLError, GraphQLScalarType } from 'graphql'
import { DateTimeISOResolver, LocalDateResolver, SafeIntResolver } from 'graphql-scalars'
import { type ClassType, ID, Int, ObjectType } from 'type-graphql'
import { completeFields, type DataField, type Fields, fields } from '../common/class-fields.ts'
import type { ColumnKind } from '../data/column-kinds.ts'
import { Column, Key } from '../data/columns.ts'
import { declareReference, type ReferenceRule } from '../data/references.ts'
import type { Permission } from '../security/auth/permissions.ts'
import { declareField, type FieldOptions, type Form, publishColumn } from './declared-fields.ts'
import { declareInSchema, type ValueOf } from './fields.ts'
import { declareReading, type OutputDecorator } from './read-permissions.ts'
import { CentsScalar, EmailAddress, JSONObject, Url } from './scalars.ts'

/*
 * A column is a line of its entity: its type in the database, in the schema and in TypeScript.
 *
 *   @NodeOutput('client', 'org:clients:read', 'Client of the organization.')
 *   export class Client extends rowWith(TenantRow, {
 *     name: Text('Name of the client.'),
 *     assessedAt: Time('Time of the assessment.', { nullable: true }),
 *   }) {}
 *
 * A column of the kind `Column` is private: the API does not publish it.
 */

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Whether the year of a time is from 1 to 9999 in UTC. PostgreSQL and JavaScript write other years differently. An
 * offset can move a time of the year 1 or 9999 to such a year.
 */
export const isStorable = (moment: Date): boolean => moment.getTime() >= FIRST_MOMENT && moment.getTime() <= LAST_MOMENT

function demandYear(moment: Date): Date {
  if (!isStorable(moment)) throw new GraphQLError('The year must be from 1 to 9999 in UTC')
  return moment
}

const iso = DateTimeISOResolver.toConfig()
/** ISO 8601 in UTC, milliseconds. */
export const DateTime = new GraphQLScalarType({
  ...iso,
  serialize: (value) => (value instanceof Date ? value.toISOString() : iso.serialize(value)),
  parseValue: (value) => demandYear(iso.parseValue(value)),
  parseLiteral: (node, variables) => demandYear(iso.parseLiteral(node, variables)),
})
/** A time that stored JSON has as text. */
export const TimeText = DateTime as GraphQLScalarType as GraphQLScalarType<string>

function demandDay(day: string): string {
  demandYear(new Date(day))
  return day
}

const localDate = LocalDateResolver.toConfig()
/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export const Day = new GraphQLScalarType({
  ...localDate,
  parseValue: (value) => demandDay(localDate.parseValue(value)),
  parseLiteral: (node, variables) => demandDay(localDate.parseLiteral(node, variables)),
})
/** An integer up to 2^53. */
export const SafeInt = SafeIntResolver as GraphQLScalarType<number>

/** Null, if the options admit it. */
type NullOf<O> = O extends { nullable: true } ? null : never

/** A kind of columns with values of type `Usual`, or of a type `V` that the declaration of a column names. */
interface Columns<Any, Usual extends Any = Any> {
  <V extends Any = Usual>(description: string, options: FieldOptions & { nullable: true }): DataField<NoInfer<V> | null>
  <V extends Any = Usual>(description: string, options?: FieldOptions): DataField<NoInfer<V>>
}

/**
 * A kind of columns, with its type in the database and in the schema. With `form`, inputs and filters can be created
 * from a column.
 */
const columns =
  <Any, Usual extends Any = Any>(type: unknown, kind: ColumnKind, form?: Form, values?: object): Columns<Any, Usual> =>
  (description: string, options: FieldOptions = {}): DataField<never> => ({
    declare: (target, name) => {
      const { nullable = false, graphqlOnly = false } = options
      Column(kind, { nullable }).declare(target, name)
      declareInSchema(target, name, type, { description, nullable, graphqlOnly })
      publishColumn(target.constructor, name, { ...options, description })
      if (form) declareField(target.constructor, { ...options, description, name, form, values })
    },
  })

/** A column of the primary key that the API publishes. */
const key = <V>(kind: ColumnKind, type: unknown, options: { description: string; name?: string }): DataField<V> => ({
  declare: (target, name) => {
    Key(kind).declare(target, name)
    declareInSchema(target, name, type, { ...options, nullable: false })
    publishColumn(target.constructor, name, options)
  },
})

/** The primary key. */
export const Id = () => key<string>('uuid', ID, { description: 'Unique id (UUID), assigned by the service.' })
/** The position of a row in a sequence that is the primary key. */
export const Position = (description: string) => key<number>('bigint', SafeInt, { description })
export const OrganizationId = () =>
  key<string>('text', ID, { name: 'id', description: 'Id of the organization at the identity provider.' })

/** An id of a row. For a reference to another row use `Ref`, which declares what happens on deletion. */
export const RowId = columns<string>(ID, 'uuid', 'id')
/** The id of another row of the same organization. */
export const Ref = <const O extends FieldOptions & Omit<ReferenceRule, 'to'>>(
  to: ReferenceRule['to'],
  description: string,
  options?: O,
): DataField<string | NullOf<O>> => ({
  declare: (target, name) => {
    RowId(description, options).declare(target, name)
    declareReference(target.constructor, name, { to, ...options })
  },
})
/** An id that another system assigned, such as the identity provider's user id. */
export const ExternalId = columns<string>(ID, 'text', 'id')
export const Text = columns<string>(String, 'text', 'text')
export const Texts = columns<string[]>([String], 'text[]', 'texts')
/** An ISO 3166 code of two letters. */
export const Country = columns<string>(String, 'text', 'country')
export const Flag = columns<boolean>(Boolean, 'boolean', 'flag')
export const Count = columns<number>(Int, 'integer', 'integer')
/** A count that may exceed 2^31. */
export const BigCount = columns<number>(SafeInt, 'bigint', 'bigInteger')
/** Money in cents of the South African rand. */
export const Cents = columns<number>(CentsScalar, 'bigint', 'cents')
export const Email = columns<string>(EmailAddress, 'text', 'email')
export const WebAddress = columns<string>(Url, 'text')
/** A time, in UTC. */
export const Time = columns<Date>(DateTime, 'timestamptz(3)', 'time')
export const CalendarDay = columns<string>(Day, 'date', 'day')
/** A JSON object. */
export const Json = columns<object, Record<string, unknown>>(JSONObject, 'jsonb', 'json')
/** JSON with a GraphQL type. */
export const JsonOf = <const T, const O extends FieldOptions>(
  type: T,
  description: string,
  options?: O,
): DataField<ValueOf<T> | NullOf<O>> => columns<ValueOf<T>>(type, 'jsonb', 'json')(description, options)
/** One value of an enum. */
export const Choice = <T extends object, const O extends FieldOptions>(
  values: T,
  description: string,
  options?: O,
): DataField<T[keyof T] | NullOf<O>> => columns<T[keyof T]>(values, 'text', 'choice', values)(description, options)
/** Several values of an enum. */
export const Choices = <T extends object, const O extends FieldOptions>(
  values: T,
  description: string,
  options?: O,
): DataField<T[keyof T][] | NullOf<O>> =>
  columns<T[keyof T][]>([values], 'text[]', 'choices', values)(description, options)
/** Ids that another system assigned. */
export const ExternalIds = columns<string[]>([ID], 'text[]')
/** Names of variables. */
export const Names = columns<string[]>([String], 'text[]', 'names')

/** Declares a class with the fields of a row that callers write. Rows with these fields extend it. */
export const Details = (): ClassDecorator => (target) => {
  ObjectType({ simpleResolvers: true })(target)
  completeFields(target)
}

const plainType =
  (description: string, name?: string): ClassDecorator =>
  (target) => {
    ObjectType(name ?? target.name, { description, simpleResolvers: true })(target)
    completeFields(target)
  }

/** A GraphQL type whose fields need no resolver function: no middleware, no promise per field. */
export const Output = (description: string): OutputDecorator => plainType(description) as OutputDecorator

/** Creates an output whose name is composed. `T` has the values of its fields. */
export function outputOf<T extends object>(name: string, description: string, own: Fields): ClassType<T> {
  const type = class extends fields(own) {}
  plainType(description, name)(type)
  return type as ClassType<T>
}

/** Like `Output`, for rows that are not a Node. `read` is the permission that every field of this type requires. */
export const RowOutput =
  (read: Permission, description: string): ClassDecorator =>
  (target) => {
    plainType(description)(target)
    declareReading(target, read)
  }
