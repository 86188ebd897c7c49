/** @long it reads the plan of every statement of every operation. */
import { randomUUID } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { WRITING_FUNCTIONS } from '../src/data/transaction-connection.ts'
import { recordMessageSpend } from '../src/features/delivery/figures/message.spend.ts'
import { asked } from './support/answers.ts'
import { deliverySettings, finished, move, readyCampaign } from './support/delivery.ts'
import { type NameServer, startNameServer } from './support/dns.ts'
import { callEveryField } from './support/every-field.ts'
import { runExamples } from './support/example-run.ts'
import { performAll, performFor, toolsOf } from './support/jobs.ts'
import { inOrganization, passTime } from './support/organization.ts'
import { startReceiver } from './support/receiver.ts'
import {
  aCampaign,
  aClient,
  aContent,
  aGrantedRequest,
  anInvitation,
  aSubject,
  aWebhook,
  completeNow,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { type Sink, startSink } from './support/sink.ts'
import { startSmtpServer } from './support/smtp.ts'
import { recordTransactions } from './support/statements.ts'
import { functionFaults, statementFaults } from './support/tenant-statements.ts'
import { until } from './support/until.ts'

describe('the checker of statements', () => {
  const tables = new Set(['client', 'campaign', 'organization'])

  test.each([
    'select * from client where organization_id = $1',
    'select 1',
    'select * from job',
    `select * from client as c where c.organization_id = 'a' and (id = $1 or name = $2)`,
    'select * from client join campaign on campaign.organization_id = client.organization_id where client.organization_id = $1',
    'select * from campaign left join client on client.id = campaign.client_id and client.organization_id = $1 where campaign.organization_id = $1',
    'select * from client where organization_id = $1 and exists (select 1 from campaign where campaign.organization_id = client.organization_id)',
    'select * from unnest($1::uuid[]) as owner(id) cross join lateral (select * from campaign where organization_id = $2::text) as c',
    'with client as (select 1) select * from client',
    'insert into client (id, organization_id) values ($1, $2)',
    'insert into client values ($1, $2)',
    'insert into client (organization_id, id) select organization_id, added.* from organization, unnest($1) as added where organization_id = $2',
    'insert into client (organization_id, name, at) values ($1, $2, now()) on conflict (organization_id) do update set at = excluded.at',
    'update client set name = $1 where organization_id = $2 and id = $3',
    'update client set name = case when status = $1 then $2 else $3 end where organization_id = $4',
    'update client set name = upper(name), other = jsonb_build_object($1, now()) where organization_id = $2',
    'delete from client using campaign where client.organization_id = $1 and campaign.organization_id = $1',
  ])('takes %s', async (sql) => {
    expect(await statementFaults(sql, tables)).toEqual([])
  })

  test.each([
    ['select * from client', ['client without an organization']],
    ['select * from client where organization_id = $1 or id = $2', ['client without an organization']],
    ['select * from client where organization_id <> $1', ['client without an organization']],
    ['select * from client where organization_id > $1', ['client without an organization']],
    ['select * from client where not organization_id = $1', ['client without an organization']],
    ['select * from client where organization_id = name', ['client without an organization']],
    ['select * from client where organization_id = any($1)', ['client without an organization']],
    [`select * from client where (organization_id, id) in (('a', 'b'))`, ['client without an organization']],
    ['select * from client c join campaign on true where c.organization_id = $1', ['campaign without an organization']],
    ['select * from client c, campaign d where c.organization_id = d.organization_id', ['client c', 'campaign d']],
    ['select (select count(*) from campaign) from client where organization_id = $1', ['campaign']],
    ['select * from client where organization_id = $1 union select * from client', ['client']],
    ['with c as (select * from client) select * from c', ['client']],
    ['with c as (delete from campaign where id = $1) delete from client where organization_id = $2', ['campaign']],
    ['update client set organization_id = $1', ['client']],
    ['delete from client where id = $1', ['client']],
    [
      'update client set at = case when name = $2 then now() else at end where organization_id = $1',
      ['update of client by a choice with now'],
    ],
    [
      'update client set at = coalesce(at, now()) where organization_id = $1',
      ['update of client by a choice with now'],
    ],
    [
      'update client set name = case status when $1 then $2 else $3 end where organization_id = $4',
      ['update of client by "case x when y"'],
    ],
    [
      "update client set content = content || jsonb_build_object('name', r.name) from r where client.organization_id = $1",
      ['update of client to jsonb_build_object of columns'],
    ],
    [
      "update client set name = 'x' || gen_random_uuid() where organization_id = $1",
      ['update of client to gen_random_uuid'],
    ],
    ['insert into client (id) values ($1)', ['insert into client without an organization']],
    [
      'insert into client (organization_id) values ($1) on conflict (organization_id) do update set at = now()',
      ['insert into client that meets a row with now'],
    ],
    [
      'insert into client (organization_id) values ($1) on conflict (organization_id) do update set at = current_timestamp',
      ['insert into client that meets a row with SQLValueFunction'],
    ],
    [
      'insert into client (organization_id) values ($1) on conflict (organization_id) do update set tags = array(select $2)',
      ['insert into client that meets a row with SubLink'],
    ],
    [
      'insert into client (id, organization_id) select id, $1 from campaign where organization_id = $1',
      ['insert into client of rows whose organization is no column'],
    ],
  ])('refuses %s', async (sql, faults) => {
    const found = await statementFaults(sql, tables)
    expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)))
  })
})

describe('the checker of functions', () => {
  const body = (statements: string) =>
    `create function f(organization text) returns setof uuid language plpgsql as $$ begin ${statements} end $$`
  const tables = new Set(['client'])

  test.each([
    'perform id from client where organization_id = organization;',
    'perform id from client where organization_id = new.organization_id;',
    'if not exists (select 1 from client where organization_id = f.organization) then return; end if;',
  ])('takes %s', async (statements) => expect(await functionFaults(body(statements), tables)).toEqual([]))

  test.each([
    'perform id from client;',
    'if not exists (select 1 from client where id = 1) then return; end if;',
    'return query select id from client;',
  ])('refuses %s', async (statements) => expect(await functionFaults(body(statements), tables)).toHaveLength(1))
})

/** Statements about the rows of several organizations, by how they begin: all of the system role. One line each. */
const OF_SEVERAL: readonly [why: string, beginning: RegExp][] = [
  ['who has work, by time', /^select organization_id(, due_at)? from due_work where kind = /],
  [
    'whose team has changed',
    /^select organization_id, team_version from organization_head where organization_id = any/,
  ],
  ['how late work is, by kind', /^select kind, count\(\*\)::int as organizations, extract\(epoch from now\(\)/],
  ['which kinds have work', /^select distinct kind from due_work where kind = /],
  [
    'a schedule, for all',
    /^insert into due_work \(organization_id, kind\) select organization_id, \$1::text from organization_head /,
  ],
]

/** Tables of tenants, as the database has them. */
const TENANT_TABLES = sql<{
  name: string
}>`select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'organization_id'`

const isCommand = (statement: string) =>
  /^(begin|commit|rollback|savepoint|release|set|notify|listen)\b/i.test(statement)
const plain = (statement: string) => statement.replace(/\s+/g, ' ').trim()

/** Which PostgreSQL takes for a tenth of all rows: it plans such a statement again each time that it is sent. */
const HAS_UNKNOWN_LIMIT = /\blimit \$\d/i

/**
 * What was sent that tables of tenants were read or written by without saying whose, but for what is named above, or with
 * a limit that PostgreSQL does not know.
 */
async function faultsIn(transactions: readonly string[][], tables: ReadonlySet<string>): Promise<string[]> {
  const faults = new Set<string>()
  const checked = new Set<string>()
  for (const [begin = '', ...sent] of transactions) {
    const isSystem = begin.includes("role = 'gateway_system'")
    for (const statement of sent) {
      if (isCommand(statement) || checked.has(statement)) continue
      if (isSystem && OF_SEVERAL.some(([, beginning]) => beginning.test(plain(statement)))) continue
      checked.add(statement)
      if (HAS_UNKNOWN_LIMIT.test(statement)) faults.add(`limit as a parameter: ${plain(statement)}`)
      for (const fault of await statementFaults(statement, tables)) faults.add(`${fault}: ${plain(statement)}`)
    }
  }
  return [...faults]
}

/** Background work: mails, webhooks, notifications, campaigns that start or end, and retention. */
async function workInBackground(server: TestServer, hook: string): Promise<void> {
  const actor = server.actor()
  const webhook = await aWebhook(actor, { url: hook, events: ['*'] })
  const invitation = await anInvitation(actor)
  await aGrantedRequest(actor, { subject: aSubject() })
  const { id: campaignId } = await aCampaign(actor, { status: 'SCHEDULED', startsAt: new Date(Date.now() + 3_600_000) })
  const { id: contentId } = await aContent(actor, { campaignId })
  const day = '2020-01-01'
  await actor.rest('POST', '/api/analytics/records', { campaignId, contentId, day, clicks: 1, spendCents: 1 })
  const start = sql`update campaign set starts_at = now()
    where organization_id = ${actor.organizationId} and id = ${campaignId}`
  await passTime(server, actor, 'campaigns', start)
  const { key } = (await actor.rest('POST', '/api/service-provider/api-keys', { name: 'K', role: 'viewer' })).body.data
  await server.fetch('/api/clients', { headers: { Authorization: `Bearer ${key}` } })
  await until('mail, webhook and campaign', async () => {
    const { body: invitations } = await actor.rest('GET', '/api/invitations/manage')
    const { body: deliveries } = await actor.rest('GET', `/api/service-provider/webhooks/${webhook.id}/deliveries`)
    const { body: campaign } = await actor.rest('GET', `/api/campaigns/${campaignId}`)
    const isSent = invitations.data.some(({ id, emailStatus }: Json) => id === invitation.id && emailStatus === 'SENT')
    return (
      isSent && deliveries.data.some(({ status }: Json) => status === 'DELIVERED') && campaign.data.status === 'ACTIVE'
    )
  })
  await monitor(server)
  await checkpoint(server, actor)
  await outlive(server, actor)
  await performAll(server)
  await actor.rest('POST', '/api/campaigns/bulk', { operation: 'DELETE', ids: [campaignId] })
  const request = await aGrantedRequest(actor, {
    type: 'DELETION',
    subject: { ...aSubject(), email: invitation.email },
  })
  const executor = server.actor({ organizationId: actor.organizationId })
  await completeNow(executor, request.id)
}

/** The audit trail is signed, and the checkpoint published. */
async function checkpoint(server: TestServer, actor: Actor): Promise<void> {
  await passTime(server, actor, 'checkpoints', sql`select 1`)
  const published = sql`select size from audit_publication where organization_id = ${actor.organizationId}`
  await until('a checkpoint', async () => (await inOrganization(server, actor, published)).length > 0)
}

const ALERTMANAGER = { ALERTMANAGER_TOKEN: randomUUID(), ALERTMANAGER_ORGANIZATION: 'org_operator' }

/** What the monitoring sends: a heartbeat, and an alert. */
async function monitor(server: TestServer): Promise<void> {
  const alerts = ['Watchdog', 'TenantProbing'].map((alertname) => {
    const labels = { alertname, category: 'security', severity: 'critical' }
    return { status: 'firing', labels, startsAt: new Date().toISOString(), fingerprint: alertname }
  })
  const { status } = await server.fetch('/hooks/alertmanager', {
    method: 'POST',
    headers: { Authorization: `Bearer ${ALERTMANAGER.ALERTMANAGER_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ version: '4', alerts }),
  })
  expect(status).toBeLessThan(300)
}

/** Makes rows of every kind that is kept for a time past it. */
async function outlive(server: TestServer, actor: Actor): Promise<void> {
  await actor.rest('PUT', '/api/compliance/retention', { periods: [{ resource: 'ANALYTICS_RECORDS', days: 30 }] })
  const { id: clientId } = await aClient(actor)
  const { id } = await aCampaign(actor, { clientId })
  await aContent(actor, { campaignId: id })
  for (const table of ['client', 'campaign', 'content_item']) {
    const change = sql`update ${sql.table(table)} set status = 'ARCHIVED', updated_at = now() - interval '20 years'
      where organization_id = ${actor.organizationId} and status <> 'ACTIVE'`
    await inOrganization(server, actor, change)
  }
}

/** A campaign is sent by e-mail, opened and clicked. A test message and an import precede it. */
async function send(server: TestServer, names: NameServer, sink: Sink): Promise<void> {
  const actor = server.actor()
  await asked(actor, 'mutation { updatePrivacySettings(input: { tracksMessages: true }) { tracksMessages } }')
  const content = {
    body: '<p>Hello</p><a href="https://karoo.example/a">A</a> <a href="https://karoo.example/b">B</a>',
  }
  const { id, approver, contentId, subjects } = await readyCampaign(server, actor, names, {
    content,
    sender: { pricePerThousandCents: 1000 },
  })
  const TEST =
    'mutation ($id: ID!, $content: ID!, $to: EmailAddress!) { sendTestMessage(campaignId: $id, contentId: $content, to: $to) { id } }'
  await asked(actor, TEST, { id, content: contentId, to: actor.email })
  await move(approver, id, 'ACTIVE')
  await finished(actor, id)
  await performFor(actor, recordMessageSpend, toolsOf(server))
  await inOrganization(
    server,
    actor,
    sql`update message set sent_at = now() - interval '1 hour' where organization_id = ${actor.organizationId}`,
  )
  const received = await until('the message', () => sink.messages.find(({ to }) => to === subjects[0].email))
  const paths = new Set(
    received.raw
      .toString()
      .replace(/=\r\n/g, '')
      .match(/\/t\/[co]\/[\w.-]+/g),
  )
  expect(paths.size).toBe(3)
  for (const path of paths)
    await server.fetch(path, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 Firefox/150.0' } })
}

test('every statement that the service sends names the organization of each row of tenants', async () => {
  const transactions: string[][] = []
  await using smtp = await startSmtpServer()
  await using receiver = await startReceiver()
  await using names = await startNameServer()
  await using sink = await startSink()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gateway-checkpoints-'))
  const background = {
    ...{ ...ALERTMANAGER, SMTP_URL: smtp.url, WEBHOOKS_ALLOW_PRIVATE: 'true' },
    AUDIT_CHECKPOINT_DIR: folder.path,
  }
  const environments: [environment: Record<string, string>, work: (server: TestServer) => Promise<unknown>][] = [
    [{}, (server) => runExamples(server).then(() => callEveryField(server))],
    [background, (server) => workInBackground(server, receiver.url)],
    [deliverySettings(names, sink.url), (server) => send(server, names, sink)],
  ]
  let tables = new Set<string>()
  for (const [environment, work] of environments) {
    await using server = await startServer(environment, recordTransactions(transactions))
    await work(server)
    const names = await inOrganization(server, server.actor(), TENANT_TABLES)
    tables = new Set(names.map(({ name }) => name))
  }
  expect(await faultsIn(transactions, tables)).toEqual([])
  const sent = transactions.flat().join('\n')
  const unmet = [...tables].filter((table) => !new RegExp(`\\b${table}\\b`).test(sent))
  expect(unmet).toEqual([])
})

/** Triggers, and what other functions call. */
const CALLED_BY_DATABASE = [
  'add_results',
  'add_up_results',
  'move_results',
  'link_audit_record',
  'advance_head',
  'refuse_change',
  'refuse_held',
  'refuse_held_in_trash',
]

test('so do the statements in functions of the database', async () => {
  await using server = await startServer()
  const tables = new Set((await inOrganization(server, server.actor(), TENANT_TABLES)).map(({ name }) => name))
  const functions = await inOrganization(
    server,
    server.actor(),
    sql<{
      name: string
      definition: string
      isWriting: boolean
    }>`select proname as name, pg_get_functiondef(p.oid) as definition, provolatile = 'v' as is_writing from pg_proc p
      join pg_language l on l.oid = prolang where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'`,
  )
  const names = functions.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['append', 'add_results', 'link_audit_record', 'advance_head']))
  const called = functions.filter(({ name, isWriting }) => isWriting && !CALLED_BY_DATABASE.includes(name))
  expect(new Set(called.map(({ name }) => name))).toEqual(new Set(WRITING_FUNCTIONS))
  const faults = await Promise.all(functions.map(({ definition }) => functionFaults(definition, tables)))
  expect(faults.flat()).toEqual([])
})
