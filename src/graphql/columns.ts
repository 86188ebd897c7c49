import { GraphQLError, GraphQLScalarType } from 'graphql'
import { DateTimeISOResolver, LocalDateResolver, SafeIntResolver } from 'graphql-scalars'
import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql'
import type { ColumnKind } from '../data/column-kinds.ts'
import { Column, type ColumnDecorator, Key } from '../data/columns.ts'
import { declareReference, type ReferenceRule } from '../data/references.ts'
import type { Permission } from '../security/auth/permissions.ts'
import { declareField, type FieldOptions, type Form, publishColumn } from './declared-fields.ts'
import { completeFields } from './fields.ts'
import { declareReading, type OutputDecorator } from './read-permissions.ts'
import { CentsScalar, EmailAddress, JSONObject, Url } from './scalars.ts'

/*
 * A column decorator declares a field once: its type in the database and in the schema. A column with `@Column` alone
 * is private: the API does not publish it.
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

/** The options of a column that admits null if and only if the type of its property does. */
type Nulls<Nullable extends boolean> = FieldOptions & { nullable?: Nullable }

/**
 * A column of this type, in the database and in the schema. With `form`, inputs and filters can be created from its
 * declaration.
 */
const column =
  <Kind extends ColumnKind>(type: () => unknown, columnType: Kind, form?: Form, values?: object) =>
  <Nullable extends boolean = false>(options: Nulls<Nullable>): ColumnDecorator<Kind, Nullable> =>
  (target, key) => {
    const { description, nullable = false, graphqlOnly } = options
    Column<Kind, Nullable>(columnType, options)(target, key)
    Field(type as () => GraphQLScalarType, { description, nullable })(target, key)
    if (graphqlOnly) Extensions({ graphqlOnly })(target, key as string)
    publishColumn(target.constructor, String(key), options)
    if (form) declareField(target.constructor, { ...options, name: String(key), form, values })
  }

/** The primary key. */
export const Id = (): ColumnDecorator<'uuid', false> => (target, key) => {
  Key('uuid')(target, key)
  Field(() => ID, { description: 'Unique id (UUID), assigned by the service.' })(target, key)
}

/** The position of a row in a sequence that is the primary key. */
export const Position =
  (options: FieldOptions): ColumnDecorator<'bigint', false> =>
  (target, key) => {
    Key('bigint')(target, key)
    Field(() => SafeInt, options)(target, key)
    publishColumn(target.constructor, String(key), options)
  }

/** An id of a row. For a reference to another row use `Ref`, which declares what happens on deletion. */
export const RowId = column(() => ID, 'uuid', 'id')
/** The id of another row of the same organization. */
export const Ref =
  <Nullable extends boolean = false>(rule: ReferenceRule & Nulls<Nullable>): ColumnDecorator<'uuid', Nullable> =>
  (target, key) => {
    RowId<Nullable>(rule)(target, key)
    declareReference(target.constructor, String(key), rule)
  }
/** An id that another system assigned, such as the identity provider's user id. */
export const ExternalId = column(() => ID, 'text', 'id')
export const Text = column(() => String, 'text', 'text')
export const Texts = column(() => [String], 'text[]', 'texts')
/** An ISO 3166 code of two letters. */
export const Country = column(() => String, 'text', 'country')
export const Flag = column(() => Boolean, 'boolean', 'flag')
export const Count = column(() => Int, 'integer', 'integer')
/** A count that may exceed 2^31. */
export const BigCount = column(() => SafeInt, 'bigint', 'bigInteger')
/** Money in cents of the South African rand. */
export const Cents = column(() => CentsScalar, 'bigint', 'cents')
export const Email = column(() => EmailAddress, 'text', 'email')
export const WebAddress = column(() => Url, 'text')
/** A time, in UTC. */
export const Time = column(() => DateTime, 'timestamptz(3)', 'time')
export const CalendarDay = column(() => Day, 'date', 'day')
/** A JSON object. With a GraphQL type, a value of that type. */
export const Json = <Nullable extends boolean = false>({
  type = () => JSONObject,
  ...options
}: Nulls<Nullable> & { type?: () => unknown }) => column(type, 'jsonb', 'json')<Nullable>(options)
/** One value of an enum. */
export const Choice = <Nullable extends boolean = false>(values: object, options: Nulls<Nullable>) =>
  column(() => values, 'text', 'choice', values)<Nullable>(options)
/** Several values of an enum. */
export const Choices = <Nullable extends boolean = false>(values: object, options: Nulls<Nullable>) =>
  column(() => [values], 'text[]', 'choices', values)<Nullable>(options)
/** Ids that another system assigned. */
export const ExternalIds = column(() => [ID], 'text[]')
/** Names of variables. */
export const Names = column(() => [String], 'text[]', 'names')

const plainType =
  (description: string): ClassDecorator =>
  (target) => {
    ObjectType({ description, simpleResolvers: true })(target)
    completeFields(target)
  }

/** A GraphQL type whose fields need no resolver function: no middleware, no promise per field. */
export const Output = (description: string): OutputDecorator => plainType(description) as OutputDecorator

/** Like `Output`, for rows that are not a Node. `read` is the permission that every field of this type requires. */
export const RowOutput =
  (read: Permission, description: string): ClassDecorator =>
  (target) => {
    plainType(description)(target)
    declareReading(target, read)
  }
