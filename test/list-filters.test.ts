import { describe, expect, test } from '@jest/globals'
import { aSender } from './support/delivery.ts'
import { aSegment } from './support/ids.ts'
import { aCampaign, aClient, aContent, anOperator } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const TYPES = {
  campaigns: 'CampaignFilter',
  clients: 'ClientFilter',
  senders: 'NameFilter',
  segments: 'NameFilter',
  operators: 'NameFilter',
} as const

async function namesOf(actor: Actor, list: keyof typeof TYPES, filter: Json): Promise<string[]> {
  const type = TYPES[list]
  const { body } = await actor.graphql(
    `query ($filter: ${type}) { list: ${list}(filter: $filter, orderBy: { field: NAME }) { totalCount nodes { name } } }`,
    { filter },
  )
  expect(body.errors).toBeUndefined()
  expect(body.data.list.totalCount).toBe(body.data.list.nodes.length)
  return body.data.list.nodes.map(({ name }: Json) => name)
}

test('senders, segments and operators are found by a part of their names, within the organization', async () => {
  const actor = server.actor()
  for (const [domain, name] of [
    ['karoo', 'Karoo Foods'],
    ['bay', 'Bay Tours'],
  ] as const) {
    await aSender(actor, { name, address: `news@${domain}.example` })
    await aSegment(actor, name)
    await anOperator(actor, { name })
  }
  for (const list of ['senders', 'segments', 'operators'] as const) {
    expect([list, await namesOf(actor, list, { search: 'ROO f' })]).toEqual([list, ['Karoo Foods']])
    expect(await namesOf(actor, list, {})).toEqual(['Bay Tours', 'Karoo Foods'])
    expect(await namesOf(server.actor(), list, { search: 'Karoo' })).toEqual([])
  }
})

describe('campaigns', () => {
  test.each<[string, Json, string[]]>([
    ['a first start, inclusive', { startsFrom: '2030-02-01T00:00:00Z' }, ['Feb', 'Mar']],
    ['a start before a time, exclusive', { startsBefore: '2030-02-01T00:00:00Z' }, ['Jan']],
    ['both', { startsFrom: '2030-01-15T00:00:00Z', startsBefore: '2030-02-15T00:00:00Z' }, ['Feb']],
    ['both, reversed', { startsFrom: '2030-03-01T00:00:00Z', startsBefore: '2030-01-01T00:00:00Z' }, []],
    ['a least budget, inclusive', { budgetFrom: 200 }, ['Feb', 'Mar']],
    ['a greatest budget, inclusive', { budgetTo: 200 }, ['Feb', 'Jan']],
    ['a budget of nothing', { budgetTo: 0 }, []],
  ])('are filtered by %s', async (_, filter, expected) => {
    const actor = server.actor()
    for (const [month, name] of ['Jan', 'Feb', 'Mar'].entries())
      await aCampaign(actor, { name, startsAt: `2030-0${month + 1}-01T00:00:00Z`, budgetCents: (month + 1) * 100 })
    await aCampaign(actor, { name: 'Without', startsAt: null, budgetCents: null })
    expect(await namesOf(actor, 'campaigns', filter)).toEqual(expected)
  })

  test('are filtered by their author, within the organization', async () => {
    const author = server.actor()
    const other = server.actor({ organizationId: author.organizationId })
    await aCampaign(author, { name: 'Own' })
    await aCampaign(other, { name: 'Other' })
    expect(await namesOf(other, 'campaigns', { createdBy: author.userId })).toEqual(['Own'])
    expect(await namesOf(server.actor(), 'campaigns', { createdBy: author.userId })).toEqual([])
    expect(await namesOf(author, 'campaigns', { createdBy: `' or true --` })).toEqual([])
  })

  test.each<[string, Json]>([
    ['an amount that is not a number', { budgetFrom: 'all' }],
    ['a negative amount', { budgetFrom: -1 }],
    ['a day without a time', { startsFrom: 'yesterday' }],
  ])('refuse %s', async (_, filter) => {
    const { body } = await server
      .actor()
      .graphql('query ($filter: CampaignFilter) { campaigns(filter: $filter) { totalCount } }', { filter })
    expect(body.errors[0].extensions.code).toMatch(/VALIDATION_ERROR|BAD_USER_INPUT/)
  })
})

test('clients are filtered by their creation and author', async () => {
  const author = server.actor()
  const other = server.actor({ organizationId: author.organizationId })
  const first = await aClient(author, { name: 'First' })
  await aClient(other, { name: 'Second' })
  expect(await namesOf(author, 'clients', { createdBy: other.userId })).toEqual(['Second'])
  expect(await namesOf(author, 'clients', { createdBefore: first.createdAt })).toEqual([])
  expect(await namesOf(author, 'clients', { createdFrom: first.createdAt, createdBy: author.userId })).toEqual([
    'First',
  ])
})

test('content is filtered by its last edit and author', async () => {
  const author = server.actor()
  const other = server.actor({ organizationId: author.organizationId })
  const { updatedAt } = await aContent(author, { title: 'Own' })
  await aContent(other, { title: 'Other' })
  const titlesOf = async (filter: Json) => {
    const { body } = await author.graphql(
      'query ($filter: ContentFilter) { contents(filter: $filter) { nodes { title } } }',
      { filter },
    )
    return body.data.contents.nodes.map(({ title }: Json) => title)
  }
  expect(await titlesOf({ createdBy: author.userId })).toEqual(['Own'])
  expect(await titlesOf({ updatedBefore: updatedAt })).toEqual([])
  expect(await titlesOf({ updatedFrom: updatedAt, createdBy: other.userId })).toEqual(['Other'])
})
