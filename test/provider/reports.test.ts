/** More than 20 s: it starts two gateways, with a mail server. */
import { beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ROLES, type Role } from '../../src/security/auth/caller.ts'
import { resultOf } from '../support/answers.ts'
import { holdWork, releaseWork } from '../support/jobs.ts'
import { queuedMails } from '../support/mails.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aCampaign, aClient, aMember } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }
  ;[server] = await startReplicas(opened, { environment })
})

const CREATE = 'mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id dueAt } }'
const UPDATE = `mutation ($id: ID!, $input: ReportSchedulePatch!) {
  updateReportSchedule(id: $id, input: $input) { id hour isPaused dueAt recipientIds } }`
const DELETE = 'mutation ($id: ID!) { deleteReportSchedule(id: $id) }'
const SEND = 'mutation ($id: ID!) { sendReport(id: $id) { id } }'
const LIST = '{ reportSchedules { totalCount nodes { id recipientIds clientId isPaused } } }'

async function refused(actor: Actor, document: string, variables: Json): Promise<Json> {
  const { body } = await actor.graphql(document, variables)
  const [error] = body.errors
  return { code: error.extensions.code, ...error.extensions.details }
}

let people = 0

/** A member with an address, who reads mails in a language. */
async function aReader(admin: Actor, { role = 'member', mailLanguage = 'en' } = {}) {
  const reader = server.actor({ organizationId: admin.organizationId, role: role as Role })
  const email = `figures${++people}@example.org`
  const { id } = await aMember(admin, { userId: reader.userId, name: 'Thandi Nkosi', role, email })
  const input = { mailsAtOnce: false, mailsDaily: false, mailLanguage }
  await resultOf(reader, 'mutation ($input: MailSettingsInput!) { updateMailSettings(input: $input) { mailsDaily } }', {
    input,
  })
  return { ...reader, memberId: id as string, email }
}

const weekly = (...readers: { userId: string }[]) => ({
  sentOn: 'MONDAY',
  hour: 7,
  recipientIds: readers.map(({ userId }) => userId),
})

const schedule = (actor: Actor, input: Json): Promise<Json> => resultOf(actor, CREATE, { input })

/** The schedule, as it is stored. */
async function stored(admin: Actor, { id }: Json): Promise<Json> {
  const [row] = await inOrganization(
    server,
    admin,
    sql<Json>`select due_at, is_paused from report_schedule where id = ${id}`,
  )
  return row
}

/** Makes a schedule due as if its last time had been `dueAt`. */
const makeDue = (admin: Actor, { id }: Json, dueAt = sql`now()`): Promise<void> =>
  passTime(
    server,
    admin,
    'reports',
    sql`update report_schedule set due_at = ${dueAt}, next_attempt_at = now() where id = ${id}`,
  )

/** Makes a schedule due, and waits until its turn has ended and its mails were sent. */
async function pass(admin: Actor, { id }: Json, dueAt = sql`now()`): Promise<void> {
  await makeDue(admin, { id }, dueAt)
  await until('the report', async () => (await stored(admin, { id })).dueAt > new Date())
  await until('the end of the queue', async () => (await queuedMails(server, admin)).length === 0)
}

const mailsTo = ({ email }: { email: string }) => smtp.mails.filter(({ to }) => to.includes(email))

/** The Monday of the last complete week in South Africa. */
function lastMonday(): string {
  const today = new Date(Date.now() + 2 * 3_600_000)
  return new Date(today.getTime() - (((today.getUTCDay() + 6) % 7) + 7) * 86_400_000).toISOString().slice(0, 10)
}

/** Figures of a campaign of a client in the last complete week. */
async function results(admin: Actor, name: string, figures: Json): Promise<string> {
  const { id: clientId } = await aClient(admin, { name: `Client of ${name}` })
  const { id: campaignId } = await aCampaign(admin, { name, clientId })
  const answer = await admin.rest('POST', '/api/analytics/records', { campaignId, day: lastMonday(), ...figures })
  expect(answer.status).toBe(201)
  return clientId
}

let admin: Actor
beforeEach(() => {
  admin = server.actor()
})

describe('a report', () => {
  test('has the figures of the last week, once, in the language of each recipient', async () => {
    const [english, afrikaans] = [await aReader(admin), await aReader(admin, { mailLanguage: 'af' })]
    const stranger = server.actor()
    await results(stranger, 'Of another organization', { impressions: 7 })
    await results(admin, '=1+1 <b>&', { impressions: 2000, clicks: 40, spendCents: 123456 })
    await results(admin, 'Water week', { impressions: 500, clicks: 10, revenueCents: 100 })
    await pass(admin, await schedule(admin, weekly(english, afrikaans)))
    const [mail, ...more] = mailsTo(english)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^Figures of campaigns, .* to /)
    expect(mail?.text).toMatch(/^Dear Thandi Nkosi\n/)
    expect(mail?.text).toMatch(/^Impressions: 2.500$/m)
    expect(mail?.text).toContain(`https://campaigns.example.org/analytics#from=${lastMonday()}&to=`)
    expect(mail?.html).toContain('<td')
    const [[name, file] = []] = mail?.files ?? []
    expect(name).toMatch(new RegExp(`^campaigns-${lastMonday()}-.*\\.csv$`))
    expect(file?.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^\ufeff?Campaign,Client,Type,Impressions,Clicks,/),
      expect.stringContaining("'=1+1 <b>&,Client of =1+1 <b>&,"),
      expect.stringContaining('Water week,Client of Water week,'),
    ])
    expect(file).toContain(',2000,40,0,1234.56,0.00,0.02,')
    expect(JSON.stringify(mail)).not.toContain('Of another organization')
    expect(mailsTo(afrikaans).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Syfers van veldtogte, /)])
  })

  test('has only the campaigns of its filter, and escapes the name of the client', async () => {
    const reader = await aReader(admin)
    await results(admin, 'Water week', { impressions: 500 })
    const clientId = await results(admin, '<script>', { impressions: 2000 })
    await pass(admin, await schedule(admin, { ...weekly(reader), clientId, sector: 'GOVERNMENT' }))
    await pass(admin, await schedule(admin, { ...weekly(reader), clientId }))
    const [none, mail] = mailsTo(reader)
    expect(none?.text).toContain('Impressions: 0')
    expect(mail?.text).toContain('Only Client of <script>')
    expect(mail?.html).toContain('Client of &lt;script&gt;')
    expect(mail?.text).toContain(`&client=${clientId}`)
    expect(mail?.files[0]?.[1]).not.toContain('Water week')
  })

  test('is sent once for all times that passed without a gateway', async () => {
    const reader = await aReader(admin)
    const made = await schedule(admin, weekly(reader))
    const daysBefore = (days: number) => new Date(Date.parse(made.dueAt) - days * 86_400_000).toISOString()
    await pass(admin, made, sql`${daysBefore(70)}::timestamptz`)
    // The last time that passed was a week before the next one. Its report has the week before.
    const monday = daysBefore(14).slice(0, 10)
    expect(mailsTo(reader).map(({ text }) => text.includes(`from=${monday}`))).toEqual([true])
    expect((await stored(admin, made)).dueAt.toISOString()).toBe(made.dueAt)
  })

  test('is not sent while it is paused, nor afterwards for the time of the pause', async () => {
    const reader = await aReader(admin)
    const made = await schedule(admin, weekly(reader))
    await resultOf(admin, UPDATE, { id: made.id, input: { isPaused: true } })
    await makeDue(admin, made)
    const due = sql`select 1 from due_work where organization_id = ${admin.organizationId} and kind = 'reports'`
    await until('the end of the turn', async () => (await inOrganization(server, admin, due)).length === 0)
    const resumed = await resultOf(admin, UPDATE, { id: made.id, input: { isPaused: false } })
    expect(resumed).toMatchObject({ isPaused: false, dueAt: made.dueAt })
    await until('the end of the queue', async () => (await queuedMails(server, admin)).length === 0)
    expect(mailsTo(reader)).toEqual([])
  })

  test('is not sent about a client who was deleted', async () => {
    const reader = await aReader(admin)
    const { id: clientId } = await aClient(admin)
    const made = await schedule(admin, { ...weekly(reader), clientId })
    await admin.rest('DELETE', `/api/clients/${clientId}`)
    await pass(admin, made)
    expect(mailsTo(reader)).toEqual([])
  })

  test('that fails waits longer each time, and delays no other report', async () => {
    const reader = await aReader(admin)
    const [broken, sound] = [await schedule(admin, weekly(reader)), await schedule(admin, weekly(reader))]
    const setZone = (zone: string) => sql`update report_schedule set time_zone = ${zone} where id = ${broken.id}`
    await inOrganization(server, admin, setZone('Nowhere'))
    await makeDue(admin, broken, sql`now() - interval '1 hour'`)
    await pass(admin, sound)
    expect(mailsTo(reader)).toHaveLength(1)
    const hasFailed = (times: number, seconds: number) =>
      until('a failure', async () => {
        const waits = sql`select 1 from report_schedule where id = ${broken.id} and attempts = ${times}
          and next_attempt_at > now() + make_interval(secs => ${seconds}) and lease is null`
        return (await inOrganization(server, admin, waits)).length > 0
      })
    await hasFailed(1, 1)
    await makeDue(admin, broken)
    await hasFailed(2, 10)
    const backgroundWork = await resultOf(admin, '{ backgroundWork { kind retrying dead } }')
    expect(backgroundWork).toContainEqual({ kind: 'REPORTS', retrying: 1, dead: 0 })
    await inOrganization(server, admin, setZone('Africa/Johannesburg'))
    await pass(admin, broken)
    expect(mailsTo(reader)).toHaveLength(2)
  })

  test('goes to the caller at once', async () => {
    const reader = await aReader(admin, { role: 'viewer' })
    const made = await schedule(admin, weekly(await aReader(admin)))
    await resultOf(reader, SEND, { id: made.id })
    await until('the mail', async () => mailsTo(reader).length === 1)
    // The administrator is not a member of the team.
    expect(await refused(admin, SEND, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' })
    expect((await stored(admin, made)).dueAt.toISOString()).toBe(made.dueAt)
  })

  test('is in the audit trail, without the addresses of its recipients', async () => {
    const reader = await aReader(admin)
    const made = await schedule(admin, weekly(reader))
    await resultOf(admin, UPDATE, { id: made.id, input: { hour: 8 } })
    await pass(admin, made)
    await resultOf(admin, DELETE, { id: made.id })
    const records = await inOrganization(
      server,
      admin,
      sql<Json>`select action, user_id, to_jsonb(audit_record) as record from audit_record where resource_id = ${made.id}
        order by sequence`,
    )
    expect(records.map(({ action, userId }) => [action, userId])).toEqual([
      ['REPORT_SCHEDULE_CREATED', admin.userId],
      ['REPORT_SCHEDULE_UPDATED', admin.userId],
      ['REPORT_SCHEDULE_SENT', 'system'],
      ['REPORT_SCHEDULE_DELETED', admin.userId],
    ])
    expect(JSON.stringify(records)).not.toContain(reader.email)
  })
})

describe('recipients', () => {
  test('are members with an address', async () => {
    const other = server.actor()
    const [{ userId: foreign }, { userId: unmailed }] = [await aReader(other), await aMember(admin)]
    const gone = await aReader(admin)
    await resultOf(admin, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: gone.memberId })
    for (const id of [foreign, unmailed, gone.userId, 'someone@example.org'])
      expect(await refused(admin, CREATE, { input: { ...weekly(), recipientIds: [id] } })).toMatchObject({
        code: 'VALIDATION_ERROR',
        recipientIds: expect.stringContaining('must be members of the team'),
      })
    for (const recipientIds of [[], [unmailed, unmailed], Array.from({ length: 21 }, () => unmailed)])
      expect(await refused(admin, CREATE, { input: { ...weekly(), recipientIds } })).toMatchObject({
        code: 'VALIDATION_ERROR',
      })
  })

  test('who leave get no report, nor one that waits for the mail server', async () => {
    const [leaver, stayer] = [await aReader(admin), await aReader(admin)]
    const both = await schedule(admin, weekly(leaver, stayer))
    await holdWork(server, admin, 'mail')
    await makeDue(admin, both)
    await until('the queued mails', async () => (await queuedMails(server, admin)).length === 2)
    await resultOf(admin, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: leaver.memberId })
    await releaseWork(server, admin, 'mail')
    await until('the mail', async () => mailsTo(stayer).length === 1)
    expect((await resultOf(admin, LIST)).nodes).toMatchObject([{ id: both.id, recipientIds: [stayer.userId] }])
    await pass(admin, both)
    expect([mailsTo(leaver).length, mailsTo(stayer).length]).toEqual([0, 2])
  })

  test('who all left pause the schedule, until it has others', async () => {
    const [last, next] = [await aReader(admin), await aReader(admin)]
    const made = await schedule(admin, weekly(last))
    await resultOf(admin, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: last.memberId })
    expect((await resultOf(admin, LIST)).nodes).toMatchObject([{ id: made.id, recipientIds: [], isPaused: true }])
    expect(await refused(admin, UPDATE, { id: made.id, input: { isPaused: false } })).toMatchObject({
      code: 'VALIDATION_ERROR',
      recipientIds: 'must hold at least 1 member',
    })
    const input = { isPaused: false, recipientIds: [next.userId] }
    expect(await resultOf(admin, UPDATE, { id: made.id, input })).toMatchObject({ ...input, dueAt: made.dueAt })
  })

  test('who leave while a report is made get it or not, and the schedule goes on', async () => {
    const readers = [await aReader(admin), await aReader(admin, { role: 'admin' }), await aReader(admin)]
    const stayer = await aReader(admin, { role: 'admin' })
    const made = await schedule(admin, weekly(...readers, stayer))
    await Promise.all([
      pass(admin, made),
      ...readers.map(({ memberId: id }) =>
        resultOf(admin, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id }),
      ),
    ])
    expect(mailsTo(stayer)).toHaveLength(1)
    expect((await resultOf(admin, LIST)).nodes).toMatchObject([{ recipientIds: [stayer.userId], isPaused: false }])
  })

  test('may have any role, because every role may read figures', async () => {
    for (const role of ROLES) {
      const reader = await aReader(admin, { role })
      const made = await schedule(admin, weekly(reader))
      await resultOf(reader, SEND, { id: made.id })
      await pass(admin, made)
      expect(mailsTo(reader)).toHaveLength(2)
    }
  })

  test('whose addresses were all erased pause the schedule', async () => {
    const [first, last] = [await aReader(admin), await aReader(admin)]
    const made = await schedule(admin, weekly(first, last))
    const erase = ({ memberId }: typeof first) =>
      inOrganization(
        server,
        admin,
        sql`update team_member set email = ${`${memberId}@erased.invalid`} where id = ${memberId}`,
      )
    await erase(first)
    await pass(admin, made)
    expect(mailsTo(last)).toHaveLength(1)
    const recipientIds = [first.userId, last.userId]
    expect((await resultOf(admin, LIST)).nodes).toMatchObject([{ recipientIds, isPaused: false }])
    await erase(last)
    await pass(admin, made)
    expect((await resultOf(admin, LIST)).nodes).toMatchObject([{ recipientIds: [], isPaused: true }])
    expect(smtp.mails.filter(({ to }) => to.some((address) => address.endsWith('@erased.invalid')))).toEqual([])
    const records = await inOrganization(
      server,
      admin,
      sql<Json>`select action from audit_record where resource_id = ${made.id} and user_id = 'system' order by sequence`,
    )
    expect(records.map(({ action }) => action)).toEqual(['REPORT_SCHEDULE_SENT', 'REPORT_SCHEDULE_UPDATED'])
  })
})

describe('a caller', () => {
  test('who only reads changes no schedule', async () => {
    const viewer = await aReader(admin, { role: 'viewer' })
    const { id } = await schedule(admin, weekly(viewer))
    const forbidden = { code: 'FORBIDDEN', permission: 'org:analytics:write' }
    expect(await refused(viewer, CREATE, { input: weekly(viewer) })).toMatchObject(forbidden)
    expect(await refused(viewer, UPDATE, { id, input: { hour: 9 } })).toMatchObject(forbidden)
    expect(await refused(viewer, DELETE, { id })).toMatchObject(forbidden)
    expect((await resultOf(viewer, LIST)).nodes).toMatchObject([{ id, recipientIds: [viewer.userId] }])
  })

  test('of another organization finds nothing', async () => {
    const reader = await aReader(admin)
    const { id } = await schedule(admin, weekly(reader))
    const stranger = server.actor()
    const self = await aReader(stranger)
    expect((await resultOf(stranger, LIST)).totalCount).toBe(0)
    const notFound = { code: 'NOT_FOUND' }
    expect(await refused(stranger, UPDATE, { id, input: { isPaused: true } })).toMatchObject(notFound)
    expect(await refused(stranger, DELETE, { id })).toMatchObject(notFound)
    expect(await refused(self, SEND, { id })).toMatchObject(notFound)
    const { id: clientId } = await aClient(admin)
    expect(await refused(stranger, CREATE, { input: { ...weekly(self), clientId } })).toMatchObject(notFound)
  })

  test('gets a message for a wrong hour or time zone', async () => {
    const reader = await aReader(admin)
    for (const wrong of [{ hour: 24 }, { hour: -1 }, { timeZone: 'Africa/Paarl' }, { timeZone: '' }])
      expect(await refused(admin, CREATE, { input: { ...weekly(reader), ...wrong } })).toMatchObject({
        code: 'VALIDATION_ERROR',
      })
  })

  test('creates at most 20 schedules, also at the same time', async () => {
    const reader = await aReader(admin)
    const input = weekly(reader)
    for (let index = 0; index < 18; index++) await schedule(admin, input)
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.graphql(CREATE, { input })))
    expect(answers.filter(({ body }) => body.errors?.[0].extensions.code === 'CONFLICT')).toHaveLength(2)
    expect((await resultOf(admin, LIST)).totalCount).toBe(20)
  })
})
