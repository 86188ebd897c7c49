/** @database none: the time of the gateway is set, and PGlite has no time of its own. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { holidaysAround, quietUntil } from '../../src/features/delivery/sending/sending.hours.ts'
import { asked } from '../support/answers.ts'
import { finished, move, readyCampaign, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import type { Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

/** A time in Johannesburg. */
const at = (text: string) => new Date(`${text}+02:00`)

describe('the hours of direct marketing', () => {
  // 2027: Sunday 21 March is Human Rights Day, so Monday 22 March is a public holiday.
  test.each([
    ['2027-03-18T07:59:59', '2027-03-18T08:00:00'],
    ['2027-03-18T08:00:00', null],
    ['2027-03-18T19:59:59', null],
    ['2027-03-18T20:00:00', '2027-03-19T08:00:00'],
    ['2027-03-19T20:00:00', '2027-03-20T09:00:00'],
    ['2027-03-20T08:59:59', '2027-03-20T09:00:00'],
    ['2027-03-20T12:59:59', null],
    ['2027-03-20T13:00:00', '2027-03-23T08:00:00'],
    ['2027-03-21T10:00:00', '2027-03-23T08:00:00'],
    ['2027-03-22T10:00:00', '2027-03-23T08:00:00'],
    ['2027-03-27T13:00:00', '2027-03-30T08:00:00'],
    // Good Friday, and Family Day on the Monday after Easter.
    ['2027-03-26T10:00:00', '2027-03-27T09:00:00'],
    ['2027-12-24T20:00:00', '2027-12-28T08:00:00'],
  ])('at %s they begin at %s', async (now, begins) => {
    const holidays = await holidaysAround(at(now))
    expect(quietUntil(at(now), holidays)).toEqual(begins === null ? null : at(begins))
  })

  test('a declared public holiday counts', async () => {
    const holidays = await holidaysAround(at('2027-03-18T10:00:00'), ['2027-03-18'])
    expect(quietUntil(at('2027-03-18T10:00:00'), holidays)).toEqual(at('2027-03-19T08:00:00'))
  })
})

describe('a campaign', () => {
  let names: NameServer
  let sink: Sink
  let server: TestServer
  setUp(async (opened) => {
    names = opened.use(await startNameServer())
    sink = opened.use(await startSink())
    server = opened.use(await startDeliveryServer(names, sink.url))
  })
  /**
   * Stops the clock of the gateway until the result is disposed. Otherwise the gateway, which measures the time of its
   * server every few seconds, would return to the real time in the middle of a test.
   */
  function clockAt(text: string): Disposable {
    const { clock } = server.database
    Object.defineProperty(clock, 'now', { get: () => at(text), configurable: true })
    return { [Symbol.dispose]: () => void Reflect.deleteProperty(clock, 'now') }
  }

  async function ready(people = 1) {
    const actor = server.actor()
    return { actor, ...(await readyCampaign(server, actor, names, { people, sender: { quietHours: true } })) }
  }

  test('that starts in the last second is sent', async () => {
    const { actor, id, approver } = await ready()
    using _ = clockAt('2027-03-18T19:59:59')
    await move(approver, id, 'ACTIVE')
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
  })

  test.each([
    ['at 20:00', '2027-03-18T20:00:00', '2027-03-19T08:00:00'],
    ['on a Sunday', '2027-03-14T10:00:00', '2027-03-15T08:00:00'],
    ['on a holiday that moved to Monday', '2027-03-22T10:00:00', '2027-03-23T08:00:00'],
  ])('that starts %s waits, and skips nobody', async (_name, now, begins) => {
    const { actor, id, approver, subjects } = await ready()
    using _ = clockAt(now)
    await move(approver, id, 'ACTIVE')
    const message: Json = await until('the message to wait', async () => {
      const found = (await show(actor, id)).messages.nodes[0]
      return found?.notBefore === at(begins).toISOString() ? found : undefined
    })
    expect(message).toMatchObject({ status: 'QUEUED', attempts: 0 })
    expect(sink.messages.filter(({ to }) => to === subjects[0]?.email)).toEqual([])
  })

  test('looks again at the end of the quiet hours, with messages for a part of its audience', async () => {
    const { actor, id, approver, sender } = await ready(40)
    using _ = clockAt('2027-03-14T10:00:00')
    const monday = at('2027-03-15T08:00:00')
    await move(approver, id, 'ACTIVE')
    await until('the next look', async () => {
      const due = sql<{ dueAt: Date }>`select due_at from due_work where kind = 'delivery' and lease is null`
      return (await inOrganization(server, actor, due))[0]?.dueAt.getTime() === monday.getTime()
    })
    const { messages, delivery } = await show(actor, id)
    expect(delivery).toMatchObject({ queued: 40, sent: 0 })
    expect(messages.nodes.length).toBeGreaterThan(0)
    expect(messages.nodes.length).toBeLessThan(40)
    for (const { notBefore } of messages.nodes) expect(notBefore).toBe(monday.toISOString())
    const turnOff = 'mutation ($id: ID!) { updateSender(id: $id, input: { quietHours: false }) { restingUntil } }'
    expect(await asked(actor, turnOff, { id: sender.id })).toEqual({ updateSender: { restingUntil: null } })
    await until('the others', async () => (await show(actor, id)).delivery.sent === 40 - messages.nodes.length)
    const { auditRecords } = await asked(actor, '{ auditRecords(first: 100) { nodes { action resourceId userId } } }')
    const [turnedOff, ...others] = auditRecords.nodes.filter(({ action }: Json) => action.startsWith('SENDER_QUIET'))
    const { userId } = actor
    expect(turnedOff).toEqual({ action: 'SENDER_QUIET_HOURS_DISABLED', resourceId: sender.id, userId })
    expect(others).toEqual([])
  })
})
