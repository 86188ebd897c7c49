import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { inOrganization } from './support/organization.ts'
import { aGrantedRequest, aSubject, completeNow, confirmAll, memberBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const VIEW = { list: 'CAMPAIGNS', name: 'Active', parameters: 'status=ACTIVE&sort=-NAME', isShared: false }
const FIELDS = 'id list name parameters isShared createdBy updatedAt'
const CREATE = `mutation ($input: SavedViewInput!) { view: createSavedView(input: $input) { ${FIELDS} } }`
const UPDATE = `mutation ($id: ID!, $input: SavedViewPatch!, $at: DateTimeISO) {
  view: updateSavedView(id: $id, input: $input, expectedUpdatedAt: $at) { ${FIELDS} } }`
const DELETE = 'mutation ($id: ID!) { deleteSavedView(id: $id) }'

const create = (actor: Actor, changes: object = {}) => actor.graphql(CREATE, { input: { ...VIEW, ...changes } })
const created = async (actor: Actor, changes: object = {}): Promise<Json> => {
  const { body } = await create(actor, changes)
  expect(body.errors).toBeUndefined()
  return body.data.view
}
const codeOf = async (answer: ReturnType<Actor['graphql']>): Promise<string | undefined> =>
  (await answer).body.errors?.[0].extensions.code
const namesFor = async (actor: Actor, filter = '{}'): Promise<string[]> => {
  const { body } = await actor.graphql(`{ savedViews(filter: ${filter}) { totalCount nodes { name } } }`)
  expect(body.errors).toBeUndefined()
  const { totalCount, nodes } = body.data.savedViews
  expect(totalCount).toBe(nodes.length)
  return nodes.map(({ name }: Json) => name)
}
const colleague = ({ organizationId }: Actor, role: 'admin' | 'manager' | 'member' | 'viewer') =>
  server.actor({ organizationId, role })

describe('a private view', () => {
  test('is seen, changed and deleted by its author only', async () => {
    const author = server.actor({ role: 'viewer' })
    const view = await created(author)
    expect(view).toMatchObject({ ...VIEW, createdBy: author.userId })
    expect(await namesFor(author, '{ list: [CAMPAIGNS] }')).toEqual(['Active'])
    expect(await namesFor(author, '{ list: [CLIENTS] }')).toEqual([])
    for (const other of [colleague(author, 'admin'), server.actor()]) {
      expect(await namesFor(other)).toEqual([])
      expect(await codeOf(other.graphql(UPDATE, { id: view.id, input: { name: 'Mine' } }))).toBe('NOT_FOUND')
      expect(await codeOf(other.graphql(DELETE, { id: view.id }))).toBe('NOT_FOUND')
      const { body } = await other.graphql(`{ node(id: "${view.id}") { id } }`)
      expect(body.data.node).toBeNull()
    }
    const input = { name: 'Running', parameters: 'status=ACTIVE&columns=name%2Cstatus' }
    const { body } = await author.graphql(UPDATE, { id: view.id, input, at: view.updatedAt })
    expect(body.data.view).toMatchObject(input)
    expect(await codeOf(author.graphql(UPDATE, { id: view.id, input: { name: 'Again' }, at: view.updatedAt }))).toBe(
      'PRECONDITION_FAILED',
    )
    expect((await author.graphql(DELETE, { id: view.id })).body.data.deleteSavedView).toBe(view.id)
    expect(await namesFor(author)).toEqual([])
  })

  test('is deleted when its author leaves the team; a shared one stays', async () => {
    const admin = server.actor()
    const author = colleague(admin, 'member')
    const { body } = await admin.rest('POST', '/api/team', memberBody({ userId: author.userId, role: 'member' }))
    await created(author)
    await created(author, { name: 'For all', isShared: true })
    expect((await admin.rest('DELETE', `/api/team/${body.data.id}`)).status).toBe(204)
    const left = await inOrganization(server, admin, sql<{ name: string }>`select name from saved_view`)
    expect(left.map(({ name }) => name)).toEqual(['For all'])
  })
})

describe('a shared view', () => {
  test('is seen by who may read its list, and changed by its author and by administrators', async () => {
    const admin = server.actor()
    const author = colleague(admin, 'member')
    const { id } = await created(author, { isShared: true })
    await created(admin, { name: 'Open requests', list: 'REQUESTS', isShared: true })
    expect(await namesFor(colleague(admin, 'viewer'))).toEqual(['Active'])
    expect(await namesFor(author)).toEqual(['Active', 'Open requests'])
    expect(await namesFor(server.actor())).toEqual([])
    const change = (actor: Actor) => actor.graphql(UPDATE, { id, input: { name: 'Live' } })
    expect(await codeOf(change(colleague(admin, 'manager')))).toBe('FORBIDDEN')
    expect(await codeOf(colleague(admin, 'manager').graphql(DELETE, { id }))).toBe('FORBIDDEN')
    expect(await codeOf(change(server.actor()))).toBe('NOT_FOUND')
    expect(await codeOf(change(admin))).toBeUndefined()
    expect(await namesFor(author, '{ list: [CAMPAIGNS] }')).toEqual(['Live'])
  })

  test('is neither made by a viewer, nor for a list that its author may not read', async () => {
    const viewer = server.actor({ role: 'viewer' })
    expect(await codeOf(create(viewer, { isShared: true }))).toBe('FORBIDDEN')
    expect(await codeOf(create(viewer, { list: 'CONSENTS' }))).toBe('FORBIDDEN')
    const { id } = await created(viewer)
    expect(await codeOf(viewer.graphql(UPDATE, { id, input: { isShared: true } }))).toBe('FORBIDDEN')
  })
})

describe('the default view of a list', () => {
  const SET = `mutation ($input: DefaultViewInput!) { view: setDefaultView(input: $input) { ${FIELDS} isDefault } }`
  const set = (actor: Actor, changes: object = {}) =>
    actor.graphql(SET, { input: { list: 'CAMPAIGNS', parameters: 'columns=status', ...changes } })
  const defaultsFor = async (actor: Actor): Promise<Json[]> => {
    const { body } = await actor.graphql(
      '{ savedViews(filter: { isDefault: true }, orderBy: { field: LIST }) { nodes { list parameters isShared } } }',
    )
    return body.data.savedViews.nodes
  }

  test('is replaced by the next one, also of requests at the same time, and seen by its person only', async () => {
    const person = server.actor({ role: 'viewer' })
    await Promise.all(['status', 'type', 'budget'].map((each) => set(person, { parameters: `columns=${each}` })))
    const first = await set(person)
    const { body } = await set(person, { parameters: 'columns=name%2Cgone' })
    expect(body.data.view).toMatchObject({ id: first.body.data.view.id, isDefault: true, createdBy: person.userId })
    await set(person, { list: 'CLIENTS', parameters: '' })
    expect(await defaultsFor(person)).toEqual([
      { list: 'CAMPAIGNS', parameters: 'columns=name%2Cgone', isShared: false },
      { list: 'CLIENTS', parameters: '', isShared: false },
    ])
    await created(person)
    expect(await namesFor(person, '{ isDefault: false }')).toEqual(['Active'])
    for (const other of [colleague(person, 'admin'), server.actor(), server.actor({ userId: person.userId })])
      expect(await defaultsFor(other)).toEqual([])
  })

  test('is neither shared, nor kept for a list that its person may not read, nor with a search text', async () => {
    const person = server.actor({ role: 'member' })
    const { id } = (await set(person)).body.data.view
    expect(await codeOf(person.graphql(UPDATE, { id, input: { isShared: true } }))).toBe('CONFLICT')
    expect(await codeOf(colleague(person, 'admin').graphql(DELETE, { id }))).toBe('NOT_FOUND')
    expect(await codeOf(set(server.actor({ role: 'viewer' }), { list: 'CONSENTS' }))).toBe('FORBIDDEN')
    expect(await codeOf(set(person, { parameters: 'search=Nomsa' }))).toBe('VALIDATION_ERROR')
    expect(await defaultsFor(person)).toHaveLength(1)
  })

  test('does not count as one of 50 views, and is deleted when its person leaves the team', async () => {
    const admin = server.actor()
    const person = colleague(admin, 'member')
    const { body } = await admin.rest('POST', '/api/team', memberBody({ userId: person.userId, role: 'member' }))
    await set(person)
    for (let index = 0; index < 50; index++) await created(person, { name: `View ${index}` })
    expect(await codeOf(create(person))).toBe('CONFLICT')
    expect(await codeOf(set(person, { list: 'CLIENTS' }))).toBeUndefined()
    expect((await admin.rest('DELETE', `/api/team/${body.data.id}`)).status).toBe(204)
    expect(await inOrganization(server, admin, sql`select 1 from saved_view`)).toEqual([])
  })
})

describe('the limits', () => {
  test.each([
    ['a huge text', { parameters: `status=${'A'.repeat(3000)}` }],
    [
      'too many parameters',
      { parameters: Array.from({ length: 31 }, (_, index) => `${'a'.repeat(index + 1)}=1`).join('&') },
    ],
    ['a repeated parameter', { parameters: 'status=ACTIVE&status=DRAFT' }],
    ['JSON', { parameters: '{"status":"ACTIVE"}' }],
    ['a position of a list', { parameters: 'after=abc' }],
    ['a search text, which may be a name', { parameters: 'search=Nomsa' }],
    ['a name that no parameter has', { parameters: '__proto__=1' }],
    ['a form that browsers do not write', { parameters: '?status=ACTIVE' }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'n'.repeat(101) }],
  ])('refuse %s', async (_, changes) => {
    const actor = server.actor()
    expect(await codeOf(create(actor, changes))).toBe('VALIDATION_ERROR')
    expect(await namesFor(actor)).toEqual([])
  })

  test('are 50 views of a person and 50 shared views, also for requests at the same time', async () => {
    const author = server.actor()
    const input = (index: number) => ({ ...VIEW, name: `View ${index}`, isShared: index % 2 === 0 })
    for (let index = 0; index < 48; index++) await created(author, input(index))
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(create(author, { isShared: true }))))
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(2)
    const other = colleague(author, 'member')
    for (let index = 0; index < 24; index++) await created(other, { name: `Other ${index}`, isShared: true })
    expect(await codeOf(create(other, { isShared: true }))).toBe('CONFLICT')
    const { id } = await created(other)
    expect(await codeOf(other.graphql(UPDATE, { id, input: { isShared: true } }))).toBe('CONFLICT')
  })
})

test('views are recorded in the trail', async () => {
  const actor = server.actor()
  const { id } = await created(actor)
  await actor.graphql(UPDATE, { id, input: { name: 'Running' } })
  await actor.graphql(DELETE, { id })
  const rows = await inOrganization(
    server,
    actor,
    sql<{ action: string }>`select action from audit_record where resource_id = ${id} order by sequence`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['SAVED_VIEW_CREATED', 'SAVED_VIEW_UPDATED', 'SAVED_VIEW_DELETED'])
})

test('an erasure finds a person in the name of a view', async () => {
  const actor = server.actor()
  const subject = aSubject()
  await created(actor, { name: `Clients of ${subject.email}` })
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  await confirmAll(actor, id)
  await completeNow(colleague(actor, 'admin'), id)
  expect((await namesFor(actor)).join()).not.toContain(subject.email)
})
