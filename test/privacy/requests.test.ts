/** @long it erases and packages the data of many people, in every table. */
import { describe, expect, test } from '@jest/globals'
import { RequestStatus } from '../../src/features/privacy/requests/request.entity.ts'
import { isOpen, requestTransitions } from '../../src/features/privacy/requests/request.rules.ts'
import { aGrantedRequest, aRequest, aSubject } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requestOperations, SURFACES } from './surfaces.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const PATH = '/api/data-subject-requests'
const PROOF = { identityProof: { method: 'Identity document seen' } }

/** Section 6 of the contract. A change here is a change of the contract. */
const TABLE: Record<RequestStatus, readonly string[]> = {
  RECEIVED: ['IDENTITY_PENDING', 'WITHDRAWN', 'DUPLICATE'],
  IDENTITY_PENDING: ['IN_REVIEW', 'WITHDRAWN', 'DUPLICATE'],
  IN_REVIEW: ['APPROVED', 'PARTIALLY_APPROVED', 'REFUSED', 'WITHDRAWN', 'DUPLICATE'],
  APPROVED: ['PROCESSING', 'WITHDRAWN', 'DUPLICATE'],
  PARTIALLY_APPROVED: ['PROCESSING', 'WITHDRAWN', 'DUPLICATE'],
  REFUSED: [],
  PROCESSING: ['COMPLETED', 'FAILED', 'WITHDRAWN', 'DUPLICATE'],
  COMPLETED: [],
  FAILED: ['PROCESSING', 'WITHDRAWN', 'DUPLICATE'],
  WITHDRAWN: [],
  DUPLICATE: [],
}

test('the table of states is that of the contract', () => {
  expect(requestTransitions.table).toEqual(TABLE)
  expect(Object.values(RequestStatus).filter((status) => !isOpen(status))).toEqual([
    'REFUSED',
    'COMPLETED',
    'WITHDRAWN',
    'DUPLICATE',
  ])
})

type Drive = (typeof requestOperations)['rest']

/** How callers bring about a state, when the request is in `from`. PROCESSING passes within one completion. */
function moves({ update, decide, complete }: Drive, actor: Actor, id: string, from: string, other: string) {
  const decision = (outcome: string) => () => decide(actor, id, { decision: outcome, reasons: 'Because' })
  return {
    IDENTITY_PENDING: () => update(actor, id, { status: 'IDENTITY_PENDING' }),
    IN_REVIEW: () => update(actor, id, { status: 'IN_REVIEW', ...(from === 'IDENTITY_PENDING' && PROOF) }),
    APPROVED: decision('APPROVED'),
    PARTIALLY_APPROVED: decision('PARTIALLY_APPROVED'),
    REFUSED: decision('REFUSED'),
    COMPLETED: () => complete(actor, id),
    WITHDRAWN: () => update(actor, id, { status: 'WITHDRAWN' }),
    DUPLICATE: () => update(actor, id, { status: 'DUPLICATE', duplicateOfId: other }),
  }
}

type Target = keyof ReturnType<typeof moves>

const WAY: Partial<Record<RequestStatus, Target[]>> = {
  RECEIVED: [],
  IDENTITY_PENDING: ['IDENTITY_PENDING'],
  IN_REVIEW: ['IDENTITY_PENDING', 'IN_REVIEW'],
  APPROVED: ['IDENTITY_PENDING', 'IN_REVIEW', 'APPROVED'],
  PARTIALLY_APPROVED: ['IDENTITY_PENDING', 'IN_REVIEW', 'PARTIALLY_APPROVED'],
  REFUSED: ['IDENTITY_PENDING', 'IN_REVIEW', 'REFUSED'],
  COMPLETED: ['IDENTITY_PENDING', 'IN_REVIEW', 'APPROVED', 'COMPLETED'],
  WITHDRAWN: ['WITHDRAWN'],
  DUPLICATE: ['DUPLICATE'],
}

/** An update that names the state that the request is in already is no transition. */
const isNothing = (from: string, to: string) =>
  from === to && ['IDENTITY_PENDING', 'IN_REVIEW', 'WITHDRAWN', 'DUPLICATE'].includes(to)
const isAllowed = (from: RequestStatus, to: string) => TABLE[from].includes(to === 'COMPLETED' ? 'PROCESSING' : to)

describe.each(SURFACES)('the states of a request over %s', (surface) => {
  const drive = requestOperations[surface]
  const targets = Object.keys(moves(drive, {} as Actor, '', '', '')) as Target[]
  const cases = (Object.keys(WAY) as RequestStatus[]).flatMap((from) => targets.map((to) => [from, to] as const))

  test.each(cases)('%s to %s', async (from, to) => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    const { id: other } = await aRequest(actor)
    let at = 'RECEIVED'
    for (const step of WAY[from] ?? []) {
      expect(await moves(drive, actor, id, at, other)[step]()).toMatchObject({ code: null, data: { status: step } })
      at = step
    }
    const { code, data } = await moves(drive, actor, id, from, other)[to]()
    const { body } = await actor.rest('GET', `${PATH}/${id}`)
    if (isAllowed(from, to) || isNothing(from, to)) {
      expect({ code, status: data?.status }).toEqual({ code: null, status: to })
      expect(body.data.status).toBe(to)
    } else {
      expect(code).toBe('INVALID_STATE_TRANSITION')
      expect(body.data.status).toBe(from)
    }
  })
})

describe('lodging', () => {
  test('what is missing is named, in the documented order', async () => {
    const actor = server.actor()
    const post = async (body: unknown) => (await actor.rest('POST', PATH, body)).body
    expect(await post({})).toMatchObject({ error: 'type is required', code: 'VALIDATION_ERROR' })
    expect(await post({ type: 'ACCESS' })).toMatchObject({ error: 'subject is required', code: 'VALIDATION_ERROR' })
    expect(await post({ type: 'ACCESS', subject: { name: 'A B' } })).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await post({ type: 'ACCESS', subject: { name: 'A B', email: 'nonsense' } })).toMatchObject({
      details: { 'subject.email': 'must be an e-mail address' },
    })
    expect(await post({ type: 'PARDON', subject: aSubject() })).toMatchObject({ code: 'VALIDATION_ERROR' })
    const future = new Date(Date.now() + 3600_000).toISOString()
    expect(await post({ type: 'ACCESS', subject: aSubject(), receivedAt: future })).toMatchObject({
      details: { receivedAt: 'must not be in the future' },
    })
  })

  test('the same request again is noticed, whatever the notation, while the first is open', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const first = await aRequest(actor, { subject })
    const respelt = { name: 'N. D.', phone: subject.phone.replace('+27 ', '0').replaceAll(' ', '-') }
    expect(await aRequest(actor, { subject: respelt })).toMatchObject({ status: 'RECEIVED', duplicateOfId: first.id })
    expect(await aRequest(actor, { subject, type: 'DELETION' })).toMatchObject({ duplicateOfId: null })
    expect(await aRequest(server.actor(), { subject })).toMatchObject({ duplicateOfId: null })
    const second = await aRequest(actor, { subject })
    const { body } = await actor.rest('PUT', `${PATH}/${second.id}`, { status: 'DUPLICATE' })
    expect(body.data).toMatchObject({ status: 'DUPLICATE', duplicateOfId: first.id })
  })

  test('a duplicate must name another request of the organization', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    const foreign = await aRequest(server.actor())
    const put = (body: unknown) => actor.rest('PUT', `${PATH}/${id}`, { status: 'DUPLICATE', ...(body as object) })
    expect((await put({})).body).toMatchObject({ error: 'duplicateOfId is required', code: 'VALIDATION_ERROR' })
    expect((await put({ duplicateOfId: id })).body.details).toHaveProperty('duplicateOfId')
    expect(await put({ duplicateOfId: foreign.id })).toMatchObject({ status: 404 })
  })
})

describe('handling', () => {
  test('assigning asks for the identity, proof of it opens the review', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    const put = async (body: unknown) => (await actor.rest('PUT', `${PATH}/${id}`, body)).body
    expect((await put({ assignedTo: 'user_1' })).data).toMatchObject({
      status: 'IDENTITY_PENDING',
      assignedTo: 'user_1',
    })
    expect(await put({ status: 'IN_REVIEW' })).toMatchObject({
      error: 'identityProof is required',
      code: 'VALIDATION_ERROR',
    })
    const { data } = await put(PROOF)
    expect(data).toMatchObject({
      status: 'IN_REVIEW',
      identity: { method: 'Identity document seen', reference: null, verifiedBy: actor.userId },
    })
  })

  test.each(['PARTIALLY_APPROVED', 'REFUSED'])('%s needs reasons', async (decision) => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    await actor.rest('PUT', `${PATH}/${id}`, PROOF)
    const decide = (body: unknown) => actor.rest('POST', `${PATH}/${id}/decision`, body)
    for (const reasons of [undefined, null, ' ']) {
      expect((await decide({ decision, reasons })).body).toEqual({
        error: 'reasons is required',
        code: 'VALIDATION_ERROR',
        details: { reasons: 'is required' },
      })
    }
    const { body } = await decide({ decision, reasons: 'Records of third parties' })
    expect(body.data).toMatchObject({
      status: decision,
      decision,
      decisionReasons: 'Records of third parties',
      decidedBy: actor.userId,
    })
    expect(body.data.notice.text).toContain('Records of third parties')
  })

  test('of two decisions at once exactly one wins', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    await actor.rest('PUT', `${PATH}/${id}`, PROOF)
    const answers = await Promise.all(
      ['APPROVED', 'REFUSED', 'APPROVED'].map((decision) =>
        actor.rest('POST', `${PATH}/${id}/decision`, { decision, reasons: 'Because' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect((await actor.rest('GET', `${PATH}/${id}`)).body.data.decision).toBe(winner?.body.data.decision)
  })

  test('of two completions at once exactly one runs', async () => {
    const actor = server.actor()
    const { id } = await aGrantedRequest(actor)
    const answers = await Promise.all([1, 2].map(() => actor.rest('POST', `${PATH}/${id}/complete`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a stale If-Match changes nothing', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    const { headers } = await actor.rest('GET', `${PATH}/${id}`)
    await actor.rest('PUT', `${PATH}/${id}`, { details: 'More' })
    const stale = { 'If-Match': headers.get('etag') ?? '' }
    expect(await actor.rest('PUT', `${PATH}/${id}`, { details: 'Other' }, stale)).toMatchObject({ status: 412 })
  })
})

describe('lists', () => {
  test('are paginated, newest first, and filtered', async () => {
    const actor = server.actor()
    for (let count = 0; count < 11; count++) await aRequest(actor, { type: count % 2 ? 'ACCESS' : 'OBJECTION' })
    const named = await aRequest(actor, { subject: aSubject({ name: 'Thabo 100%_sure' }) })
    const first = await actor.rest('GET', PATH)
    expect(first.body.meta).toEqual({ total: 12, page: 1, limit: 10, pages: 2 })
    expect(first.body.data[0].id).toBe(named.id)
    expect((await actor.rest('GET', `${PATH}?type=objection&limit=100`)).body.meta.total).toBe(6)
    expect((await actor.rest('GET', `${PATH}?search=100%25_S`)).body.data).toMatchObject([{ id: named.id }])
    expect((await actor.rest('GET', `${PATH}?status=COMPLETED`)).body.data).toEqual([])
    expect((await actor.rest('GET', `${PATH}?status=LOST`)).status).toBe(400)
    const { body } = await actor.graphql(
      '{ dataSubjectRequests(first: 2, filter: { type: [ACCESS] }) { totalCount nodes { type overdue } pageInfo { hasNextPage } } }',
    )
    expect(body.data.dataSubjectRequests).toEqual({
      totalCount: 6,
      nodes: [
        { type: 'ACCESS', overdue: false },
        { type: 'ACCESS', overdue: false },
      ],
      pageInfo: { hasNextPage: true },
    })
  })
})
