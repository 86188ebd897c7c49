import { describe, expect, test } from '@jest/globals'
import { aCampaign, aContent, contentBody } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const colleague = (of: Actor, role: 'manager' | 'member' = 'manager') =>
  server.actor({ organizationId: of.organizationId, role })

describe('required fields of content', () => {
  for (const [index, field] of ['title', 'type', 'body'].entries()) {
    test(`MUST refuse content without ${field}, in the documented order`, async () => {
      const actor = server.actor()
      const body = Object.fromEntries(Object.entries(contentBody()).slice(0, index))
      const answer = await actor.rest('POST', '/api/content', body)
      expect(answer).toMatchObject({ status: 400, body: { error: `${field} is required`, code: 'VALIDATION_ERROR' } })
    })
  }

  test('content of an unknown type, language or channel is refused, each named', async () => {
    const answer = await server
      .actor()
      .rest('POST', '/api/content', contentBody({ type: 'FAX', language: 'fr', channel: 'PIGEON' }))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.details)).toEqual(expect.arrayContaining(['type', 'language', 'channel']))
  })

  test('a campaign of another tenant is not found', async () => {
    const foreign = await aCampaign(server.actor())
    const answer = await server.actor().rest('POST', '/api/content', contentBody({ campaignId: foreign.id }))
    expect(answer).toMatchObject({ status: 404, body: { error: 'Campaign not found' } })
  })
})

describe('content status', () => {
  test('MUST NOT let the author approve, nor the last editor, nor a member', async () => {
    const author = server.actor()
    const editor = colleague(author)
    const { id } = await aContent(author)
    await editor.rest('PUT', `/api/content/${id}`, { body: 'Better.' })
    await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
    for (const actor of [author, editor, colleague(author, 'member')]) {
      expect((await actor.rest('PUT', `/api/content/${id}/status`, { status: 'APPROVED' })).status).toBe(403)
    }
    expect((await colleague(author).rest('PUT', `/api/content/${id}/status`, { status: 'APPROVED' })).status).toBe(200)
  })

  test('a verdict on a version that is not the current one is void', async () => {
    const author = server.actor()
    const { id } = await aContent(author)
    await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
    await author.rest('PUT', `/api/content/${id}`, { body: 'Changed under the reviewer.' })
    const answer = await colleague(author).rest('PUT', `/api/content/${id}/status`, { status: 'APPROVED', version: 1 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { version: 2 } } })
  })

  test('exactly one of two verdicts at once wins', async () => {
    const author = server.actor()
    const { id } = await aContent(author)
    await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
    const verdicts = ['APPROVED', 'CHANGES_REQUESTED'].map((status) =>
      colleague(author).rest('PUT', `/api/content/${id}/status`, { status }),
    )
    expect((await Promise.all(verdicts)).map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('versions', () => {
  test('every edit makes a version, and editing what was approved makes it a draft again', async () => {
    const author = server.actor()
    const { id } = await aContent(author, { body: 'One.' })
    await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
    await colleague(author).rest('PUT', `/api/content/${id}/status`, { status: 'APPROVED' })
    const { body } = await author.rest('PUT', `/api/content/${id}`, { body: 'Two.' })
    expect(body.data).toMatchObject({ status: 'DRAFT', version: 2, body: 'Two.' })
    const history = await author.rest('GET', `/api/content/${id}/versions`)
    expect(history.body.meta).toEqual({ total: 2, page: 1, limit: 10, pages: 1 })
    expect(
      history.body.data.map(({ version, body: text }: { version: number; body: string }) => [version, text]),
    ).toEqual([
      [2, 'Two.'],
      [1, 'One.'],
    ])
  })

  test('a restored version is a new one', async () => {
    const author = server.actor()
    const { id } = await aContent(author, { body: 'One.' })
    await author.rest('PUT', `/api/content/${id}`, { body: 'Two.' })
    const { status, body } = await author.rest('POST', `/api/content/${id}/restore`, { version: 1 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ version: 3, body: 'One.' })
    expect(await author.rest('POST', `/api/content/${id}/restore`, { version: 9 })).toMatchObject({
      status: 404,
      body: { error: 'Version not found' },
    })
    expect(await author.rest('POST', `/api/content/${id}/restore`, {})).toMatchObject({
      status: 400,
      body: { error: 'version is required' },
    })
  })

  test('edits at once make a version each', async () => {
    const author = server.actor()
    const { id } = await aContent(author)
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => author.rest('PUT', `/api/content/${id}`, { body: `Edit ${index}` })),
    )
    const { body } = await author.rest('GET', `/api/content/${id}/versions?limit=100`)
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })
})

describe('templates', () => {
  const template = (changes: object = {}) =>
    contentBody({
      type: 'EMAIL',
      isTemplate: true,
      variables: ['name', 'place'],
      body: '<p>Dear {{ name }} of {{place}}</p>',
      ...changes,
    })
  const RENDER = 'query ($id: ID!, $values: JSONObject!) { renderTemplate(id: $id, values: $values) { title body } }'

  test('a template that uses what it does not declare is refused', async () => {
    const answer = await server.actor().rest('POST', '/api/content', template({ variables: ['name'] }))
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { variables: 'must declare place, which the text uses' } },
    })
  })

  test('rendering escapes values in HTML', async () => {
    const actor = server.actor()
    const { id } = await aContent(actor, template())
    const { body } = await actor.graphql(RENDER, { id, values: { name: '<b>Sipho</b> {{place}}', place: 'Durban' } })
    expect(body.data.renderTemplate.body).toBe('<p>Dear &lt;b&gt;Sipho&lt;/b&gt; {{place}} of Durban</p>')
  })

  test('a long value that a template repeats thousands of times is refused', async () => {
    const actor = server.actor()
    const { id } = await aContent(actor, template({ variables: ['v'], body: '{{v}}'.repeat(5000) }))
    const { body } = await actor.graphql(RENDER, { id, values: { v: 'x'.repeat(5000) } })
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { variables: 'must have values that add at most 200000 characters to the text' },
    })
  })

  test('rendering is strict: missing, unknown and nested values are named', async () => {
    const actor = server.actor()
    const { id } = await aContent(actor, template())
    const { body } = await actor.graphql(RENDER, { id, values: { name: { a: 1 }, extra: 1 } })
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { name: 'must be a text or a number', place: 'is missing', extra: 'is not a variable of this template' },
    })
  })

  test('templates are listed apart', async () => {
    const actor = server.actor()
    await aContent(actor)
    const { id } = await aContent(actor, template())
    const { body } = await actor.rest('GET', '/api/content/templates')
    expect(body.data.map((item: { id: string }) => item.id)).toEqual([id])
    expect((await actor.rest('GET', '/api/content?language=EN&type=email')).body.meta.total).toBe(1)
  })
})

describe('content and campaigns', () => {
  test('a copy of a campaign has copies of its content, as drafts with a history of their own', async () => {
    const author = server.actor()
    const campaign = await aCampaign(author)
    await aContent(author, { campaignId: campaign.id, language: 'zu' })
    const { body: copy } = await author.rest('POST', `/api/campaigns/${campaign.id}/duplicate`)
    expect(copy.data).toMatchObject({ contentCount: 1, status: 'DRAFT' })
    const { body } = await author.rest('GET', `/api/content?campaignId=${copy.data.id}`)
    expect(body.data[0]).toMatchObject({ language: 'zu', status: 'DRAFT', version: 1 })
    expect((await author.rest('GET', `/api/content/${body.data[0].id}/versions`)).body.meta.total).toBe(1)
  })

  test('content that is deleted takes its history along', async () => {
    const author = server.actor()
    const { id } = await aContent(author)
    expect((await author.rest('DELETE', `/api/content/${id}`)).status).toBe(204)
    expect((await author.rest('GET', `/api/content/${id}/versions`)).status).toBe(404)
  })

  test('campaigns show their content, and content its campaign', async () => {
    const author = server.actor()
    const campaign = await aCampaign(author)
    const { id } = await aContent(author, { campaignId: campaign.id })
    const { body } = await author.graphql(
      '{ campaigns { nodes { content { nodes { id campaign { id } } } } } contents(filter: { type: [POST] }) { totalCount } }',
    )
    expect(body.data.campaigns.nodes[0].content).toEqual({ nodes: [{ id, campaign: { id: campaign.id } }] })
    expect(body.data.contents.totalCount).toBe(1)
  })

  test("another tenant's content does not exist", async () => {
    const { id } = await aContent(server.actor())
    const stranger = server.actor()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['PUT', '/status', { status: 'IN_REVIEW' }],
      ['GET', '/versions', undefined],
      ['POST', '/restore', { version: 1 }],
    ] as const) {
      const answer = await stranger.rest(method, `/api/content/${id}${path}`, body)
      expect(answer).toMatchObject({ status: 404, body: { error: 'Content not found', code: 'NOT_FOUND' } })
    }
  })
})
