/** @long it sends each field that the gateway sets with each operation that creates or changes something. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { fingerprints } from './support/fingerprint.ts'
import { OpenApi, type Operation } from './support/openapi.ts'
import { validInput } from './support/operation-samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

// Attacks like CVE-2025-61928: a caller names the owner or the state of a new record in the body. test/differences.test.ts
// has the fields of each PUT, and test/mcp.test.ts the tools of agents.

const api = new OpenApi(JSON.parse(readFileSync(join(import.meta.dirname, '../schema/openapi.json'), 'utf8')))

let server: TestServer
let stateOf: Awaited<ReturnType<typeof fingerprints>>
let victim: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  stateOf = await fingerprints(server)
  victim = server.actor()
  await victim.rest('GET', '/api/service-provider')
})

const OWNERS = ['organizationId', 'serviceProviderId', 'userId', 'createdBy']

const propertiesOf = ({ body }: Operation): Record<string, Json> =>
  api.resolve(body['application/json'] ?? {}).properties ?? {}

const readOnlyIn = (operation: Operation): string[] =>
  Object.entries(propertiesOf(operation)).flatMap(([name, schema]) => ('readOnly' in schema ? [name] : []))

/** Fields that the body does not have, or has only to repeat what was read. */
const ownedIn = (operation: Operation): string[] => {
  const owners = OWNERS.filter((name) => !(name in propertiesOf(operation)))
  return [...new Set([...owners, ...readOnlyIn(operation)])]
}

function forgedOf(name: string): string {
  if (/organization|serviceProvider/i.test(name)) return victim.organizationId
  if (/user|By$/.test(name)) return victim.userId
  return /At$/.test(name) ? '2001-01-01T00:00:00.000Z' : crypto.randomUUID()
}

const posts = api.operations.filter(
  (operation) => operation.method === 'POST' && Object.keys(propertiesOf(operation)).length > 0,
)

test('the operations have fields that the gateway sets', () => {
  expect(posts.length).toBeGreaterThan(15)
  expect(posts.flatMap(readOnlyIn).length).toBeGreaterThan(50)
})

describe.each(posts.map((operation) => [operation.key, operation] as const))('%s', (key, operation) => {
  const send = async (more: object) => {
    const actor = server.actor()
    const { path, query, body } = await validInput(api, operation, actor)
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return actor.rest('POST', path + search, { ...(body as object), ...more })
  }

  test('is valid without them', async () => {
    expect((await send({})).status).toBeLessThan(300)
  })

  test(`refuses or ignores ${ownedIn(operation).join(', ')}`, async () => {
    const before = await stateOf(victim.organizationId)
    for (const name of ownedIn(operation)) {
      const forged = forgedOf(name)
      const { status, body } = await send({ [name]: forged })
      // Unknown fields of a client are stored as its own fields.
      const isOwnField = key === 'POST /api/clients' && !readOnlyIn(operation).includes(name)
      if (status < 300 && !isOwnField) expect([name, body.data?.[name]]).not.toEqual([name, forged])
      else if (status >= 300) expect([name, status]).toEqual([name, 400])
    }
    expect(await stateOf(victim.organizationId)).toEqual(before)
  })
})
