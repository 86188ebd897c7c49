import { GraphQLError, GraphQLScalarType } from 'graphql'
import { DateTimeISOResolver, LocalDateResolver, SafeIntResolver } from 'graphql-scalars'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { ColumnKind } from '../data/column-kinds.ts'
import { Column, Key } from '../data/columns.ts'
import { declareReference, type ReferenceRule } from '../data/references.ts'
import type { Permission } from '../security/auth/permissions.ts'
import { declareReading, type OutputDecorator } from './read-permissions.ts'
import { CentsScalar, EmailAddress, JSONObject, Url } from './scalars.ts'

/*
 * A column decorator states the kind of a field once: its type in the database and in the schema.
 * A column with `@Column` alone is private: it never reaches a client.
 */

/** PostgreSQL and JavaScript part before the year 1: what one calls the year 0 the other refuses. */
export const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')

function demandYear(moment: Date): Date {
  if (moment.getTime() < FIRST_MOMENT) throw new GraphQLError('DateTime cannot represent a year before 1')
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
/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export const Day: GraphQLScalarType = LocalDateResolver
/** An integer up to 2^53. */
export const SafeInt: GraphQLScalarType = SafeIntResolver

/** What is said of a column beside its kind. */
export interface ColumnOptions {
  description: string
  nullable?: boolean
}

const column =
  (type: () => unknown, columnType: ColumnKind) =>
  ({ description, nullable = false }: ColumnOptions): PropertyDecorator =>
  (target, key) => {
    Column(columnType, { nullable })(target, key)
    Field(type as () => GraphQLScalarType, { description, nullable })(target, key)
  }

/** The primary key. */
export const Id = (): PropertyDecorator => (target, key) => {
  Key('uuid')(target, key)
  Field(() => ID, { description: 'Unique id (UUID), assigned by the service.' })(target, key)
}

/** An id of a row; that of another one is a `Ref`, which says what becomes of it. */
export const RowId = column(() => ID, 'uuid')
/** The id of another row of the same organization. */
export const Ref =
  (rule: ReferenceRule & ColumnOptions): PropertyDecorator =>
  (target, key) => {
    RowId(rule)(target, key)
    declareReference(target.constructor, String(key), rule)
  }
/** An id that another system assigned, such as the identity provider's user id. */
export const ExternalId = column(() => ID, 'text')
export const Text = column(() => String, 'text')
export const Flag = column(() => Boolean, 'boolean')
export const Count = column(() => Int, 'integer')
/** A count that may pass 2^31. */
export const BigCount = column(() => SafeInt, 'bigint')
/** Money in cents of the South African rand. */
export const Cents = column(() => CentsScalar, 'bigint')
export const Email = column(() => EmailAddress, 'text')
export const WebAddress = column(() => Url, 'text')
/** A moment, in UTC. */
export const Time = column(() => DateTime, 'timestamptz(3)')
export const CalendarDay = column(() => Day, 'date')
/** A JSON object; with a GraphQL type, a value of that type. */
export const Json =
  (options: ColumnOptions & { type?: () => unknown }): PropertyDecorator =>
  (target, key) => {
    Column('jsonb', options)(target, key)
    Field((options.type ?? (() => JSONObject)) as () => GraphQLScalarType, options)(target, key)
  }
/** One of an enum's values. */
export const Choice = (values: object, options: ColumnOptions) => column(() => values, 'text')(options)
/** Several of an enum's values. */
export const Choices =
  (values: object, options: ColumnOptions): PropertyDecorator =>
  (target, key) => {
    Column('text[]', options)(target, key)
    Field(() => [values] as never, options)(target, key)
  }

const plainType = (description: string): ClassDecorator => ObjectType({ description, simpleResolvers: true })

/** A GraphQL type whose fields are read as they are: no middleware, no promise per field. */
export const Output = (description: string): OutputDecorator => plainType(description) as OutputDecorator

/** The same for rows that are no Node. `read` is the permission that each field needs which leads to them. */
export const RowOutput =
  (read: Permission, description: string): ClassDecorator =>
  (target) => {
    plainType(description)(target)
    declareReading(target, read)
  }
