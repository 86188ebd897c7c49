import { describe, expect, test } from '@jest/globals'
import type { Role } from '../src/security/auth/caller.ts'
import { aClient, clientBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const GOVERNMENT = { popiaCompliant: true, securityClearance: 'BASIC', dataClassification: 'PUBLIC' }
const BUSINESS = { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' }
const UNASSESSED = { note: null, assessedBy: null, assessedAt: null }
const FINDINGS = { popiaCompliant: false, securityClearance: 'ENHANCED', dataClassification: 'SECRET' }

const ASSESS = `mutation ($id: ID!, $input: ClientAssessmentInput!) {
  assessClient(id: $id, input: $input) {
    id compliance { popiaCompliant securityClearance dataClassification note assessedBy assessedAt }
  }
}`
const assess = (actor: Actor, id: string, input: object = FINDINGS) => actor.graphql(ASSESS, { id, input })
const complianceOf = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', `/api/clients/${id}`)).body.data.compliance
const put = (actor: Actor, id: string, body: object) => actor.rest('PUT', `/api/clients/${id}`, body)
const as = (actor: Actor, role: Role) => server.actor({ organizationId: actor.organizationId, role })

describe('the compliance of a client', () => {
  test.each([
    ['BUSINESS', BUSINESS, 'GOVERNMENT', GOVERNMENT],
    ['GOVERNMENT', GOVERNMENT, 'BUSINESS', BUSINESS],
  ])('is presumed from its sector, %s, and follows it when that changes', async (sector, before, other, after) => {
    const actor = server.actor()
    const { id } = await aClient(actor, { sector })
    expect(await complianceOf(actor, id)).toEqual({ ...before, ...UNASSESSED })
    expect((await put(actor, id, { sector: other })).body.data.compliance).toEqual({ ...after, ...UNASSESSED })
    expect(await complianceOf(actor, id)).toEqual({ ...after, ...UNASSESSED })
    const [summary] = (await actor.rest('GET', '/api/clients')).body.data
    expect(summary.securityClearance).toBe(after.securityClearance)
    expect((await put(actor, id, { name: 'Another', sector: other })).body.data.compliance).toMatchObject(after)
  })

  test('follows over GraphQL, and of imported clients too', async () => {
    const actor = server.actor()
    const { body } = await actor.rest('POST', '/api/clients/import', [clientBody()])
    const [id] = body.data.ids
    const update = 'mutation ($id: ID!) { updateClient(id: $id, input: { sector: GOVERNMENT }) { id } }'
    await actor.graphql(update, { id })
    expect(await complianceOf(actor, id)).toMatchObject(GOVERNMENT)
  })

  test('that was assessed says by whom and when, with a record, on both surfaces; and follows no sector', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    const officer = as(actor, 'compliance')
    const from = Date.now()
    const { body } = await assess(officer, id, { ...FINDINGS, note: 'Audit of March' })
    const compliance = { ...FINDINGS, note: 'Audit of March', assessedBy: officer.userId }
    expect(body.data.assessClient).toMatchObject({ id, compliance })
    const shown = await complianceOf(actor, id)
    expect(shown).toEqual({ ...compliance, assessedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/) })
    expect(Date.parse(shown.assessedAt)).toBeGreaterThanOrEqual(from - 5000)
    expect((await put(actor, id, { sector: 'GOVERNMENT' })).status).toBe(200)
    expect(await complianceOf(actor, id)).toEqual(shown)
    const { body: log } = await actor.rest('GET', `/api/audit/log?action=CLIENT_ASSESSED&resourceId=${id}`)
    expect(log.data).toMatchObject([{ userId: officer.userId, resourceId: id }])
    const [summary] = (await actor.rest('GET', '/api/clients')).body.data
    expect(summary.securityClearance).toBe('ENHANCED')
    await assess(actor, id, BUSINESS)
    expect(await complianceOf(actor, id)).toMatchObject({ ...BUSINESS, note: null, assessedBy: actor.userId })
  })

  test('is nobody’s to write in a body: not on a create, not on a change, not in an import', async () => {
    const actor = server.actor()
    const compliance = { ...FINDINGS, assessedBy: 'someone', assessedAt: '2020-01-01T00:00:00.000Z' }
    const { id } = await aClient(actor, { compliance })
    await put(actor, id, { compliance })
    const { body } = await actor.rest('POST', '/api/clients/import', [clientBody({ compliance })])
    for (const each of [id, body.data.ids[0]]) {
      expect(await complianceOf(actor, each)).toEqual({ ...BUSINESS, ...UNASSESSED })
    }
  })

  test('is assessed by admins and compliance officers only, and in their own organization', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    for (const role of ['manager', 'member', 'viewer'] as const) {
      const { body } = await assess(as(actor, role), id)
      expect([role, body.errors?.[0].extensions.code]).toEqual([role, 'FORBIDDEN'])
    }
    for (const wrong of [id, 'nonsense']) {
      const { body } = await assess(server.actor(), wrong)
      expect(body.errors[0]).toMatchObject({ message: 'Client not found', extensions: { code: 'NOT_FOUND' } })
    }
    expect(await complianceOf(actor, id)).toEqual({ ...BUSINESS, ...UNASSESSED })
  })

  test.each([
    ['securityClearance is required', { securityClearance: ' ' }],
    ['dataClassification must be at most 64 characters', { dataClassification: 'x'.repeat(65) }],
    ['note must be at most 2000 characters', { note: 'x'.repeat(2001) }],
  ])('is not assessed where %s', async (message, change) => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    const { body } = await assess(actor, id, { ...FINDINGS, ...change })
    expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'VALIDATION_ERROR' } })
  })
})
