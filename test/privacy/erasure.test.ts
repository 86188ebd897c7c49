import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import {
  aCampaign,
  aClient,
  aConsent,
  aContent,
  aGrantedRequest,
  aMember,
  anInvitation,
  aSubject,
  completeNow,
  confirmAll,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** By someone other than who decided. */
const complete = ({ organizationId }: Actor, id: string) => completeNow(server.actor({ organizationId }), id)

/** Every column of every table that mentions a text, whatever its type. Looks past row-level security of one tenant. */
async function mentions(organizationId: string, ...texts: string[]): Promise<string[]> {
  const session = { role: 'gateway_tenant', organizationId } as const
  return server.database.transaction(session, async ({ db }) => {
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select c.relname::text as "table", a.attname::text as "column" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and has_table_privilege(c.oid, 'select')
    `.execute(db)
    expect(columns.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { table, column } of columns) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text ilike any(${texts.map(
        (text) => `%${text}%`,
      )}::text[]) limit 1`.execute(db)
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
    return found
  })
}

describe('erasure', () => {
  test('nothing of the subject is left in any column of any table', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const local = subject.phone.replace('+27 ', '0').replaceAll(' ', '')
    const client = await aClient(actor, {
      name: `${subject.name} Consulting`,
      contact: { firstName: 'Nomsa', name: subject.name, email: subject.email.toUpperCase(), cell: Number(local) },
      notes: [`Call ${local}`, { [subject.email]: true }],
    })
    const campaign = await aCampaign(actor, { description: `Ask ${subject.name.split(' ').reverse().join(', ')}.` })
    const member = await aMember(actor, { name: subject.name, email: subject.email })
    await anInvitation(actor, { email: subject.email, message: `Welcome, ${subject.name}` })
    const kept = await anInvitation(actor)
    const content = await aContent(actor, { title: `Meet ${subject.name}`, body: `Call ${subject.phone}` })
    await actor.rest('PUT', `/api/content/${content.id}`, { body: 'Nobody is named here any more' })
    const consent = await aConsent(actor, { subject })
    const access = await aGrantedRequest(actor, { type: 'ACCESS', subject })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject, details: `I am ${subject.name}` })
    const texts = [subject.email, subject.name, String(Number(local)), String(subject.name.split(' ')[1])]
    expect(await mentions(actor.organizationId, ...texts)).toEqual(
      expect.arrayContaining(['client.contact', 'client.attributes', 'campaign.description', 'consent.subject']),
    )

    await confirmAll(actor, id)
    const { status, body } = await complete(actor, id)
    expect(body).toMatchObject({ data: { status: 'COMPLETED', failure: null } })
    expect(status).toBe(200)
    expect(await mentions(actor.organizationId, ...texts)).toEqual([])
    const outcome: Json = body.data.outcome
    expect(outcome).toMatchObject({ consentsWithdrawn: 1, packagesRevoked: 1 })
    expect(outcome.kept.map(({ resource }: Json) => resource)).toContain('AUDIT_RECORD')
    expect(outcome.resources).toEqual(
      expect.arrayContaining([
        { resource: 'CLIENT', found: 0, deleted: 0, rewritten: 1 },
        { resource: 'CAMPAIGN', found: 0, deleted: 0, rewritten: 1 },
        { resource: 'TEAM_MEMBER', found: 0, deleted: 0, rewritten: 1 },
        { resource: 'INVITATION', found: 0, deleted: 1, rewritten: 0 },
        { resource: 'CONTENT_ITEM', found: 0, deleted: 0, rewritten: 1 },
        { resource: 'CONTENT_VERSION', found: 0, deleted: 0, rewritten: 2 },
        { resource: 'CONSENT', found: 0, deleted: 0, rewritten: 1 },
        { resource: 'DATA_SUBJECT_REQUEST', found: 0, deleted: 0, rewritten: 2 },
      ]),
    )
    expect(body.data.notice.to).toBe(subject.email)
    expect(body.data.subject.email).toMatch(/@erased\.invalid$/)
    const after = await actor.rest('GET', `/api/clients/${client.id}`)
    expect(after.body.data.contact.email).toBe(body.data.subject.email)
    expect((await actor.rest('GET', `/api/campaigns/${campaign.id}`)).body.data.description).toMatch(/^Ask erased-/)
    const person = await actor.rest('GET', `/api/team/${member.id}`)
    expect(person.body.data).toMatchObject({ userId: member.userId, email: body.data.subject.email })
    const { body: invited } = await actor.rest('GET', '/api/invitations')
    expect(invited.data).toMatchObject([{ id: kept.id }])
    const evidence = await actor.rest('GET', `/api/consents/${consent.id}`)
    expect(evidence.body.data).toMatchObject({ status: 'WITHDRAWN', wording: consent.wording })
    expect((await actor.rest('GET', `/api/data-subject-requests/${access.id}/export`)).status).toBe(409)
  })

  test('what only mentions the subject, or may, is left and listed where nobody looked at it', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const own = await aClient(actor, { contact: { name: subject.name, email: subject.email } })
    const campaign = await aCampaign(actor, { description: `Ask ${subject.name}, ${subject.phone}.` })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const { body } = await complete(actor, id)
    expect(body.data.status).toBe('COMPLETED')
    expect(body.data.outcome.left).toEqual([
      { resource: 'CAMPAIGN', rowId: campaign.id, standing: 'REVIEW', reason: null, cause: null },
    ])
    expect((await actor.rest('GET', `/api/clients/${own.id}`)).body.data.contact.name).toMatch(/^erased-/)
    const { body: after } = await actor.rest('GET', `/api/campaigns/${campaign.id}`)
    expect(after.data.description).toBe(`Ask ${subject.name}, ${subject.phone}.`)
  })

  test('a colleague of the same name stays, and so does one who only knows the subject', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const namesake = await aMember(actor, { name: subject.name, email: 'another@example.org' })
    const invitation = await anInvitation(actor, { message: `${subject.name} asked for you` })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    expect((await complete(actor, id)).body.data.status).toBe('COMPLETED')
    const { body } = await actor.rest('GET', `/api/team/${namesake.id}`)
    expect(body.data).toMatchObject({ name: subject.name, email: 'another@example.org' })
    const { body: invited } = await actor.rest('GET', '/api/invitations')
    expect(invited.data).toMatchObject([{ id: invitation.id }])
  })
})
