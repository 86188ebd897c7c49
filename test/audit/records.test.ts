import { get } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { enforceRetention } from '../../src/features/privacy/retention/retention.jobs.ts'
import { AuditOutcome } from '../../src/security/audit/chain.ts'
import { MOST_PER_MINUTE, RefusalLimit } from '../../src/security/audit/refusal-limit.ts'
import { faultOf, readCsv, readNdjson } from '../support/chain.ts'
import { follow } from '../support/follow.ts'
import { performFor, toolsOf } from '../support/jobs.ts'
import { aKey, aKeyWithout } from '../support/keys.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign, aClient, aContent, aMember, clientBody } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const fields =
  'action userId resourceType resourceId metadata { details { attempted code count fields ids includes omitted outcome } }'

/** The records of an organization, oldest first. The reader's own read is recorded too. */
async function records(actor: Actor): Promise<Json[]> {
  const reader = server.actor({ organizationId: actor.organizationId })
  const { body } = await reader.graphql(`{ auditRecords(last: 100) { nodes { ${fields} } } }`)
  return body.data.auditRecords.nodes
    .toReversed()
    .filter(({ userId }: Json) => userId !== reader.userId)
    .map(({ metadata, ...record }: Json) => ({ ...record, ...withoutNulls(metadata.details) }))
}

const withoutNulls = (value: Json) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))

const lastOf = async (actor: Actor) => (await records(actor)).at(-1)

describe('a record describes', () => {
  test('the changed fields of a row, by name and never by value', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    await actor.rest('PUT', `/api/clients/${id}`, { name: 'Secret Name', industry: 'Other', hobby: 'chess' })
    expect(await lastOf(actor)).toMatchObject({
      action: 'CLIENT_UPDATED',
      resourceId: id,
      fields: ['attributes', 'industry', 'name'],
      outcome: 'DONE',
    })
    await actor.rest('PUT', `/api/clients/${id}/status`, { status: 'ACTIVE' })
    expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_STATUS_CHANGED', fields: ['status'] })
    // A change without a difference.
    await actor.rest('PUT', `/api/clients/${id}`, { industry: 'Other' })
    expect(await lastOf(actor)).not.toHaveProperty('fields')
    expect(JSON.stringify(await records(actor))).not.toMatch(/Secret Name|chess/)
  })

  test('each row of a bulk operation', async () => {
    const actor = server.actor()
    const [one, other] = [await aCampaign(actor), await aCampaign(actor)]
    const ids = [one.id, other.id]
    await actor.rest('POST', '/api/campaigns/bulk', { operation: 'UPDATE', ids, changes: { description: 'x' } })
    const updated = (await records(actor)).filter(({ action }) => action === 'CAMPAIGN_UPDATED')
    expect(updated.map(({ resourceId }) => resourceId).sort()).toEqual(ids.sort())
    for (const record of updated) expect(record).toMatchObject({ fields: ['description'], outcome: 'DONE' })
  })

  test('the number of rows that were read, in every way of reading', async () => {
    const actor = server.actor()
    for (let made = 0; made < 3; made++) await aClient(actor)
    await actor.rest('GET', '/api/clients')
    expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_LISTED', count: 3 })
    await actor.rest('GET', '/api/clients?page=1&limit=2')
    expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_LISTED', count: 2 })
    // A document is executed in two ways before the database answers it alone.
    for (let times = 0; times < 3; times++) {
      await actor.graphql('{ clients(first: 2) { nodes { id name } } }')
      expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_LISTED', count: 2 })
    }
    await actor.rest('GET', '/api/clients/export')
    expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_EXPORTED', count: 3 })
  })

  describe('a batched export:', () => {
    const exportsOf = async (actor: Actor) =>
      (await actor.rest('GET', '/api/audit/log?action=CLIENT_EXPORTED')).body.data.map(
        ({ metadata }: Json) => metadata.details,
      )

    test('its start, and its number of rows at the end', async () => {
      const actor = server.actor()
      const rows = Array.from({ length: 1203 }, (_, index) => clientBody({ name: `C${index}` }))
      await actor.rest('POST', '/api/clients/import', rows)
      await actor.rest('GET', '/api/clients/export')
      expect(await exportsOf(actor)).toMatchObject([
        { outcome: 'DONE', count: 1203 },
        { outcome: 'DONE', count: null },
      ])
    })

    test('its failure and its number of rows until then, when the client disconnects', async () => {
      const actor = server.actor()
      const contact = { note: 'n'.repeat(12_000) }
      const rows = Array.from({ length: 1000 }, (_, index) => clientBody({ name: `C${index}`, contact }))
      for (const part of [rows, rows]) await actor.rest('POST', '/api/clients/import', part)
      const headers = { Authorization: `Bearer ${actor.token}` }
      await new Promise<void>((resolve, reject) => {
        const asked = get(`${server.url}/api/clients/export`, { headers }, (answer) => {
          answer.once('data', () => answer.destroy())
          answer.once('close', resolve)
        })
        asked.once('error', reject)
      })
      await until('the record of the end', async () => (await exportsOf(actor)).length === 2)
      const [end, start] = await exportsOf(actor)
      expect(start).toMatchObject({ outcome: 'DONE', count: null })
      expect(end.outcome).toBe('FAILED')
      expect(end.count).toBeGreaterThanOrEqual(500)
      expect(end.count).toBeLessThan(2000)
    })
  })

  test('the resources that were read together, also through fragments', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor)
    const { id: campaignId } = await aCampaign(actor, { clientId })
    await aContent(actor, { campaignId })
    const document = `
      query ($id: ID!) { client(id: $id) { name ...Deep } }
      fragment Deep on Client { campaigns { nodes { name ... on Campaign { content { nodes { title } } } } } }`
    for (let times = 0; times < 3; times++) {
      const { body } = await actor.graphql(document, { id: clientId })
      expect(body.errors).toBeUndefined()
      expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_VIEWED', includes: ['CAMPAIGN', 'CONTENT'] })
    }
    await actor.graphql('{ clients { nodes { name } } }')
    expect(await lastOf(actor)).not.toHaveProperty('includes')
  })

  test('rows that retention deleted: the table, the number and the ids', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await inOrganization(
      server,
      actor,
      sql`update campaign set status = 'ARCHIVED', updated_at = now() - interval '20 years'
        where organization_id = ${actor.organizationId}`,
    )
    await performFor(actor, enforceRetention, toolsOf(server))
    expect(await lastOf(actor)).toMatchObject({
      action: 'RETENTION_ENFORCED',
      userId: 'system',
      resourceType: 'CAMPAIGNS',
      count: 1,
      ids: [id],
    })
  })
})

describe('a refusal is recorded:', () => {
  const made = async () => {
    const actor = server.actor()
    return { actor, client: await aClient(actor) }
  }

  const NOBODY = '00000000-0000-7000-8000-000000000000'

  test.each<[string, string, string, object | undefined, Record<string, string>, object]>([
    ['404', 'GET', '/api/clients/:nobody', undefined, {}, { code: 'NOT_FOUND', attempted: 'CLIENT_VIEWED' }],
    [
      '404 of a deletion',
      'DELETE',
      '/api/clients/:nobody',
      undefined,
      {},
      { code: 'NOT_FOUND', attempted: 'CLIENT_DELETED' },
    ],
    [
      '409',
      'PUT',
      '/api/clients/:id/status',
      { status: 'SUSPENDED' },
      {},
      { code: 'INVALID_STATE_TRANSITION', attempted: 'CLIENT_STATUS_CHANGED' },
    ],
    [
      '412',
      'PUT',
      '/api/clients/:id',
      { name: 'B' },
      { 'If-Match': '"stale"' },
      { code: 'PRECONDITION_FAILED', attempted: 'CLIENT_UPDATED' },
    ],
    [
      '400 of a change, before it begins',
      'POST',
      '/api/clients',
      { type: 'X' },
      {},
      { code: 'VALIDATION_ERROR', attempted: 'CLIENT_CREATED' },
    ],
  ])('%s', async (_, method, path, body, headers, expected) => {
    const { actor, client } = await made()
    const id = path.includes(':nobody') ? NOBODY : client.id
    const { status } = await actor.rest(method, path.replace(/:id|:nobody/, id), body, headers)
    expect(status).toBeGreaterThanOrEqual(400)
    const found = (await records(actor)).filter(({ action }) => action === 'REQUEST_REFUSED')
    const resourceId = path.includes(':id') ? id : null
    expect(found).toEqual([
      expect.objectContaining({ ...expected, resourceType: 'CLIENT', resourceId, outcome: 'REFUSED' }),
    ])
  })

  test('422 and a replay, and neither counts as done', async () => {
    const actor = server.actor()
    const key = { 'Idempotency-Key': 'once' }
    const body = clientBody()
    expect((await actor.rest('POST', '/api/clients', body, key)).status).toBe(201)
    expect((await actor.rest('POST', '/api/clients', body, key)).headers.get('idempotency-replay')).toBe('true')
    expect((await actor.rest('POST', '/api/clients', clientBody({ name: 'Other' }), key)).status).toBe(422)
    expect(
      (await records(actor)).map(({ action, attempted, outcome, code }) => [action, attempted, outcome, code]),
    ).toEqual([
      ['CLIENT_CREATED', undefined, 'DONE', undefined],
      ['REQUEST_REPLAYED', 'CLIENT_CREATED', 'REPLAYED', undefined],
      ['REQUEST_REFUSED', 'CLIENT_CREATED', 'REFUSED', 'IDEMPOTENCY_KEY_REUSED'],
    ])
  })

  test('a dry run', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const bulk = { operation: 'UPDATE', ids: [id], changes: { description: 'x' }, dryRun: true }
    await actor.rest('POST', '/api/campaigns/bulk', bulk)
    expect(await lastOf(actor)).toMatchObject({
      action: 'REQUEST_REHEARSED',
      attempted: 'CAMPAIGN_BULK_CHANGED',
      outcome: 'REHEARSED',
    })
  })

  test('a GraphQL mutation, with each action that it did not do', async () => {
    const { actor, client } = await made()
    await actor.graphql(
      `mutation ($id: ID!, $nobody: ID!) {
        one: updateClient(id: $id, input: { name: "B" }) { id } two: deleteClient(id: $nobody) }`,
      { id: client.id, nobody: NOBODY },
    )
    const attempted = (await records(actor)).slice(1).map(({ action, attempted }) => [action, attempted])
    expect(attempted).toEqual([
      ['REQUEST_REFUSED', 'CLIENT_UPDATED'],
      ['REQUEST_REFUSED', 'CLIENT_DELETED'],
    ])
  })

  test('only the fields of a query without an answer', async () => {
    const { actor, client } = await made()
    await actor.graphql('query ($id: ID!, $nobody: ID!) { client(id: $id) { name } campaign(id: $nobody) { name } }', {
      id: client.id,
      nobody: NOBODY,
    })
    const found = (await records(actor)).slice(1).map(({ action, attempted }) => [action, attempted])
    expect(found.sort()).toEqual([
      ['CLIENT_VIEWED', undefined],
      ['REQUEST_REFUSED', 'CAMPAIGN_VIEWED'],
    ])
  })

  test('without a text that was given as an id', async () => {
    const actor = server.actor()
    await actor.rest('GET', '/api/clients/Thandi%20Nkosi')
    expect(await lastOf(actor)).toMatchObject({ action: 'REQUEST_REFUSED', resourceId: null })
    expect(JSON.stringify(await records(actor))).not.toContain('Thandi')
  })

  test('a role without the permission, with the attempted action', async () => {
    const actor = server.actor({ role: 'viewer' })
    await actor.rest('POST', '/api/clients', clientBody())
    expect(await lastOf(actor)).toMatchObject({
      action: 'ACCESS_DENIED',
      resourceType: 'CLIENT',
      code: 'FORBIDDEN',
      attempted: 'CLIENT_CREATED',
    })
  })

  test('an expired token, in the organization that it names', async () => {
    const actor = server.actor({ expiresIn: -60 })
    expect((await actor.rest('GET', '/api/clients')).status).toBe(401)
    expect((await actor.graphql('{ clients { totalCount } }')).status).toBe(401)
    const found = await records(actor)
    expect(found).toHaveLength(2)
    for (const record of found)
      expect(record).toMatchObject({
        action: 'ACCESS_DENIED',
        userId: actor.userId,
        resourceType: 'TOKEN',
        code: 'UNAUTHORIZED',
        attempted: 'CLIENT_LISTED',
      })
  })

  test('not a token without a valid signature, or anyone could write to any trail', async () => {
    const actor = server.actor({ expiresIn: -60 })
    const [head, claims, signature = ''] = actor.token.split('.')
    const forged = `${head}.${claims}.${signature.slice(0, -8)}AAAAAAAA`
    const { status } = await server.fetch('/api/clients', { headers: { Authorization: `Bearer ${forged}` } })
    expect(status).toBe(401)
    expect(await records(actor)).toEqual([])
  })

  test('up to a maximum per minute, and then the number of omitted ones', async () => {
    const actor = server.actor()
    const tries = Array.from({ length: MOST_PER_MINUTE + 20 }, () => actor.rest('GET', `/api/clients/${NOBODY}`))
    for (const { status } of await Promise.all(tries)) expect(status).toBe(404)
    expect(await records(actor)).toHaveLength(MOST_PER_MINUTE)
    // Successful operations are still recorded.
    await aClient(actor)
    expect(await lastOf(actor)).toMatchObject({ action: 'CLIENT_CREATED' })
  })

  test('the next recorded one contains the number of omitted ones', () => {
    let now = 0
    const limit = new RefusalLimit(() => now)
    const entry = { action: 'X', resourceType: 'X', resourceId: null, details: { outcome: AuditOutcome.REFUSED } }
    for (let times = 0; times < MOST_PER_MINUTE; times++) expect(limit.admit('a', [entry])).toEqual([entry])
    expect(limit.admit('a', [entry, entry])).toEqual([])
    expect(limit.admit('b', [entry])).toEqual([entry])
    now += 60_001
    expect(limit.admit('a', [entry, entry])).toEqual([{ ...entry, details: { ...entry.details, omitted: 2 } }, entry])
  })
})

describe('records with and without details', () => {
  test('form one chain, because null members are not hashed', async () => {
    const actor = server.actor()
    await aClient(actor)
    // As a gateway of the previous version writes them.
    await inOrganization(
      server,
      actor,
      sql`select append(${actor.organizationId}, ${JSON.stringify([
        {
          ...{ id: '00000000-0000-7000-8000-00000000000a', action: 'CLIENT_VIEWED', userId: 'older' },
          ...{ resourceType: 'CLIENT', resourceId: null, metadata: { ipAddress: 'unknown', userAgent: 'older' } },
        },
      ])}::jsonb, true)`,
    )
    await actor.rest('GET', `/api/clients/00000000-0000-7000-8000-000000000000`)
    const { records: exported, checkpoint } = readNdjson(
      String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body),
    )
    expect(exported.map(({ metadata }) => metadata.details?.outcome)).toEqual(['DONE', undefined, 'REFUSED'])
    expect(faultOf(exported, checkpoint)).toBeUndefined()
    const csv = readCsv(String((await actor.rest('GET', '/api/audit/export?format=csv')).body))
    expect(faultOf(csv, checkpoint)).toBeUndefined()
    expect((await actor.rest('GET', '/api/audit/verify')).body.data).toMatchObject({ valid: true })
  })
})

describe('a record names', () => {
  const named = '{ auditRecords(first: 30) { nodes { action userId userName } } }'
  const nameOf = async (reader: Actor, userId: string) => {
    const { body } = await reader.graphql(named)
    return body.data.auditRecords.nodes.find((record: Json) => record.userId === userId)?.userName
  }

  test('a member, also a former one, by the present name', async () => {
    const admin = server.actor()
    const person = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    const { id } = await aMember(admin, { userId: person.userId, name: 'Thandi Nkosi', role: 'manager' })
    await aClient(person)
    expect(await nameOf(admin, person.userId)).toBe('Thandi Nkosi')
    await admin.rest('PUT', `/api/team/${id}`, { name: 'Thandi Dlamini' })
    expect(await nameOf(admin, person.userId)).toBe('Thandi Dlamini')
    expect((await admin.rest('DELETE', `/api/team/${id}`)).status).toBe(204)
    expect(await nameOf(admin, person.userId)).toBe('Thandi Dlamini')
    expect(await nameOf(admin, admin.userId)).toBeNull()
  })

  test('an API key, until it is deleted', async () => {
    const admin = server.actor()
    const key = await aKey(server, admin, ['org:clients:write'])
    await key.rest('POST', '/api/clients', clientBody())
    expect(await nameOf(admin, `key:${key.id}`)).toBe('Key')
    await admin.rest('DELETE', `/api/service-provider/api-keys/${key.id}`)
    expect(await nameOf(admin, `key:${key.id}`)).toBeNull()
  })

  test('nobody for ids of users that only begin like the ids of API keys', async () => {
    const admin = server.actor()
    const people = ['key:', 'key:1', `key:${crypto.randomUUID()}`].map((userId) =>
      server.actor({ organizationId: admin.organizationId, userId, role: 'manager' }),
    )
    for (const person of people) {
      await aClient(person)
      expect(await nameOf(admin, person.userId)).toBeNull()
    }
  })

  test('nobody of another organization who has the same user id', async () => {
    const [one, other] = [server.actor(), server.actor()]
    const person = server.actor({ organizationId: one.organizationId, role: 'manager' })
    await aMember(other, { userId: person.userId, name: 'Foreign Name', role: 'manager' })
    await aClient(person)
    expect(await nameOf(one, person.userId)).toBeNull()
  })

  test.each(['org:team:read', 'org:provider:read'])('nobody for a caller without %s', async (permission) => {
    const admin = server.actor()
    await aMember(admin, { userId: admin.userId, name: 'Sipho Admin', role: 'admin' })
    const key = await aKeyWithout(server, admin, permission)
    const { body } = await key.graphql(named)
    expect(body.errors[0]).toMatchObject({
      path: ['auditRecords', 'nodes', 0, 'userName'],
      extensions: { code: 'FORBIDDEN' },
    })
    expect(JSON.stringify(body)).not.toContain('Sipho Admin')
  })

  test('the member in an event', async () => {
    const admin = server.actor()
    const person = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    await aMember(admin, { userId: person.userId, name: 'Thandi Nkosi', role: 'manager' })
    const stream = follow(
      server.url,
      admin.token,
      'subscription { auditRecorded { id event data { sequence userId userName } } }',
    )
    await stream.next()
    await aClient(person)
    let data: Json
    do data = (await stream.next()).data.auditRecorded.data
    while (data.userId !== person.userId)
    expect(data.userName).toBe('Thandi Nkosi')
    await stream.stop()
  })
})
