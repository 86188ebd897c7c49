import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { aCampaign, aClient, clientBody } from './support/samples.ts'
import { type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

async function denials(organizationId: string): Promise<Json[]> {
  return (await server.actor({ organizationId }).rest('GET', '/api/audit/log?action=ACCESS_DENIED')).body.data
}

describe('permissions and roles of tokens', () => {
  test('explicit permissions add to those of the role, and only those', async () => {
    const actor = server.actor({
      role: 'viewer',
      permissions: ['org:audit:read', 'org:clients:delete', 'org:nothing:x'],
    })
    const author = server.actor({ organizationId: actor.organizationId })
    const [{ id: client }, { id: campaign }] = [await aClient(author), await aCampaign(author)]
    expect((await actor.rest('GET', '/api/audit/log')).status).toBe(200)
    expect((await actor.rest('GET', '/api/audit/export')).status).toBe(403)
    expect((await actor.rest('PUT', `/api/clients/${client}`, { name: 'B' })).status).toBe(403)
    expect((await actor.rest('DELETE', `/api/clients/${client}`)).status).toBe(204)
    expect((await actor.rest('DELETE', `/api/campaigns/${campaign}`)).status).toBe(403)
  })

  test('a campaign is approved by someone other than its author, admin or not, and the attempt is recorded', async () => {
    const author = server.actor()
    const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL' })
    const { status, body } = await author.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(await denials(author.organizationId)).toHaveLength(1)
    const other = server.actor({ organizationId: author.organizationId, role: 'manager' })
    expect((await other.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })).status).toBe(200)
  })

  test('a caller without the permission is refused before the body is validated', async () => {
    const viewer = server.actor({ role: 'viewer' })
    expect((await viewer.rest('POST', '/api/clients', '{"broken')).status).toBe(403)
  })
})

describe('the caller', () => {
  const query = '{ caller { userId organizationId role permissions } }'

  test('reads the own role and permissions, and they are what the gateway permits', async () => {
    const actor = server.actor({ role: 'viewer', permissions: ['org:audit:read', 'org:nothing:x'] })
    const { caller } = (await actor.graphql(query)).body.data
    const { userId, organizationId } = actor
    expect(caller).toMatchObject({ userId, organizationId, role: 'viewer' })
    const reads = ['analytics', 'audit', 'campaigns', 'clients', 'content', 'invitations', 'team']
    expect(caller.permissions).toEqual(reads.map((feature) => `org:${feature}:read`))
  })

  test('reads the name of the own organization, whatever the role, as soon as there is one', async () => {
    const viewer = server.actor({ role: 'viewer' })
    const nameOf = async () => (await viewer.graphql('{ caller { organizationName } }')).body.data.caller
    expect(await nameOf()).toEqual({ organizationName: null })
    const rename = 'mutation { updateOrganization(input: { name: "Karoo Provider" }) { id } }'
    await server.actor({ organizationId: viewer.organizationId }).graphql(rename)
    await server.actor().graphql('mutation { updateOrganization(input: { name: "Another" }) { id } }')
    expect(await nameOf()).toEqual({ organizationName: 'Karoo Provider' })
  })

  test('is nobody without a token, and nothing without an organization', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const nobody = await server.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
    expect([nobody.status, nobody.body.errors[0].extensions.code]).toEqual([401, 'UNAUTHORIZED'])
    const { body } = await server.actor({ organizationId: null }).graphql(query)
    expect(body.errors[0].extensions.code).toBe('ORGANIZATION_REQUIRED')
  })
})

describe('tokens of an identity provider', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = createServer((_, response) => {
    response.end(
      JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }),
    )
  })
  let issuer: string
  setUp(async (opened) => {
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
    opened.defer(() => void keys.close())
    issuer = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
  })

  const mint = (extra: object) =>
    jwt.sign({ sub: 'user_1', org_id: 'org_1', ...extra }, privateKey, {
      ...{ algorithm: 'RS256', keyid: 'k', issuer, expiresIn: 60 },
    })

  const may = async (gateway: TestServer, extra: object) => {
    const headers = { Authorization: `Bearer ${mint(extra)}`, 'Content-Type': 'application/json' }
    const send = (method: string, path: string, body?: string) =>
      gateway.fetch(path, { method, headers, body: body ?? null })
    const write = await send('POST', '/api/clients', JSON.stringify(clientBody()))
    const audit = await send('GET', '/api/audit/log')
    const read = await send('GET', '/api/clients')
    return [read.status, write.status, audit.status]
  }

  test('no role claim acts as AUTH_DEFAULT_ROLE, which is admin unless configured', async () => {
    await using standard = await startServer({ AUTH_ISSUER: issuer })
    expect(await may(standard, {})).toEqual([200, 201, 200])
    expect(await may(standard, { role: 'nobody knows' })).toEqual([200, 403, 403])
    expect(await may(standard, { org_role: 'org:member' })).toEqual([200, 201, 403])
    await using careful = await startServer({ AUTH_ISSUER: issuer, AUTH_DEFAULT_ROLE: 'compliance' })
    expect(await may(careful, {})).toEqual([200, 403, 200])
    expect(await may(careful, { role: 'admin' })).toEqual([200, 201, 200])
  })

  test('a role claim that is there and says nothing is viewer, and explicit permissions are limited by the team', async () => {
    await using standard = await startServer({ AUTH_ISSUER: issuer })
    const nothing = [null, 7, true, {}, [], '']
    const claims = [...nothing.map((role) => ({ role })), { realm_access: null }, { realm_access: 'admin' }]
    for (const claim of claims) expect([claim, await may(standard, claim)]).toEqual([claim, [200, 403, 403]])
    const permissions = ['org:audit:read', 'org:clients:write']
    const added = { sub: 'user_added', org_id: 'org_1', role: 'viewer', permissions }
    expect(await may(standard, added)).toEqual([200, 201, 200])
    const token = mint({ sub: 'user_admin', org_id: 'org_1', role: 'admin' })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const member = { userId: 'user_added', name: 'N', role: 'member' }
    const made = await standard.fetch('/api/team', { method: 'POST', headers, body: JSON.stringify(member) })
    expect(made.status).toBe(201)
    expect(await may(standard, added)).toEqual([200, 201, 403])
    // Without a role claim, the team's role is that of the token.
    expect(await may(standard, { sub: 'user_added', org_id: 'org_1' })).toEqual([200, 201, 403])
  })

  test('of several organizations that a token names a request chooses one, and no other', async () => {
    await using standard = await startServer({ AUTH_ISSUER: issuer, AUTH_PROFILE: 'keycloak' })
    const ask = async (token: string, organization?: string) => {
      const chosen = organization === undefined ? undefined : { 'X-Organization': organization }
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...chosen }
      const body = JSON.stringify({ query: '{ caller { organizationId memberships { organization role } } }' })
      const answer = await standard.fetch('/graphql', { method: 'POST', headers, body })
      return answer.body.data?.caller ?? answer.body.code ?? answer.body.errors[0].extensions.code
    }
    const sole = (organization: string) => mint({ sub: `admin_${organization}`, organization: [organization] })
    for (const [organization, role] of [
      ['org_a', 'viewer'],
      ['org_b', 'manager'],
    ] as const) {
      const headers = { Authorization: `Bearer ${sole(organization)}`, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ userId: 'user_2', name: 'N', role })
      expect((await standard.fetch('/api/team', { method: 'POST', headers, body })).status).toBe(201)
    }
    const several = mint({ sub: 'user_2', organization: { org_a: {}, org_b: {}, org_c: {} } })
    const memberships = [
      { organization: 'org_a', role: 'viewer' },
      { organization: 'org_b', role: 'manager' },
    ]
    expect(await ask(several)).toBe('ORGANIZATION_REQUIRED')
    expect(await ask(several, 'org_a')).toEqual({ organizationId: 'org_a', memberships })
    expect(await ask(several, 'org_b')).toEqual({ organizationId: 'org_b', memberships })
    expect(await ask(several, 'org_c')).toEqual({ organizationId: 'org_c', memberships })
    for (const other of ['org_d', '', 'org_a,org_b']) expect(await ask(several, other)).toBe('FORBIDDEN')
    expect(await ask(sole('org_a'), 'org_b')).toBe('FORBIDDEN')
    expect(await ask(sole('org_a'), 'org_a')).toEqual({ organizationId: 'org_a', memberships: [] })
  })
})
