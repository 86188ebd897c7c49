/** @long it waits for work of a tenant that is stalled. */
import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { pino } from 'pino'
import { Metrics } from '../src/common/metrics.ts'
import { AuditWriter } from '../src/security/audit/group-commit.ts'
import { auditFacts } from '../src/security/audit/writer.ts'
import { SERVER } from './support/database.ts'
import { aClient } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
/** The lines of the log about errors. */
const errors: string[] = []
setUp(async (opened) => {
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) })
  server = opened.use(await startServer({}, undefined, log))
})

/** Holds the row that an organization has in a table locked, as a session elsewhere that does not go on, until it is disposed of. */
async function lockedElsewhere({ organizationId }: Actor, table: string): Promise<AsyncDisposable> {
  const name = await server.database.orm.em.getConnection().execute('select current_database() as name')
  const url = Object.assign(new URL(SERVER ?? ''), { pathname: `/${name[0]?.name}` }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const organization = pg.escapeLiteral(organizationId)
  // As the runtime login's: on Citus the settings of a transaction go to the server that has the rows.
  await client.query("set citus.propagate_set_commands = 'local'")
  await client.query(`begin; set local role gateway_tenant; set local app.organization_id = ${organization}`)
  const { rowCount } = await client.query(`select 1 from ${table} where organization_id = ${organization} for update`)
  expect(rowCount).toBe(1)
  return { [Symbol.asyncDispose]: () => client.end() }
}

/** A running request, and whether it was answered. */
function underWay(answer: Promise<Answer>) {
  const request: { answer: Promise<Answer>; status: number | undefined } = { answer, status: undefined }
  void answer.then(({ status }) => {
    request.status = status
  })
  return request
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const list = (actor: Actor) => actor.rest('GET', '/api/clients')

describe(`a tenant that is stalled${SERVER ? '' : ' (with TEST_DATABASE_URL only: PGlite has one session)'}`, () => {
  const onServer = SERVER ? test : test.skip

  onServer('whose audit trail is locked waits alone', async () => {
    const [stalled, other] = [server.actor(), server.actor()]
    await Promise.all([stalled, other].map(list))
    await using lock = await lockedElsewhere(stalled, 'organization_head')
    const waiting = underWay(list(stalled))
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([...times(10, () => list(other)), list(server.actor())])
      expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200))
      expect(waiting.status).not.toBe(200)
    }
    await lock[Symbol.asyncDispose]()
    const { status, headers } = await waiting.answer
    if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    await until('the stalled one to be served again', async () => (await list(stalled)).status === 200)
    const { body } = await stalled.rest('GET', '/api/audit/verify')
    expect(body.data.valid).toBe(true)
  })

  onServer('whose API key is locked by a change is served with the key, and the next use is noted', async () => {
    const stalled = server.actor()
    const { body } = await stalled.rest('POST', '/api/service-provider/api-keys', { name: 'Exporter', role: 'viewer' })
    const use = async () =>
      (await server.fetch('/api/clients', { headers: { Authorization: `Bearer ${body.data.key}` } })).status
    const lastUse = async () => (await stalled.rest('GET', '/api/service-provider/api-keys')).body.data[0].lastUsedAt
    await using lock = await lockedElsewhere(stalled, 'api_key')
    expect(await use()).toBe(200)
    // A request that waited for the lock would have given up with an error, and been answered then.
    expect(errors.filter((line) => line.includes(stalled.organizationId))).toEqual([])
    expect(await lastUse()).toBeNull()
    await lock[Symbol.asyncDispose]()
    expect(await use()).toBe(200)
    expect(await lastUse()).not.toBeNull()
  })

  onServer('whose audit trail stays locked gets an error, while others read', async () => {
    const [stalled, other] = [server.actor(), server.actor()]
    await Promise.all([stalled, other].map(list))
    await using _ = await lockedElsewhere(stalled, 'organization_head')
    const waiting = underWay(list(stalled))
    await until('an answer to the stalled one', async () => {
      expect((await list(other)).status).toBe(200)
      return waiting.status
    })
    const { status, headers, body } = await waiting.answer
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '1', 'NOT_READY'])
  })

  onServer('whose changes hang leaves connections to others, and is refused past its share', async () => {
    const [stalled, other] = [server.actor(), server.actor()]
    const { id } = await aClient(stalled)
    const lock = await lockedElsewhere(stalled, 'client')
    const changes = times(20, () => underWay(stalled.rest('PUT', `/api/clients/${id}`, { name: 'Renamed' })))
    const refused = () => changes.filter(({ status }) => status === 503)
    await until('changes to be refused', async () => {
      const answers = await Promise.all([...times(5, () => list(other)), list(server.actor())])
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect((await aClient(other)).id).toBeDefined()
      return refused().length >= 10
    })
    for (const { answer } of refused()) expect((await answer).headers.get('retry-after')).toMatch(/^\d+$/)
    await lock[Symbol.asyncDispose]()
    await Promise.all(changes.map(({ answer }) => answer))
    expect((await stalled.rest('PUT', `/api/clients/${id}`, { name: 'Renamed again' })).status).toBe(200)
  })
})

test('an audit record that is refused fails alone', async () => {
  const [one, other] = [server.actor(), server.actor()]
  const writer = new AuditWriter(server.database, new Metrics())
  const facts = ({ organizationId, userId }: Actor, userAgent = 'test') => [
    auditFacts(
      { action: 'CLIENT_LISTED', resourceType: 'CLIENT', resourceId: null },
      { organizationId, userId, ipAddress: 'unknown', userAgent },
    ),
  ]
  // No text of PostgreSQL's holds it.
  const impossible = '\u0000'
  const outcomes = await Promise.allSettled([
    writer.append(facts(one)),
    writer.append(facts(one, impossible)),
    writer.append(facts(one)),
    writer.append(facts(other)),
    writer.append(facts(one)),
  ])
  const expected = ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']
  expect(outcomes.map(({ status }) => status)).toEqual(expected)
  for (const [actor, checked] of [
    [one, 3],
    [other, 1],
  ] as const) {
    expect((await actor.rest('GET', '/api/audit/verify')).body.data).toMatchObject({ valid: true, checked })
  }
})
