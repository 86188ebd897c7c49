import { sql } from 'kysely'
import { passTime } from '../support/organization.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

export const PATH = '/api/service-provider/webhooks'

/** A gateway whose webhooks may go to loopback. */
export const startSender = (environment: Record<string, string> = {}): Promise<TestServer> =>
  startServer({ WEBHOOKS_ALLOW_PRIVATE: 'true', ...environment })

/** Makes a webhook; the answer has its secret. */
export async function subscribe(actor: Actor, url: string, input: object = {}): Promise<Json> {
  const { status, body } = await actor.rest('POST', PATH, { url, events: ['CLIENT_CREATED'], ...input })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}

/** The messages to a webhook, newest first. */
export const deliveries = async (actor: Actor, id: string): Promise<Json[]> =>
  (await actor.rest('GET', `${PATH}/${id}/deliveries?limit=100`)).body.data

/** The first attempt at the newest message to a webhook. */
export const firstAttempt = (actor: Actor, id: string): Promise<Json> =>
  until('the delivery', async () => (await deliveries(actor, id))[0]?.attempts[0] as Json | undefined)

/** A webhook as the list shows it. */
export const shown = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', PATH)).body.data.find((webhook: Json) => webhook.id === id)

/** Lets a retry come due now; only the clock is moved, the way there is the real one. */
export const hurry = (server: TestServer, actor: Actor, id: string) =>
  passTime(
    server,
    actor,
    'webhooks',
    sql`with rested as (update webhook set resting_until = null where id = ${id})
      update webhook_delivery set next_attempt_at = now() where webhook_id = ${id} and status = 'PENDING'`,
  )

/** The ids of the rows that messages tell of. */
export const names = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).data.id)
