import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fingerprints } from './support/fingerprint.ts'
import { aBreach, aCampaign, aClient, aContent, aMember, aReviewedRequest, aWebhook } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'

let server: TestServer
let stateOf: Awaited<ReturnType<typeof fingerprints>>
beforeAll(async () => {
  server = await startServer()
  stateOf = await fingerprints(server)
})
afterAll(() => server.close())

/** What the audit trail says that was done, in order. */
const actionsOf = ({ organizationId }: Actor): Promise<string[]> =>
  server.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, async ({ db }) => {
    const rows = await db.selectFrom('auditRecord').select('action').orderBy('sequence').execute()
    return rows.map(({ action }) => action)
  })

/** Does what must change nothing: no row, version or event, and no record but that something was shown. */
async function expectNoChange(actor: Actor, work: () => Promise<unknown>): Promise<void> {
  const before = await stateOf(actor.organizationId)
  const recorded = await actionsOf(actor)
  await work()
  expect(await stateOf(actor.organizationId)).toEqual(before)
  expect((await actionsOf(actor)).slice(recorded.length)).toEqual([expect.stringMatching(/_VIEWED$/)])
}

/** What can be changed, with values that it has from the beginning. */
const RESOURCES: [string, (actor: Actor) => Promise<Json>, object][] = [
  ['clients', aClient, { name: 'Karoo Fresh Foods', contact: { name: 'N. Dlamini' } }],
  ['campaigns', aCampaign, { name: 'Heritage Day', channels: null, clientId: '', startsAt: null }],
  ['content', aContent, { body: 'Happy Heritage Day.', variables: null, language: 'en', campaignId: '' }],
  ['team', aMember, { name: 'Thandi Nkosi', role: 'member', email: null }],
  ['breaches', aBreach, { title: 'Lost laptop', dataCategories: null, status: 'DISCOVERED' }],
  [
    'data-subject-requests',
    aReviewedRequest,
    { identityProof: { method: 'Identity document seen' }, correction: null, status: 'IN_REVIEW' },
  ],
  ['service-provider/webhooks', aWebhook, { events: ['NEVER_HAPPENS'], status: 'ACTIVE', description: null }],
]

describe('a PUT that changes nothing', () => {
  test.each(RESOURCES)('of %s leaves no trace of a change', async (collection, make, same) => {
    const actor = server.actor()
    const { id, updatedAt } = await make(actor)
    for (const body of [{}, same]) {
      await expectNoChange(actor, async () => {
        const { status, body: answer } = await actor.rest('PUT', `/api/${collection}/${id}`, body)
        expect({ status, updatedAt: answer.data?.updatedAt }).toEqual({ status: 200, updatedAt })
      })
    }
  })
})
