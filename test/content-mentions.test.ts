import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../src/data/ids.ts'
import { inOrganization } from './support/organization.ts'
import { aContent, aGrantedRequest, aMember, aSubject, completeNow, confirmAll } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const COMMENT = `mutation ($id: ID!, $mentions: [String!]) {
  commentOnContent(id: $id, version: 1, input: { text: "Please look.", mentions: $mentions }) {
    id mentions(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id userId member { name } readAt } } } }`
const MINE = '{ mentions { totalCount unread nodes { id userId readAt comment { text } content { title } } } }'
const READ = 'mutation ($ids: [ID!]) { markMentionsRead(ids: $ids) }'

/** A member of the actor's team. */
async function aColleague(actor: Actor, name: string, role: 'manager' | 'member' | 'viewer' = 'member') {
  const colleague = server.actor({ organizationId: actor.organizationId, role })
  const { id } = await aMember(actor, { userId: colleague.userId, name, role })
  return { ...colleague, memberId: id }
}

const comment = async (author: Actor, id: string, mentions: unknown): Promise<Json> =>
  (await author.graphql(COMMENT, { id, mentions })).body

async function mentioned(author: Actor, people: readonly Actor[]): Promise<Json> {
  const { id } = await aContent(author, { title: 'Water week' })
  const body = await comment(
    author,
    id,
    people.map(({ userId }) => userId),
  )
  expect(body.errors).toBeUndefined()
  return body.data.commentOnContent
}

const mine = async (actor: Actor): Promise<Json> => {
  const { body } = await actor.graphql(MINE)
  expect(body.errors).toBeUndefined()
  return body.data.mentions
}

const marked = async (actor: Actor, ids?: string[]): Promise<number> =>
  (await actor.graphql(READ, { ids })).body.data.markMentionsRead

describe('a mention', () => {
  test('is shown with names in the comment, and to the mentioned person until read', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi', 'viewer')
    const sipho = await aColleague(author, 'Sipho Dube')
    const { mentions } = await mentioned(author, [thandi, sipho, thandi])
    expect(mentions.nodes.map(({ member }: Json) => member.name).sort()).toEqual(['Sipho Dube', 'Thandi Nkosi'])
    const own = await mine(thandi)
    expect(own).toMatchObject({
      totalCount: 1,
      unread: 1,
      nodes: [
        { userId: thandi.userId, readAt: null, comment: { text: 'Please look.' }, content: { title: 'Water week' } },
      ],
    })
    expect(await marked(thandi, [own.nodes[0].id])).toBe(1)
    expect(await marked(thandi)).toBe(0)
    expect(await mine(thandi)).toMatchObject({ unread: 0, nodes: [{ readAt: expect.any(String) }] })
    expect(await mine(sipho)).toMatchObject({ totalCount: 1, unread: 1, nodes: [{ readAt: null }] })
    expect(await mine(author)).toMatchObject({ totalCount: 0, unread: 0 })
  })

  test('tells nobody else whether it was read, and nobody else marks it', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    const { id, mentions } = await mentioned(author, [thandi])
    const [{ id: mentionId }] = mentions.nodes
    const stranger = server.actor()
    for (const other of [author, stranger]) expect(await marked(other, [mentionId, 'none'])).toBe(0)
    expect((await mine(thandi)).unread).toBe(1)
    await marked(thandi)
    const { body } = await author.graphql(
      '{ contents { nodes { comments { nodes { id mentions { nodes { readAt } } } } } } }',
    )
    expect(body.data.contents.nodes[0].comments.nodes).toEqual([{ id, mentions: { nodes: [{ readAt: null }] } }])
    const sorted = await author.graphql('{ mentions(orderBy: { field: SEEN_AT }) { totalCount } }')
    expect(sorted.body.errors[0].message).toContain('SEEN_AT')
  })

  test('needs a member of the own team: neither another tenant’s, nor a removed, nor an unknown one', async () => {
    const author = server.actor()
    const { id } = await aContent(author)
    const other = server.actor()
    const foreign = await aColleague(other, 'Foreign Member')
    const removed = await aColleague(author, 'Removed Member')
    await author.rest('DELETE', `/api/team/${removed.memberId}`)
    const thandi = await aColleague(author, 'Thandi Nkosi')
    for (const userId of [foreign.userId, removed.userId, 'nobody', `' or true --`, '']) {
      const { errors } = await comment(author, id, [thandi.userId, userId])
      expect(errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { mentions: 'must be user ids of members of the team' },
      })
    }
    for (const table of ['content_comment', 'content_mention'])
      expect(await inOrganization(server, author, sql`select id from ${sql.table(table)}`)).toEqual([])
    expect(await mine(foreign)).toMatchObject({ totalCount: 0 })
  })

  test('of the same user in another organization is not shown there', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    await mentioned(author, [thandi])
    const elsewhere = server.actor({ userId: thandi.userId })
    expect(await mine(elsewhere)).toMatchObject({ totalCount: 0, unread: 0 })
    expect(await marked(elsewhere)).toBe(0)
    expect((await mine(thandi)).unread).toBe(1)
    const smuggled = sql`insert into content_mention (organization_id, id, comment_id, user_id, created_at, updated_at)
      select ${elsewhere.organizationId}, ${newId()}, ${newId()}, 'x', now(), now()`
    await expect(inOrganization(server, elsewhere, smuggled)).rejects.toThrow()
  })

  test.each([
    ['1,000 mentions', Array.from({ length: 1000 }, (_, index) => `user_${index}`), 'must hold at most 20 members'],
    ['a long id', ['x'.repeat(201)], 'must be ids of at most 200 characters'],
  ])('is refused for %s', async (_, mentions, fault) => {
    const author = server.actor()
    const { id } = await aContent(author)
    const { errors } = await comment(author, id, mentions)
    expect(errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: { mentions: fault } })
  })

  test('is refused to a caller who may only read, who can mark their own', async () => {
    const author = server.actor()
    const viewer = await aColleague(author, 'Vusi Viewer', 'viewer')
    const { id } = await aContent(author)
    expect((await comment(viewer, id, [viewer.userId])).errors[0].extensions.code).toBe('FORBIDDEN')
    const many = await viewer.graphql(READ, { ids: Array.from({ length: 1001 }, () => newId()) })
    expect(many.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })

  test('goes with its content, and comes back from the trash', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    await mentioned(author, [thandi])
    const before = await mine(thandi)
    const [{ id }] = (await author.graphql('{ contents { nodes { id } } }')).body.data.contents.nodes
    expect((await author.rest('DELETE', `/api/content/${id}`)).status).toBe(204)
    expect(await mine(thandi)).toMatchObject({ totalCount: 0, unread: 0 })
    const { body } = await author.graphql('{ trash { nodes { id } } }')
    const restored = await author.graphql('mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', {
      id: body.data.trash.nodes[0].id,
    })
    expect(restored.body.errors).toBeUndefined()
    expect(await mine(thandi)).toEqual(before)
  })

  test('of a person is found in an access request, and erased', async () => {
    const author = server.actor()
    const subject = aSubject()
    const person = server.actor({ organizationId: author.organizationId, userId: subject.email, role: 'member' })
    await aMember(author, { userId: person.userId, name: 'Nomsa Dlamini' })
    await mentioned(author, [person])
    const access = await aGrantedRequest(author, { type: 'ACCESS', subject })
    await confirmAll(author, access.id)
    const { body } = await author.graphql('query ($id: ID!) { dataSubjectExport(id: $id) { rows { resource } } }', {
      id: access.id,
    })
    expect(body.data.dataSubjectExport.rows).toContainEqual({ resource: 'CONTENT_MENTION' })
    const deletion = await aGrantedRequest(author, { type: 'DELETION', subject })
    await confirmAll(author, deletion.id)
    await completeNow(server.actor({ organizationId: author.organizationId }), deletion.id)
    const left = await inOrganization<{ userId: string }>(server, author, sql`select user_id from content_mention`)
    expect(JSON.stringify(left)).not.toContain(subject.email)
  })

  test('is in no event and no record with the name or the text', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    const { id } = await mentioned(author, [thandi])
    await marked(thandi)
    const events = await inOrganization(server, author, sql`select * from event where type = 'CONTENT_COMMENTED'`)
    const records = await inOrganization(
      server,
      author,
      sql`select * from audit_record where action in ('CONTENT_COMMENTED', 'CONTENT_MENTION_READ')`,
    )
    expect([events.length, records.length]).toEqual([1, 2])
    expect(JSON.stringify(events)).toContain(id)
    expect(JSON.stringify([events, records])).not.toMatch(/Thandi|Please look/)
  })
})
