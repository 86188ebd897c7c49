import { expect, test } from '@jest/globals'
import { aGrantedRequest, aRequest, aReviewedRequest } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

interface Step {
  action: string
  allowed: boolean
  reason: string | null
}

async function actionsOn(actor: Actor, id: string): Promise<Step[]> {
  const query = 'query ($id: ID!) { dataSubjectRequest(id: $id) { actions { action allowed reason } } }'
  return (await actor.graphql(query, { id })).body.data.dataSubjectRequest.actions
}

const namesOf = (steps: Step[]) => steps.map(({ action }) => action)

test('what can be done to a request follows its status and the caller', async () => {
  const admin = server.actor()
  const { organizationId } = admin
  const member = server.actor({ organizationId, role: 'member', permissions: ['org:privacy:read'] })
  const { id } = await aRequest(admin, { type: 'ACCESS' })
  expect(namesOf(await actionsOn(admin, id))).toEqual(['UPDATE', 'VERIFY_IDENTITY', 'EXTEND', 'REVIEW'])
  expect(await actionsOn(member, id)).toEqual([])
  const reviewed = await aReviewedRequest(admin, { type: 'ACCESS' })
  expect(namesOf(await actionsOn(admin, reviewed.id))).toEqual(['UPDATE', 'DECIDE', 'EXTEND', 'REVIEW'])
  await admin.rest('POST', `/api/data-subject-requests/${reviewed.id}/extend`, { reasons: 'Many archives' })
  const extend = (await actionsOn(admin, reviewed.id)).find(({ action }) => action === 'EXTEND')
  expect(extend).toEqual({ action: 'EXTEND', allowed: false, reason: expect.stringContaining('already extended') })
})

test('the user who decided an erasure reads that another user must complete it, in the words of the refusal', async () => {
  const admin = server.actor()
  const other = server.actor({ organizationId: admin.organizationId })
  const { id } = await aGrantedRequest(admin, { type: 'DELETION' })
  const complete = async (actor: Actor) => (await actionsOn(actor, id)).find(({ action }) => action === 'COMPLETE')
  const refused = await admin.rest('POST', `/api/data-subject-requests/${id}/complete`)
  expect([refused.status, await complete(admin)]).toEqual([
    403,
    { action: 'COMPLETE', allowed: false, reason: refused.body.message },
  ])
  expect(await complete(other)).toEqual({ action: 'COMPLETE', allowed: true, reason: null })
  expect((await other.rest('POST', `/api/data-subject-requests/${id}/complete`)).body.data.status).toBe('PROCESSING')
  expect(namesOf(await actionsOn(other, id))).toEqual(['UPDATE', 'EXTEND', 'REVIEW', 'UNDO', 'END_GRACE'])
})

test('a granted request for access offers its package, until an erasure revokes it', async () => {
  const admin = server.actor()
  const { id } = await aGrantedRequest(admin, { type: 'ACCESS' })
  expect(namesOf(await actionsOn(admin, id))).toContain('EXPORT')
  const refused = await aReviewedRequest(admin, { type: 'ACCESS' })
  await admin.rest('POST', `/api/data-subject-requests/${refused.id}/decision`, {
    decision: 'REFUSED',
    reasons: 'Not proven',
  })
  expect(await actionsOn(admin, refused.id)).toEqual([])
})
