import { randomUUID } from 'node:crypto'
import { describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../../src/data/ids.ts'
import { queueDeliveries } from '../../src/features/webhooks/webhook.queue.ts'
import { asAdministrator, SERVER } from '../support/database.ts'
import { sessionsWaiting } from '../support/lock-waits.ts'
import { inOrganization } from '../support/organization.ts'
import {
  aCampaign,
  aClient,
  aContent,
  aGrantedRequest,
  aHold,
  aMember,
  aSubject,
  aWebhook,
  completeNow,
  confirmAll,
  previewOf,
  review,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

/*
 * Places that hold no names by themselves, and hold them all the same: keys, payloads, ids of users, answers.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** Tables that hold a text in any column, keys and payloads included. */
async function tablesWith(actor: Actor, text: string): Promise<string[]> {
  const tables = await inOrganization<{ name: string }>(
    server,
    actor,
    sql`select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'
        and has_table_privilege(c.oid, 'select') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await inOrganization(
      server,
      actor,
      sql`select 1 from ${sql.table(name)} t where organization_id = ${actor.organizationId}
        and to_jsonb(t)::text ilike ${`%${text}%`} limit 1`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Waits until the consumers have processed all events of an organization. */
const passed = (organizationId: string) =>
  until('the consumers', async () => {
    const due = sql`select 1 from due_work where organization_id = ${organizationId} and kind = 'events'`
    return (await inOrganization(server, { organizationId }, due)).length === 0
  })

const executorOf = ({ organizationId }: Actor) => server.actor({ organizationId })

test('a user who is called by an address is erased from keys, payloads, ids and answers', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const { organizationId } = admin
  const user = server.actor({ organizationId, userId: subject.email, role: 'admin' })
  await aMember(admin, { userId: subject.email, name: subject.name, email: subject.email, role: 'admin' })
  const campaign = await aCampaign(user)
  const record = { campaignId: campaign.id, day: '2026-01-05', impressions: 7 }
  for (const key of [subject.email, subject.email.toUpperCase()]) {
    const { status } = await user.rest('POST', '/api/analytics/records', { ...record, key })
    expect(status).toBe(201)
  }
  const webhook = await aWebhook(user)
  await user.rest('POST', '/api/service-provider/webhooks', { url: 'https://93.184.216.34/hooks', events: ['*'] })
  await inOrganization(
    server,
    admin,
    sql`insert into webhook_delivery (organization_id, id, sequence, webhook_id, message_id, type, payload, status, attempts,
        created_at, updated_at)
      values (${organizationId}, ${newId()}, 1, ${webhook.id}, 'm', 'T', ${JSON.stringify({ userId: subject.email })}::jsonb,
        'DELIVERED', '[]', now(), now())`,
  )
  await inOrganization(
    server,
    admin,
    sql`insert into security_alert (organization_id, id, fingerprint, name, severity, summary, status, starts_at, created_at,
        updated_at)
      values (${organizationId}, ${newId()}, ${subject.email}, 'BruteForce', 'HIGH', ${subject.email}, 'FIRING', now(), now(), now())`,
  )
  await inOrganization(
    server,
    admin,
    sql`update event set payload = ${JSON.stringify({ who: subject.email })}::jsonb
      where organization_id = ${organizationId} and number = 1`,
  )
  const once = { 'Idempotency-Key': randomUUID() }
  const body = { name: 'Once', type: 'SOCIAL', description: subject.email }
  expect((await user.rest('POST', '/api/campaigns', body, once)).status).toBe(201)
  const theirs = { 'Idempotency-Key': randomUUID() }
  const answered = await admin.rest('POST', '/api/clients', clientNaming(subject), theirs)
  expect(answered.status).toBe(201)

  const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
  const held = await tablesWith(admin, subject.email)
  expect(held).toEqual(
    expect.arrayContaining([
      'analytics_record',
      'event',
      'idempotency_key',
      'security_alert',
      'team_member',
      'webhook',
      'webhook_delivery',
    ]),
  )
  const done = await completeNow(executorOf(admin), id)
  expect(done.body.data).toMatchObject({ status: 'COMPLETED', failure: null, outcome: { left: [] } })
  expect(await tablesWith(admin, subject.email)).toEqual([])
  // What was done is not done again, and the answer that named the subject is not given again.
  expect(await admin.rest('POST', '/api/clients', clientNaming(subject), theirs)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  })
  const { body: figures } = await admin.rest('GET', `/api/campaigns/${campaign.id}/analytics`)
  expect(JSON.stringify(figures.data)).toContain('14')
})

test('an erasure waits for consumers that process the first events of the organization', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const { organizationId } = admin
  await admin.rest('POST', '/api/service-provider/webhooks', { url: 'https://93.184.216.34/hooks', events: ['*'] })
  const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
  await passed(organizationId)
  const payload = JSON.stringify({ who: subject.email })
  await inOrganization(
    server,
    admin,
    sql`update event set payload = ${payload}::jsonb where organization_id = ${organizationId} and number = 1`,
  )
  await asAdministrator(server.connection, `delete from event_cursor where organization_id = '${organizationId}'`)

  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const { work } = queueDeliveries
  let isBusy = false
  const working = jest.spyOn(queueDeliveries, 'work').mockImplementation(async (unit, events) => {
    if (events[0]?.organizationId !== organizationId) return work(unit, events)
    isBusy = true
    await isFree
    return work(unit, events)
  })
  try {
    // On the embedded database, everything waits for the consumer.
    const created = aClient(admin)
    await until('the consumer', () => isBusy)
    let isDone = false
    const completed = created.then(() => completeNow(executorOf(admin), id)).finally(() => (isDone = true))
    if (SERVER) await until('the erasure', async () => isDone || (await sessionsWaiting(server.connection)) > 0)
    free()
    const done = await completed
    expect(done.body.data).toMatchObject({ status: 'COMPLETED', failure: null, outcome: { left: [] } })
  } finally {
    free()
    working.mockRestore()
  }
  await passed(organizationId)
  expect(await tablesWith(admin, subject.email)).toEqual([])
})

/** Starts changes one after the other, which all wait for the audit trail of an organization, and lets them go on. */
async function inTurn<T>({ organizationId }: Actor, changes: readonly (() => Promise<T>)[]): Promise<T[]> {
  const started = await server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => {
    await sql`select 1 from organization_head where organization_id = ${organizationId} for update`.execute(db)
    const running: Promise<T>[] = []
    for (const change of changes) {
      let isDone = false
      running.push(change().finally(() => (isDone = true)))
      await until('the change', async () => isDone || (await sessionsWaiting(server.connection)) === running.length)
    }
    return running
  })
  return Promise.all(started)
}

describe(`an erasure that is not committed${SERVER ? '' : ' (with TEST_DATABASE_URL only: PGlite has one session)'}`, () => {
  const onServer = SERVER ? test : test.skip

  /** A campaign whose audience has the subject, and content whose first version names the subject. */
  async function aCase() {
    const admin = server.actor()
    const subject = aSubject()
    const campaign = await aCampaign(admin, { channels: ['EMAIL'] })
    await admin.graphql(
      'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
      { id: campaign.id, input: { channel: 'EMAIL', contacts: [{ email: subject.email }] } },
    )
    const content = await aContent(admin, { body: `Write to ${subject.email}.` })
    await admin.rest('PUT', `/api/content/${content.id}`, { body: 'Write to us.' })
    const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
    await passed(admin.organizationId)
    expect(await tablesWith(admin, subject.email)).toEqual(
      expect.arrayContaining(['campaign_recipient', 'content_version']),
    )
    const records = { campaigns: campaign, content }
    const pathOf = (kind: keyof typeof records) => `/api/${kind}/${records[kind].id}`
    return { admin, subject, id, records, pathOf }
  }

  onServer.each(['campaigns', 'content'] as const)(
    'is not undone by a deletion in %s, which copies what belongs to a record to the trash',
    async (kind) => {
      const { admin, subject, id, pathOf } = await aCase()
      await confirmAll(admin, id)
      const [done, removal] = await inTurn(admin, [
        () => completeNow(executorOf(admin), id),
        () => admin.rest('DELETE', pathOf(kind)),
      ])
      expect(done?.body.data).toMatchObject({ status: 'COMPLETED', outcome: { left: [] } })
      expect(removal?.status).toBe(204)
      expect(await tablesWith(admin, subject.email)).toEqual([])
    },
  )

  onServer.each(['campaigns', 'content'] as const)('is not undone by a restore of %s from the trash', async (kind) => {
    const { admin, subject, id, records, pathOf } = await aCase()
    expect((await admin.rest('DELETE', pathOf(kind))).status).toBe(204)
    await confirmAll(admin, id)
    const [done, restored] = await inTurn(admin, [
      () => completeNow(executorOf(admin), id),
      () => admin.graphql('mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id: records[kind].id }),
    ])
    expect(done?.body.data).toMatchObject({ status: 'COMPLETED', outcome: { left: [] } })
    expect(restored?.body.data.restoreFromTrash.id).toBe(records[kind].id)
    expect(await tablesWith(admin, subject.email)).toEqual([])
  })
})

test.each([
  ['phone', '+27829990017'],
  ['phone', '0829990017'],
  ['idNumber', '8001015009087'],
])(
  'a user who is called by a %s, %s, is erased from ids and keys, and the trail has a pseudonym',
  async (field, userId) => {
    const admin = server.actor()
    const subject = { ...aSubject(), phone: '+27 82 999 0017', ...(field === 'idNumber' && { idNumber: userId }) }
    const user = server.actor({ organizationId: admin.organizationId, userId, role: 'admin' })
    const body = { name: 'Once', type: 'SOCIAL' }
    expect((await user.rest('POST', '/api/campaigns', body, { 'Idempotency-Key': randomUUID() })).status).toBe(201)
    const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
    const digits = userId.slice(-9)
    expect(await tablesWith(admin, digits)).toEqual(expect.arrayContaining(['campaign', 'idempotency_key']))
    const { rows } = await previewOf(admin, id)
    const [answer] = rows.filter(({ resource }: Json) => resource === 'IDEMPOTENCY_KEY')
    expect(answer).toMatchObject({ rowId: expect.stringContaining(userId), standing: 'PROPOSED' })
    expect(answer.fields).toContainEqual(expect.objectContaining({ path: 'user_id', isTreated: true, value: userId }))
    const done = await completeNow(executorOf(admin), id)
    expect(done.body.data).toMatchObject({ status: 'COMPLETED', failure: null, outcome: { left: [] } })
    expect(await tablesWith(admin, digits)).toEqual([])
  },
)

test('the reason of a hold and of a review that name the subject are not kept in the outcome of an erasure', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const [held, spared] = [
    await aClient(admin, { contact: { email: subject.email } }),
    await aClient(admin, { contact: { email: subject.email } }),
  ]
  const ground = `Case of ${subject.name}, ${subject.phone}`
  await aHold(admin, { rowId: held.id, ground })
  const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
  await confirmAll(admin, id)
  const reason = `${subject.name} is the baker`
  await review(admin, id, [{ resource: 'CLIENT', rowId: spared.id, verdict: 'LEAVE_OUT', reason }])
  const { body } = await completeNow(executorOf(admin), id)
  const standings = body.data.outcome.left.map(({ standing }: Json) => standing).sort()
  // The review is not left: it is removed with the person's entry in the register.
  expect(standings).toEqual(['HELD', 'LEFT_OUT'])
  expect(await tablesWith(admin, subject.name)).toEqual([])
  expect(await tablesWith(admin, subject.phone)).toEqual([])
  expect(JSON.parse(body.data.certificate.statement).secondLook.remaining).toEqual([{ resource: 'CLIENT', records: 2 }])
})

test('an address within a key, and numbers with blanks of JSON, are found and erased', async () => {
  const admin = server.actor()
  const subject = { ...aSubject(), phone: '+27 82 999 0018', idNumber: '8001015009087' }
  const contact = {
    phone: '082\t999\r\n0018',
    idNumber: '800101\n5009 087',
    [`click-by-${subject.email}`]: 'Tel: +27 82    999 0018.',
  }
  const client = await aClient(admin, { contact })
  const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
  const { rows } = await previewOf(admin, id)
  const row = rows.find(({ rowId }: Json) => rowId === client.id)
  expect(row.fields.map(({ matchedBy }: Json) => matchedBy).sort()).toEqual([
    ['email'],
    ['idNumber'],
    ['phone'],
    ['phone'],
  ])
  await confirmAll(admin, id)
  const { body } = await completeNow(executorOf(admin), id)
  expect(JSON.parse(body.data.certificate.statement).secondLook.remaining).toEqual([])
  const { body: after } = await admin.rest('GET', `/api/clients/${client.id}`)
  const { phone, idNumber, ...others } = after.data.contact
  expect([phone, idNumber]).toEqual([expect.stringMatching(/^erased-\w+$/), expect.stringMatching(/^erased-\w+$/)])
  const [[key = '', value = ''] = []] = Object.entries<string>(others)
  expect(key).toMatch(/^click-by-erased-\w+@erased\.invalid$/)
  expect(value).toMatch(/^Tel: erased-\w+\.$/)
})

test('a second look finds what the search has not found', async () => {
  const admin = server.actor()
  const subject = { ...aSubject(), phone: '+27 82 999 0019' }
  const client = await aClient(admin, { contact: { note: 'x082;;\t;;;;999<b>00</b>19', mail: `x.${subject.email}` } })
  const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
  const { rows } = await previewOf(admin, id)
  expect(rows.find(({ rowId }: Json) => rowId === client.id)).toBeUndefined()
  const { body } = await completeNow(executorOf(admin), id)
  expect(JSON.parse(body.data.certificate.statement).secondLook.remaining).toEqual([{ resource: 'CLIENT', records: 1 }])
})

const clientNaming = ({ email }: Json) => {
  return { name: 'N', type: 'T', industry: 'I', sector: 'BUSINESS', contact: { email } }
}

test('an access package has the figures under the subject’s key, and what users called by the address did', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const user = server.actor({ organizationId: admin.organizationId, userId: subject.email })
  await user.rest('GET', '/api/clients')
  const campaign = await aCampaign(admin)
  const record = { campaignId: campaign.id, day: '2026-01-05', impressions: 7, key: subject.email }
  await admin.rest('POST', '/api/analytics/records', record)
  const { id } = await aGrantedRequest(admin, { subject })
  const { body } = await admin.rest('GET', `/api/data-subject-requests/${id}/export?format=json`)
  expect(body.data.rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ resource: 'ANALYTICS_RECORD', matchedBy: ['email'] }),
      expect.objectContaining({
        resource: 'AUDIT_RECORD',
        matchedBy: ['userId'],
        data: expect.objectContaining({ action: 'CLIENT_LISTED' }),
      }),
    ]),
  )
})

test('an access package says which of its records are not whole, until they are reviewed', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const client = await aClient(admin, { contact: { email: subject.email }, note: `Ask ${subject.name} and Mary` })
  const { id } = await aGrantedRequest(admin, { subject })
  const read = async () => {
    const { body } = await admin.rest('GET', `/api/data-subject-requests/${id}/export?format=json`)
    const row = body.data.rows.find(({ resource }: Json) => resource === 'CLIENT')
    return { note: row.data.attributes.note, left: body.data.left }
  }
  expect(await read()).toEqual({
    note: '[third party]',
    left: [{ resource: 'CLIENT', rowId: client.id, standing: 'REVIEW', reason: null, cause: null }],
  })
  await confirmAll(admin, id)
  expect(await read()).toEqual({ note: `Ask ${subject.name} and Mary`, left: [] })
})

test('an access package shows ids, whatever digits they contain', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const ids = ['8921b5bf-8575-4289-b1fa-cde36ac3fa73', 'user_87876574-ef53-4e23-8c7a-5239e1982df0']
  await aClient(admin, { contact: { email: subject.email }, note: ids.join() })
  const { id } = await aGrantedRequest(admin, { subject })
  const { body } = await admin.rest('GET', `/api/data-subject-requests/${id}/export?format=json`)
  const client = body.data.rows.find(({ resource }: Json) => resource === 'CLIENT')
  expect(client.data.attributes.note).toBe(ids.join())
})

test('an access package shows nothing of third parties', async () => {
  const admin = server.actor()
  const subject = aSubject()
  const mary = { name: 'Mary Jones', email: 'mary@there.example', phone: '082 765 4321', idNumber: '8001015009087' }
  await aClient(admin, {
    contact: { main: { name: subject.name, email: subject.email }, deputy: mary },
    note: `Copy to ${mary.email} or +27 82 765 4321`,
  })
  const { id } = await aGrantedRequest(admin, { subject })
  const { body } = await admin.rest('GET', `/api/data-subject-requests/${id}/export?format=json`)
  const client = body.data.rows.find(({ resource }: Json) => resource === 'CLIENT')
  expect(client.data.contact).toEqual({
    main: { name: subject.name, email: subject.email },
    deputy: { name: '[third party]', email: '[third party]', phone: '[third party]', idNumber: '[third party]' },
  })
  expect(client.data.attributes.note).toBe('Copy to [third party] or [third party]')
  expect(body.data.left).toEqual([])
})
