import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../src/data/ids.ts'
import type { OpenDatabase } from '../src/data/open-database.ts'
import { parseOperation } from '../src/engine/declare/operation.ts'
import { Context } from '../src/engine/execute/context.ts'
import { Execution } from '../src/engine/execute/execution.ts'
import { planOf } from '../src/engine/plan/operation-plan.ts'
import { addRow, changeRow, lockRow } from '../src/engine/write/rows.ts'
import { campaigns } from '../src/features/campaigns/campaign.queries.ts'
import { newClient } from '../src/features/clients/client.changes.ts'
import { Client, Sector } from '../src/features/clients/client.entity.ts'
import { permissionsOf } from '../src/security/auth/permissions.ts'
import { openTestDatabase } from './support/database.ts'
import { setUp } from './support/set-up.ts'
import { schema } from './support/surface.ts'

/*
 * What writing returns is what is stored: nobody can change it without writing it. Nor can a request change what a plan
 * keeps for the next one.
 */

let connection: OpenDatabase
setUp(async (opened) => {
  connection = await openTestDatabase()
  opened.defer(() => connection.close())
  await inContext(({ db }) =>
    sql`insert into organization (organization_id, name) values (${organizationId}, 'Rows')`.execute(db),
  )
})

const organizationId = `org_${newId()}`
const caller = { userId: 'u', organizationId, role: 'admin', permissions: permissionsOf('admin', []) } as const
const request = { id: 'r', address: '127.0.0.1', ipAddress: 'unknown', userAgent: 'test' }

const inContext = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
  connection.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) =>
    work(new Context(caller, request, unit)),
  )

const input = { name: 'Before', type: 'x', industry: 'Retail', sector: Sector.BUSINESS, contact: { name: 'N.' } }

test('a new row, a locked one and a changed one can only be read', async () => {
  const rows = await inContext(async (ctx) => {
    const added = addRow(ctx, Client, newClient(ctx, input))
    const locked = await lockRow(ctx, Client, added.id, 'Client')
    return [added, locked, changeRow(ctx, Client, locked, { name: 'After' })]
  })
  for (const row of rows) {
    expect(() => {
      // @ts-expect-error: the compiler refuses it too.
      row.industry = 'Banking'
    }).toThrow(TypeError)
  }
  expect(rows.map(({ name }) => name)).toEqual(['Before', 'Before', 'After'])
})

test('what was returned is what is stored, absent fields and changes of changes included', async () => {
  const returned = await inContext(async (ctx) => {
    const added = addRow(ctx, Client, newClient(ctx, input))
    const once = changeRow(ctx, Client, added, { name: 'Once', governmentLevel: 'NATIONAL' })
    return changeRow(ctx, Client, once, { name: 'Twice', governmentLevel: undefined, contact: {} })
  })
  expect(returned).toMatchObject({ name: 'Twice', governmentLevel: 'NATIONAL', contact: {}, securityClearance: null })
  const stored = await inContext((ctx) => lockRow(ctx, Client, returned.id, 'Client'))
  expect({ ...stored }).toEqual({ ...returned })
})

test('a value that no column keeps is refused: it would be answered and recorded, and lost', async () => {
  await inContext(async (ctx) => {
    const stranger = { nickname: 'Kay' }
    const fields = newClient(ctx, input)
    // @ts-expect-error: the compiler refuses it too.
    expect(() => addRow(ctx, Client, { ...fields, ...stranger })).toThrow('Client has no columns nickname')
    const added = addRow(ctx, Client, fields)
    // @ts-expect-error: the compiler refuses it too.
    expect(() => changeRow(ctx, Client, added, stranger)).toThrow('Client has no columns nickname')
    expect(changeRow(ctx, Client, added, { ...{ nickname: undefined }, name: 'Kay' } as { name: string }).name).toBe(
      'Kay',
    )
  })
})

test('what is inside of a row can only be read, too', async () => {
  await inContext(async (ctx) => {
    const added = addRow(ctx, Client, newClient(ctx, { ...input, contact: { people: [{ name: 'N.' }] } }))
    const changed = changeRow(ctx, Client, added, { attributes: { tags: ['a'] } })
    const locked = await lockRow(ctx, Client, added.id, 'Client')
    for (const { contact, attributes } of [changed, locked]) {
      const [person] = contact.people as { name: string }[]
      expect(() => Object.assign(person ?? {}, { name: 'X' })).toThrow(TypeError)
      expect(() => (attributes.tags as string[]).push('b')).toThrow(TypeError)
    }
  })
})

/** The paths of objects and lists inside of a value that can be changed. */
const changeable = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Object.isFrozen(value) ? [] : [path]),
        ...Object.entries(value).flatMap(([key, inner]) => changeable(inner, `${path}.${key}`)),
      ]

test('arguments and lists that are kept with a plan can only be read by later requests', () => {
  const filter = 'filter: { status: [ACTIVE, PAUSED], search: "a" }, orderBy: { field: NAME }'
  const operation = parseOperation(schema, `{ campaigns(first: 2, ${filter}) { nodes { id } } }`)
  const plan = planOf(operation, {})
  if (!('root' in plan)) throw new Error('The document has no plan')
  const [field] = plan.root.fields
  if (!field) throw new Error('The plan has no field')
  const kept = () => {
    const execution = new Execution(plan, undefined, () => [])
    return [execution.argumentsFor(field), execution.listingFor(field, (args) => campaigns.asked(args))] as const
  }
  const [first, second] = [kept(), kept()]
  expect([first[0] === second[0], first[1] === second[1]]).toEqual([true, true])
  expect(first.flatMap((each) => changeable(each))).toEqual([])
})
