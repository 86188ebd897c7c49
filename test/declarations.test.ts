import { expect, test } from '@jest/globals'
import type { Context } from '../src/engine/context.ts'
import { Client } from '../src/features/clients/client.entity.ts'
import type { ClientFilter } from '../src/features/clients/client.inputs.ts'
import { contains, is, isAny, listOf } from '../src/graphql/lists.ts'
import { OrderDirection } from '../src/graphql/relay.ts'
import { declareFields } from '../src/graphql/row-fields.ts'

/*
 * What cannot be written. The compiler checks each line below: where one of these were allowed, the comment above it would
 * be the error.
 */

const CONDITIONS = {
  search: contains('name'),
  sector: is('sector'),
  status: isAny('status'),
  type: is('type'),
} as const

/** Checked by the compiler, and never called. */
function refused(ctx: Context): void {
  // @ts-expect-error a condition is data: there is no caller to ask
  listOf<'client', ClientFilter>('client', { ...CONDITIONS, type: () => ctx.caller.userId })
  // @ts-expect-error a condition is on a column of the table
  listOf<'client', ClientFilter>('client', { ...CONDITIONS, type: is('campaignId') })
  // @ts-expect-error every field of the filter has its condition
  listOf<'client', ClientFilter>('client', { search: contains('name') })
  const clients = listOf<'client', ClientFilter>('client', CONDITIONS)
  // @ts-expect-error a list is asked by its filter alone
  clients.page({ createdBy: ctx.caller.userId }, { field: 'name', direction: OrderDirection.ASC }, {})
  // @ts-expect-error a list is ordered by a column of its table
  clients.page({}, { field: 'campaignId', direction: OrderDirection.ASC }, {})
  declareFields(Client, ({ computed, count, linked, many, one, own }) => {
    const type = () => String
    const name = own('name')
    // @ts-expect-error a computed field gets what it declares, and nothing else
    computed(type, { name }, ({ createdBy }) => createdBy)
    // @ts-expect-error nor is it given the caller
    computed(type, { name }, (row: { name: string }, { caller }: Context) => caller.userId + row.name)
    // @ts-expect-error its values have the types of their columns
    computed(type, { name }, (row) => row.name * 2)
    // @ts-expect-error a column is one of the row
    own('campaignId')
    // @ts-expect-error a relation goes by a column of the row
    one(() => Client, 'campaignId')
    // @ts-expect-error and a list by one of the other row
    many(() => Client, 'campaignId')
    // @ts-expect-error rows are counted in a table that there is
    count('clients', 'id')
    // @ts-expect-error and linked by one of its columns
    linked('id', 'campaign', 'industry')
    return {}
  })
}

test('what cannot be declared is for the compiler to refuse', () => {
  expect(refused).toBeInstanceOf(Function)
})

test('a list takes nothing but its filter, its order and its page', () => {
  const clients = listOf<'client', ClientFilter>('client', CONDITIONS)
  const order = { field: 'name', direction: OrderDirection.ASC } as const
  expect(clients.page({ search: 'a', type: '', status: [] }, order, { first: 2 })).toEqual({
    table: 'client',
    conditions: [{ column: 'name', test: 'contains', value: 'a' }],
    order,
    page: { first: 2 },
  })
  expect(clients.page.length).toBe(3)
})
