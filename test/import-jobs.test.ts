import { describe, expect, test } from '@jest/globals'
import { importStartedClients } from '../src/features/clients/client-import.jobs.ts'
import { asAdministrator } from './support/database.ts'
import { eventsOf } from './support/events.ts'
import { holdWork, toolsOf } from './support/jobs.ts'
import { clientBody } from './support/samples.ts'
import { type Actor, type Json, startOwnServer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/* Imports in the background. Most tests hold the turn of their organization and do the work themselves. */

let server: TestServer
let other: TestServer
setUp(async (opened) => {
  server = opened.use(await startOwnServer())
  other = opened.use(await startServer())
})

const START = `mutation ($rows: [JSONObject]!, $mode: ImportMode) { startClientImport(rows: $rows, mode: $mode) {
  id status total imported failed failure errors { row field message } createdBy } }`
const FOLLOW = 'query ($id: ID!) { clientImport(id: $id) { status total imported failed failure errors { row } } }'

const start = async (actor: Actor, rows: unknown[], mode = 'PARTIAL'): Promise<Json> => {
  const { body } = await actor.graphql(START, { rows, mode })
  expect(body.errors).toBeUndefined()
  return body.data.startClientImport
}
const follow = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.graphql(FOLLOW, { id })).body.data.clientImport
const namesOf = async (actor: Actor): Promise<string[]> =>
  (await actor.graphql('{ clients(all: true) { nodes { name } } }')).body.data.clients.nodes.map(
    ({ name }: Json) => name,
  )

/** An actor whose imports only the test runs. */
async function anImporter(): Promise<Actor> {
  const actor = server.actor()
  await holdWork(server, actor, importStartedClients.kind)
  return actor
}

async function run({ organizationId }: Actor, changes = {}): Promise<void> {
  const tools = toolsOf(server, changes)
  while (!tools.signal.aborted && (await importStartedClients.perform(tools, organizationId)));
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => clientBody({ name: `Client ${index}` }))

describe('an import that is started', () => {
  test('answers at once with the errors of its rows, and is followed until all valid rows are clients', async () => {
    const actor = await anImporter()
    const rows = [...rowsOf(1200), null, clientBody({ name: '' })]
    const started = await start(actor, rows)
    expect(started).toMatchObject({ status: 'QUEUED', total: 1202, imported: 0, failed: 2, createdBy: actor.userId })
    expect(started.errors.map(({ row }: Json) => row)).toEqual([1201, 1202])
    expect(await namesOf(actor)).toEqual([])
    await run(actor)
    expect(await follow(actor, started.id)).toMatchObject({ status: 'DONE', imported: 1200, failed: 2, failure: null })
    expect((await namesOf(actor)).sort()).toEqual(
      rowsOf(1200)
        .map(({ name }) => name)
        .sort(),
    )
    const counts = (await eventsOf(server, actor.organizationId)).filter(({ type }) => type === 'CLIENT_IMPORTED')
    expect(counts).toHaveLength(3)
    const { body } = await actor.rest('GET', '/api/audit/log?action=CLIENT_IMPORTED')
    const recorded = body.data.map(({ userId, metadata }: Json) => [userId, metadata.details.count])
    expect(recorded.sort()).toEqual([200, 500, 500].map((count) => [actor.userId, count]))
  })

  test('continues where it was stopped, and two replicas import no row twice', async () => {
    const actor = await anImporter()
    const { id } = await start(actor, rowsOf(1100))
    const stop = new AbortController()
    // Stops after the first part.
    const database = Object.create(server.database, {
      transaction: {
        value: async (...given: Parameters<typeof server.database.transaction>) => {
          const result = await server.database.transaction(...given)
          if ((await follow(actor, id)).imported > 0) stop.abort()
          return result
        },
      },
    })
    await run(actor, { database, signal: stop.signal })
    expect(await follow(actor, id)).toMatchObject({ status: 'RUNNING', imported: 500 })
    await Promise.all([run(actor), run(actor)])
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({ status: 'DONE', imported: 1100 })
    expect(await namesOf(actor)).toHaveLength(1100)
  })

  test('is refused as a whole in atomic mode, as the import of one request is', async () => {
    const actor = await anImporter()
    const { body } = await actor.graphql(START, { rows: [clientBody(), { name: 'Bad' }], mode: 'ATOMIC' })
    const [{ extensions }] = body.errors
    expect([extensions.code, extensions.details.errors[0].row]).toEqual(['VALIDATION_ERROR', 2])
    await run(actor)
    expect(await namesOf(actor)).toEqual([])
  })

  test('ends with a reason when its rows cannot be written, and the next one has its turn', async () => {
    const actor = await anImporter()
    const broken = await start(actor, rowsOf(1))
    const next = await start(actor, rowsOf(2))
    await asAdministrator(
      server.connection,
      `update client_import_part set rows = '[{"name": null}]' where import_id = '${broken.id}'`,
    )
    await run(actor)
    const { status, imported, failure } = await follow(actor, broken.id)
    expect([status, imported, failure]).toEqual(['FAILED', 0, expect.stringContaining('could not write')])
    expect(await follow(actor, next.id)).toMatchObject({ status: 'DONE', imported: 2 })
  })

  test('is for users who may import, and is seen in its organization only', async () => {
    const actor = server.actor()
    const { id } = await start(actor, rowsOf(1))
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    const { body } = await viewer.graphql(START, { rows: rowsOf(1), mode: 'PARTIAL' })
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
    const { body: foreign } = await server.actor().graphql(FOLLOW, { id })
    expect(foreign.errors[0].extensions.code).toBe('NOT_FOUND')
  })
})

test('a server imports what is started by itself', async () => {
  const actor = other.actor()
  const { id } = await start(actor, rowsOf(3))
  await until('the import', async () => (await follow(actor, id)).status === 'DONE')
  expect(await namesOf(actor)).toHaveLength(3)
})
