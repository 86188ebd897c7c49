import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { announceComplianceAlerts } from '../src/features/realtime/realtime.jobs.ts'
import { emit } from './support/events.ts'
import { performFor, toolsOf } from './support/jobs.ts'
import { listen as listenTo } from './support/listen.ts'
import { aBreach, aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const ALERTMANAGER_TOKEN = 'a-token-for-alertmanager'
const OPERATOR = 'org_operator'
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ ALERTMANAGER_TOKEN, ALERTMANAGER_ORGANIZATION: OPERATOR }))
})

const EVENTS = 'text/event-stream; charset=utf-8'

/** How a stream begins, for exactly this `Accept`; fetch would add one of its own. */
async function openBy(method: string, path: string, accept: string | undefined) {
  const headers = { Authorization: `Bearer ${server.actor().token}`, ...(accept && { Accept: accept }) }
  const asked = request(`${server.url}${path}`, { method, headers }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  asked.destroy()
  return { status: response.statusCode, type: response.headers['content-type'] }
}

const listen = (actor: Actor, path: string, lastEventId?: string) =>
  listenTo(`${server.url}${path}${lastEventId ? `?lastEventId=${lastEventId}` : ''}`, actor.token)

describe.each(['/api/realtime/dashboard', '/api/realtime/breaches'])('Accept of %s', (path) => {
  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['text/*', 200],
    ['text/event-stream', 200],
    ['Text/Event-Stream; charset=utf-8', 200],
    ['application/json, text/event-stream;q=0.1', 200],
    ['application/json, */*;q=0.1', 200],
    ['application/json', 406],
    ['application/problem+json', 406],
    ['text/html', 406],
    ['text/event-stream;q=0, */*', 406],
    ['*/*;q=0', 406],
  ])('%p: %i', async (accept, expected) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, type } = await openBy(method, path, accept)
      expect([status, type]).toEqual([expected, expected === 200 ? EVENTS : expect.stringMatching(/json/)])
    }
  })

  test('a caller without the permission gets the refusal first', async () => {
    const { status } = await server.fetch(path, { headers: { Accept: 'application/json' } })
    expect(status).toBe(401)
  })
})

describe('GET /api/realtime/dashboard', () => {
  const PATH = '/api/realtime/dashboard'

  test('MUST send a snapshot on connect, and an update when the figures change', async () => {
    const actor = server.actor()
    await aClient(actor)
    using stream = listen(actor, PATH)
    expect((await stream.event('snapshot')).data).toMatchObject({ clients: 1, campaigns: 0 })
    await aClient(actor)
    expect((await stream.event('update')).data).toMatchObject({ clients: 2 })
  })

  test('MUST resume by lastEventId: an update with what was missed, and no snapshot', async () => {
    const actor = server.actor()
    await aClient(actor)
    let id: string
    {
      using stream = listen(actor, PATH)
      id = (await stream.event('snapshot')).id
    }
    await aClient(actor)
    using resumed = listen(actor, PATH, id)
    expect((await resumed.event('update')).data).toMatchObject({ clients: 2 })
    expect(resumed.heard.map(({ event }) => event)).toEqual(['update'])
  })

  test("an id of another organization MUST be answered by reset, and one's own snapshot", async () => {
    const [actor, stranger] = [server.actor(), server.actor()]
    await aClient(stranger)
    using theirs = listen(stranger, PATH)
    const { id } = await theirs.event('snapshot')
    using stream = listen(actor, PATH, id)
    expect((await stream.event('snapshot')).data).toMatchObject({ clients: 0 })
    expect(stream.heard.map(({ event }) => event)).toEqual(['reset', 'snapshot'])
  })

  test('MUST answer 401 as JSON, before any event, without a token', async () => {
    expect(await server.fetch(PATH)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
  })

  test('a client that left makes room for another', async () => {
    const actor = server.actor()
    for (let round = 0; round < 25; round++) {
      using stream = listen(actor, PATH)
      await stream.event('snapshot')
    }
  })
})

describe('GET /api/realtime/breaches', () => {
  const PATH = '/api/realtime/breaches'
  const alert = ({ category = 'security', ...changes }: Json = {}) => ({
    status: 'firing',
    labels: { alertname: 'AcmeBruteForceDetected', severity: 'critical', category },
    annotations: { summary: 'Many failed logins' },
    startsAt: '2026-11-21T08:00:00Z',
    endsAt: '0001-01-01T00:00:00Z',
    fingerprint: 'f00d',
    ...changes,
  })
  const hook = (body: Json, token = ALERTMANAGER_TOKEN) =>
    server.fetch('/hooks/alertmanager', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('MUST tell a breach that is reported, and resume without loss or repetition', async () => {
    const actor = server.actor()
    using stream = listen(actor, PATH)
    // The stream tells what comes from now on: knock until it answers.
    await until('the first breach', async () => {
      if (stream.heard.length === 0) await aBreach(actor, { title: 'First' })
      return stream.heard[0]
    })
    const { id, data } = stream.heard[0] as (typeof stream.heard)[0]
    expect(data).toMatchObject({ kind: 'POPIA_BREACH', title: 'First' })
    const { id: breachId } = await aBreach(actor, { title: 'Second' })
    using resumed = listen(actor, PATH, id)
    const received = await until('the second breach', () => resumed.heard.find((each) => each.data.title === 'Second'))
    expect(received.data).toMatchObject({ kind: 'POPIA_BREACH', resourceId: breachId })
    expect(new Set(resumed.heard.map((each) => each.id)).size).toBe(resumed.heard.length)
    expect(resumed.heard.every((each) => each.id !== id)).toBe(true)
  })

  test('an id with too many later events to replay MUST be answered by reset, then by new events', async () => {
    const actor = server.actor()
    using stream = listen(actor, PATH)
    await stream.opened
    await aBreach(actor, { title: 'First' })
    const { id } = await stream.event('breach')
    await emit(server, actor.organizationId, ...Array.from({ length: 5001 }, () => ({ type: 'NOTHING' })))
    using resumed = listen(actor, PATH, id)
    await resumed.opened
    await aBreach(actor, { title: 'Later' })
    await resumed.event('breach')
    expect(resumed.heard.map(({ event, data }) => data?.title ?? event)).toEqual(['reset', 'Later'])
  })

  test('MUST begin behind what was reported before it, and tell the first report after it', async () => {
    const actor = server.actor()
    for (let round = 0; round < 10; round++) {
      await aBreach(actor, { title: 'Earlier' })
      using stream = listen(actor, PATH)
      await stream.opened
      await aBreach(actor, { title: 'Later' })
      await stream.event('breach')
      expect(stream.heard.map(({ data }) => data.title)).toEqual(['Later'])
    }
  })

  test('MUST tell a security alert that Alertmanager sends, once', async () => {
    const operator = server.actor({ organizationId: OPERATOR })
    const { id } = await aBreach(operator, { title: 'Anchor' })
    expect((await hook({ version: '4', alerts: [alert()] })).status).toBe(204)
    expect((await hook({ version: '4', alerts: [alert()] })).status).toBe(204)
    expect((await hook({ version: '4', alerts: [alert({ category: 'capacity', fingerprint: 'beef' })] })).status).toBe(
      204,
    )
    const { body } = await operator.rest('GET', '/api/audit/log?action=SECURITY_ALERT_FIRED')
    expect(body.meta.total).toBe(1)
    expect(id).toBeDefined()
  })

  test('an alert reaches those who follow', async () => {
    using stream = listen(server.actor({ organizationId: OPERATOR }), PATH)
    let fingerprint = 0
    const received = await until('the alert', async () => {
      await hook({ version: '4', alerts: [alert({ fingerprint: `knock-${fingerprint++}` })] })
      return stream.heard[0]
    })
    expect(received.data).toMatchObject({
      kind: 'SECURITY_ALERT',
      title: 'AcmeBruteForceDetected',
      severity: 'CRITICAL',
    })
  })

  test('MUST tell a grave compliance alert, once while it lasts', async () => {
    const actor = server.actor()
    using stream = listen(actor, PATH)
    await stream.opened
    await aBreach(actor, { discoveredAt: '2026-11-01T08:00:00Z' })
    const tools = toolsOf(server)
    const alerts = () => stream.heard.filter(({ data }) => data.kind === 'COMPLIANCE_ALERT')
    /** A received breach comes after all events that were sent before it. */
    const announce = async (behind: string) => {
      await performFor(actor, announceComplianceAlerts, tools)
      await aBreach(actor, { title: behind })
      await until(behind, () => stream.heard.some(({ data }) => data.title === behind))
    }
    await announce('First')
    const first = alerts()
    expect(first.map(({ data }) => data.severity)).toContain('CRITICAL')
    await announce('Second')
    expect(alerts().slice(0, first.length)).toEqual(first)
    expect(new Set(alerts().map(({ data }) => data.resourceId)).size).toBe(alerts().length)
  })

  test('the intake refuses who has no token, and what Alertmanager would not send', async () => {
    expect((await hook({ version: '4', alerts: [] }, 'wrong-token')).status).toBe(401)
    const wrong = await hook({ version: '3', alerts: [{ status: 'odd' }] })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(Object.keys(wrong.body.details)).toEqual(expect.arrayContaining(['version', 'alerts.0.status']))
  })

  test('viewers MUST NOT follow breaches', async () => {
    expect((await server.actor({ role: 'viewer' }).rest('GET', PATH)).status).toBe(403)
  })
})
