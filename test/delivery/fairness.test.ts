/** @long it creates a campaign for each of 25 organizations, and sends them to a mail server that answers slowly. */
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { move, readyCampaign, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import type { TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

/** With the large one, more organizations than a process sends for at the same time. */
const SMALL = 24
const TEN = 10
const MANY = 5000
/**
 * The most messages of the large organization that may arrive between the start of a small one and its last message. A
 * turn has less than 200, because the large organization has ten connections, and less than two seconds.
 */
const MOST_BETWEEN = 1000
/** Time until the mail server answers a message, milliseconds. */
const ANSWER_MS = 100

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink({ data: () => new Promise((resolve) => setTimeout(resolve, ANSWER_MS)) }))
  server = opened.use(await startDeliveryServer(names, sink.url))
})

/** A campaign that can start, to this number of existing customers with addresses of this domain. */
async function campaignTo(domain: string, count: number) {
  const actor = server.actor()
  const campaign = await readyCampaign(server, actor, names)
  const contact = sql`organization_id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'EMAIL', 'p' || n || '@' || ${domain}::text, now(), now()`
  const contacts = sql`organization cross join generate_series(1, ${count}::int) n where organization_id = ${actor.organizationId}`
  await inOrganization(
    server,
    actor,
    sql`insert into campaign_recipient (organization_id, id, channel, contact, created_at, updated_at, campaign_id, attributes)
      select ${contact}, ${campaign.id}, '{}' from ${contacts}`,
  )
  await inOrganization(
    server,
    actor,
    sql`insert into contact_basis (organization_id, id, channel, contact, created_at, updated_at, kind, evidence, created_by)
      select ${contact}, 'EXISTING_CUSTOMER', 'An order', 'test' from ${contacts}`,
  )
  return { actor, domain, ...campaign }
}

const isTo =
  (domain: string) =>
  ({ to }: { to: string }) =>
    to.endsWith(`@${domain}`)

type Started = Awaited<ReturnType<typeof campaignTo>>

/**
 * Starts a campaign, and waits for its messages. Returns the number of messages to another domain that arrived between
 * the start and the last message.
 */
async function passedBy(other: string, { approver, id, domain }: Started): Promise<number> {
  const start = sink.messages.length
  await move(approver, id, 'ACTIVE')
  await until(`all messages to ${domain}`, () => sink.messages.filter(isTo(domain)).length === TEN)
  const end = sink.messages.findLastIndex(isTo(domain))
  return sink.messages.slice(start, end).filter(isTo(other)).length
}

test('organizations with ten messages each do not wait for the many messages of another one', async () => {
  const large = await campaignTo('large.example', MANY)
  const small: Started[] = []
  for (let index = 0; index < SMALL; index++) small.push(await campaignTo(`small${index}.example`, TEN))
  await move(large.approver, large.id, 'ACTIVE')
  const sent = () => sink.messages.filter(isTo('large.example')).length
  await until('messages of the large organization', () => sent() > 0)
  const between = await Promise.all(small.map((each) => passedBy('large.example', each)))
  expect(Math.max(...between)).toBeLessThan(MOST_BETWEEN)
  // The large organization has its turns too, and is far from its end.
  const before = sent()
  await until('more messages of the large organization', () => sent() > before)
  expect((await show(large.actor, large.id)).delivery.queued).toBeGreaterThan(MOST_BETWEEN)
  await move(large.approver, large.id, 'PAUSED')
})
