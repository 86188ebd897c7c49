import { describe, expect, test } from '@jest/globals'
import { aCampaign, aContent } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/* What is approved is what the reviewer saw. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const ROUNDS = Array.from({ length: 20 }, (_, round) => round)
const colleague = (of: Actor, role: 'manager' | 'member' = 'manager') =>
  server.actor({ organizationId: of.organizationId, role })

const move = (actor: Actor, path: string, status: string, version?: number) =>
  actor.rest('PUT', `${path}/status`, { status, ...(version !== undefined && { version }) })

const MOVE =
  'mutation ($id: ID!, $status: ContentStatus!, $version: Int) { changeContentStatus(id: $id, status: $status, version: $version) { status version } }'

/** Content that waits for a review. */
async function underReview(author: Actor): Promise<{ id: string; path: string }> {
  const { id } = await aContent(author, { body: 'Seen.' })
  const path = `/api/content/${id}`
  await move(author, path, 'IN_REVIEW')
  return { id, path }
}

describe('content under review', () => {
  test.each([
    ['an edit', (author: Actor, path: string) => author.rest('PUT', path, { body: 'Unseen.' })],
    [
      'an edit over GraphQL',
      (author: Actor, path: string) =>
        author.graphql('mutation ($id: ID!) { updateContent(id: $id, input: { body: "Unseen." }) { id } }', {
          id: path.split('/').at(-1),
        }),
    ],
    [
      'a restored version',
      async (author: Actor, path: string) => {
        await author.rest('PUT', path, { body: 'Second.' })
        await move(author, path, 'IN_REVIEW')
        return author.rest('POST', `${path}/restore`, { version: 1 })
      },
    ],
  ])('is a draft again after %s, which nobody can approve', async (_, edit) => {
    const author = server.actor()
    const { path } = await underReview(author)
    expect((await edit(author, path)).status).toBeLessThan(300)
    expect((await author.rest('GET', path)).body.data.status).toBe('DRAFT')
    expect(await move(colleague(author), path, 'APPROVED')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE_TRANSITION', details: { from: 'DRAFT' } },
    })
  })

  test('stays under review when an edit changes nothing', async () => {
    const author = server.actor()
    const { path } = await underReview(author)
    await author.rest('PUT', path, { body: 'Seen.' })
    expect((await move(colleague(author), path, 'APPROVED', 1)).body.data).toMatchObject({
      status: 'APPROVED',
      version: 1,
    })
  })

  test('a decision about another version is void on both surfaces, whatever the state is now', async () => {
    const author = server.actor()
    const { id, path } = await underReview(author)
    await author.rest('PUT', path, { body: 'Unseen.' })
    for (const submit of [false, true]) {
      if (submit) await move(author, path, 'IN_REVIEW')
      for (const version of [1, 3]) {
        const refusal = { code: 'CONFLICT', details: { version: 2 } }
        expect(await move(colleague(author), path, 'APPROVED', version)).toMatchObject({ status: 409, body: refusal })
        const { body } = await colleague(author).graphql(MOVE, { id, status: 'APPROVED', version })
        expect(body.errors[0].extensions).toMatchObject(refusal)
      }
    }
  })

  test.each([
    ['with its version', 1],
    ['without a version', undefined],
  ])('an approval %s and an edit at once: never is the edit approved', async (_, version) => {
    const author = server.actor()
    const reviewer = colleague(author)
    for (const round of ROUNDS) {
      const { path } = await underReview(author)
      const approve = () => move(reviewer, path, 'APPROVED', version)
      const early = round % 2 === 0 && approve()
      const editing = author.rest('PUT', path, { body: 'Unseen.' })
      const [edited, approved] = await Promise.all([editing, early || approve()])
      expect(edited).toMatchObject({ status: 200, body: { data: { status: 'DRAFT', version: 2 } } })
      if (approved.status === 200) expect(approved.body.data).toMatchObject({ version: 1, body: 'Seen.' })
      else expect(approved.body.code).toBe(version ? 'CONFLICT' : 'INVALID_STATE_TRANSITION')
      expect((await author.rest('GET', path)).body.data).toMatchObject({ status: 'DRAFT', version: 2 })
    }
  })

  test('an approval of a version, while the author edits and submits again: never is the edit approved', async () => {
    const author = server.actor()
    const reviewer = colleague(author)
    for (const _ of ROUNDS) {
      const { path } = await underReview(author)
      const approve = () => move(reviewer, path, 'APPROVED', 1)
      const again = author.rest('PUT', path, { body: 'Unseen.' }).then(() => move(author, path, 'IN_REVIEW'))
      const approvals = [approve(), approve(), again.then(approve)]
      for (const { status, body } of await Promise.all(approvals)) {
        if (status === 200) expect(body.data).toMatchObject({ version: 1, body: 'Seen.' })
        else expect(body.code).toMatch(/^(CONFLICT|INVALID_STATE_TRANSITION)$/)
      }
      expect((await author.rest('GET', path)).body.data).toMatchObject({ status: 'IN_REVIEW', version: 2 })
    }
  })
})

describe('a campaign', () => {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()

  test('up for approval is a draft again when it is edited, alone or in bulk', async () => {
    const author = server.actor({ role: 'member' })
    const edits = [
      (id: string) => author.rest('PUT', `/api/campaigns/${id}`, { budgetCents: 900_000_000 }),
      (id: string) =>
        author.rest('POST', '/api/campaigns/bulk', { operation: 'UPDATE', ids: [id], changes: { budgetCents: 1 } }),
    ]
    for (const edit of edits) {
      const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL', startsAt })
      expect((await edit(id)).status).toBe(200)
      expect(await move(colleague(author), `/api/campaigns/${id}`, 'ACTIVE')).toMatchObject({
        status: 409,
        body: { details: { from: 'DRAFT' } },
      })
    }
  })

  test('up for approval stays so when an edit changes nothing', async () => {
    const author = server.actor({ role: 'member' })
    const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL' })
    await author.rest('PUT', `/api/campaigns/${id}`, { name: 'Heritage Day' })
    expect((await move(colleague(author), `/api/campaigns/${id}`, 'ACTIVE')).status).toBe(200)
  })

  test('that was approved is a draft again when someone edits it who may not start campaigns', async () => {
    const author = server.actor({ role: 'member' })
    const manager = colleague(author)
    for (const [editor, status] of [
      [author, 'DRAFT'],
      [manager, 'SCHEDULED'],
    ] as const) {
      const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL', startsAt })
      await move(manager, `/api/campaigns/${id}`, 'SCHEDULED')
      const { body } = await editor.rest('PUT', `/api/campaigns/${id}`, { description: 'Something else.' })
      expect(body.data.status).toBe(status)
    }
  })

  test('an approval and an edit at once: never is the edit approved', async () => {
    const author = server.actor({ role: 'member' })
    const manager = colleague(author)
    for (const _ of ROUNDS) {
      const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL', startsAt })
      const path = `/api/campaigns/${id}`
      await Promise.all([author.rest('PUT', path, { name: 'Unseen' }), move(manager, path, 'SCHEDULED')])
      expect((await author.rest('GET', path)).body.data).toMatchObject({ status: 'DRAFT', name: 'Unseen' })
    }
  })

  test('an approval may name what it saw, by its ETag', async () => {
    const author = server.actor({ role: 'member' })
    const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL' })
    const path = `/api/campaigns/${id}`
    const seen = (await author.rest('GET', path)).headers.get('etag') ?? ''
    await author.rest('PUT', path, { name: 'Unseen' })
    await move(author, path, 'PENDING_APPROVAL')
    const approve = (tag: string) =>
      colleague(author).rest('PUT', `${path}/status`, { status: 'ACTIVE' }, { 'If-Match': tag })
    expect((await approve(seen)).status).toBe(412)
    expect((await approve((await author.rest('GET', path)).headers.get('etag') ?? '')).status).toBe(200)
  })
})

describe('the reason of a return', () => {
  const RETURN = {
    campaigns:
      'mutation ($id: ID!, $status: CampaignStatus!, $reason: String) { moved: changeCampaignStatus(id: $id, status: $status, reason: $reason) { returnReason } }',
    content:
      'mutation ($id: ID!, $status: ContentStatus!, $reason: String) { moved: changeContentStatus(id: $id, status: $status, reason: $reason) { returnReason } }',
  } as const
  const KINDS = [
    ['campaigns', 'PENDING_APPROVAL', 'DRAFT', 'ACTIVE'],
    ['content', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED'],
  ] as const

  test.each(KINDS)(
    '%s: is kept until the next status change, and belongs to a return only',
    async (kind, on, back, to) => {
      const author = server.actor()
      const reviewer = colleague(author)
      const { id } = await (kind === 'content' ? aContent(author) : aCampaign(author, { status: 'DRAFT' }))
      const path = `/api/${kind}/${id}`
      await move(author, path, on)
      const decide = (actor: Actor, status: string, reason?: string) =>
        actor.graphql(RETURN[kind], { id, status, reason })
      for (const [status, reason] of [
        [to, 'Good'],
        [back, 'x'.repeat(1001)],
      ] as const) {
        const { errors } = (await decide(reviewer, status, reason)).body
        expect(errors[0].extensions).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { reason: expect.any(String) },
        })
      }
      expect((await decide(server.actor(), back, 'From outside')).body.errors[0].extensions.code).toBe('NOT_FOUND')
      expect((await decide(reviewer, back, ' Too short ')).body.data.moved).toEqual({ returnReason: 'Too short' })
      const again = await decide(author, on)
      expect(again.body.data.moved).toEqual({ returnReason: null })
    },
  )

  test('a copy of a returned campaign has none', async () => {
    const author = server.actor()
    const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL' })
    await colleague(author).graphql(RETURN.campaigns, { id, status: 'DRAFT', reason: 'Not yet' })
    const copy = 'mutation ($id: ID!) { copy: duplicateCampaign(id: $id) { returnReason } }'
    expect((await author.graphql(copy, { id })).body.data.copy).toEqual({ returnReason: null })
  })
})
