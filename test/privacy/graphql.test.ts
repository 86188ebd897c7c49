import { describe, expect, test } from '@jest/globals'
import {
  aBreach,
  aConsent,
  aGrantedRequest,
  anAlert,
  aRequest,
  aSubject,
  breachBody,
  consentBody,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

interface Line {
  document: string
  /** Makes the record whose id the document asks for. */
  make?: (actor: Actor) => Promise<Json>
  input?: () => unknown
  expected: Json
}

const MUTATIONS: Record<string, Line> = {
  lodgeDataSubjectRequest: {
    document:
      'mutation ($input: DataSubjectRequestInput!) { lodgeDataSubjectRequest(input: $input) { status daysLeft } }',
    input: () => ({ type: 'ACCESS', subject: aSubject() }),
    expected: { status: 'RECEIVED', daysLeft: expect.any(Number) },
  },
  extendDataSubjectRequest: {
    document:
      'mutation ($id: ID!, $input: ExtensionInput!) { extendDataSubjectRequest(id: $id, input: $input) { extensionDays } }',
    make: (actor) => aRequest(actor),
    input: () => ({ reasons: 'Many records' }),
    expected: { extensionDays: 30 },
  },
  completeDataSubjectRequest: {
    document:
      'mutation ($id: ID!) { completeDataSubjectRequest(id: $id) { status outcome { resources { resource found } } } }',
    make: (actor) => aGrantedRequest(actor),
    expected: {
      status: 'COMPLETED',
      outcome: { resources: [{ resource: 'DATA_SUBJECT_REQUEST', found: expect.any(Number) }] },
    },
  },
  recordConsent: {
    document: 'mutation ($input: ConsentInput!) { recordConsent(input: $input) { status channel } }',
    input: consentBody,
    expected: { status: 'GRANTED', channel: 'EMAIL' },
  },
  withdrawConsent: {
    document:
      'mutation ($id: ID!, $input: WithdrawalInput) { withdrawConsent(id: $id, input: $input) { status withdrawalReason } }',
    make: (actor) => aConsent(actor),
    input: () => ({ reason: 'Enough' }),
    expected: { status: 'WITHDRAWN', withdrawalReason: 'Enough' },
  },
  reportBreach: {
    document: 'mutation ($input: BreachInput!) { reportBreach(input: $input) { status severity } }',
    input: breachBody,
    expected: { status: 'DISCOVERED', severity: 'HIGH' },
  },
  recordBreachNotification: {
    document:
      'mutation ($id: ID!, $input: BreachNotificationInput!) { recordBreachNotification(id: $id, input: $input) { subjectsNotification { method } } }',
    make: (actor) => aBreach(actor),
    input: () => ({ recipient: 'SUBJECTS', method: 'e-mail' }),
    expected: { subjectsNotification: { method: 'e-mail' } },
  },
  markComplianceAlert: {
    document:
      'mutation ($id: ID!, $input: ComplianceAlertMarkInput!) { markComplianceAlert(id: $id, input: $input) { status } }',
    make: anAlert,
    input: () => ({ status: 'RESOLVED' }),
    expected: { status: 'RESOLVED' },
  },
  setRetention: {
    document: 'mutation ($input: RetentionInput!) { setRetention(input: $input) { periods { resource days } } }',
    input: () => ({ periods: [{ resource: 'CLIENTS', days: 77 }] }),
    expected: { periods: expect.arrayContaining([{ resource: 'CLIENTS', days: 77 }]) },
  },
}

describe.each(Object.entries(MUTATIONS))('%s', (name, { document, make, input, expected }) => {
  const ask = async (caller: Actor, id: unknown) => (await caller.graphql(document, { id, input: input?.() })).body

  test('answers, and refuses a viewer and another organization', async () => {
    const owner = server.actor()
    const id = make && (await make(owner)).id
    const viewer = server.actor({ organizationId: owner.organizationId, role: 'viewer' })
    expect((await ask(viewer, id)).errors[0].extensions.code).toBe('FORBIDDEN')
    if (make) expect((await ask(server.actor(), id)).errors[0].extensions.code).toBe('NOT_FOUND')
    const { data, errors } = await ask(owner, id)
    expect(errors).toBeUndefined()
    expect(data[name]).toEqual(expected)
  })
})

test('one record of each kind is read', async () => {
  const actor = server.actor()
  const ids = {
    request: (await aRequest(actor)).id,
    consent: (await aConsent(actor)).id,
    breach: (await aBreach(actor)).id,
  }
  const { body } = await actor.graphql(
    `query ($request: ID!, $consent: ID!, $breach: ID!) {
      dataSubjectRequest(id: $request) { id notice { text } } consent(id: $consent) { id } breach(id: $breach) { id }
      complianceStatus { score checks { weight } }
    }`,
    ids,
  )
  expect(body.data).toMatchObject({
    dataSubjectRequest: { id: ids.request },
    consent: { id: ids.consent },
    breach: { id: ids.breach },
    complianceStatus: { score: 35 },
  })
  const weights = body.data.complianceStatus.checks.map(({ weight }: Json) => weight)
  expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBe(100)
})
