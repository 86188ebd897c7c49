import * as documents from './documents.ts'
import type { Fact, Query, Row } from './floor-database.ts'

/*
 * Answers to the documents of the benchmark and to no others, by the SQL that costs least: PostgreSQL writes the rows as
 * JSON, and they leave as they are.
 */

type Values = Record<string, unknown>

/** What answers a document: its record, and `data` as JSON. */
export interface Answer {
  fact: Pick<Fact, 'action' | 'resourceId' | 'count'>
  data(query: Query, organization: string, variables: Values): Promise<string>
}

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const stored = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const field = (alias: string, key: string) =>
  /[a-z]At$/.test(key) ? moment(`${alias}.${stored(key)}`) : `${alias}.${stored(key)}`

/** A row as JSON: columns by their GraphQL names, and what is written beside. */
const json = (alias: string, fields: string, beside: Record<string, string> = {}) => {
  const own = fields.split(' ').map((key) => `${field(alias, key)} as "${key}"`)
  const more = Object.entries(beside).map(([key, sql]) => `${sql} as "${key}"`)
  return `(select to_json(o) from (select ${[...own, ...more].join(', ')}) as o)`
}

const NEWEST = (alias: string) => `order by ${alias}.created_at desc, ${alias}.id desc`
const rows = (row: string, from: string, rest: string) =>
  `select ${row}::text as json from ${from} where ${from.split(' ')[1]}.organization_id = $1 ${rest}`
const many = (row: string, from: string, link: string, first: string) => {
  const alias = from.split(' ')[1] ?? ''
  const found = `select ${row} from ${from} where ${alias}.organization_id = $1 and ${link} ${NEWEST(alias)} limit ${first}`
  return `(select to_json(o) from (select array(${found}) as "nodes") as o)`
}
const one = (row: string, from: string, link: string) =>
  `(select ${row} from ${from} where ${from.split(' ')[1]}.organization_id = $1 and ${link})`

const CLIENT = 'id name type sector status createdAt'
const CAMPAIGN = 'id name type status createdAt'
const nodes = (found: Row[]) => `"nodes":[${found.map((row) => row.json)}]`
const total = ([row]: Row[]) => `"totalCount":${row?.count}`

const CONTENT = (fields: string) => many(json('i', fields), 'content_item i', 'i.campaign_id = m.id', '5')
const CAMPAIGNS = (fields: string, beside?: Record<string, string>) =>
  many(json('m', fields, beside), 'campaign m', 'm.client_id = c.id', '10')
const CLIENT_OF = (fields: string) => one(json('c', fields), 'client c', 'c.id = m.client_id')

const FLAT = rows(json('c', CLIENT), 'client c', `${NEWEST('c')} limit 20`)
const CAMPAIGN_LIST = rows(json('m', CAMPAIGN), 'campaign m', `${NEWEST('m')} limit 20`)
const NESTED = rows(json('c', CLIENT, { campaigns: CAMPAIGNS(CAMPAIGN) }), 'client c', `${NEWEST('c')} limit 20`)
const DEEP = rows(
  json('c', 'id name', { campaigns: CAMPAIGNS('id name status', { content: CONTENT('id title status') }) }),
  'client c',
  `${NEWEST('c')} limit 20`,
)
const PAGE = rows(
  json('m', CAMPAIGN),
  'campaign m',
  'and m.status = $2 and (m.name, m.id) > ($3, $4) order by m.name, m.id limit 20',
)
const PAGE_TOTAL = 'select count(*) as count from campaign where organization_id = $1 and status = $2'
const NAMED = rows(json('m', 'id name status', { client: CLIENT_OF('name') }), 'campaign m', `${NEWEST('m')} limit 20`)
const ONE = rows(json('c', CLIENT), 'client c', 'and c.id = $2')
const SEARCH = rows(json('c', CLIENT), 'client c', `and c.name ilike $2 ${NEWEST('c')} limit 20`)
const SEARCH_TOTAL = 'select count(*) as count from client where organization_id = $1 and name ilike $2'
const FRAGMENTS = (first: number) =>
  rows(
    '(select to_json(o) from (select c.id as "key", c.name as "title", c.status as "state") as o)',
    'client c',
    `${NEWEST('c')} limit ${first}`,
  )
const UPWARDS = rows(
  json('i', 'id title status', {
    campaign: one(json('m', 'id name', { client: CLIENT_OF('id name') }), 'campaign m', 'm.id = i.campaign_id'),
  }),
  'content_item i',
  `${NEWEST('i')} limit 50`,
)
const WIDE = rows(
  json('m', 'id name type status description channels startsAt endsAt createdBy createdAt updatedAt'),
  'campaign m',
  `${NEWEST('m')} limit 100`,
)
const SINGLE = rows(
  json('c', 'id name', { campaigns: CAMPAIGNS('id name', { content: CONTENT('id title') }) }),
  'client c',
  'and c.id = $2',
)

/** A list and, where it is asked for, how many there are in all. */
const list = (name: string, sql: string, action: string, ...values: unknown[]): Answer => ({
  fact: { action },
  data: async (query, organization) => `{"${name}":{${nodes(await query(sql, [organization, ...values]))}}}`,
})

const single = (sql: string): Answer => ({
  fact: { action: 'CLIENT_VIEWED' },
  data: async (query, organization, { id }) => `{"client":${(await query(sql, [organization, id]))[0]?.json ?? null}}`,
})

const page: Answer = {
  fact: { action: 'CAMPAIGN_LISTED' },
  data: async (query, organization, { after }) => {
    const [name, id] = JSON.parse(Buffer.from(String(after), 'base64url').toString())
    const [found, count] = await Promise.all([
      query(PAGE, [organization, 'ACTIVE', name, id]),
      query(PAGE_TOTAL, [organization, 'ACTIVE']),
    ])
    return `{"campaigns":{${total(count)},${nodes(found)}}}`
  },
}

const search: Answer = {
  fact: { action: 'CLIENT_LISTED' },
  data: async (query, organization) => {
    const values = [organization, '%Client 1%']
    const [found, count] = await Promise.all([query(SEARCH, values), query(SEARCH_TOTAL, values)])
    return `{"clients":{${total(count)},${nodes(found)}}}`
  },
}

const two: Answer = {
  fact: { action: 'CLIENT_LISTED' },
  data: async (query, organization) => {
    const [clients, campaigns] = await Promise.all([query(FLAT, [organization]), query(CAMPAIGN_LIST, [organization])])
    return `{"clients":{${nodes(clients)}},"campaigns":{${nodes(campaigns)}}}`
  },
}

const fragments: Answer = {
  fact: { action: 'CLIENT_LISTED' },
  data: async (query, organization, { first }) =>
    `{"newest":{${nodes(await query(FRAGMENTS(Number(first)), [organization]))}}}`,
}

export const QUERIES: ReadonlyMap<string, Answer> = new Map([
  [documents.NESTED.gateway, list('clients', NESTED, 'CLIENT_LISTED')],
  [documents.FLAT.gateway, list('clients', FLAT, 'CLIENT_LISTED')],
  [documents.DEEP.gateway, list('clients', DEEP, 'CLIENT_LISTED')],
  [documents.PAGE.gateway, page],
  [documents.NAMED.gateway, list('campaigns', NAMED, 'CAMPAIGN_LISTED')],
  [documents.ONE.gateway, single(ONE)],
  [documents.TWO.gateway, two],
  [documents.SEARCH.gateway, search],
  [documents.FRAGMENTS.gateway, fragments],
  [documents.UPWARDS.gateway, list('contents', UPWARDS, 'CONTENT_LISTED')],
  [documents.WIDE.gateway, list('campaigns', WIDE, 'CAMPAIGN_LISTED')],
  [documents.SINGLE.gateway, single(SINGLE)],
])
