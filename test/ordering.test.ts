/** @long walks through each list in each of its orders, in both directions, page by page */
import { describe, expect, test } from '@jest/globals'
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { sql } from 'kysely'
import { entityOf } from '../src/data/columns.ts'
import { newId } from '../src/data/ids.ts'
import { names } from '../src/data/tenant.ts'
import { orderedBy } from '../src/engine/sql/list-sql.ts'
import { OrderDirection } from '../src/graphql/relay.ts'
import type { SortKey } from '../src/graphql/sort-keys.ts'
import { daysAgo, record } from './analytics/records.ts'
import { makeRow, NODE_KINDS } from './support/ids.ts'
import { aKey } from './support/keys.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aClient, aMember, anAlert, anOperator, aRequest } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { schema } from './support/surface.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

type Field = GraphQLField<unknown, unknown>

/** A field that returns a connection, with the type of its items and its orders: the column of each by its name. */
interface OrderedList {
  parent: GraphQLObjectType
  field: Field
  node: GraphQLObjectType
  orders: [name: string, column: string][]
}

function ordersOf({ args }: Field): [string, string][] {
  const input = getNamedType(args.find(({ name }) => name === 'orderBy')?.type)
  const by = isInputObjectType(input) ? getNamedType(input.getFields().field?.type) : undefined
  return isEnumType(by) ? by.getValues().map(({ name, value }) => [name, String(value)]) : []
}

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType)
const lists: OrderedList[] = objectTypes.flatMap((parent) =>
  Object.values(parent.getFields()).flatMap((field) => {
    const type = getNamedType(field.type)
    if (!isObjectType(type) || !type.getFields().pageInfo) return []
    const node = getNamedType(type.getFields().nodes?.type)
    return isObjectType(node) ? [{ parent, field, node, orders: ordersOf(field) }] : []
  }),
)
const isRoot = ({ parent }: OrderedList) => parent === schema.getQueryType()
const isStored = ({ node }: OrderedList) => entityOf(node.name) !== undefined && node.name !== 'ComplianceAlert'
const nameOf = ({ parent, field }: OrderedList) => `${parent.name}.${field.name}`

test('every connection has an order', () => {
  expect(lists.length).toBeGreaterThan(38)
  expect(lists.filter(({ orders }) => orders.length === 0).map(nameOf)).toEqual([])
})

/** Kinds of rows that are not nodes, and the kind whose creation makes one. */
const OTHER_KINDS: Record<string, string> = {
  BreachUpdate: 'notified breaches',
  ContentComment: 'comments',
  ContentMention: 'mentions',
  ContentVersion: '/api/content',
  RecipientImport: 'recipient imports',
  SignOffComment: 'sign-offs',
  SignOffReviewer: 'sign-offs',
  SavedView: 'saved views',
  TestMessage: '/api/campaigns',
  TrashItem: 'deleted clients',
}

/**
 * Rows that only a background job or a page outside of the gateway writes. Without a limit, because Citus carries out an
 * insert with a limit by COPY, which row-level security refuses.
 */
const INSERTED: Record<string, string> = {
  breach_update: `insert into breach_update (organization_id, id, breach_id, sent_at, text, created_by, created_at, updated_at)
    select organization_id, gen_random_uuid(), id, now(), 'More is known.', created_by, now(), now() from breach`,
  sign_off_comment: `insert into sign_off_comment (organization_id, id, sign_off_id, reviewer_id, text, created_at, updated_at)
    select organization_id, gen_random_uuid(), sign_off_id, id, 'Shorter.', now(), now() from sign_off_reviewer`,
  test_message: `insert into test_message (organization_id, id, campaign_id, content_version, contact, status, created_by,
      created_at, updated_at)
    select organization_id, gen_random_uuid(), id, 1, 'n@example.org', 'SENT', created_by, now(), now() from campaign`,
}

/** Columns of unique indexes, with a value for each copy. Copies of other rows have equal values. */
const UNIQUE: Record<string, (number: number) => Record<string, unknown>> = {
  analytics_record: () => ({ key: null }),
  api_key: () => ({ hash: `\\x${newId().replaceAll('-', '')}` }),
  content_version: (number) => ({ version: 100 + number }),
  invitation: (number) => ({ email: `n${number}@example.org`, token_hash: newId() }),
  message: (number) => ({ contact: `n${number}@example.org`, contact_key: `n${number}@example.org` }),
  segment: (number) => ({ name: `Segment ${number}` }),
  sign_off_reviewer: () => ({ token_hash: null }),
  team_member: () => ({ user_id: `user_${newId()}` }),
}

/** A value of a column for a copy: several copies have the same, and two have none where that is possible. */
function copyValue({ node }: OrderedList, column: string, number: number): unknown {
  const half = Math.floor(number / 2)
  const field = node.getFields()[column]
  if (number > 2 && field && !isNonNullType(field.type)) return null
  const type = getNamedType(field?.type)
  if (isEnumType(type)) return type.getValues()[half % type.getValues().length]?.value
  switch (entityOf(node.name)?.columns.get(column)) {
    case 'timestamptz(3)':
      return `2026-0${1 + half}-01T00:00:00.00${half}Z`
    case 'date':
      return `2026-0${1 + half}-01`
    case 'integer':
    case 'bigint':
      return half
    default:
      return ['beta', 'Alpha', 'émile "x"'][half % 3]
  }
}

const COPIES = [0, 1, 2, 3, 4]

/** A text for a copy: several copies have the same, and two have none. */
const word = (number: number) => (number > 2 ? null : ['beta', 'Alpha'][Math.floor(number / 2)])

type Values = Record<string, unknown>

/** An order by a value that is not a column: its SQL, and the columns of a copy that determine it. */
interface ComputedOrder {
  sql: string
  values: (actor: Actor, number: number) => Values | Promise<Values>
}

const named = (table: string, id: string, by: string) =>
  `(select l.name from ${table} l where l.organization_id = t.organization_id and l.${id} = t.${by})`

/** By the name of a member. An unknown user has none. */
const byMember = (column: string): ComputedOrder => ({
  sql: named('team_member', 'user_id', column),
  values: async (actor, number) => {
    const name = word(number)
    return { [column]: name ? (await aMember(actor, { name })).userId : `user_${newId()}` }
  },
})

const byText = (sql: string, values: (text: string | null | undefined) => Values): ComputedOrder => ({
  sql,
  values: (_, number) => values(word(number)),
})

const byNotification = (column: string) =>
  byText(`t.${column}->>'notifiedAt'`, (text) => ({
    [column]: text ? { notifiedAt: text === 'beta' ? '2026-01-02T00:00:00.000Z' : '2026-01-01T00:00:00.000Z' } : null,
  }))

const attemptsOf = (text: string | null | undefined) => (text ? [{ status: 500 }, { error: text }] : [])

/** By the type of the rows and the field of the order. */
const COMPUTED: Record<string, ComputedOrder> = {
  'AnalyticsRecord.suspect': byText(`nullif(array_to_string(t.suspect, ','), '')`, (text) => ({
    suspect: text ? ['CLICKS_EXCEED_IMPRESSIONS', ...(text === 'beta' ? ['CONVERSIONS_EXCEED_CLICKS'] : [])] : [],
  })),
  'ApiKey.creator': byMember('created_by'),
  'Breach.regulator': byNotification('regulator_notification'),
  'Breach.subjects': byNotification('subjects_notification'),
  'Campaign.client': {
    sql: named('client', 'id', 'client_id'),
    values: async (actor, number) => ({ client_id: (await aClient(actor, { name: word(number) ?? 'Zoë' })).id }),
  },
  'Consent.person': byText(`t.subject->>'name'`, (name) => ({ subject: { name } })),
  'Consent.purpose': byText('upper(t.purpose)', (purpose) => ({ purpose: purpose ?? 'alpha' })),
  'ContentItem.campaign': {
    sql: named('campaign', 'id', 'campaign_id'),
    values: async (actor, number) => ({ campaign_id: (await aCampaign(actor, { name: word(number) ?? 'Zoë' })).id }),
  },
  'DataSubjectRequest.assignee': byMember('assigned_to'),
  'DataSubjectRequest.due': {
    sql: 't.received_at + make_interval(days => coalesce(t.extension_days, 0))',
    values: (_, number) => ({ extension_days: number % 2 ? 30 * number : null }),
  },
  'DataSubjectRequest.person': byText(`t.subject->>'name'`, (name) => ({ subject: { name } })),
  'Invitation.inviter': byMember('created_by'),
  'Invitation.status': byText(
    `case when t.status = 'PENDING' and t.expires_at <= now() then 'EXPIRED' else t.status end`,
    (text) => ({
      status: text === 'beta' ? 'ACCEPTED' : 'PENDING',
      ...(!text && { expires_at: '2999-01-01T00:00:00Z' }),
    }),
  ),
  'LegalHold.creator': byMember('created_by'),
  'Message.ground': byText(`t.ground->>'kind'`, (kind) => ({ ground: kind ? { kind } : null })),
  'ProcessingActivity.categories': byText(`array_to_string(t.categories, ', ')`, (text) => ({
    categories: [text ?? 'alpha', 'one more'],
  })),
  'Segment.conditions': byText(`('{"channel": "EMAIL"}'::jsonb || t.filter)::text`, (text) => ({
    filter: text ? { channel: 'SMS', languages: [text] } : {},
  })),
  'SignOff.approvals': {
    sql: `(select count(*) from sign_off_reviewer r where r.organization_id = t.organization_id
      and r.sign_off_id = t.id and r.status = 'APPROVED')`,
    values: () => ({}),
  },
  'SignOff.client': {
    sql: `(select k.name from campaign c join client k on k.organization_id = c.organization_id and k.id = c.client_id
      where c.organization_id = t.organization_id and c.id = t.campaign_id)`,
    values: async (actor, number) => {
      const { id: clientId } = await aClient(actor, { name: word(number) ?? 'Zoë' })
      return { campaign_id: (await aCampaign(actor, { clientId })).id, content_id: null }
    },
  },
  'Suppression.creator': byMember('created_by'),
  'Suppression.note': byText('t.note', (note) => ({ note })),
  'Suppression.purpose': byText('t.purpose', (purpose) => ({ purpose })),
  'Suppression.withdrawnAt': byText('t.withdrawn_at', (text) => ({
    withdrawn_at: text ? (text === 'beta' ? '2026-01-02T00:00:00Z' : '2026-01-01T00:00:00Z') : null,
  })),
  'TeamMember.inviter': byMember('created_by'),
  'Webhook.events': byText(`array_to_string(t.events, ', ')`, (text) => ({ events: [text ?? 'alpha'] })),
  'WebhookDelivery.answer': byText(`coalesce(t.attempts->-1->>'error', t.attempts->-1->>'status')`, (text) => ({
    attempts: attemptsOf(text),
  })),
  'WebhookDelivery.attempts': byText('jsonb_array_length(t.attempts)', (text) => ({ attempts: attemptsOf(text) })),
}

const computedOf = ({ node }: OrderedList, field: string): ComputedOrder | undefined =>
  COMPUTED[`${node.name}.${field}`]

/** The values of a copy in the columns that determine its place in each order. */
async function sortedValues(actor: Actor, list: OrderedList, number: number): Promise<Values> {
  const values: Values = {}
  for (const [, field] of list.orders) {
    const computed = computedOf(list, field)
    if (!computed) values[names.stored(field)] = copyValue(list, field, number)
  }
  for (const [, field] of list.orders) Object.assign(values, await computedOf(list, field)?.values(actor, number))
  return values
}

/** Fills a list with a row and copies of it. Returns the stored row. */
async function fill(actor: Actor, list: OrderedList): Promise<Json> {
  const table = names.stored(list.node.name)
  await makeRow(server, NODE_KINDS[list.node.name] ?? OTHER_KINDS[list.node.name] ?? '', actor)
  const inserted = INSERTED[table]
  if (inserted) await inOrganization(server, actor, sql.raw(inserted))
  const [base] = await inOrganization(
    server,
    actor,
    sql<{ id: string; row: Json }>`select id, to_jsonb(t) as row from ${sql.table(table)} t limit 1`,
  )
  if (!base) throw new Error(`${table} is empty`)
  for (const number of COPIES)
    await copyRow(actor, table, base.id, { ...(await sortedValues(actor, list, number)), ...UNIQUE[table]?.(number) })
  return base.row
}

/** Inserts a copy of a row, with changed columns. */
async function copyRow(actor: Actor, table: string, id: string, changes: Values): Promise<void> {
  const [columns] = await inOrganization(
    server,
    actor,
    sql<{ all: string }>`select string_agg(quote_ident(attname), ', ') as all from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  if (!columns) throw new Error(`${table} has no columns`)
  const changed = JSON.stringify({ ...changes, id: newId() })
  await inOrganization(
    server,
    actor,
    sql`insert into ${sql.table(table)} (${sql.raw(columns.all)})
      select ${sql.raw(columns.all)} from (
        select (jsonb_populate_record(t, ${changed}::jsonb)).* from ${sql.table(table)} t where id = ${id}
      ) as copy`,
  )
}

/** Arguments that name the rows of a parent, by the column of the listed row that refers to it. */
const PARENT_ARGUMENTS: Record<string, readonly [argument: string, column: string]> = {
  contentVersions: ['id', 'content_id'],
  webhookDeliveries: ['webhookId', 'webhook_id'],
}
const PARENT_COLUMNS: Record<string, string> = {
  Breach: 'breach_id',
  Campaign: 'campaign_id',
  ContentItem: 'content_id',
  SignOff: 'sign_off_id',
}

type Read = (page: string) => Promise<Json>

/** Returns a function that reads one page of the list, given the arguments of the page. */
function readerOf(actor: Actor, list: OrderedList, row: Json): Read {
  const { field, parent } = list
  const [argument, column] = PARENT_ARGUMENTS[field.name] ?? []
  const own = argument && column ? `${argument}: "${row[column]}", ` : ''
  // Each read adds a record to the trail.
  const until = String(field.type) === 'AuditConnection' ? `filter: { to: "${new Date().toISOString()}" }, ` : ''
  const show = (page: string) =>
    `${field.name}(${own}${until}${page}) { nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`
  return async (page) => {
    const parentId = row[PARENT_COLUMNS[parent.name] ?? '']
    const query = isRoot(list)
      ? `{ ${show(page)} }`
      : `{ node(id: "${parentId}") { ... on ${parent.name} { ${show(page)} } } }`
    const { body } = await actor.graphql(query)
    expect(body.errors).toBeUndefined()
    return (isRoot(list) ? body.data : body.data.node)[field.name]
  }
}

/** The ids of all items, read two at a time: from the start, or from the end. */
async function walk(read: Read, order: string, isBackwards: boolean): Promise<string[]> {
  const ids: string[][] = []
  let cursor = ''
  for (;;) {
    const page = await read(`orderBy: ${order}, ${isBackwards ? `last: 2${cursor}` : `first: 2${cursor}`}`)
    ids.push(page.nodes.map(({ id }: Json) => id))
    if (!(isBackwards ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage)) break
    cursor = isBackwards ? `, before: "${page.pageInfo.startCursor}"` : `, after: "${page.pageInfo.endCursor}"`
  }
  return (isBackwards ? ids.toReversed() : ids).flat()
}

const DIRECTIONS = ['ASC', 'DESC'] as const

describe('each row is listed once, in order, ties included, and rows without a value last', () => {
  const roots = lists.filter((list) => isRoot(list) && isStored(list))
  const inside = lists.filter(
    (list) => !isRoot(list) && isStored(list) && !roots.some(({ node }) => node === list.node),
  )
  test.each([...roots, ...inside].map((list) => [nameOf(list), list] as const))('%s', async (_, list) => {
    const actor = server.actor()
    const table = names.stored(list.node.name)
    const row = list.node.name === 'AuditRecord' ? await audited(actor) : await fill(actor, list)
    const read = readerOf(actor, list, row)
    const all = (await read('first: 100')).nodes.map(({ id }: Json) => id)
    expect(all.length).toBeGreaterThan(4)
    for (const [name, field] of list.orders) {
      const value = computedOf(list, field)?.sql ?? `"${names.stored(field)}"`
      for (const direction of DIRECTIONS) {
        const by = sql.raw(`${value} ${direction} nulls last, id ${direction}`)
        const sorted = await inOrganization(
          server,
          actor,
          sql<{ id: string }>`select id from ${sql.table(table)} as t where id = any(${all}::uuid[]) order by ${by}`,
        )
        const expected = sorted.map(({ id }) => id)
        const order = `{ field: ${name}, direction: ${direction} }`
        expect([order, await walk(read, order, false)]).toEqual([order, expected])
        expect([order, await walk(read, order, true)]).toEqual([order, expected])
      }
    }
  })
})

describe('a list that can be long is read from an index in each order', () => {
  // An index of the time of the last change would make every change more expensive.
  const indexed = lists.filter(
    (list) => isRoot(list) && ['Campaign', 'Client', 'Consent', 'ContentItem', 'Suppression'].includes(list.node.name),
  )
  test.each(indexed.map((list) => [nameOf(list), list] as const))('%s', async (_, list) => {
    const actor = server.actor()
    const { node, orders } = list
    const table = names.stored(node.name)
    const columns = entityOf(node.name)?.columns ?? new Map()
    const fields = orders.map(([, field]) => field).filter((field) => field !== 'updatedAt' && !computedOf(list, field))
    expect(fields.length).toBeGreaterThan(0)
    for (const column of fields) {
      const isNullable = !isNonNullType(node.getFields()[column]?.type)
      const key: SortKey = {
        field: column,
        description: '',
        kind: columns.get(column),
        isNullable,
        sql: (name) => name(column),
      }
      for (const direction of DIRECTIONS) {
        const by = sql.raw(orderedBy({ by: key, direction: OrderDirection[direction] }, 't'))
        const way = sql.raw(direction)
        const plan = await server.database.transaction(
          { role: 'gateway_tenant', organizationId: actor.organizationId },
          async ({ db }) => {
            for (const kind of ['sort', 'incremental_sort', 'seqscan', 'bitmapscan'])
              await sql.raw(`set local enable_${kind} = off`).execute(db)
            const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from ${sql.table(table)} t
              where t.organization_id = ${actor.organizationId} order by ${by} ${way}, t.id ${way} limit 20`.execute(db)
            return rows.map((row) => Object.values(row)[0]).join('\n')
          },
        )
        expect([column, direction, /\bSort\b/.test(plan)]).toEqual([column, direction, false])
      }
    }
  })
})

/** Fills the trail of an organization. */
async function audited(actor: Actor): Promise<Json> {
  // The reads end at a time in milliseconds. The last record can be later than that by less than a millisecond.
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await aClient(actor, { name })
  return {}
}

/** Whether values are in order. Absent ones are last in both directions. */
function isOrdered(values: readonly (string | number | null)[], direction: 'ASC' | 'DESC'): boolean {
  const present = values.filter((value) => value !== null)
  const way = direction === 'ASC' ? 1 : -1
  const isSorted = present.every((value, index) => {
    const next = present[index + 1]
    return next === undefined || (value < next ? -1 : value > next ? 1 : 0) !== way
  })
  return isSorted && values.slice(0, present.length).every((value) => value !== null)
}

describe('a list that the gateway composes has each item once, in order', () => {
  const composed: [list: string, key: string, other: string, make: (actor: Actor) => Promise<unknown>][] = [
    ['campaignPerformance(', 'campaignId', 'CAMPAIGNS', withResults],
    ['analyticsGroups(by: CLIENT, ', 'key', 'STATUS', withGroups],
  ]
  test.each(composed)('%s', async (list, key, other, make) => {
    const actor = server.actor()
    await make(actor)
    const field = lists.find(({ field }) => list.startsWith(`${field.name}(`))
    for (const [name, column] of field?.orders.filter(([name]) => name !== other) ?? []) {
      const shown = column === 'name' && key === 'key' ? 'clientName' : column
      for (const direction of DIRECTIONS) {
        const items: Json[] = []
        for (let page = 1; page <= 3; page++) {
          const query = `{ ${list}orderBy: { field: ${name}, direction: ${direction} }, page: ${page}, limit: 2) {
            totalCount nodes { ${key} ${shown} } } }`
          const { body } = await actor.graphql(query)
          expect(body.errors).toBeUndefined()
          const [{ totalCount, nodes }] = Object.values<Json>(body.data)
          expect(totalCount).toBe(5)
          items.push(...nodes)
        }
        const values = items.map((item) => item[shown])
        expect([name, direction, new Set(items.map((item) => item[key])).size]).toEqual([name, direction, 5])
        expect([name, direction, values, isOrdered(values, direction)]).toEqual([name, direction, values, true])
      }
    }
  })

  test.each(composed)('%s refuses the order that only other items have', async (list, key, other) => {
    const actor = server.actor()
    const rankings = { sort: other, orderBy: `{ field: ${other} }` }
    for (const [name, value] of Object.entries(rankings)) {
      const { body } = await actor.graphql(`{ ${list}${name}: ${value}) { nodes { ${key} } } }`)
      const { code, details } = body.errors[0].extensions
      expect([code, Object.keys(details)]).toEqual(['VALIDATION_ERROR', [name]])
      expect(details[name]).toMatch(/^must be one of NAME, .*ROI$/)
      expect(details[name]).not.toContain(other)
    }
  })

  test('a legacy ranking of campaigns refuses the order of groups as it refuses an unknown one', async () => {
    const actor = server.actor()
    for (const sort of ['campaigns', 'nothing']) {
      const { status, body } = await actor.rest('GET', `/api/analytics/performance?sort=${sort}`)
      expect([sort, status, body.code]).toEqual([sort, 400, 'VALIDATION_ERROR'])
      expect(body.message).toMatch(/^sort must be one of NAME, .*ROI$/)
    }
  })

  test('complianceAlerts', async () => {
    const actor = server.actor()
    await anAlert(actor)
    for (const name of ['A', 'B', 'C']) await anOperator(actor, { name })
    const ranks: Record<string, string[]> = {}
    for (const type of ['ComplianceAlertSeverity', 'ComplianceAlertStatus', 'ComplianceAlertType']) {
      const values = schema.getType(type)
      if (isEnumType(values))
        ranks[type.replace('ComplianceAlert', '').toLowerCase()] = values.getValues().map((each) => each.name)
    }
    const list = lists.find(({ field }) => field.name === 'complianceAlerts')
    for (const [name, column] of list?.orders ?? []) {
      for (const direction of DIRECTIONS) {
        const order = `orderBy: { field: ${name}, direction: ${direction} }`
        const { body } = await actor.graphql(`{ complianceAlerts(first: 100, ${order}) { nodes { id ${column} } } }`)
        expect(body.errors).toBeUndefined()
        const all: Json[] = body.data.complianceAlerts.nodes
        const read: Read = async (page) =>
          (await actor.graphql(`{ complianceAlerts(${page}) { nodes { id } pageInfo { hasNextPage endCursor } } }`))
            .body.data.complianceAlerts
        const paged = await walk(read, `{ field: ${name}, direction: ${direction} }`, false)
        expect(all.length).toBeGreaterThan(3)
        expect(paged).toEqual(all.map(({ id }) => id))
        const values = all.map((each) => ranks[column]?.indexOf(each[column]) ?? each[column])
        expect([name, direction, values, isOrdered(values, direction)]).toEqual([name, direction, values, true])
      }
    }
  })
})

test('an order by the name of another row shows nothing to callers who may not read that row', async () => {
  const actor = server.actor()
  const named = ['B', 'A', 'C']
  for (const name of named) await aCampaign(actor, { name, clientId: (await aClient(actor, { name })).id })
  const query = `{ campaigns(first: 3, orderBy: { field: CLIENT }) { edges { cursor node { id name } } } }`
  const edgesOf = ({ body }: { body: Json }): { cursor: string; node: Json }[] => {
    expect(body.errors).toBeUndefined()
    return body.data.campaigns.edges
  }
  const all = edgesOf(await actor.graphql(query))
  expect(all.map(({ node }) => node.name)).toEqual(['A', 'B', 'C'])
  const key = await aKey(server, actor, ['org:campaigns:read'])
  const hidden = edgesOf(await key.graphql(query))
  const ids = hidden.map(({ node }) => node.id)
  expect(ids).toEqual(ids.toSorted())
  for (const { cursor, node } of hidden)
    expect(JSON.parse(Buffer.from(cursor, 'base64url').toString())).toEqual(['1', node.id, 'client'])
  const guess = Buffer.from(JSON.stringify(['0B', ids[0], 'client'])).toString('base64url')
  const after = `{ campaigns(first: 3, after: "${guess}", orderBy: { field: CLIENT }) { edges { cursor node { id } } } }`
  expect(edgesOf(await key.graphql(after))).toHaveLength(3)
})

test('requests in the order of their due times, with extensions, Sundays and holidays', async () => {
  const actor = server.actor()
  const { id } = await aRequest(actor)
  const received = ['24', '25', '26', '27', '28', '29', '30'].map((day) => `2025-11-${day}T08:00:00Z`)
  for (const [index, received_at] of received.entries())
    await copyRow(actor, 'data_subject_request', id, { received_at, extension_days: [null, 1, 30][index % 3] })
  for (const direction of DIRECTIONS) {
    const { body } = await actor.graphql(
      `{ dataSubjectRequests(first: 20, orderBy: { field: DUE, direction: ${direction} }) { nodes { dueAt } } }`,
    )
    const due = body.data.dataSubjectRequests.nodes.map(({ dueAt }: Json) => dueAt)
    expect(due).toHaveLength(8)
    expect([direction, due, isOrdered(due, direction)]).toEqual([direction, due, true])
  }
})

test('a list in the order of the longest names is read page by page', async () => {
  const actor = server.actor()
  // In a cursor, each of them is several bytes.
  const characters = ['\u0001', '"', '€', '😀', '😀\ufe0f']
  for (const character of characters) await aClient(actor, { name: character.repeat(200) })
  const query = `query ($after: String) {
    clients(first: 1, after: $after, orderBy: { field: NAME, direction: ASC }) { nodes { id } pageInfo { endCursor hasNextPage } } }`
  const ids = new Set<string>()
  let page: Json
  do {
    const { body } = await actor.graphql(query, { after: page?.pageInfo.endCursor })
    expect(body.errors).toBeUndefined()
    page = body.data.clients
    ids.add(page.nodes[0].id)
  } while (page.pageInfo.hasNextPage)
  expect(ids.size).toBe(characters.length)
})

/** Five clients, each with a campaign. Two campaigns have equal results, and one has none. Returns the ids of the clients. */
async function withResults(actor: Actor): Promise<string[]> {
  const clientIds: string[] = []
  for (const [index, name] of ['A', 'B', 'C', 'D', 'E'].entries()) {
    const { id: clientId } = await aClient(actor, { name: `Client ${name}` })
    clientIds.push(clientId)
    const status = index % 2 ? 'ACTIVE' : 'DRAFT'
    const { id } = await aCampaign(actor, { name: `Campaign ${name}`, clientId, status })
    const amount = Math.floor(index / 2) * 10
    if (index > 0)
      await record(actor, {
        campaignId: id,
        day: daysAgo(2),
        impressions: amount * 7,
        clicks: amount,
        conversions: index,
        spendCents: amount * 3,
        revenueCents: amount * index,
      })
  }
  return clientIds
}

/** Five clients with one, two or three campaigns. */
async function withGroups(actor: Actor): Promise<void> {
  const clientIds = await withResults(actor)
  for (const index of [1, 3, 3]) await aCampaign(actor, { name: 'Another', clientId: clientIds[index] })
}
