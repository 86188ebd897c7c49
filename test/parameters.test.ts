import { describe, expect, test } from '@jest/globals'
import { aCampaign, aClient, aConsent, clientBody } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { rows } from './support/surface.ts'

/* How query parameters and bodies are read, and how what is wrong with them is named. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** The query parameters of all lists, with the path of each. */
const PARAMETERS = rows
  .filter(({ method, path }) => method === 'get' && !path.includes('['))
  .flatMap(({ path, variables }) => variables.map((variable) => ({ path, ...variable })))
  .filter(({ source }) => source === 'query')

const NUMBERED = PARAMETERS.filter(({ type }) => /^(Int|SafeInt|Cents)!?$/.test(String(type))).map(
  ({ path, name }) => [path, name] as const,
)

describe('a number in the query', () => {
  test.each(NUMBERED)('of %s: %s is spelt as a number, or refused by name', async (path, name) => {
    const actor = server.actor()
    for (const text of ['', '01', '-0', '+1', '1.0', '%201', '1e1', '0x1']) {
      const { status, body } = await actor.rest('GET', `${path}?${name}=${text}`)
      expect([text, status, body.details]).toEqual([text, 400, { [name]: expect.any(String) }])
    }
  })

  test('that is wrong is named with every other that is', async () => {
    const { status, body } = await server.actor().rest('GET', '/api/audit/log?page=x&limit=0x1')
    expect([status, Object.keys(body.details).sort()]).toEqual([400, ['limit', 'page']])
  })
})

test.each(PARAMETERS.map(({ path, name }) => [path, name] as const))(
  'a NUL character in the query of %s is refused by the name of the parameter: %s',
  async (path, name) => {
    const { status, body } = await server.actor().rest('GET', `${path}?${name}=%00`)
    // A sector outside the enum matches nothing.
    if (name === 'sector') expect([status, body.data]).toEqual([200, []])
    else expect([status, body.details]).toEqual([400, { [name]: expect.any(String) }])
  },
)

describe('a body that lacks fields', () => {
  test('is refused for the first, and the details name all that is wrong', async () => {
    const actor = server.actor()
    const { status, body } = await actor.rest('POST', '/api/clients', { type: ' ', industry: 5, sector: 'PRIVATE' })
    expect([status, body]).toEqual([
      400,
      {
        error: 'name is required',
        code: 'VALIDATION_ERROR',
        details: {
          name: 'is required',
          type: 'is required',
          industry: 'must be a string',
          sector: 'must be GOVERNMENT or BUSINESS',
          contact: 'is required',
        },
      },
    ])
  })

  test('with a sentence of its own names the others too', async () => {
    const { body } = await server.actor().rest('POST', '/api/clients', { ...clientBody(), sector: 'X', contact: [1] })
    expect(body).toMatchObject({
      error: 'sector must be GOVERNMENT or BUSINESS',
      details: { sector: expect.any(String), contact: 'must be an object' },
    })
  })

  test('over GraphQL names every blank field', async () => {
    const query = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'
    const { body } = await server.actor().graphql(query, { input: { ...clientBody(), name: '', type: ' ' } })
    expect(body.errors[0]).toMatchObject({
      message: 'name is required',
      extensions: { details: { name: 'is required', type: 'is required' } },
    })
  })

  test('of several fields beside the path names each', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const { body } = await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 7 })
    expect(body.details).toEqual({ status: expect.stringContaining('must be one of') })
  })
})

describe('a number that is not finite', () => {
  test.each([
    [
      'a client',
      'POST',
      '/api/clients',
      JSON.stringify({ ...clientBody(), size: 1 }).replace('"size":1', '"size":1e400'),
    ],
    [
      'an import',
      'POST',
      '/api/clients/import',
      JSON.stringify([{ ...clientBody(), a: [1] }]).replace('[1]', '[-1e400]'),
    ],
  ])('in the body of %s is refused by its place', async (_, method, path, body) => {
    const actor = server.actor()
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${actor.token}` }
    const answer = await server.fetch(path, { method, headers, body })
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(Object.values(answer.body.details)).toEqual(['must be a finite number'])
    expect((await actor.rest('GET', '/api/clients')).body.data).toEqual([])
  })

  test('is refused in the variables and in the text of a GraphQL request', async () => {
    const actor = server.actor()
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${actor.token}` }
    const input = '{ name: "A", type: "B", industry: "C", sector: BUSINESS, contact: { size: $ } }'
    const mutation = `mutation { createClient(input: ${input}) { id } }`
    for (const size of ['1e400', '9'.repeat(400)]) {
      const { body } = await actor.graphql(mutation.replace('$', size))
      expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    }
    const query = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'
    const variables = JSON.stringify({ input: { ...clientBody(), contact: { size: 1 } } }).replace('1}', '1e400}')
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`
    const answer = await server.fetch('/graphql', { method: 'POST', headers, body })
    expect(answer.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    expect((await actor.rest('GET', '/api/clients')).body.data).toEqual([])
  })
})

test('a purpose is found in any case', async () => {
  const actor = server.actor()
  const { id } = await aConsent(actor, { purpose: 'marketing' })
  await aConsent(actor, { purpose: 'Surveys' })
  for (const purpose of ['MARKETING', 'marketing', ' Marketing ']) {
    const { body } = await actor.rest('GET', `/api/consents?purpose=${encodeURIComponent(purpose)}`)
    expect(body.data.map((each: { id: string }) => each.id)).toEqual([id])
  }
})

test('a blank clearance of a client is none', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { securityClearance: '', governmentLevel: ' ' })
  const shown = async () => (await actor.rest('GET', `/api/clients/${id}`)).body.data
  expect(await shown()).toMatchObject({ securityClearance: null, governmentLevel: null })
  const summary = async () => (await actor.rest('GET', '/api/clients')).body.data[0].securityClearance
  expect(await summary()).toBe('STANDARD')
  await actor.rest('PUT', `/api/clients/${id}`, { securityClearance: 'ENHANCED' })
  await actor.rest('PUT', `/api/clients/${id}`, { securityClearance: ' ' })
  expect([(await shown()).securityClearance, await summary()]).toEqual([null, 'STANDARD'])
})
