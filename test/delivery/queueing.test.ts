/** @long it starts a gateway with a mail server and a name server, and fills tables with thousands of rows. */
import { describe, expect, test } from '@jest/globals'
import { type RawBuilder, sql } from 'kysely'
import { serviceOf } from '../../src/background/work.ts'
import type { Transaction } from '../../src/data/transaction.ts'
import { claimMessages } from '../../src/features/delivery/sending/sending.claims.ts'
import { SENT } from '../../src/features/delivery/sending/sending.outcome.ts'
import { nextMessage, queueMessages } from '../../src/features/delivery/sending/sending.queue.ts'
import { storeOutcomes } from '../../src/features/delivery/sending/sending.settle.ts'
import { asAdministrator } from '../support/database.ts'
import {
  approvedContent,
  finished,
  move,
  readyCampaign,
  setSender,
  show,
  startDeliveryServer,
} from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { holdWork, releaseWork } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

const MANY = 5000
/** Number of messages of a batch. */
const SIZE = 32
/** The most rows that a statement may read for a batch of `SIZE`. */
const FEW = 8 * SIZE

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url))
})

/** A campaign that can start. Its organization's delivery is held, so that the test does the work. */
async function held(options: Json = {}) {
  const actor = server.actor()
  const campaign = await readyCampaign(server, actor, names, options)
  await holdWork(server, actor, 'delivery')
  return { actor, ...campaign }
}

/** Another campaign with the same sender, without recipients. */
async function another(actor: Actor, senderId: string): Promise<string> {
  const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'PENDING_APPROVAL' })
  await approvedContent(server, actor, id)
  await setSender(actor, id, senderId)
  await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
  return id
}

/** Adds rows. With statistics from before, PostgreSQL may expect that the organization has one row. */
async function fill(actor: Actor, table: 'campaign_recipient' | 'message', insert: RawBuilder<unknown>): Promise<void> {
  await inOrganization(server, actor, insert)
  await asAdministrator(server.connection, `analyze ${table}`)
}

const recipients = ({ organizationId }: Actor, id: string, count: number, channel: string) =>
  sql`insert into campaign_recipient (organization_id, id, campaign_id, channel, contact, attributes, created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), ${id}, ${channel}, 'p' || number || '@many.example', '{}',
      now(), now() from generate_series(1, ${count}::int) as number`

const addRecipients = (actor: Actor, id: string, count: number, channel = 'EMAIL') =>
  fill(actor, 'campaign_recipient', recipients(actor, id, count, channel))

const messages = ({ organizationId }: Actor, id: string, count: number, domain: string) =>
  sql`insert into message (organization_id, id, campaign_id, content_version, channel, contact, domain, language, status,
      not_before, created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), ${id}, 1, 'EMAIL', 'p' || number || '@' || ${domain}::text, ${domain},
      'en', 'QUEUED', now(), now(), now() from generate_series(1, ${count}::int) as number`

const addMessages = (actor: Actor, id: string, count: number, domain = 'many.example') =>
  fill(actor, 'message', messages(actor, id, count, domain))

/** The rows that this connection has read of tables, as far as PostgreSQL has not yet added them to its statistics. */
async function readSoFar({ db }: Transaction): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
    where relname in ('message', 'campaign_recipient')`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Does work of an organization in one transaction. Returns its result, and the number of rows that it read of a table. */
const readBy = <T>({ organizationId }: Actor, work: (unit: Transaction, organizationId: string) => Promise<T>) =>
  server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    // The embedded database has one connection, so the rows of earlier transactions may be among these.
    const before = await readSoFar(unit)
    const result = await work(unit, organizationId)
    const after = await readSoFar(unit)
    return { result, read: (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0) }
  })

const claimIn = (unit: Transaction, organizationId: string) => {
  const tools = { secrets: serviceOf(server.app, 'secrets'), settings: serviceOf(server.app, 'delivery') }
  return claimMessages(unit, organizationId, { ...tools, quietUntil: null }, SIZE)
}
const queueIn = (unit: Transaction, organizationId: string) => queueMessages(unit, organizationId, SIZE, null)

const claim = (actor: Actor) => readBy(actor, claimIn)
const queue = (actor: Actor) => readBy(actor, queueIn)

/** Number of messages by the value of a column. */
async function messagesBy(actor: Actor, column: string): Promise<Record<string, number>> {
  const counted = sql<{ key: string; count: number }>`select ${sql.ref(column)} as key, count(*)::int as count
    from message group by 1`
  return Object.fromEntries((await inOrganization(server, actor, counted)).map(({ key, count }) => [key, count]))
}

describe('claiming', () => {
  test('reads no more messages than it claims, however many wait', async () => {
    const { actor, id, approver } = await held()
    await move(approver, id, 'ACTIVE')
    await addMessages(actor, id, MANY)
    const { read } = await claim(actor)
    expect(read('message')).toBeGreaterThanOrEqual(SIZE)
    expect(read('message')).toBeLessThan(FEW)
  })

  // In the first organization, the table is almost empty; later, PostgreSQL knows other organizations only.
  test.each([1, 2, 3])('reads each message once at the most, with statistics from before they came (%i)', async () => {
    const { actor, id, approver } = await held()
    await move(approver, id, 'ACTIVE')
    await asAdministrator(server.connection, 'analyze')
    await inOrganization(server, actor, messages(actor, id, MANY, 'many.example'))
    const { read } = await claim(actor)
    expect(read('message')).toBeGreaterThanOrEqual(SIZE)
    expect(read('message')).toBeLessThan(MANY + FEW)
  })

  test('and storing the results reads no more messages than there are results', async () => {
    const { actor, id, approver } = await held({ people: 2 * SIZE })
    await move(approver, id, 'ACTIVE')
    for (let batch = 0; batch < 2; batch++) {
      await queue(actor)
      const { result } = await claim(actor)
      const settled = result.flatMap(({ claims }) =>
        claims.map((each) => ({ claim: each, outcome: SENT, at: new Date() })),
      )
      expect(settled).toHaveLength(SIZE)
      if (batch === 0) await addMessages(actor, id, MANY)
      const { read } = await readBy(actor, (unit, organizationId) => storeOutcomes(unit, organizationId, settled))
      expect(read('message')).toBeLessThan(FEW)
      if (batch === 0) await inOrganization(server, actor, sql`delete from message where domain = 'many.example'`)
    }
    expect(await messagesBy(actor, 'status')).toEqual({ SENT: 2 * SIZE })
  })

  test('takes messages of each campaign of a sender, however many wait of one', async () => {
    const { actor, id, approver, sender } = await held()
    const second = await another(actor, sender.id)
    await addRecipients(actor, second, 1)
    await move(approver, id, 'ACTIVE')
    await move(approver, second, 'ACTIVE')
    await addMessages(actor, id, MANY)
    await addMessages(actor, second, MANY)
    await claim(actor)
    const skipped = sql<Json>`select campaign_id as id, count(*)::int as count from message
      where status = 'SKIPPED' group by campaign_id`
    const taken = new Map((await inOrganization(server, actor, skipped)).map((row) => [row.id, row.count]))
    expect([taken.get(id), taken.get(second)]).toEqual([SIZE / 2, SIZE / 2])
  })

  test('postpones messages to a domain that asked to wait, and reads each once', async () => {
    const { actor, id, approver } = await held()
    await move(approver, id, 'ACTIVE')
    const count = 16 * SIZE
    await addMessages(actor, id, count, 'resting.example')
    await addMessages(actor, id, MANY, 'other.example')
    const end = new Date(Date.now() + 3_600_000)
    const resting = JSON.stringify({ 'resting.example': { until: end.toISOString(), failures: 1 } })
    await inOrganization(server, actor, sql`update sender set resting_domains = ${resting}::jsonb`)
    const postponed = sql<{ count: number }>`select count(*)::int as count from message where not_before = ${end}`
    const claimed = async () => (await messagesBy(actor, 'status')).SKIPPED
    for (let claims = 0; (await claimed()) === undefined; claims++) {
      const { read, result } = await claim(actor)
      expect(read('message')).toBeLessThan(FEW)
      expect(result.map(({ handled }) => handled)).toEqual([SIZE])
      expect(claims).toBeLessThanOrEqual(count / SIZE)
    }
    expect(await inOrganization(server, actor, postponed)).toEqual([{ count }])
  })
})

describe('queueing', () => {
  test('does not wait for the disk, as claiming does', async () => {
    const { actor, id, approver } = await held()
    await move(approver, id, 'ACTIVE')
    const syncs = async (work: typeof queueIn | typeof claimIn) => {
      const { result } = await readBy(actor, async (unit, organizationId) => {
        await work(unit, organizationId)
        return sql<Json>`select current_setting('synchronous_commit') as commit`.execute(unit.db)
      })
      return result.rows[0]?.commit
    }
    expect([await syncs(queueIn), await syncs(claimIn)]).toEqual(['off', 'on'])
  })

  test('makes messages of the next recipients only, and none while enough of them wait', async () => {
    const { actor, id, approver } = await held({ people: 0, recipients: [{ email: 'one@people.example' }] })
    await addRecipients(actor, id, MANY)
    await addRecipients(actor, id, MANY, 'SMS')
    await move(approver, id, 'ACTIVE')
    const { result, read } = await queue(actor)
    expect(result).toEqual({ recipients: SIZE, lacking: [] })
    expect(read('campaign_recipient')).toBeLessThan(FEW)
    expect((await queue(actor)).result.recipients).toBe(0)
    expect(await messagesBy(actor, 'status')).toEqual({ QUEUED: SIZE })
    expect((await show(actor, id)).delivery).toMatchObject({ queued: MANY + 1, sent: 0 })
    await claim(actor)
    const next = await queue(actor)
    expect(next.result.recipients).toBe(SIZE)
    expect(next.read('campaign_recipient')).toBeLessThan(FEW)
    expect(next.read('message')).toBeLessThan(FEW)
    // Nobody has a ground to get it.
    expect((await show(actor, id)).delivery).toMatchObject({ queued: MANY + 1 - SIZE, skipped: SIZE })
  })

  // In the first organization, the table is almost empty; later, PostgreSQL knows other organizations only.
  test.each([1, 2, 3])(
    'reads each recipient once at the most, with statistics from before they came (%i)',
    async () => {
      const { actor, id, approver } = await held()
      await move(approver, id, 'ACTIVE')
      await asAdministrator(server.connection, 'analyze')
      await inOrganization(server, actor, recipients(actor, id, MANY, 'EMAIL'))
      const { result, read } = await queue(actor)
      expect(result.recipients).toBe(SIZE)
      expect(read('campaign_recipient')).toBeLessThan(MANY + FEW)
    },
  )

  test('reads none of the recipients who have a message, with statistics from when half of them had one', async () => {
    const { actor, id, approver } = await held()
    await addRecipients(actor, id, MANY)
    const markQueued = (count: number) =>
      inOrganization(
        server,
        actor,
        sql`update campaign_recipient set queued_at = now() where id in (
          select id from campaign_recipient order by id limit ${sql.lit(count)})`,
      )
    await markQueued(MANY / 2)
    await asAdministrator(server.connection, 'analyze campaign_recipient')
    await markQueued(MANY - SIZE)
    await move(approver, id, 'ACTIVE')
    const { result, read } = await queue(actor)
    expect(result.recipients).toBe(SIZE)
    expect(read('campaign_recipient')).toBeLessThan(FEW)
    const last = await readBy(actor, ({ db }, organizationId) => nextMessage(organizationId).execute(db))
    expect(last.read('campaign_recipient')).toBeLessThan(FEW)
  })

  test('does not make a campaign wait for the audience of another one', async () => {
    const { actor, id, approver, sender } = await held()
    const second = await another(actor, sender.id)
    await addRecipients(actor, id, MANY)
    await addRecipients(actor, second, 10)
    await move(approver, id, 'ACTIVE')
    await queue(actor)
    await move(approver, second, 'ACTIVE')
    await queue(actor)
    expect(await messagesBy(actor, 'campaign_id')).toEqual({ [id]: SIZE, [second]: 10 })
  })

  test('leaves out campaigns that are paused, and obeys a cancellation of messages that wait', async () => {
    const { actor, id, approver } = await held()
    await addRecipients(actor, id, 200)
    await move(approver, id, 'ACTIVE')
    await queue(actor)
    await move(approver, id, 'PAUSED')
    expect((await queue(actor)).result.recipients).toBe(0)
    await move(approver, id, 'CANCELLED')
    await releaseWork(server, actor, 'delivery')
    await until('the end of the work', async () => {
      const rows = await inOrganization(server, actor, sql`select kind from due_work where kind = 'delivery'`)
      return rows.length === 0
    })
    expect(await messagesBy(actor, 'status')).toEqual({ QUEUED: SIZE })
  })

  test('pauses a campaign whose next recipients lack a variable of content that was approved later', async () => {
    const { actor, id, approver, contentId } = await held()
    await addRecipients(actor, id, 200)
    await move(approver, id, 'ACTIVE')
    await inOrganization(server, actor, sql`update content_item set body = 'Dear {{ name }}' where id = ${contentId}`)
    await releaseWork(server, actor, 'delivery')
    const paused = await until('the pause', async () => {
      const found = await show(actor, id)
      return found.status === 'PAUSED' ? found : undefined
    })
    expect(paused.failureReason).toBe('A recipient has no value for the variable name')
    expect(paused.messages.nodes).toEqual([])
    await expect(move(approver, id, 'ACTIVE')).rejects.toThrow('the variables name of every recipient')
  })
})

test('a campaign of several batches reaches everybody once', async () => {
  const { actor, id, approver, subjects } = await held({ people: 45 })
  await addRecipients(actor, id, 300)
  await move(approver, id, 'ACTIVE')
  await releaseWork(server, actor, 'delivery')
  expect((await finished(actor, id)).delivery).toMatchObject({ queued: 0, sent: 45, skipped: 300 })
  const received = subjects.map(({ email }) => sink.messages.filter(({ to }) => to === email).length)
  expect(received).toEqual(subjects.map(() => 1))
})
