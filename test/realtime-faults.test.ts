import { expect, test } from '@jest/globals'
import type { OpenDatabase } from '../src/data/open-database.ts'
import { openTestDatabase } from './support/database.ts'
import { follow } from './support/follow.ts'
import { listen } from './support/listen.ts'
import { aBreach, aClient, campaignBody } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/* A database that cannot be asked ends a stream before the event that it was asked for: nothing is skipped. */
let server: TestServer
/** The table whose readers are cut off. */
let lost: string | undefined

async function openFaulty(): Promise<OpenDatabase> {
  const connection = await openTestDatabase()
  const connect = connection.pool.connect.bind(connection.pool)
  const isFaulty = new WeakSet<object>()
  connection.pool.connect = async () => {
    const client = await connect()
    if (isFaulty.has(client)) return client
    isFaulty.add(client)
    const { query } = client
    const faulty = (...[sql, ...parameters]: Parameters<typeof query>) => {
      if (!lost || !String(sql).includes(`from "${lost}"`)) return query.call(client, sql, ...parameters)
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    }
    return Object.assign(client, { query: faulty })
  }
  return connection
}

setUp(async (opened) => {
  server = opened.use(await startServer({}, openFaulty))
})

/** It answers without reading the campaign. */
const makeCampaign = (actor: Actor) =>
  actor.graphql('mutation ($input: CampaignInput!) { createCampaign(input: $input) { id } }', { input: campaignBody() })

const CASES: [string, string, (actor: Actor) => Promise<unknown>][] = [
  ['client', 'clientChanged', 'client { name }', aClient],
  ['campaign', 'clientChanged', 'client { name campaigns { nodes { name } } }', aClient],
  ['campaign', 'campaignChanged', 'campaign { name }', makeCampaign],
  ['breach', 'breaches', 'title', aBreach],
].map(([table, field, data, change]) => [
  String(table),
  `subscription ($since: ID) { received: ${field}(since: $since) { id event data { ${data} } } }`,
  change as (actor: Actor) => Promise<unknown>,
])

test.each(CASES)('%s cannot be read: %s', async (table, query, change) => {
  const actor = server.actor()
  const stream = follow(server.url, actor.token, query)
  const { id } = (await stream.next()).data.received
  lost = table
  await change(actor)
  expect((await stream.next()).errors[0].extensions.code).toBe('NOT_READY')
  expect(await stream.next()).toBeUndefined()
  // A resumed subscription fails in the same way.
  const resumed = follow(server.url, actor.token, query, { since: id })
  expect((await resumed.next()).data.received).toEqual({ id, event: 'ready', data: null })
  expect((await resumed.next()).errors[0].extensions.code).toBe('NOT_READY')
  lost = undefined
  const healed = follow(server.url, actor.token, query, { since: id })
  expect((await healed.next()).data.received.id).toBe(id)
  expect((await healed.next()).data.received.data).not.toBeNull()
  await healed.stop()
})

test('events cannot be read: no stream begins, and those that stand go on when it is back', async () => {
  const actor = server.actor()
  using standing = listen(`${server.url}/api/realtime/breaches`, actor.token)
  await standing.start()
  lost = 'event'
  await aBreach(actor, { title: 'During the fault' })
  const answer = await actor.rest('GET', '/api/realtime/breaches')
  expect([answer.status, answer.body.code]).toEqual([503, 'NOT_READY'])
  lost = undefined
  await aBreach(actor, { title: 'Later' })
  await standing.event('breach')
  expect(standing.heard[0]?.data.title).toBe('During the fault')
})
