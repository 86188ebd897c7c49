/** @database none */
import { expect, test } from '@jest/globals'
import type { Context } from '../src/engine/execute/context.ts'
import { Campaign } from '../src/features/campaigns/campaign.entity.ts'
import { Client } from '../src/features/clients/client.entity.ts'
import { ClientFilter } from '../src/features/clients/client.inputs.ts'
import { Output } from '../src/graphql/columns.ts'
import { before, contains, from, is, listOf } from '../src/graphql/lists.ts'
import { NodeOutput } from '../src/graphql/node.ts'
import { OrderDirection } from '../src/graphql/relay.ts'
import { declareFields } from '../src/graphql/row-fields.ts'

/*
 * What cannot be written. The compiler checks each line below: where one of these were allowed, the comment above it would
 * be the error.
 */

const CONDITIONS = {
  search: contains('name'),
  createdFrom: from('createdAt'),
  createdBefore: before('createdAt'),
  createdBy: is('createdBy'),
} as const

const ABOUT = { description: 'Clients.', filter: ClientFilter, sortBy: ['name'] } as const

const BY_NAME = { field: 'name', direction: OrderDirection.ASC } as const

/** Checked by the compiler, and never called. */
function refused(ctx: Context): void {
  // @ts-expect-error a condition is data: there is no caller to ask
  listOf('client', Client, { ...ABOUT, where: { ...CONDITIONS, search: () => ctx.caller.userId } })
  // @ts-expect-error a condition is on a column of the table
  listOf('client', Client, { ...ABOUT, where: { ...CONDITIONS, search: is('campaignId') } })
  // @ts-expect-error every field of the filter that is not a column with `filter` has its condition
  listOf('client', Client, { ...ABOUT, where: {} })
  // @ts-expect-error a list is of the rows of its table
  listOf('client', Campaign, { ...ABOUT, where: CONDITIONS })
  // @ts-expect-error a list is ordered by a column of its table
  listOf('client', Client, { ...ABOUT, where: CONDITIONS, order: { ...BY_NAME, field: 'campaignId' } })
  // @ts-expect-error a list says by which columns it can be ordered
  listOf('client', Client, { description: 'Clients.', filter: ClientFilter, where: CONDITIONS })
  // @ts-expect-error by at least one
  listOf('client', Client, { ...ABOUT, where: CONDITIONS, sortBy: [] })
  // @ts-expect-error each is a column of its table
  listOf('client', Client, { ...ABOUT, where: CONDITIONS, sortBy: ['campaignId'] })
  // @ts-expect-error and neither a list nor JSON
  listOf('client', Client, { ...ABOUT, where: CONDITIONS, sortBy: ['compliance'] })
  const clients = listOf('client', Client, { ...ABOUT, where: CONDITIONS })
  // @ts-expect-error a list is asked by its filter alone
  clients.page({}, { assessedBy: ctx.caller.userId })
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
    many(clients, 'campaignId')
    // @ts-expect-error rows are counted in a table that there is
    count('clients', 'id')
    // @ts-expect-error and linked by one of its columns
    linked('id', 'campaign', 'industry')
    return {}
  })
}

/** Checked by the compiler, and never called. */
function undeclared(): void {
  // @ts-expect-error a type of nodes names the permission to read it
  NodeOutput('client', 'Clients.')
  // @ts-expect-error it is a permission that exists
  NodeOutput('client', 'org:clients:see', 'Clients.')
  // @ts-expect-error a row declares who may read it: RowOutput
  Output('Clients.')(Client)
  // @ts-expect-error so does what extends a row
  Output('Campaigns.')(class extends Campaign {})
}

test('what cannot be declared is for the compiler to refuse', () => {
  expect([refused, undeclared]).toEqual([expect.any(Function), expect.any(Function)])
})

test('a list takes nothing but its filter, its order and its page', () => {
  const clients = listOf('client', Client, { ...ABOUT, where: CONDITIONS })
  const filter = Object.assign(new ClientFilter(), { search: 'a', type: '', status: [] })
  const { table, conditions, by, direction, range } = clients.page({ first: 2 }, filter, BY_NAME)
  expect({ table, conditions, order: { field: by.field, direction }, range }).toEqual({
    table: 'client',
    conditions: [
      { column: 'status', test: 'isAny', value: [] },
      { column: 'name', test: 'contains', value: 'a' },
    ],
    order: BY_NAME,
    range: { size: 2, offset: 0, isBackwards: false, page: null, limit: null },
  })
  expect(clients.page.length).toBe(3)
})
