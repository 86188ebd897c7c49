/** @long it writes packages with every table. */
import { describe, expect, test } from '@jest/globals'
import type { Role } from '../../src/security/auth/caller.ts'
import {
  aBreach,
  aConsent,
  aGrantedRequest,
  anAlert,
  aRequest,
  aReviewedRequest,
  aSubject,
  breachBody,
  completeNow,
  consentBody,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * Who may do what, with whose records, and what the audit trail says of it: one line per endpoint.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const READERS: Role[] = ['admin', 'manager', 'member', 'compliance']
const OFFICERS: Role[] = ['admin', 'compliance']
const PROOF = { identityProof: { method: 'Identity document seen' } }

interface Line {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  roles: Role[]
  action: string
  /** Makes the record that the `[id]` of the path represents. */
  make?: (actor: Actor) => Promise<Json>
  body?: () => unknown
}

const request = (actor: Actor) => aRequest(actor)
const granted = (actor: Actor) => aGrantedRequest(actor)
const REQUESTS = '/api/data-subject-requests'
const REQUEST = 'DATA_SUBJECT_REQUEST'
/** A period that is in force already would change nothing, and leave no record of an update. */
let days = 90
const anotherPeriod = () => days++

const LINES: Line[] = [
  { method: 'GET', path: REQUESTS, roles: READERS, action: `${REQUEST}_LISTED` },
  {
    method: 'POST',
    path: REQUESTS,
    roles: READERS,
    action: `${REQUEST}_CREATED`,
    body: () => ({ type: 'ACCESS', subject: aSubject() }),
  },
  { method: 'GET', path: `${REQUESTS}/[id]`, roles: READERS, action: `${REQUEST}_VIEWED`, make: request },
  {
    method: 'PUT',
    path: `${REQUESTS}/[id]`,
    roles: OFFICERS,
    action: `${REQUEST}_UPDATED`,
    make: request,
    body: () => PROOF,
  },
  {
    method: 'POST',
    path: `${REQUESTS}/[id]/decision`,
    roles: OFFICERS,
    action: `${REQUEST}_DECIDED`,
    make: aReviewedRequest,
    body: () => ({ decision: 'APPROVED' }),
  },
  {
    method: 'POST',
    path: `${REQUESTS}/[id]/extend`,
    roles: OFFICERS,
    action: `${REQUEST}_EXTENDED`,
    make: request,
    body: () => ({ reasons: 'Many records' }),
  },
  { method: 'POST', path: `${REQUESTS}/[id]/complete`, roles: OFFICERS, action: `${REQUEST}_COMPLETED`, make: granted },
  {
    method: 'GET',
    path: `${REQUESTS}/[id]/export?format=json`,
    roles: OFFICERS,
    action: `${REQUEST}_EXPORTED`,
    make: granted,
  },
  { method: 'GET', path: '/api/consents', roles: READERS, action: 'CONSENT_LISTED' },
  { method: 'POST', path: '/api/consents', roles: READERS, action: 'CONSENT_CREATED', body: consentBody },
  {
    method: 'GET',
    path: '/api/consents/[id]',
    roles: READERS,
    action: 'CONSENT_VIEWED',
    make: (actor) => aConsent(actor),
  },
  {
    method: 'POST',
    path: '/api/consents/[id]/withdraw',
    roles: OFFICERS,
    action: 'CONSENT_WITHDRAWN',
    make: (actor) => aConsent(actor),
  },
  { method: 'GET', path: '/api/breaches', roles: READERS, action: 'BREACH_LISTED' },
  { method: 'POST', path: '/api/breaches', roles: READERS, action: 'BREACH_REPORTED', body: breachBody },
  {
    method: 'GET',
    path: '/api/breaches/[id]',
    roles: READERS,
    action: 'BREACH_VIEWED',
    make: (actor) => aBreach(actor),
  },
  {
    method: 'PUT',
    path: '/api/breaches/[id]',
    roles: OFFICERS,
    action: 'BREACH_UPDATED',
    make: (actor) => aBreach(actor),
    body: () => ({ severity: 'LOW' }),
  },
  {
    method: 'POST',
    path: '/api/breaches/[id]/notify',
    roles: OFFICERS,
    action: 'BREACH_NOTIFIED',
    make: (actor) => aBreach(actor),
    body: () => ({ recipient: 'REGULATOR' }),
  },
  { method: 'GET', path: '/api/compliance/status', roles: READERS, action: 'COMPLIANCE_VIEWED' },
  { method: 'GET', path: '/api/compliance/alerts', roles: READERS, action: 'COMPLIANCE_ALERT_LISTED' },
  {
    method: 'PUT',
    path: '/api/compliance/alerts/[id]',
    roles: OFFICERS,
    action: 'COMPLIANCE_ALERT_STATUS_CHANGED',
    make: anAlert,
    body: () => ({ status: 'ACKNOWLEDGED' }),
  },
  { method: 'GET', path: '/api/compliance/reports', roles: READERS, action: 'COMPLIANCE_REPORT_EXPORTED' },
  { method: 'GET', path: '/api/compliance/retention', roles: READERS, action: 'RETENTION_VIEWED' },
  {
    method: 'PUT',
    path: '/api/compliance/retention',
    roles: OFFICERS,
    action: 'RETENTION_UPDATED',
    body: () => ({ periods: [{ resource: 'CLIENTS', days: anotherPeriod() }] }),
  },
]

const named = LINES.map((line) => [`${line.method} ${line.path}`, line] as const)

describe('each endpoint', () => {
  test.each(named)(
    '%s is for its roles, and leaves its record',
    async (_, { method, path, roles, action, make, body }) => {
      const admin = server.actor()
      for (const role of [...READERS, 'viewer'] as const) {
        const actor = server.actor({ organizationId: admin.organizationId, role })
        // Marking an alert is once for all: each role gets an organization of its own there.
        const owner = make === anAlert ? server.actor() : admin
        const caller =
          make === anAlert ? server.actor({ organizationId: owner.organizationId, role, userId: actor.userId }) : actor
        const id = make ? (await make(owner)).id : undefined
        const { status } = await caller.rest(method, path.replace('[id]', id), body?.())
        const isAllowed = roles.includes(role)
        expect({ role, status: status < 300 ? 'ok' : status }).toEqual({ role, status: isAllowed ? 'ok' : 403 })
        const { body: log } = await owner.rest('GET', `/api/audit/log?limit=100&userId=${caller.userId}`)
        const actions = log.data.map((record: Json) => record.action)
        expect(actions).toContain(isAllowed ? action : 'ACCESS_DENIED')
        expect(actions.includes(action)).toBe(isAllowed)
      }
    },
  )

  test.each(named.filter(([, { make }]) => make))(
    '%s knows nothing of another organization’s records',
    async (_, { method, path, make, body }) => {
      const [owner, stranger] = [server.actor(), server.actor()]
      const { id } = (await make?.(owner)) ?? {}
      const plain = path.replace(/\?.*/, '')
      for (const each of [id, 'nonsense', '018f4f3e-0000-7000-8000-000000000000']) {
        const { status, body: answer } = await stranger.rest(method, plain.replace('[id]', each), body?.())
        expect(status).toBe(404)
        expect(answer).toEqual({ error: expect.stringMatching(/ not found$/), code: 'NOT_FOUND' })
      }
    },
  )

  test.each(named.filter(([, { make }]) => !make))('%s shows nothing of another organization', async (_, line) => {
    const [owner, stranger] = [server.actor(), server.actor()]
    await Promise.all([aRequest(owner), aConsent(owner), aBreach(owner)])
    const { body } = await stranger.rest(line.method, line.path, line.body?.())
    expect(JSON.stringify(body)).not.toContain(owner.organizationId)
    if (line.method === 'GET' && body.meta) expect(body.meta.total).toBe(line.path.endsWith('alerts') ? 1 : 0)
  })
})

test('no name and no address of a subject reaches the audit trail', async () => {
  const actor = server.actor()
  const subject = aSubject()
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  await aConsent(actor, { subject })
  const executor = server.actor({ organizationId: actor.organizationId })
  await completeNow(executor, id)
  const { body } = await actor.rest('GET', '/api/audit/export?format=ndjson')
  expect(body).toContain('CONSENT_ERASED')
  for (const text of [subject.email, subject.name, subject.phone]) expect(body).not.toContain(text)
})
