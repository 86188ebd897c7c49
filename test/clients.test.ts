import { describe, expect, test } from '@jest/globals'
import { isObjectType } from 'graphql'
import { aCampaign, aClient, clientBody } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { schema } from './support/surface.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('client fields', () => {
  test('fields that the service does not know are kept and shown at the top level', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { vatNumber: '4012345678', tags: ['a', 'b'] })
    const { body } = await actor.rest('GET', `/api/clients/${id}`)
    expect(body.data).toMatchObject({ vatNumber: '4012345678', tags: ['a', 'b'] })
    expect(body.data).not.toHaveProperty('attributes')
    const shown = await actor.graphql('query ($id: ID!) { client(id: $id) { attributes } }', { id })
    expect(shown.body.data.client.attributes).toEqual({ vatNumber: '4012345678', tags: ['a', 'b'] })
  })

  test('a field of any name is either the input’s, the server’s, or kept and shown', async () => {
    const actor = server.actor()
    const type = schema.getType('Client')
    if (!isObjectType(type)) throw new Error('There is no Client')
    const own = Object.keys(clientBody())
    const optional = ['governmentLevel', 'securityClearance']
    const ofServer = 'id status compliance serviceProviderId createdBy onboardedAt createdAt updatedAt'.split(' ')
    const names = [...Object.keys(type.getFields()), ...Object.getOwnPropertyNames(Object.prototype), 'items', 'meta']
    const others = names.filter((name) => ![...own, ...optional, ...ofServer, '__proto__'].includes(name))
    expect(others).toEqual(expect.arrayContaining(['campaigns', 'attributes', 'toString', 'constructor']))
    const kept = Object.fromEntries(others.map((name) => [name, `kept ${name}`]))
    const ignored = Object.fromEntries(ofServer.map((name) => [name, 'ignored']))
    const body = { ...clientBody(), governmentLevel: 'LOCAL', securityClearance: 'BASIC', ...ignored, ...kept }

    const made = await actor.rest('POST', '/api/clients', body)
    expect([made.status, made.body.data]).toEqual([201, expect.objectContaining(kept)])
    const { id } = made.body.data
    expect((await actor.rest('GET', `/api/clients/${id}`)).body.data).toMatchObject(kept)
    const imported = await actor.rest('POST', '/api/clients/import', [body])
    expect(imported.body.data.errors).toEqual([])
    const [copy] = imported.body.data.ids
    expect((await actor.rest('GET', `/api/clients/${copy}`)).body.data).toMatchObject(kept)
    const changed = await actor.rest('PUT', `/api/clients/${id}`, { campaigns: 3, valueOf: 'x' })
    expect(changed.body.data).toMatchObject({ ...kept, campaigns: 3, valueOf: 'x' })
    const shown = await actor.graphql('query ($id: ID!) { client(id: $id) { attributes } }', { id })
    expect(shown.body.data.client.attributes).toEqual({ ...kept, campaigns: 3, valueOf: 'x' })
    const lines = String((await actor.rest('GET', '/api/clients/export?format=ndjson')).body)
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: copy, ...kept })]),
    )
  })

  test.each([
    ['an empty object', {}],
    ['an empty list', []],
    ['null', null],
    ['blank text', ' '],
  ])('%s is no contact, on both surfaces, in a change and in an import', async (_, contact) => {
    const actor = server.actor()
    const missing = { error: 'contact is required', code: 'VALIDATION_ERROR', details: { contact: 'is required' } }
    const made = await actor.rest('POST', '/api/clients', clientBody({ contact }))
    expect([made.status, made.body]).toEqual([400, missing])
    const { id } = await aClient(actor)
    const changed = await actor.rest('PUT', `/api/clients/${id}`, { contact })
    expect(changed.status).toBe(400)
    const { body } = await actor.rest('POST', '/api/clients/import', [clientBody({ contact })])
    expect(body.data.errors).toEqual([{ row: 1, field: 'contact', message: 'contact is required' }])
    const query = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'
    const graphql = await actor.graphql(query, { input: clientBody({ contact }) })
    expect(graphql.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    if (JSON.stringify(contact) === '{}') {
      expect(graphql.body.errors[0].message).toBe('contact is required')
      expect(changed.body).toEqual(missing)
    }
  })

  test('an update merges unknown fields, and null removes one', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { vatNumber: '1', region: 'North' })
    const { body } = await actor.rest('PUT', `/api/clients/${id}`, { vatNumber: null, segment: 'A' })
    expect(body.data).toMatchObject({ region: 'North', segment: 'A' })
    expect(body.data).not.toHaveProperty('vatNumber')
  })

  test('unknown fields are bounded, over updates too', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { a: 'x'.repeat(10_000) })
    const { status, body } = await actor.rest('PUT', `/api/clients/${id}`, { b: 'y'.repeat(10_000) })
    expect(status).toBe(400)
    expect(body.details).toHaveProperty('attributes')
  })

  test('a client that is deleted leaves its campaigns without a client', async () => {
    const actor = server.actor()
    const client = await aClient(actor)
    const campaign = await aCampaign(actor, { clientId: client.id })
    expect((await actor.rest('DELETE', `/api/clients/${client.id}`)).status).toBe(204)
    const { body } = await actor.rest('GET', `/api/campaigns/${campaign.id}`)
    expect(body.data).toMatchObject({ clientId: null, clientName: 'No Client', clientSector: null })
  })
})

describe('client import', () => {
  const csv =
    'name,type,industry,sector,contact.email,zone\nA,T,I,BUSINESS,a@example.org,9\nB,,I,BUSINESS,b@example.org,\n'

  test('CSV: bad rows are reported by number and field, good rows are kept', async () => {
    const actor = server.actor()
    const { status, body } = await actor.rest('POST', '/api/clients/import', csv, { 'Content-Type': 'text/csv' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      imported: 1,
      failed: 1,
      errors: [{ row: 2, field: 'type', message: 'type is required' }],
    })
    const { body: one } = await actor.rest('GET', `/api/clients/${body.data.ids[0]}`)
    expect(one.data).toMatchObject({ name: 'A', contact: { email: 'a@example.org' }, zone: '9', status: 'PENDING' })
  })

  test.each([
    ['semicolons, as Excel writes in South Africa', ';'],
    ['tabs', '\t'],
  ])('CSV with %s', async (_, delimiter) => {
    const actor = server.actor()
    const rows = [
      ['name', 'type', 'industry', 'sector', 'contact.email', '"zone, or area"'],
      ['"A, B and C"', 'T', 'I', 'BUSINESS', 'a@example.org', '9,5'],
    ]
    const text = `\uFEFF${rows.map((cells) => cells.join(delimiter)).join('\r\n')}\r\n`
    const { body } = await actor.rest('POST', '/api/clients/import', text, { 'Content-Type': 'text/csv' })
    expect(body.data).toMatchObject({ imported: 1, failed: 0, errors: [] })
    const { body: one } = await actor.rest('GET', `/api/clients/${body.data.ids[0]}`)
    expect(one.data).toMatchObject({ name: 'A, B and C', contact: { email: 'a@example.org' }, 'zone, or area': '9,5' })
  })

  test('atomic: one bad row, and none is kept', async () => {
    const actor = server.actor()
    const rows = [clientBody(), clientBody({ sector: 'CHURCH' })]
    const { status, body } = await actor.rest('POST', '/api/clients/import?mode=atomic', rows)
    expect(status).toBe(400)
    expect(body.details.errors).toEqual([{ row: 2, field: 'sector', message: 'sector must be GOVERNMENT or BUSINESS' }])
    expect((await actor.rest('GET', '/api/clients')).body.meta.total).toBe(0)
  })

  test('what was exported as CSV can be read by a spreadsheet without running formulas', async () => {
    const actor = server.actor()
    await aClient(actor, { name: '=HYPERLINK("http://example.org")' })
    const { body } = await actor.rest('GET', '/api/clients/export')
    expect(body).toContain(`"'=HYPERLINK(""http://example.org"")"`)
  })

  test('an export of many clients is whole and in order', async () => {
    const actor = server.actor()
    const rows = Array.from({ length: 1203 }, (_, index) => clientBody({ name: `C${index}` }))
    await actor.rest('POST', '/api/clients/import', rows)
    const { body } = await actor.rest('GET', '/api/clients/export?format=ndjson')
    const names = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name)
    expect(new Set(names)).toEqual(new Set(rows.map(({ name }) => name)))
    expect(names).toHaveLength(1203)
  })
})
