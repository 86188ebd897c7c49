import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { aCampaign, aClient, clientBody } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

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
