import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../src/data/ids.ts'
import { codeOf } from './support/answers.ts'
import { eventsOf } from './support/events.ts'
import { follow } from './support/follow.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aComment, aContent, aGrantedRequest, aSubject, completeNow, confirmAll } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'
import { until } from './support/until.ts'

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

const colleague = ({ organizationId }: Actor, role: 'manager' | 'member' | 'viewer' = 'manager') =>
  server.actor({ organizationId, role })

const FIELDS = 'id contentId version text resolvedAt resolvedBy createdBy'
const RESOLVE = `mutation ($id: ID!) { resolveContentComment(id: $id) { ${FIELDS} } }`
const REOPEN = `mutation ($id: ID!) { reopenContentComment(id: $id) { ${FIELDS} } }`
const COMMENT = `mutation ($id: ID!, $version: Int!, $text: String!) {
  commentOnContent(id: $id, version: $version, input: { text: $text }) { ${FIELDS} } }`

async function commentsOf(actor: Actor, id: string, filter = '{}'): Promise<Json> {
  const { body } = await actor.graphql(
    `query ($id: ID!) { content(id: $id) { comments(filter: ${filter}) { totalCount nodes { ${FIELDS} } } } }`,
    { id },
  )
  expect(body.errors).toBeUndefined()
  return body.data.content.comments
}

describe('comments on content', () => {
  test('are about a version, listed in their order, resolved and opened again', async () => {
    const author = server.actor({ role: 'member' })
    const reviewer = colleague(author)
    const { id } = await aContent(author)
    await author.rest('PUT', `/api/content/${id}`, { body: 'Second.' })
    const first = await aComment(reviewer, 'Too long.', id)
    expect(first).toMatchObject({ contentId: id, version: 1, text: 'Too long.', resolvedAt: null, resolvedBy: null })
    expect(first.createdBy).toBe(reviewer.userId)
    const second = (await author.graphql(COMMENT, { id, version: 2, text: 'Now?' })).body.data.commentOnContent
    expect(await commentsOf(colleague(author, 'viewer'), id)).toEqual({ totalCount: 2, nodes: [first, second] })
    expect((await commentsOf(author, id, '{ version: 2 }')).nodes).toEqual([second])
    const resolved = (await author.graphql(RESOLVE, { id: first.id })).body.data.resolveContentComment
    expect(resolved).toEqual({ ...first, resolvedAt: expect.any(String), resolvedBy: author.userId })
    expect((await commentsOf(author, id, '{ isOpen: true }')).nodes).toEqual([second])
    expect((await commentsOf(author, id, '{ isOpen: false }')).nodes).toEqual([resolved])
    expect(codeOf(await reviewer.graphql(RESOLVE, { id: first.id }))).toBe('CONFLICT')
    expect((await reviewer.graphql(REOPEN, { id: first.id })).body.data.reopenContentComment).toEqual(first)
    expect(codeOf(await reviewer.graphql(REOPEN, { id: first.id }))).toBe('CONFLICT')
  })

  test.each([
    ['a version that is not there yet', 2, 'Text', 'NOT_FOUND'],
    ['no version', 0, 'Text', 'NOT_FOUND'],
    ['a negative version', -1, 'Text', 'NOT_FOUND'],
    ['nothing', 1, '  ', 'VALIDATION_ERROR'],
    ['more than a comment', 1, 'x'.repeat(4001), 'VALIDATION_ERROR'],
    ['what no text is', 1, 'nul\0', 'VALIDATION_ERROR'],
  ])('are refused on %s', async (_, version, text, code) => {
    const author = server.actor()
    const { id } = await aContent(author)
    expect(codeOf(await author.graphql(COMMENT, { id, version, text }))).toBe(code)
    expect((await commentsOf(author, id)).totalCount).toBe(0)
  })

  test('belong to their organization, however they are asked for', async () => {
    const author = server.actor()
    const comment = await aComment(author)
    const stranger = server.actor()
    await aContent(stranger)
    for (const [document, variables] of [
      [COMMENT, { id: comment.contentId, version: 1, text: 'Mine.' }],
      [RESOLVE, { id: comment.id }],
      [REOPEN, { id: comment.id }],
      [RESOLVE, { id: 'none' }],
    ] as const)
      expect(codeOf(await stranger.graphql(document, variables))).toBe('NOT_FOUND')
    const { body } = await stranger.graphql(`{ contents { nodes { comments { totalCount nodes { ${FIELDS} } } } } }`)
    expect(body.data.contents.nodes).toEqual([{ comments: { totalCount: 0, nodes: [] } }])
    expect(await inOrganization(server, stranger, sql`select id from content_comment`)).toEqual([])
    const smuggled = sql`insert into content_comment
      (organization_id, id, content_id, version, text, created_by, created_at, updated_at)
      values (${stranger.organizationId}, ${newId()}, ${comment.contentId}, 1, 'x', 'x', now(), now())`
    await expect(inOrganization(server, stranger, smuggled)).rejects.toThrow()
    expect((await commentsOf(author, comment.contentId)).nodes).toEqual([comment])
  })

  test('are refused to a caller who may only read, and after the content was deleted', async () => {
    const author = server.actor()
    const comment = await aComment(author)
    const viewer = colleague(author, 'viewer')
    for (const document of [RESOLVE, REOPEN])
      expect(codeOf(await viewer.graphql(document, { id: comment.id }))).toBe('FORBIDDEN')
    expect(codeOf(await viewer.graphql(COMMENT, { id: comment.contentId, version: 1, text: 'No.' }))).toBe('FORBIDDEN')
    await author.rest('DELETE', `/api/content/${comment.contentId}`)
    expect(codeOf(await author.graphql(RESOLVE, { id: comment.id }))).toBe('NOT_FOUND')
    expect(await inOrganization(server, author, sql`select id from content_comment`)).toEqual([])
  })

  test('stay with the original when its campaign is copied', async () => {
    const author = server.actor()
    const { id: campaignId } = await aCampaign(author)
    const { id } = await aContent(author, { campaignId })
    await aComment(author, 'Here.', id)
    const { body } = await author.graphql(
      'mutation ($id: ID!) { duplicateCampaign(id: $id) { content { nodes { comments { totalCount } } } } }',
      { id: campaignId },
    )
    expect(body.data.duplicateCampaign.content.nodes).toEqual([{ comments: { totalCount: 0 } }])
  })

  test('of many items cost no statement of their own', async () => {
    const author = server.actor()
    for (const _ of [1, 2, 3]) await aComment(author)
    const sent = statementsOf(transactions, author.organizationId).length
    await author.graphql('{ contents { nodes { comments { nodes { text } } } } }')
    const nested = statementsOf(transactions, author.organizationId).length
    await author.graphql('{ contents { nodes { id } } }')
    const plain = statementsOf(transactions, author.organizationId).length
    expect(nested - sent).toBe(plain - nested)
  })
})

describe('the author of content', () => {
  test('hears of a comment at once, by its content, and in the notifications', async () => {
    const author = server.actor({ role: 'manager' })
    const reviewer = colleague(author)
    const { id } = await aContent(author, { title: 'Water week' })
    const live = follow(
      server.url,
      author.token,
      'subscription { contentChanged { data { type resourceId userId content { comments { nodes { text } } } } } }',
    )
    const awaited = live.next()
    await live.opened
    const comment = await aComment(reviewer, 'Shorter, please.', id)
    expect((await awaited).data.contentChanged.data).toEqual({
      type: 'CONTENT_COMMENTED',
      resourceId: id,
      userId: reviewer.userId,
      content: { comments: { nodes: [{ text: 'Shorter, please.' }] } },
    })
    const resolving = live.next()
    await author.graphql(RESOLVE, { id: comment.id })
    expect((await resolving).data.contentChanged.data).toMatchObject({
      type: 'CONTENT_COMMENT_RESOLVED',
      resourceId: id,
    })
    await live.stop()
    const notification = await until('the notification', async () => {
      const { body } = await author.graphql('{ notifications { nodes { type resourceId message } } }')
      return body.data.notifications.nodes.find(({ type }: Json) => type === 'CONTENT_COMMENTED')
    })
    expect(notification).toMatchObject({
      resourceId: id,
      message: 'Content "Water week" was commented on.',
    })
  })

  test('hears nothing of the content of others', async () => {
    const author = server.actor()
    const live = follow(server.url, author.token, 'subscription { contentChanged { data { resourceId } } }')
    const awaited = live.next()
    await live.opened
    await aComment(server.actor())
    const { id } = await aContent(author)
    expect((await awaited).data.contentChanged.data.resourceId).toBe(id)
    await live.stop()
  })
})

test('what is said is in no record and no event', async () => {
  const author = server.actor()
  const comment = await aComment(author, 'Ask Nomsa Dlamini.')
  await author.graphql(RESOLVE, { id: comment.id })
  const events = (await eventsOf(server, author.organizationId)).filter(
    ({ resourceType }) => resourceType === 'CONTENT',
  )
  expect(events.map(({ type, resourceId, payload }) => ({ type, resourceId, payload })).slice(1)).toEqual([
    { type: 'CONTENT_COMMENTED', resourceId: comment.contentId, payload: { commentId: comment.id, version: 1 } },
    { type: 'CONTENT_COMMENT_RESOLVED', resourceId: comment.contentId, payload: { commentId: comment.id, version: 1 } },
  ])
  const records = await inOrganization(server, author, sql`select * from audit_record`)
  expect(JSON.stringify([records, events])).not.toContain('Nomsa')
})

test('a person who is named in comments is found, exported and erased there', async () => {
  const author = server.actor()
  const subject = aSubject()
  const { id } = await aComment(author, `Ask ${subject.email} first`)
  const access = await aGrantedRequest(author, { type: 'ACCESS', subject })
  await confirmAll(author, access.id)
  const { body } = await author.graphql(
    'query ($id: ID!) { dataSubjectExport(id: $id) { rows { resource matchedBy } } }',
    { id: access.id },
  )
  expect(body.data.dataSubjectExport.rows).toContainEqual({ resource: 'CONTENT_COMMENT', matchedBy: ['email'] })
  const deletion = await aGrantedRequest(author, { type: 'DELETION', subject })
  await confirmAll(author, deletion.id)
  const done = await completeNow(server.actor({ organizationId: author.organizationId }), deletion.id)
  expect(done.body.data.status).toBe('COMPLETED')
  const [left] = await inOrganization<Json>(server, author, sql`select id, text from content_comment`)
  expect(left.id).toBe(id)
  expect(left.text).not.toContain(subject.email)
})
