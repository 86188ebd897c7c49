import { describe, expect, test } from '@jest/globals'
import { aCampaign, aClient, campaignBody, clientBody } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * The contract of the legacy API, a row per sentence, as far as it speaks of clients, campaigns and audit.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Audit = [must: string, check: (actor: Actor) => Promise<void>]
const audits = (rows: Audit[]) => test.each(rows)('MUST %s', async (_, check) => check(server.actor()))

async function answers(actor: Actor, method: string, path: string, body: unknown, status: number, expected: unknown) {
  const answer = await actor.rest(method, path, body)
  expect([answer.status, answer.body]).toEqual([status, expected])
}

const validation = (error: string) => ({ error, code: 'VALIDATION_ERROR', details: expect.any(Object) })
const notFound = (error: string) => ({ error, code: 'NOT_FOUND' })

describe('authentication', () => {
  audits([
    [
      'answer 401 with exactly { error: Unauthorized } without a token',
      async () => {
        const { status, body, headers } = await server.fetch('/api/clients')
        expect([status, body, headers.get('www-authenticate')]).toEqual([
          401,
          { error: 'Unauthorized' },
          'Bearer realm="gateway"',
        ])
      },
    ],
    [
      'answer the same to a token that is none, expired, or of another scheme',
      async (actor) => {
        const expired = server.actor({ expiresIn: -60 })
        for (const Authorization of [
          'Bearer x',
          `Bearer ${expired.token}`,
          `Basic ${actor.token}`,
          `Bearer ${actor.token}x`,
        ]) {
          const { status, body } = await server.fetch('/api/campaigns', { headers: { Authorization } })
          expect([status, body]).toEqual([401, { error: 'Unauthorized' }])
        }
      },
    ],
    [
      'answer 400 with exactly { error: Organization required } without an organization',
      async () =>
        answers(server.actor({ organizationId: null }), 'GET', '/api/clients', undefined, 400, {
          error: 'Organization required',
        }),
    ],
    [
      'check the user, then the organization, then the permission, then the fields',
      async () => {
        const viewer = server.actor({ role: 'viewer' })
        expect((await server.fetch('/api/clients', { method: 'POST' })).status).toBe(401)
        const homeless = await server.actor({ organizationId: null, role: 'viewer' }).rest('POST', '/api/clients', {})
        expect(homeless.body).toEqual({ error: 'Organization required' })
        expect((await viewer.rest('POST', '/api/clients', {})).status).toBe(403)
      },
    ],
    [
      'limit data to the caller’s organization',
      async (actor) => {
        const { id } = await aClient(actor)
        await answers(server.actor(), 'GET', `/api/clients/${id}`, undefined, 404, notFound('Client not found'))
      },
    ],
  ])
})

/** What the service adds to the compliance of a client that nobody has assessed. */
const UNASSESSED = { note: null, assessedBy: null, assessedAt: null }

describe('POST /api/clients', () => {
  const FIELDS = ['name', 'type', 'industry', 'sector', 'contact'] as const
  audits([
    [
      'answer 201 { success: true, data: client } with every field of the client',
      async (actor) => {
        const { status, headers, body } = await actor.rest('POST', '/api/clients', clientBody())
        expect([status, body.success, Object.keys(body)]).toEqual([201, true, ['success', 'data']])
        expect(headers.get('content-type')).toMatch(/^application\/json/)
        expect(body.data).toEqual({
          ...clientBody(),
          id: expect.stringMatching(UUID),
          governmentLevel: null,
          securityClearance: null,
          status: 'PENDING',
          onboardedAt: expect.stringMatching(ISO),
          serviceProviderId: actor.organizationId,
          createdBy: actor.userId,
          compliance: {
            popiaCompliant: true,
            securityClearance: 'STANDARD',
            dataClassification: 'COMMERCIAL',
            ...UNASSESSED,
          },
          createdAt: expect.stringMatching(ISO),
          updatedAt: expect.stringMatching(ISO),
        })
      },
    ],
    [
      'presume BASIC and PUBLIC of GOVERNMENT',
      async (actor) => {
        const client = await aClient(actor, {
          sector: 'GOVERNMENT',
          type: 'NATIONAL_GOVT',
          governmentLevel: 'NATIONAL',
        })
        expect(client.compliance).toEqual({
          popiaCompliant: true,
          securityClearance: 'BASIC',
          dataClassification: 'PUBLIC',
          ...UNASSESSED,
        })
        expect(client.governmentLevel).toBe('NATIONAL')
      },
    ],
    [
      'ask for the required fields in their order',
      async (actor) => {
        const body: Record<string, unknown> = {}
        for (const field of FIELDS) {
          await answers(actor, 'POST', '/api/clients', body, 400, validation(`${field} is required`))
          body[field] = (clientBody() as Json)[field]
        }
        expect((await actor.rest('POST', '/api/clients', body)).status).toBe(201)
      },
    ],
    ...FIELDS.flatMap((field) =>
      [undefined, null, '', '   '].map(
        (blank): Audit => [
          `answer 400 ${field} is required when it is ${JSON.stringify(blank)}`,
          (actor) =>
            answers(
              actor,
              'POST',
              '/api/clients',
              clientBody({ [field]: blank }),
              400,
              validation(`${field} is required`),
            ),
        ],
      ),
    ),
    [
      'ask for what is missing before it judges the sector',
      (actor) =>
        answers(
          actor,
          'POST',
          '/api/clients',
          clientBody({ sector: 'CHURCH', contact: null }),
          400,
          validation('contact is required'),
        ),
    ],
    [
      'refuse a sector that is neither GOVERNMENT nor BUSINESS, by a sentence',
      async (actor) => {
        for (const sector of ['CHURCH', 'business', 1, {}]) {
          await answers(
            actor,
            'POST',
            '/api/clients',
            clientBody({ sector }),
            400,
            validation('sector must be GOVERNMENT or BUSINESS'),
          )
        }
      },
    ],
    [
      'name every field that is wrong, in the full form',
      async (actor) => {
        const { status, body } = await actor.rest('POST', '/api/clients', clientBody({ name: 1, contact: 'x' }))
        expect([status, body.code, body.statusCode, body.error]).toEqual([400, 'VALIDATION_ERROR', 400, 'Bad Request'])
        expect(Object.keys(body.details).sort()).toEqual(['contact', 'name'])
      },
    ],
    [
      'copy fields that it does not know, and ignore those that are its own',
      async (actor) => {
        const own = {
          id: 'x',
          status: 'ACTIVE',
          compliance: {},
          serviceProviderId: 'x',
          createdBy: 'x',
          onboardedAt: 'x',
          createdAt: 'x',
          updatedAt: 'x',
        }
        const client = await aClient(actor, { ...own, vatNumber: '4012345678' })
        expect(client).toMatchObject({ vatNumber: '4012345678', status: 'PENDING', createdBy: actor.userId })
        for (const [field, value] of Object.entries(own)) expect(client[field]).not.toEqual(value)
      },
    ],
    [
      'take any type of at most 64 characters',
      async (actor) => {
        expect((await aClient(actor, { type: 'T'.repeat(64) })).type).toHaveLength(64)
        const { body } = await actor.rest('POST', '/api/clients', clientBody({ type: 'T'.repeat(65) }))
        expect(Object.keys(body.details)).toEqual(['type'])
      },
    ],
    [
      'write CLIENT_CREATED',
      async (actor) => {
        const { id } = await aClient(actor)
        const { body } = await actor.rest('GET', '/api/audit/log')
        expect(body.data[0]).toMatchObject({
          ...{ action: 'CLIENT_CREATED', userId: actor.userId, resourceType: 'CLIENT', resourceId: id },
          ...{ id: expect.any(String), timestamp: expect.stringMatching(ISO) },
          metadata: { ipAddress: 'unknown', userAgent: expect.any(String) },
        })
      },
    ],
  ])
})

describe('GET /api/clients', () => {
  const three = async (actor: Actor) => {
    await aClient(actor, { name: 'Alpha', securityClearance: 'ENHANCED' })
    await aClient(actor, { name: 'Beta 100%' })
    await aClient(actor, { name: 'Gamma', sector: 'GOVERNMENT' })
  }
  const list = async (actor: Actor, query = '') => (await actor.rest('GET', `/api/clients${query}`)).body
  const namesOf = ({ data }: Json) => data.map(({ name }: Json) => name).sort()
  audits([
    [
      'answer { success, data, meta: { total, government, business } } with summaries',
      async (actor) => {
        await three(actor)
        const body = await list(actor)
        expect(Object.keys(body)).toEqual(['success', 'data', 'meta'])
        expect(body.meta).toEqual({ total: 3, government: 1, business: 2 })
        for (const row of body.data)
          expect(Object.keys(row).sort()).toEqual(['id', 'name', 'sector', 'securityClearance', 'type'])
      },
    ],
    [
      'show the client’s own clearance, else that of its compliance',
      async (actor) => {
        await three(actor)
        const shown = Object.fromEntries((await list(actor)).data.map((row: Json) => [row.name, row.securityClearance]))
        expect(shown).toEqual({ Alpha: 'ENHANCED', 'Beta 100%': 'STANDARD', Gamma: 'BASIC' })
      },
    ],
    [
      'compare sector in upper case; no match is an empty list; the counts stay',
      async (actor) => {
        await three(actor)
        for (const sector of ['government', 'GOVERNMENT', 'Government']) {
          const body = await list(actor, `?sector=${sector}`)
          expect([namesOf(body), body.meta]).toEqual([['Gamma'], { total: 1, government: 1, business: 2 }])
        }
        expect(await list(actor, '?sector=church')).toEqual({
          success: true,
          data: [],
          meta: { total: 0, government: 1, business: 2 },
        })
      },
    ],
    [
      'return everything unless page or limit is given',
      async (actor) => {
        await actor.rest(
          'POST',
          '/api/clients/import',
          Array.from({ length: 23 }, (_, index) => clientBody({ name: `C${index}` })),
        )
        expect((await list(actor)).data).toHaveLength(23)
        const paged = await list(actor, '?page=3')
        expect([paged.data.length, paged.meta]).toEqual([
          3,
          { total: 23, page: 3, limit: 10, pages: 3, government: 0, business: 23 },
        ])
        const limited = await list(actor, '?limit=5')
        expect([limited.data.length, limited.meta]).toMatchObject([5, { total: 23, page: 1, limit: 5, pages: 5 }])
        expect((await list(actor, '?page=99')).meta).toMatchObject({ total: 23, page: 99, pages: 3 })
      },
    ],
    [
      'search the name without case, % and _ being literal',
      async (actor) => {
        await three(actor)
        expect(namesOf(await list(actor, '?search=ALPH'))).toEqual(['Alpha'])
        expect(namesOf(await list(actor, '?search=100%25'))).toEqual(['Beta 100%'])
        expect(namesOf(await list(actor, '?search=_'))).toEqual([])
        expect(namesOf(await list(actor, '?search=%25&page=1'))).toEqual(['Beta 100%'])
        expect(namesOf(await list(actor, '?search=%5C'))).toEqual([])
      },
    ],
    [
      'write an audit entry',
      async (actor) => {
        await list(actor)
        const { body } = await actor.rest('GET', '/api/audit/recent')
        expect(body.data[0]).toMatchObject({ action: 'CLIENT_LISTED', resourceType: 'CLIENT', resourceId: null })
      },
    ],
    [
      'offer /business and /government',
      async (actor) => {
        await three(actor)
        expect(namesOf((await actor.rest('GET', '/api/clients/business')).body)).toEqual(['Alpha', 'Beta 100%'])
        expect(namesOf((await actor.rest('GET', '/api/clients/government')).body)).toEqual(['Gamma'])
      },
    ],
  ])
})

describe('/api/clients/[id]', () => {
  audits([
    [
      'answer 200 { success, data: client }',
      async (actor) => {
        const client = await aClient(actor)
        await answers(actor, 'GET', `/api/clients/${client.id}`, undefined, 200, { success: true, data: client })
      },
    ],
    [
      'answer 404 Client not found to every method',
      async (actor) => {
        const path = '/api/clients/01a1fd2e-fa60-73a5-9297-2ce7acd71826'
        for (const [method, body] of [['GET'], ['PUT', { name: 'A' }], ['DELETE']] as const) {
          await answers(actor, method, path, body, 404, notFound('Client not found'))
        }
      },
    ],
    [
      'change the fields that are given, and no other',
      async (actor) => {
        const client = await aClient(actor)
        const { status, body } = await actor.rest('PUT', `/api/clients/${client.id}`, {
          name: 'B',
          id: 'x',
          status: 'ACTIVE',
        })
        expect([status, body]).toEqual([
          200,
          { success: true, data: { ...client, name: 'B', updatedAt: expect.any(String) } },
        ])
      },
    ],
    [
      'refuse a change that empties a required field',
      async (actor) => {
        const { id } = await aClient(actor)
        for (const name of ['', null])
          await answers(actor, 'PUT', `/api/clients/${id}`, { name }, 400, validation('name is required'))
      },
    ],
    [
      'answer 204 without a body to DELETE, and 404 afterwards',
      async (actor) => {
        const { id } = await aClient(actor)
        await answers(actor, 'DELETE', `/api/clients/${id}`, undefined, 204, '')
        await answers(actor, 'GET', `/api/clients/${id}`, undefined, 404, notFound('Client not found'))
      },
    ],
  ])
})

describe('campaigns', () => {
  const list = async (actor: Actor, query = '') => (await actor.rest('GET', `/api/campaigns${query}`)).body
  audits([
    [
      'answer 404 Organization not found until the organization has a record',
      async (actor) => {
        const expected = { error: 'Organization not found', code: 'ORGANIZATION_NOT_FOUND' }
        await answers(actor, 'GET', '/api/campaigns', undefined, 404, expected)
        await aClient(actor)
        await answers(actor, 'GET', '/api/campaigns', undefined, 200, { success: true, data: [], meta: { total: 0 } })
      },
    ],
    [
      'list exactly the documented fields, newest first, with meta { total }',
      async (actor) => {
        const client = await aClient(actor, { name: 'Owner' })
        const old = await aCampaign(actor, { clientId: client.id })
        const young = await aCampaign(actor)
        const body = await list(actor)
        expect(body.meta).toEqual({ total: 2 })
        expect(body.data.map(({ id }: Json) => id)).toEqual([young.id, old.id])
        expect(body.data[1]).toEqual({
          ...{ id: old.id, name: 'Heritage Day', clientId: client.id, clientName: 'Owner', clientSector: 'BUSINESS' },
          ...{
            type: 'SOCIAL',
            status: 'DRAFT',
            contentCount: 0,
            analyticsCount: 0,
            createdAt: expect.stringMatching(ISO),
          },
        })
        expect(body.data[0]).toMatchObject({ clientId: null, clientName: 'No Client', clientSector: null })
      },
    ],
    ...(
      [
        ['MUNICIPALITY', 'GOVERNMENT'],
        ['PROVINCIAL_GOVT', 'GOVERNMENT'],
        ['NATIONAL_GOVT', 'GOVERNMENT'],
        ['STATE_OWNED_ENTITY', 'GOVERNMENT'],
        ['LOCAL_MUNICIPALITY', 'BUSINESS'],
        ['LARGE_CORPORATION', 'BUSINESS'],
      ] as const
    ).map(
      ([type, sector]): Audit => [
        `show clientSector ${sector} for a client of type ${type}`,
        async (actor) => {
          const client = await aClient(actor, { type, sector: 'GOVERNMENT' })
          await aCampaign(actor, { clientId: client.id })
          expect((await list(actor)).data[0].clientSector).toBe(sector)
        },
      ],
    ),
    [
      'filter by clientId and status; absent and ALL mean no filter',
      async (actor) => {
        const client = await aClient(actor)
        await aCampaign(actor, { clientId: client.id, status: 'ACTIVE' })
        await aCampaign(actor)
        const totals = await Promise.all(
          [
            '',
            '?clientId=ALL&status=ALL',
            `?clientId=${client.id}`,
            '?status=ACTIVE',
            '?status=DRAFT',
            '?status=PAUSED',
            '?clientId=none',
          ].map(async (query) => (await list(actor, query)).meta.total),
        )
        expect(totals).toEqual([2, 2, 1, 1, 1, 0, 0])
        expect((await list(actor, '?status=NOPE')).details).toEqual({
          status: expect.stringContaining('one of ALL'),
        })
      },
    ],
    [
      'return everything unless page or limit is given',
      async (actor) => {
        for (let index = 0; index < 12; index++) await aCampaign(actor)
        expect((await list(actor)).data).toHaveLength(12)
        const paged = await list(actor, '?page=2')
        expect([paged.data.length, paged.meta]).toEqual([2, { total: 12, page: 2, limit: 10, pages: 2 }])
      },
    ],
    [
      'require name, then type',
      async (actor) => {
        await answers(actor, 'POST', '/api/campaigns', {}, 400, validation('name is required'))
        await answers(actor, 'POST', '/api/campaigns', { name: 'A' }, 400, validation('type is required'))
        expect((await actor.rest('POST', '/api/campaigns', { name: 'A', type: 'PIGEON' })).body.details).toEqual({
          type: expect.stringContaining('EMAIL'),
        })
      },
    ],
    [
      'answer 404 Campaign not found to every method',
      async (actor) => {
        for (const [method, path, body] of [
          ['GET', ''],
          ['PUT', '', { name: 'A' }],
          ['DELETE', ''],
          ['PUT', '/status', { status: 'ACTIVE' }],
          ['POST', '/duplicate'],
        ] as const) {
          await answers(actor, method, `/api/campaigns/nobody${path}`, body, 404, notFound('Campaign not found'))
        }
      },
    ],
    [
      'create as DRAFT, or in a state that may be named; in no other',
      async (actor) => {
        expect((await aCampaign(actor)).status).toBe('DRAFT')
        for (const status of ['DRAFT', 'PENDING_APPROVAL', 'ACTIVE'])
          expect((await aCampaign(actor, { status })).status).toBe(status)
        for (const status of ['PAUSED', 'COMPLETED', 'ARCHIVED']) {
          expect((await actor.rest('POST', '/api/campaigns', campaignBody({ status }))).body.details).toHaveProperty(
            'status',
          )
        }
      },
    ],
    [
      'refuse a transition that the table does not have: 409, naming those that it has',
      async (actor) => {
        const { id } = await aCampaign(actor)
        const { status, body } = await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'COMPLETED' })
        expect([status, body]).toEqual([
          409,
          {
            ...{
              error: 'Conflict',
              message: 'Campaign cannot go from DRAFT to COMPLETED',
              code: 'INVALID_STATE_TRANSITION',
              statusCode: 409,
            },
            details: { from: 'DRAFT', to: 'COMPLETED', allowed: ['PENDING_APPROVAL', 'CANCELLED'] },
          },
        ])
      },
    ],
    [
      'duplicate as a DRAFT',
      async (actor) => {
        const { id } = await aCampaign(actor, { status: 'ACTIVE', budgetCents: 100 })
        const { status, body } = await actor.rest('POST', `/api/campaigns/${id}/duplicate`)
        expect([status, body.data]).toMatchObject([
          201,
          { status: 'DRAFT', budgetCents: 100, name: 'Heritage Day (copy)' },
        ])
      },
    ],
    [
      'answer a bulk operation with { succeeded, failed: [{ index, id, code, message }] }',
      async (actor) => {
        const { id } = await aCampaign(actor)
        const bulk = { operation: 'STATUS', ids: ['nobody', id], changes: { status: 'CANCELLED' } }
        const data = {
          succeeded: [id],
          failed: [{ index: 0, id: 'nobody', code: 'NOT_FOUND', message: 'Campaign not found' }],
        }
        await answers(actor, 'POST', '/api/campaigns/bulk', { ...bulk, dryRun: true }, 200, { success: true, data })
        expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status).toBe('DRAFT')
        await answers(actor, 'POST', '/api/campaigns/bulk', bulk, 200, { success: true, data })
        expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status).toBe('CANCELLED')
      },
    ],
  ])
})

describe('audit', () => {
  audits([
    [
      'paginate always, newest first',
      async (actor) => {
        for (let read = 0; read < 12; read++) await actor.rest('GET', '/api/clients')
        const { body } = await actor.rest('GET', '/api/audit/log')
        expect([body.data.length, body.meta]).toEqual([10, { total: 12, page: 1, limit: 10, pages: 2 }])
        const sequences = body.data.map(({ sequence }: Json) => sequence)
        expect(sequences).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
      },
    ],
    [
      'mask the address of x-forwarded-for',
      async (actor) => {
        await actor.rest('GET', '/api/clients', undefined, { 'X-Forwarded-For': '203.0.113.77, 10.0.0.1' })
        expect((await actor.rest('GET', '/api/audit/recent')).body.data[0].metadata.ipAddress).toBe('203.0.113.0')
      },
    ],
    [
      'verify the chain',
      async (actor) => {
        await aClient(actor)
        const { body } = await actor.rest('GET', '/api/audit/verify')
        expect(body).toMatchObject({ success: true, data: { valid: true, checked: 1, break: null } })
      },
    ],
  ])
})
