import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../../src/data/ids.ts'
import { ContentItem } from '../../src/features/content/content-item.entity.ts'
import { PersonalData } from '../../src/security/personal-data.ts'
import { resultOf } from '../support/answers.ts'
import { asAdministrator } from '../support/database.ts'
import { aContent, aGrantedRequest, aSubject, completeNow, confirmAll } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tenantTable } from '../support/tenant-table.ts'

/*
 * Tables that the privacy feature has never heard of: it must find the subject there all the same.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
  const columns = 'email text, name text, aliases text[], extra jsonb, seen int'
  await run([
    `create table later_member (
      organization_id text, id uuid, ${columns}, user_id text, primary key (organization_id, id),
      unique (organization_id, email))`,
    ...tenantTable('later_member', 'select, insert, update'),
    `create table later_version (
      organization_id text, part text, number int, ${columns}, primary key (organization_id, part, number)
    ) partition by list (part)`,
    `create table later_version_a partition of later_version for values in ('a')`,
    ...tenantTable('later_version', 'select, insert, update'),
    `create table later_sealed (organization_id text, id uuid, ${columns}, primary key (organization_id, id))`,
    ...tenantTable('later_sealed', 'select, insert'),
  ])
})

const run = (statements: string[]) => asAdministrator(server.connection, ...statements)

const inTenant = <T>({ organizationId }: Actor, statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
  server.database.transaction(
    { role: 'gateway_tenant', organizationId },
    async ({ db }) => (await statement.execute(db)).rows,
  )

/** Rows of a table are selected from one of the organization: so they are inserted where they are, on Citus, too. */
const addOrganization = (actor: Actor) =>
  inTenant(
    actor,
    sql`insert into organization (organization_id) values (${actor.organizationId})
    on conflict do nothing`,
  )

/** By someone other than who decided. */
const complete = ({ organizationId }: Actor, id: string) => completeNow(server.actor({ organizationId }), id)

/** Confirms the records that name the text, of those that are to be reviewed. */
async function erase(actor: Actor, subject: ReturnType<typeof aSubject>, confirmed?: string) {
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  if (confirmed) await confirmAll(actor, id, confirmed)
  const { body } = await complete(actor, id)
  return body.data
}

describe('a table that was added later', () => {
  test('is erased from: columns of text, lists and JSON, composite keys, partitions, more rows than a batch', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await inTenant(
      actor,
      sql`insert into later_member values (${actor.organizationId}, ${newId()}, ${subject.email}, ${subject.name},
        array['nn', ${subject.email}], ${JSON.stringify({ deep: [{ tel: subject.phone }] })}::jsonb, 7, 'user_7')`,
    )
    await addOrganization(actor)
    await inTenant(
      actor,
      sql`insert into later_version select organization_id, 'a', n, ${subject.email}, ${subject.name}::text, null, null, n
        from organization cross join generate_series(1, 1203) n where organization_id = ${actor.organizationId}`,
    )
    const { status, outcome, failure } = await erase(actor, subject)
    expect(failure).toBeNull()
    expect(status).toBe('COMPLETED')
    expect(outcome.resources).toEqual(
      expect.arrayContaining([
        { resource: 'LATER_MEMBER', found: 0, deleted: 0, rewritten: 1 },
        { resource: 'LATER_VERSION', found: 0, deleted: 0, rewritten: 1203 },
      ]),
    )
    const [member] = await inTenant(actor, sql<Record<string, unknown>>`select * from later_member`)
    expect(JSON.stringify(member)).not.toMatch(/nomsa|dlamini|82 \d/i)
    expect(member).toMatchObject({
      seen: 7,
      userId: 'user_7',
      email: expect.stringMatching(/^erased-\w+@erased\.invalid$/),
    })
    const left = await inTenant(actor, sql`select 1 from later_version where name ilike '%dlamini%'`)
    expect(left).toEqual([])
  })

  test('is part of the access package, with what is kept under the user id of the subject', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const worker = server.actor({ organizationId: actor.organizationId })
    await worker.rest('GET', '/api/clients')
    await inTenant(
      actor,
      sql`insert into later_member values (${actor.organizationId}, ${newId()}, ${subject.email}, null, null, null, 1,
        ${worker.userId})`,
    )
    await addOrganization(actor)
    await inTenant(
      actor,
      sql`insert into later_version select organization_id, 'a', 5000 + n, null, ${subject.name}::text, null, null, n
        from organization cross join generate_series(1, 2) n where organization_id = ${actor.organizationId}`,
    )
    const { id } = await aGrantedRequest(actor, { subject })
    const path = `/api/data-subject-requests/${id}/export?format=json`
    const unseen = await actor.rest('GET', path)
    expect(JSON.stringify(unseen.body.data.rows)).not.toContain('LATER_VERSION')
    expect(unseen.body.data.left).toEqual(
      ['a/5001', 'a/5002'].map((row) => ({
        resource: 'LATER_VERSION',
        rowId: row,
        standing: 'REVIEW',
        reason: null,
        cause: null,
      })),
    )
    await confirmAll(actor, id)
    const { body } = await actor.rest('GET', path)
    expect(body.data.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'LATER_MEMBER', matchedBy: ['email'] }),
        expect.objectContaining({ resource: 'LATER_VERSION', id: 'a/5001', matchedBy: ['name'] }),
        expect.objectContaining({ resource: 'LATER_VERSION', id: 'a/5002', matchedBy: ['name'] }),
        expect.objectContaining({
          resource: 'AUDIT_RECORD',
          matchedBy: ['userId'],
          data: expect.objectContaining({ action: 'CLIENT_LISTED', userId: worker.userId }),
        }),
      ]),
    )
  })

  test('of another organization is left alone', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const subject = aSubject()
    for (const each of [actor, other]) {
      await inTenant(
        each,
        sql`insert into later_member (id, organization_id, email) values (${newId()}, ${each.organizationId}, ${subject.email})`,
      )
    }
    await erase(actor, subject)
    expect(await inTenant(other, sql`select email from later_member`)).toEqual([{ email: subject.email }])
  })

  test('that may not be changed makes the erasure fail as a whole; once it may, a retry completes it', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const client = { name: subject.name, type: 'T', industry: 'I', sector: 'BUSINESS', contact: { a: 1 } }
    const { body: made } = await actor.rest('POST', '/api/clients', client)
    await inTenant(
      actor,
      sql`insert into later_sealed (id, organization_id, email) values (${newId()}, ${actor.organizationId}, ${subject.email})`,
    )
    const failed = await erase(actor, subject)
    expect(failed).toMatchObject({ status: 'FAILED', outcome: null, completedAt: null })
    expect(failed.failure).toBe('later_sealed holds data of the subject and cannot be changed')
    const query = 'query ($id: ID!) { dataSubjectRequest(id: $id) { failureCause } }'
    const { failureCause } = await resultOf(actor, query, { id: failed.id })
    expect(failureCause).toEqual({ code: 'ERASURE_BLOCKED', resource: 'LATER_SEALED' })
    expect(failed.subject).toMatchObject(subject)
    const after = await actor.rest('GET', `/api/clients/${made.data.id}`)
    expect(after.body.data.name).toBe(subject.name)
    await run(['grant update on later_sealed to gateway_tenant'])
    const { body } = await complete(actor, failed.id)
    expect(body.data).toMatchObject({ status: 'COMPLETED', failure: null })
    const { body: log } = await actor.rest('GET', `/api/audit/log?limit=100&resourceId=${failed.id}`)
    const actions = log.data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(
      expect.arrayContaining([
        'DATA_SUBJECT_REQUEST_FAILED',
        'DATA_SUBJECT_REQUEST_COMPLETED',
        'DATA_SUBJECT_REQUEST_ERASED',
      ]),
    )
  })
})

describe('a table that declares whom its rows are about', () => {
  test('loses the rows of the subject, and keeps a namesake’s', async () => {
    PersonalData({ erase: 'delete', about: ['title'] })(ContentItem)
    const actor = server.actor()
    const subject = aSubject()
    await aContent(actor, { title: subject.email, body: 'the subject' })
    await aContent(actor, { title: 'someone@example.org', body: `only named like ${subject.name}` })
    await aContent(actor, { title: 'other@example.org', body: `knows ${subject.name}, ${subject.email}` })
    const { outcome } = await erase(actor, subject, subject.email)
    expect(outcome.resources).toContainEqual({ resource: 'CONTENT_ITEM', found: 0, deleted: 1, rewritten: 1 })
    const left = await inTenant(
      actor,
      sql<{ title: string; body: string }>`select title, body from content_item order by title`,
    )
    expect(left).toEqual([
      { title: 'other@example.org', body: expect.stringMatching(/^knows erased-\w+, erased-\w+@erased\.invalid$/) },
      { title: 'someone@example.org', body: `only named like ${subject.name}` },
    ])
  })
})
