import { describe, expect, test } from '@jest/globals'
import { CampaignStatus, CampaignType } from '../src/features/campaigns/campaign.entity.ts'
import { SERVER } from './support/database.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, transactionsOf } from './support/statements.ts'

/* What goes to the database, statement by statement. */
const transactions: string[][] = []
let server: TestServer
let few: Actor
let many: Actor

setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
  few = server.actor()
  many = server.actor()
  await fill(few, 1)
  await fill(many, 12)
})

async function fill(actor: Actor, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const client = await aClient(actor, { name: `Client ${index}` })
    await aCampaign(actor, { name: `First of ${index}`, clientId: client.id })
    await aCampaign(actor, { name: `Second of ${index}`, clientId: client.id })
  }
}

/** The transactions of the caller and of the audit trail while `work` runs; those of background jobs are left out. */
async function sentBy({ organizationId }: Actor, work: () => Promise<Answer>): Promise<string[][]> {
  transactions.length = 0
  const { status, body } = await work()
  expect([status, body.errors]).toEqual([200, undefined])
  // While a checkpoint is signed the chain is locked, and a record is written once more, apart.
  const audited = transactions.filter((sent) => /select append\((?!.*, true,)/.test(sent.join()))
  return [...transactionsOf(transactions, organizationId), ...audited].map((sent) => sent.map(shape))
}

/** A statement without what differs from call to call. */
const shape = (sql: string) =>
  sql
    .replace(/org_[\w-]+/g, 'ORGANIZATION')
    .replace(/timeout = \d+/g, 'timeout = MS')
    .replace(/\$\d+(?:, \$\d+)*/g, '$')
    .replace(/\s+/g, ' ')
    .replace(/ -- in the background$/, '')

/** PGlite has no limits of time. */
const LIMITS = SERVER
  ? '; set local statement_timeout = MS; set local lock_timeout = MS; ' +
    'set local idle_in_transaction_session_timeout = MS'
  : ''
const AUDITED = [
  `begin; set local role = 'gateway_system'; set local app.organization_id = ''${LIMITS}`,
  "select append(organization, records, false, '{}'::jsonb, '{}'::uuid[]) as last, organization from jsonb_each($::jsonb) as batch (organization, records)",
  'commit',
]
const BEGIN = `begin read only; set local role = 'gateway_tenant'; set local app.organization_id = 'ORGANIZATION'${LIMITS}`
const END = 'commit'

const known = (column: string, values: string[]) =>
  `case when t0."${column}" is null or t0."${column}" in (${values.map((value) => `'${value}'`)}) then t0."${column}" ` +
  `else (t0."${column}" || ' is unknown')::integer::text end`

/** A page without cursors, of rows in their order: what is shown around them, what they are together, and each of them. */
const page = (around: string, together: string, row: string, from: string) =>
  'select case when q.bytes <= $::integer then q.text end as text, q.bytes, q.size from (select w.*, octet_length(w.text) as bytes from (' +
  `select ${around}::text as text, p.size::integer as size ` +
  `from (select coalesce(json_agg(r.v0), '[]'::json) as v0, ${together}count(*) as size from (select ${row} as v0 ${from}) as r) as p offset 0) as w offset 0) as q`
const NEWEST_FIRST = 'order by t0."created_at" desc, t0.id desc'
const WHOLE = `'nodes', p.v0, $::text, p.total, 'page', null::integer, 'limit', null::integer, 'pages', null::integer`

describe('the first round trip is one batch, and a list is one statement', () => {
  test('GET /api/clients: the list, and the counts of its meta', async () => {
    const sent = await sentBy(many, () => many.rest('GET', '/api/clients'))
    const counted = (head: string, kept: string, table: string) =>
      `coalesce((select (select coalesce(sum(${kept}."rows"::integer), 0) from jsonb_each_text(${head}.counts->'client') ` +
      `as ${kept}("sector", "rows") where ${kept}."sector" = $) from "organization_head" as ${head} ` +
      `where ${head}.organization_id = $ and ${head}.counts is not null), ` +
      `(select count(*) from "client" as ${table} where ${table}.organization_id = $ and ${table}."sector" = $))`
    const counts = `'government', ${counted('t1', 't2', 't3')}, 'business', ${counted('t4', 't5', 't6')}`
    const row =
      `json_build_object('id', t0."id", 'name', t0."name", 'type', t0."type", 'sector', ` +
      `${known('sector', ['GOVERNMENT', 'BUSINESS'])}, $::text, ` +
      `coalesce(t0."security_clearance", t0."compliance" ->> 'securityClearance'))`
    const from = `from "client" as t0 where t0.organization_id = $ ${NEWEST_FIRST}`
    expect(sent).toEqual([
      [BEGIN, page(`json_build_object(${WHOLE}, ${counts})`, 'count(*) as total, ', row, from), END],
      AUDITED,
    ])
  })

  test('GET /api/campaigns: the list, with what belongs to its rows', async () => {
    const sent = await sentBy(many, () => many.rest('GET', '/api/campaigns'))
    const government = "'MUNICIPALITY', 'PROVINCIAL_GOVT', 'NATIONAL_GOVT', 'STATE_OWNED_ENTITY'"
    const link = (table: string, alias: string) =>
      `left join "${table}" as ${alias} on ${alias}.organization_id = $ and `
    const row =
      '(select to_json(o) from (select t0."id" as "id", t0."name" as "name", t0."client_id" as "clientId", ' +
      `coalesce(t1."name", 'No Client') as "clientName", ` +
      `case t1."type" in (${government}) when true then 'GOVERNMENT' when false then 'BUSINESS' end as "clientSector", ` +
      `${known('type', Object.values(CampaignType))} as "type", ${known('status', Object.values(CampaignStatus))} ` +
      `as "status", (select count(*) from "content_item" as t2 where t2.organization_id = $ and t2."campaign_id" = t0."id") ` +
      `as "contentCount", coalesce(t3."records", 0) as "analyticsCount", ` +
      `to_char(t0."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt" from (select 1) as one ` +
      `${link('client', 't1')}t1."id" = t0."client_id" ${link('campaign_total', 't3')}t3."campaign_id" = t0."id") as o)`
    const from = `from "campaign" as t0 where t0.organization_id = $ ${NEWEST_FIRST}`
    expect(sent).toEqual([[BEGIN, page(`json_build_object(${WHOLE})`, 'count(*) as total, ', row, from), END], AUDITED])
  })

  test('clients with their campaigns, whatever the caller names them', async () => {
    const query = (at: string) =>
      `{ clients(first: 5) { nodes { id ${at}: createdAt campaigns(first: 2) { nodes { name } } } } }`
    const sent = await sentBy(many, () => many.graphql(query('at')))
    const campaigns =
      `(select (select to_json(o) from (select p.v0 as "nodes") as o) from (select coalesce(json_agg(r.v0), '[]'::json) as v0 ` +
      `from (select (select to_json(o) from (select t1."name" as "name") as o) as v0 from "campaign" as t1 ` +
      `where t1.organization_id = $ and t1."client_id" = t0.id order by t1."created_at" desc, t1.id desc limit 2) as r) as p)`
    const row =
      `json_build_object('id', t0."id", $::text, to_char(t0."created_at" at time zone 'UTC', ` +
      `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'campaigns', ${campaigns})`
    const from = `from "client" as t0 where t0.organization_id = $ ${NEWEST_FIRST} limit 5`
    expect(sent).toEqual([
      [BEGIN, page('(select to_json(o) from (select p.v0 as "nodes") as o)', '', row, from), END],
      AUDITED,
    ])
    expect((await sentBy(many, () => many.graphql(query('then'))))[0]).toEqual(sent[0])
  })
})

describe('the number of statements does not grow with the rows', () => {
  const selections: [string, string, number][] = [
    ['clients', '{ clients(first: 100) { nodes { id name } } }', 1],
    ['clients and their number', '{ clients(first: 100) { totalCount nodes { id } } }', 1],
    ['clients with campaigns', '{ clients(first: 50) { nodes { campaigns(first: 10) { nodes { id } } } } }', 1],
    [
      'clients with campaigns with counts and the name of the client',
      '{ clients(first: 20) { nodes { campaigns(first: 10) { nodes { id contentCount analyticsCount clientName clientSector } } } } }',
      1,
    ],
    ['campaigns with their client', '{ campaigns(first: 100) { nodes { id client { id name } } } }', 1],
    [
      'campaigns with everything',
      '{ campaigns(first: 20) { nodes { client { id campaigns(first: 2) { nodes { id client { name } } } } contentCount } } }',
      1,
    ],
    [
      'a numbered page that holds all campaigns, and its totals',
      '{ campaigns(limit: 100) { totalCount page pages nodes { id clientName contentCount } } }',
      1,
    ],
    [
      'clients with a page of campaigns, its cursors and their number',
      '{ clients(first: 20) { nodes { campaigns(first: 2, orderBy: { field: NAME }) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { name } } } } } }',
      1,
    ],
  ]
  for (const [what, query, expected] of selections) {
    test(`${what}: ${expected}`, async () => {
      await few.graphql(query)
      const ofFew = await sentBy(few, () => few.graphql(query))
      const ofMany = await sentBy(many, () => many.graphql(query))
      expect(ofMany).toEqual(ofFew)
      const [statements, ...others] = ofMany
      expect(others).toEqual([AUDITED])
      expect(statements?.slice(1, -1)).toHaveLength(expected)
    })
  }
})
