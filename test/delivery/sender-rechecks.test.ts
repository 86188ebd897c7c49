/**
 * More than 20 s: it starts a gateway of its own, with a mail server and a name server.
 */
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { serviceOf } from '../../src/background/work.ts'
import { Metrics } from '../../src/common/metrics.ts'
import { Dns } from '../../src/features/delivery/senders/sender.dns.ts'
import { recheckSenders } from '../../src/features/delivery/senders/sender.rechecks.ts'
import { asked } from '../support/answers.ts'
import {
  aSender,
  finished,
  move,
  outcomesOf,
  readyCampaign,
  SENDER,
  show,
  startDeliveryServer,
} from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { holdWork, performFor, releaseWork, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

let names: NameServer
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  const sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url))
})

/** Does the daily check of an organization. Returns the outcomes that were counted. */
async function recheck(actor: Actor, services = server.app.services): Promise<string[]> {
  const metrics = new Metrics()
  await performFor(actor, recheckSenders, toolsOf(server, { services, metrics }))
  const counted = Object.entries(await outcomesOf(metrics, 'sender_checks_total'))
  return counted.flatMap(([outcome, count]) => Array.from({ length: count }, () => outcome))
}

const read = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, `query ($id: ID!) { sender(id: $id) { ${SENDER} } }`, { id })).sender
const notices = async (actor: Actor): Promise<string[]> =>
  (await asked(actor, '{ notifications { nodes { message } } }')).notifications.nodes.map(
    ({ message }: Json) => message,
  )

const unpublish = (name: string) => {
  names.records = names.records.filter((record) => record.name !== name)
}

/** A campaign with a sender of its own domain, so that no other test publishes its records. */
async function ready(domain: string) {
  const actor = server.actor()
  const campaign = await readyCampaign(server, actor, names, { people: 2, sender: { address: `news@${domain}` } })
  return { actor, ...campaign }
}

test('a broken record stops the sender and notifies, and a valid one lets its campaign go on', async () => {
  const { actor, id, approver, sender } = await ready('broken.example')
  expect(await recheck(actor)).toEqual(['valid'])
  unpublish('_dmarc.broken.example')
  expect(await recheck(actor)).toEqual(['broken'])
  expect(await read(actor, sender.id)).toMatchObject({ status: 'FAILED', verifiedAt: sender.verifiedAt })
  const { dnsRecords } = await read(actor, sender.id)
  expect(dnsRecords.filter(({ ok, isRequired }: Json) => !ok && isRequired)).toMatchObject([
    {
      name: '_dmarc.broken.example',
      problem: 'There is no DMARC record: publish the value',
      cause: { code: 'DNS_MISSING', record: 'DMARC' },
    },
  ])
  const said = 'Sender "Karoo Foods" sends nothing until its DNS records are valid again: _dmarc.broken.example.'
  await until('the notification', async () => (await notices(actor)).includes(said))
  await expect(move(approver, id, 'ACTIVE')).rejects.toThrow('a VERIFIED sender (it is FAILED')
  expect(await recheck(actor)).toEqual(['broken'])
  expect((await notices(actor)).filter((text) => text === said)).toEqual([said])
  names.records.push(...sender.dnsRecords)
  expect(await recheck(actor)).toEqual(['valid'])
  expect(await read(actor, sender.id)).toMatchObject({ status: 'VERIFIED', verifiedAt: sender.verifiedAt })
  await move(approver, id, 'ACTIVE')
  expect((await finished(actor, id)).delivery).toMatchObject({ sent: 2 })
})

test('the messages of an active campaign wait while a record is broken', async () => {
  const { actor, id, approver, sender } = await ready('waiting.example')
  await holdWork(server, actor, 'delivery')
  await move(approver, id, 'ACTIVE')
  unpublish(sender.dnsRecords.find(({ name }: Json) => name.includes('_domainkey')).name)
  expect(await recheck(actor)).toEqual(['broken'])
  await releaseWork(server, actor, 'delivery')
  const due = sql`select 1 from due_work where kind = 'delivery'`
  await until('the end of the turn', async () => (await inOrganization(server, actor, due)).length === 0)
  expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE', delivery: { queued: 2, sent: 0 } })
  names.records.push(...sender.dnsRecords)
  expect(await recheck(actor)).toEqual(['valid'])
  expect((await finished(actor, id)).delivery).toMatchObject({ queued: 0, sent: 2 })
})

test('a name server that does not answer changes nothing', async () => {
  const { actor, sender } = await ready('silent.example')
  const delivery = serviceOf(server.app, 'delivery')
  // Nothing listens on the port for discarded data.
  const silent = { ...server.app.services, delivery: { ...delivery, dns: new Dns(['127.0.0.1:9']) } }
  expect(await recheck(actor, silent)).toEqual(['unanswered'])
  expect(await read(actor, sender.id)).toMatchObject({ status: 'VERIFIED', dnsRecords: sender.dnsRecords })
})

test('a sender that was never verified, or was changed since, is left to a person', async () => {
  const { actor, sender } = await ready('moved.example')
  const never = await aSender(actor, { address: 'news@never.example' })
  await asked(actor, 'mutation ($id: ID!, $i: SenderPatch!) { updateSender(id: $id, input: $i) { id } }', {
    id: sender.id,
    i: { address: 'news@elsewhere.example' },
  })
  expect(await recheck(actor)).toEqual([])
  for (const { id } of [never, sender]) expect((await read(actor, id)).status).toBe('UNVERIFIED')
})

test('another organization’s senders are not checked', async () => {
  const { actor, sender } = await ready('other.example')
  unpublish('_dmarc.other.example')
  expect(await recheck(server.actor())).toEqual([])
  expect((await read(actor, sender.id)).status).toBe('VERIFIED')
})
