import { expect, test } from '@jest/globals'
import type { Event } from '../../src/events/events.ts'
import { queueDeliveries } from '../../src/features/webhooks/webhook.queue.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const hears = (organizationId: string, ...types: string[]) => queueDeliveries.hear?.({ organizationId, types })

/** A turn of the consumer, for one event of a new client. */
const turn = (organizationId: string, during = () => {}) =>
  server.database.change(organizationId, async (unit) => {
    const working = queueDeliveries.work(unit, [{ organizationId, type: 'CLIENT_CREATED' } as Event])
    during()
    await working
  })

/** Another test may change an endpoint during a turn, which then remembers nothing. */
const remembered = (organizationId: string) =>
  until('a turn that found no endpoint', async () => {
    await turn(organizationId)
    return hears(organizationId, 'CLIENT_CREATED') === false
  })

test('events of an organization without an endpoint need no turn, until one of its endpoints changes', async () => {
  const [quiet, other] = [server.actor().organizationId, server.actor().organizationId]
  expect(hears(quiet, 'CLIENT_CREATED')).toBe(true)
  await remembered(quiet)
  expect(hears(other, 'CLIENT_CREATED')).toBe(true)
  expect(hears(quiet, 'CLIENT_CREATED', 'WEBHOOK_CREATED')).toBe(true)
  expect(hears(quiet, 'CLIENT_CREATED')).toBe(true)
})

test('a turn during which an endpoint changes remembers nothing', async () => {
  const { organizationId } = server.actor()
  await turn(organizationId, () => hears(organizationId, 'WEBHOOK_CREATED'))
  expect(hears(organizationId, 'CLIENT_CREATED')).toBe(true)
})
