import 'reflect-metadata'
import { IsOptional, Max, MaxLength, Min } from 'class-validator'
import type { GraphQLField } from 'graphql'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ArgsType, Extensions, Field, Int, ObjectType } from 'type-graphql'
import type { Tables } from '../data/transaction.ts'

/** `page` and `limit` of the plain lists that the REST surface needs. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'Number of the page, from 1. Default 1.' })
  @IsOptional()
  @Min(1, { message: 'must be a positive integer' })
  page?: number

  @Field(() => Int, { nullable: true, description: 'Rows per page, 1 to 100. Default 10.' })
  @IsOptional()
  @Min(1, { message: 'must be a positive integer' })
  @Max(100, { message: 'must be at most 100' })
  limit?: number
}

/** Declares that a list holds everything unless it is asked for a page, as legacy callers know it. */
export const WholeList = () => Extensions({ isWholeList: true })

/** Whether that was declared of a field. */
export const isWholeList = (field: GraphQLField<unknown, unknown>): boolean => field.extensions.isWholeList === true

/** `PageArgs` with a search by name. */
@ArgsType()
export class SearchArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Case-insensitive substring of the name; % and _ are literal.' })
  @IsOptional()
  @MaxLength(200, { message: 'must be at most 200 characters' })
  search?: string
}

/** What a list says about itself. Fields that do not apply to a list are null, and left out over REST. */
@ObjectType({ simpleResolvers: true, description: 'Totals of a list. Fields that do not apply are null.' })
export class PageMeta {
  @Field(() => Int, { description: 'Total number of matches.' })
  total!: number

  @Field(() => Int, { nullable: true, description: 'Number of this page; null where the list is not paginated.' })
  page?: number

  @Field(() => Int, { nullable: true, description: 'Items per page; null where the list is not paginated.' })
  limit?: number

  @Field(() => Int, { nullable: true, description: 'Number of pages: `total` divided by `limit`, rounded up.' })
  pages?: number
}

/** Whether a column holds a text, in any case; see docs/decisions/search.md. Nothing in the text is special. */
export const holds = (column: Expression<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(${column}), lower(${text}::text)) > 0`

/** To compare with any of many ids: one parameter however many they are, where `in` has one for each. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

type Query<T extends keyof Tables, O> = SelectQueryBuilder<Tables, T, O>

/** The number of rows that a query matches, its order and limit aside. */
export async function countOf<T extends keyof Tables, O>(query: Query<T, O>): Promise<number> {
  const counted = query.clearSelect().clearOrderBy().clearLimit().clearOffset()
  const row = await counted.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}

/** One page of a query, and its meta. `count` is how to count its rows, where there is a cheaper way. */
export async function pageOf<T extends keyof Tables, O>(
  query: Query<T, O>,
  { page = 1, limit = 10 }: PageArgs,
  count = () => countOf(query),
): Promise<{ items: O[]; meta: PageMeta }> {
  const items = await query
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const isWhole = page === 1 && items.length < limit
  const total = isWhole ? items.length : await count()
  return { items, meta: { total, page, limit, pages: Math.ceil(total / limit) } }
}
