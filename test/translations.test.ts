import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../src/data/ids.ts'
import { codeOf, resultOf } from './support/answers.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aContent, contentBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'

/* Content that is one text in several languages. */

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

const TRANSLATE = `mutation ($id: ID!, $language: Language!) { translateContent(id: $id, language: $language) {
  id title body language status version createdBy translationOf } }`
const CREATE = 'mutation ($input: ContentInput!) { createContent(input: $input) { id translationOf } }'
const UPDATE = 'mutation ($id: ID!, $input: ContentPatch!) { updateContent(id: $id, input: $input) { id version } }'
const RESTORE = 'mutation ($id: ID!) { restoreContent(id: $id, version: 1) { language } }'
const SHOWN = 'translations { id language isOriginal }'

const translate = (actor: Actor, id: string, language: string) => resultOf(actor, TRANSLATE, { id, language })
const shownOf = async (actor: Actor, id: string) =>
  (await resultOf(actor, `query ($id: ID!) { content(id: $id) { ${SHOWN} } }`, { id })).translations

/** An original in English with translations. */
async function aText(actor: Actor, ...languages: string[]): Promise<[original: string, ...translations: string[]]> {
  const { id } = await aContent(actor)
  const translations: string[] = []
  for (const language of languages) translations.push((await translate(actor, id, language)).id)
  return [id, ...translations]
}

describe('a translation', () => {
  test('begins as a copy in another language, of the original whichever item it starts from', async () => {
    const author = server.actor()
    const translator = server.actor({ organizationId: author.organizationId, role: 'member' })
    const { id } = await aContent(author, { isTemplate: true, body: 'Hello {{name}}', variables: ['name'] })
    await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
    const zulu = await translate(translator, id, 'zu')
    expect(zulu).toMatchObject({
      title: 'Heritage Day greeting',
      body: 'Hello {{name}}',
      language: 'zu',
      status: 'DRAFT',
    })
    expect(zulu).toMatchObject({ version: 1, createdBy: translator.userId, translationOf: id })
    const xhosa = await translate(translator, zulu.id, 'xh')
    expect(xhosa.translationOf).toBe(id)
    const original = { id, language: 'en', isOriginal: true }
    const [inXhosa, inZulu] = [
      { id: xhosa.id, language: 'xh', isOriginal: false },
      { id: zulu.id, language: 'zu', isOriginal: false },
    ]
    expect(await shownOf(author, id)).toEqual([inXhosa, inZulu])
    expect(await shownOf(author, zulu.id)).toEqual([original, inXhosa])
    expect(await shownOf(author, xhosa.id)).toEqual([original, inZulu])
    expect((await author.rest('GET', `/api/content/${zulu.id}`)).body.data).not.toHaveProperty('translationOf')
  })

  test('may be made by itself, of an original', async () => {
    const author = server.actor()
    const [id, zulu] = await aText(author, 'zu')
    const input = { ...contentBody({ language: 'af' }), translationOf: id }
    const afrikaans = await resultOf(author, CREATE, { input })
    expect(afrikaans.translationOf).toBe(id)
    expect((await shownOf(author, id)).map(({ language }: Json) => language)).toEqual(['af', 'zu'])
    expect(codeOf(await author.graphql(CREATE, { input }))).toBe('CONFLICT')
    const chain = await author.graphql(CREATE, { input: { ...input, language: 'st', translationOf: zulu } })
    expect(chain.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { translationOf: 'must be the id of an original, not of a translation' },
    })
    const english = await author.graphql(CREATE, { input: { ...input, language: undefined } })
    expect(codeOf(english)).toBe('CONFLICT')
    expect(await shownOf(author, id)).toHaveLength(2)
  })

  test('is one in each language, also where a language is changed or brought back', async () => {
    const author = server.actor()
    const [id, zulu = '', xhosa = ''] = await aText(author, 'zu', 'xh')
    for (const [item, language] of [
      [id, 'en'],
      [id, 'zu'],
      [zulu, 'xh'],
    ])
      expect(codeOf(await author.graphql(TRANSLATE, { id: item, language }))).toBe('CONFLICT')
    for (const [item, language] of [
      [id, 'zu'],
      [zulu, 'en'],
      [zulu, 'xh'],
    ])
      expect(codeOf(await author.graphql(UPDATE, { id: item, input: { language } }))).toBe('CONFLICT')
    expect(await author.rest('PUT', `/api/content/${zulu}`, { language: 'xh' })).toMatchObject({ status: 409 })
    await resultOf(author, UPDATE, { id: zulu, input: { language: 'af' } })
    await resultOf(author, UPDATE, { id: xhosa, input: { language: 'zu' } })
    expect(codeOf(await author.graphql(RESTORE, { id: zulu }))).toBe('CONFLICT')
    expect((await shownOf(author, id)).map(({ language }: Json) => language)).toEqual(['af', 'zu'])
  })

  test('of many at once in one language there is one', async () => {
    const author = server.actor()
    const [id, zulu = ''] = await aText(author, 'zu')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => author.graphql(TRANSLATE, { id: index % 2 ? id : zulu, language: 'ts' })),
    )
    expect(answers.map(codeOf).filter((code) => code === undefined)).toHaveLength(1)
    expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'CONFLICT']))
    expect(await shownOf(author, id)).toHaveLength(2)
  })

  test('stands by itself when its original is deleted', async () => {
    const author = server.actor()
    const [id, zulu = '', xhosa = ''] = await aText(author, 'zu', 'xh')
    await resultOf(author, 'mutation ($id: ID!) { deleteContent(id: $id) }', { id })
    for (const item of [zulu, xhosa]) {
      expect(await shownOf(author, item)).toEqual([])
      expect((await translate(author, item, 'af')).translationOf).toBe(item)
    }
  })

  test('is a translation of the copy where the campaign is copied', async () => {
    const author = server.actor()
    const { id: campaignId } = await aCampaign(author)
    const { id } = await aContent(author, { campaignId })
    await translate(author, id, 'zu')
    const [elsewhere] = await aText(author)
    const alone = await translate(author, elsewhere, 'ts')
    await resultOf(author, UPDATE, { id: alone.id, input: { campaignId } })
    const { content } = await resultOf(
      author,
      `mutation ($id: ID!) { duplicateCampaign(id: $id) { content { nodes { id language translationOf } } } }`,
      { id: campaignId },
    )
    const copies: Record<string, Json> = Object.fromEntries(content.nodes.map((node: Json) => [node.language, node]))
    expect(Object.keys(copies).sort()).toEqual(['en', 'ts', 'zu'])
    expect(copies.en.translationOf).toBeNull()
    expect(copies.zu.translationOf).toBe(copies.en.id)
    expect(copies.ts.translationOf).toBeNull()
    expect(copies.en.id).not.toBe(id)
  })

  test('is of the same organization, for the database too', async () => {
    const author = server.actor()
    const stranger = server.actor()
    const [id] = await aText(author, 'zu')
    const own = await aContent(stranger)
    expect(codeOf(await stranger.graphql(TRANSLATE, { id, language: 'af' }))).toBe('NOT_FOUND')
    const input = { ...contentBody({ language: 'af' }), translationOf: id }
    expect(codeOf(await stranger.graphql(CREATE, { input }))).toBe('NOT_FOUND')
    expect(codeOf(await stranger.graphql(CREATE, { input: { ...input, translationOf: newId() } }))).toBe('NOT_FOUND')
    const smuggled = sql`update content_item set translation_of = ${id} where id = ${own.id}`
    await expect(inOrganization(server, stranger, smuggled)).rejects.toThrow()
    expect(await shownOf(stranger, own.id)).toEqual([])
    expect(await shownOf(author, id)).toHaveLength(1)
  })
})

test('the legacy API takes and shows none of it', async () => {
  const author = server.actor()
  const [id] = await aText(author)
  const answer = await author.rest('POST', '/api/content', contentBody({ language: 'af', translationOf: id }))
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
})

test('of many items they cost the same statements as of few, and later changes are visible', async () => {
  const author = server.actor()
  const counts: number[] = []
  for (let count = 0; count < 3; count++) {
    await aText(author, 'zu', 'xh')
    const before = statementsOf(transactions, author.organizationId).length
    await resultOf(author, `{ contents { nodes { ${SHOWN} } } }`, {})
    counts.push(statementsOf(transactions, author.organizationId).length - before)
  }
  const [first] = counts
  expect(counts).toEqual([first, first, first])
  const [id] = await aText(author)
  const { body } = await author.graphql(
    `mutation ($id: ID!) {
      one: translateContent(id: $id, language: zu) { ${SHOWN} }
      two: translateContent(id: $id, language: xh) { ${SHOWN} }
    }`,
    { id },
  )
  const languages = ({ translations }: Json) => translations.map(({ language }: Json) => language)
  expect([languages(body.data.one), languages(body.data.two)]).toEqual([['en'], ['en', 'zu']])
})
