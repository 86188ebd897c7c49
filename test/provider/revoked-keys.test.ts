import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { inOrganization } from '../support/organization.ts'
import { aClient, clientBody } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { slowly } from '../support/slow-request.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const KEYS = '/api/service-provider/api-keys'
const aKey = async (admin: Actor) => (await admin.rest('POST', KEYS, { name: 'Import', role: 'admin' })).body.data
const revoke = async (admin: Actor, id: string) =>
  expect((await admin.rest('DELETE', `${KEYS}/${id}`)).status).toBe(204)

test('a request whose body arrives after the revocation of its API key changes nothing', async () => {
  const admin = server.actor()
  const [key, other] = [await aKey(admin), await aKey(admin)]
  const finish = await slowly(server, { path: '/api/clients', body: clientBody(), key: key.key, other: other.key })
  await revoke(admin, key.id)
  expect(await finish()).toBe(401)
  expect((await admin.rest('GET', '/api/clients')).body.meta.total).toBe(0)
})

test('a rotation with an overlap does not disturb a request whose body arrives later', async () => {
  const admin = server.actor()
  const [key, other] = [await aKey(admin), await aKey(admin)]
  const finish = await slowly(server, { path: '/api/clients', body: clientBody(), key: key.key, other: other.key })
  const { body } = await admin.graphql(
    'mutation ($id: ID!) { rotateApiKey(id: $id, overlapHours: 1, expiresAt: "2100-01-01T00:00:00Z") { id } }',
    { id: key.id },
  )
  expect(body.errors).toBeUndefined()
  expect(await finish()).toBe(201)
})

const CLIENTS = 2_500
/** More in total than sockets hold back by themselves, so that the server waits for the reader. */
const BYTES_EACH = 12_000

test('an export that is half read is cut when its API key is revoked', async () => {
  const admin = server.actor()
  await aClient(admin)
  const more = sql`insert into client select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
      'attributes', jsonb_build_object('notes', repeat('x', ${BYTES_EACH}::int))))).*
    from client t cross join generate_series(2, ${CLIENTS}::int) n where t.organization_id = ${admin.organizationId}`
  await inOrganization(server, admin, more)
  const key = await aKey(admin)
  const asked = request(`${server.url}/api/clients/export?format=ndjson`, {
    headers: { Authorization: `Bearer ${key.key}` },
  })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.pause()
  await revoke(admin, key.id)
  const read = async () => {
    for await (const _ of response);
  }
  await expect(read()).rejects.toThrow('aborted')
})
