import { describe, expect, test } from '@jest/globals'
import { aBreach, breachBody } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { moveBreach, SURFACES } from './surfaces.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const STATES = ['DISCOVERED', 'INVESTIGATING', 'CONTAINED', 'CLOSED']
const notify = (actor: Actor, id: string, body: unknown) => actor.rest('POST', `/api/breaches/${id}/notify`, body)

describe.each(SURFACES)('the states of a breach over %s', (surface) => {
  const move = moveBreach[surface]
  const cases = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))

  test.each(cases)('%s to %s', async (from, to) => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    for (const status of STATES.slice(1, STATES.indexOf(from) + 1)) {
      expect(await move(actor, id, { status })).toMatchObject({ code: null, data: { status } })
    }
    const { code } = await move(actor, id, { status: to })
    const { body } = await actor.rest('GET', `/api/breaches/${id}`)
    const step = STATES.indexOf(to) - STATES.indexOf(from)
    expect(code).toBe(step === 0 || step === 1 ? null : 'INVALID_STATE_TRANSITION')
    expect(body.data.status).toBe(step === 1 ? to : from)
    expect(body.data.closedAt === null).toBe(body.data.status !== 'CLOSED')
  })
})

describe('a breach', () => {
  test('needs its fields, in the documented order', async () => {
    const actor = server.actor()
    for (const field of ['title', 'description', 'discoveredAt'] as const) {
      const { body } = await actor.rest('POST', '/api/breaches', { ...breachBody(), [field]: '' })
      expect(body).toEqual({
        error: `${field} is required`,
        code: 'VALIDATION_ERROR',
        details: { [field]: 'is required' },
      })
    }
    expect((await actor.rest('POST', '/api/breaches', {})).body.error).toBe('title is required')
    for (const discoveredAt of ['2999-01-01T00:00:00Z', 'yesterday']) {
      const { status, body } = await actor.rest('POST', '/api/breaches', breachBody({ discoveredAt }))
      expect(status).toBe(400)
      expect(body.details).toHaveProperty('discoveredAt')
    }
  })

  test('is reported DISCOVERED, with what is known', async () => {
    const known = { severity: 'CRITICAL', affectedSubjects: 12, dataCategories: ['names'], measures: 'Locked' }
    expect(await aBreach(server.actor(), known)).toMatchObject({ status: 'DISCOVERED', ...known })
    expect(await aBreach(server.actor())).toMatchObject({ severity: 'HIGH', dataCategories: [], closedAt: null })
  })

  test('is changed field by field; null empties one', async () => {
    const actor = server.actor()
    const { id } = await aBreach(actor, { dataCategories: ['names'], measures: 'Locked' })
    const { body } = await actor.rest('PUT', `/api/breaches/${id}`, { measures: null, severity: 'LOW' })
    expect(body.data).toMatchObject({
      measures: null,
      severity: 'LOW',
      dataCategories: ['names'],
      title: 'Lost laptop',
    })
    expect((await actor.rest('PUT', `/api/breaches/${id}`, { title: ' ' })).body.error).toBe('title is required')
  })

  test('is listed: newest first, in pages, filtered', async () => {
    const actor = server.actor()
    const { id } = await aBreach(actor, { severity: 'LOW', title: 'Misdirected mail' })
    await aBreach(actor)
    const list = async (query: string) => (await actor.rest('GET', `/api/breaches?${query}`)).body
    expect((await list('limit=1&page=2')).data).toMatchObject([{ id }])
    expect((await list('severity=low')).data).toMatchObject([{ id }])
    expect((await list('search=DIRECTED')).meta).toEqual({ total: 1, page: 1, limit: 10, pages: 1 })
    const { body } = await actor.graphql(
      '{ breaches(filter: { status: [DISCOVERED] }) { totalCount edges { cursor } } }',
    )
    expect(body.data.breaches.totalCount).toBe(2)
  })
})

describe('a notification', () => {
  test.each(STATES)('is recorded when the breach is %s', async (state) => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    for (const status of STATES.slice(1, STATES.indexOf(state) + 1)) {
      await actor.rest('PUT', `/api/breaches/${id}`, { status })
    }
    const { status, body } = await notify(actor, id, { recipient: 'REGULATOR', reference: 'IR-1', method: 'e-mail' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: state,
      regulatorNotification: { reference: 'IR-1', method: 'e-mail', recordedBy: actor.userId },
      subjectsNotification: null,
    })
  })

  test('of one does not count as the other; the first of each remains', async () => {
    const actor = server.actor()
    const { id, discoveredAt } = await aBreach(actor)
    expect((await notify(actor, id, {})).body.error).toBe('recipient is required')
    await notify(actor, id, { recipient: 'SUBJECTS', notifiedAt: discoveredAt })
    expect(await notify(actor, id, { recipient: 'SUBJECTS' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    const { body } = await notify(actor, id, { recipient: 'REGULATOR' })
    expect(body.data.subjectsNotification.notifiedAt).toBe(discoveredAt)
  })

  test.each([
    ['in the future', '2999-01-01T00:00:00Z'],
    ['before the discovery', '2001-01-01T00:00:00Z'],
  ])('%s is refused', async (_, notifiedAt) => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    const { status, body } = await notify(actor, id, { recipient: 'REGULATOR', notifiedAt })
    expect(status).toBe(400)
    expect(body.details).toHaveProperty('notifiedAt')
  })

  test('of two at once exactly one wins', async () => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    const answers = await Promise.all([1, 2].map(() => notify(actor, id, { recipient: 'REGULATOR' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is drafted from the record, with what section 22(5) asks for', async () => {
    const actor = server.actor()
    const { id, noticeDraft } = await aBreach(actor, {
      discoveredAt: '2026-03-01T22:30:00Z',
      affectedSubjects: 12,
      dataCategories: ['names', 'phone numbers'],
      consequences: 'Unwanted calls',
      measures: 'The disk was wiped',
    })
    expect(noticeDraft.regulator).toContain('Discovered: 02 March 2026')
    expect(noticeDraft.regulator).toContain('People affected: 12')
    expect(noticeDraft.subjects).toContain('names, phone numbers')
    expect(noticeDraft.subjects).toContain('What you can do: [not known yet]')
    const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    await server.database.transaction(session, ({ db }) =>
      db.updateTable('organization').set({ name: 'Acme', informationOfficerName: 'L. Mokoena' }).execute(),
    )
    await actor.rest('PUT', `/api/breaches/${id}`, { recommendations: 'Do not answer unknown callers' })
    const { body } = await actor.graphql(
      'query ($id: ID!) { breach(id: $id) { noticeDraft { regulator subjects } } }',
      { id },
    )
    expect(body.data.breach.noticeDraft.subjects).toContain('What you can do: Do not answer unknown callers')
    expect(body.data.breach.noticeDraft.regulator).toContain('L. Mokoena\nInformation Officer, Acme')
  })
})
