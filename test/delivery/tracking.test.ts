/** @long it sends campaigns with every kind of link. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { recordMessageFigures } from '../../src/features/delivery/figures/delivery.analytics.ts'
import { asked } from '../support/answers.ts'
import { deliverySettings, finished, move, readyCampaign, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { performDue, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aConsent, aSubject } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url))
})

const BODY =
  '<p>Hi {{name}}</p><a href="https://karoo.example/shop?a=1&amp;b=2">Shop</a> <a href="https://karoo.example/farm">Farm</a>' +
  '<a href="https://karoo.example/of/{{name}}">Yours</a> <a href="mailto:shop@karoo.example">Mail</a>'
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

const track = (actor: Actor, isOn: boolean) =>
  asked(actor, 'mutation ($on: Boolean) { updatePrivacySettings(input: { tracksMessages: $on }) { tracksMessages } }', {
    on: isOn,
  })

/** A campaign that was sent to one person, an hour ago for the tracking, and the HTML that the person got. */
async function sent({ isOn = true, isOff = false, at = server } = {}) {
  const actor = at.actor()
  if (isOn) await track(actor, true)
  const options = { people: 0, content: { body: BODY } }
  const subject = `thandi-${actor.organizationId.slice(-12)}@example.org`
  const recipients = [{ email: subject, attributes: { name: 'Thandi' } }]
  const campaign = await readyCampaign(at, actor, names, { ...options, recipients })
  await aConsent(actor, { subject: { ...aSubject(), email: subject } })
  const OFF = 'mutation ($id: ID!) { setCampaignTracking(id: $id, enabled: false) { tracksMessages } }'
  if (isOff) await asked(actor, OFF, { id: campaign.id })
  await move(campaign.approver, campaign.id, 'ACTIVE')
  const { messages } = await finished(actor, campaign.id)
  await inOrganization(at, actor, sql`update message set sent_at = now() - interval '1 hour'`)
  const raw = sink.messages.find(({ to }) => to === subject)?.raw.toString() ?? ''
  const html = (await PostalMime.parse(raw)).html ?? ''
  const pathsOf = (kind: string) =>
    [...html.matchAll(new RegExp(`https://campaigns\\.example\\.org(/t/${kind}/[\\w.-]+)`, 'g'))].map(
      ([, path]) => path ?? '',
    )
  const [clicks, [image = '']] = [pathsOf('c'), pathsOf('o')]
  return { actor, ...campaign, message: messages.nodes[0] as Json, html, clicks, image }
}

const visit = (path: string, userAgent = PERSON, headers: Record<string, string> = {}, method = 'GET', at = server) =>
  fetch(at.url + path, { method, redirect: 'manual', headers: { 'user-agent': userAgent, ...headers } })
const read = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, 'query ($id: ID!) { message(id: $id) { openedAt clickedAt } }', { id })).message
const NEVER = { openedAt: null, clickedAt: null }

test('is off until the organization turns it on, and a campaign can turn it off', async () => {
  for (const options of [{ isOn: false }, { isOff: true }]) {
    const { html } = await sent(options)
    expect(html).not.toContain('/t/')
    expect(html).toContain('https://karoo.example/farm')
  }
})

test('counts an opening and a click of a person once, and redirects to the link of the message', async () => {
  const { actor, id, message, html, clicks, image } = await sent()
  expect(clicks).toHaveLength(2)
  expect(html).toContain('https://karoo.example/of/Thandi')
  expect(html).toContain('mailto:shop@karoo.example')
  expect(JSON.stringify([clicks, image])).not.toMatch(/thandi/i)
  const opened = await visit(image)
  expect([opened.status, opened.headers.get('content-type'), opened.headers.get('set-cookie')]).toEqual([
    200,
    'image/gif',
    null,
  ])
  expect(await read(actor, message.id)).toEqual({ openedAt: expect.any(String), clickedAt: null })
  const clicked = await visit(clicks[0] ?? '')
  expect([clicked.status, clicked.headers.get('location')]).toEqual([302, 'https://karoo.example/shop?a=1&b=2'])
  const first = await read(actor, message.id)
  expect(first).toEqual({ openedAt: expect.any(String), clickedAt: expect.any(String) })
  await visit(image)
  await visit(clicks[0] ?? '')
  expect(await read(actor, message.id)).toEqual(first)
  const FIGURES = 'query ($id: ID!) { campaign(id: $id) { delivery { sent opened clicked } } }'
  expect((await asked(actor, FIGURES, { id })).campaign.delivery).toEqual({ sent: 1, opened: 1, clicked: 1 })
})

test('does not change the time at which the campaign was sent to the last person', async () => {
  const { actor, id, message, clicks } = await sent()
  const FIGURES =
    'query ($id: ID!, $message: ID!) { campaign(id: $id) { delivery { finishedAt clicked } } message(id: $message) { sentAt } }'
  expect((await visit(clicks[0] ?? '')).status).toBe(302)
  const { campaign, message: last } = await asked(actor, FIGURES, { id, message: message.id })
  expect(campaign.delivery).toEqual({ finishedAt: last.sentAt, clicked: 1 })
})

describe('machines are kept apart', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['a scanner', 'Mozilla/5.0 (compatible; Barracuda Sentinel)', {}, 'GET'],
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', {}, 'GET'],
    ['the proxy that loads all images in advance', 'Mozilla/5.0', {}, 'GET'],
    ['a program', 'python-requests/2.32', {}, 'GET'],
    ['a prefetch of a browser', PERSON, { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
    ['a request without content', PERSON, {}, 'HEAD'],
  ])('%s', async (_name, userAgent, headers, method) => {
    const { actor, message, clicks, image } = await sent()
    expect((await visit(image, userAgent, headers, method)).status).toBe(200)
    const { status, headers: answered } = await visit(clicks[1] ?? '', userAgent, headers, method)
    expect([status, answered.get('location')]).toEqual([302, 'https://karoo.example/farm'])
    expect(await read(actor, message.id)).toEqual(NEVER)
  })

  test('a click on a message that was just sent', async () => {
    const { actor, message, clicks } = await sent()
    // A minute late, because a busy machine may need longer for a click than a scanner.
    await inOrganization(server, actor, sql`update message set sent_at = now() + interval '1 minute'`)
    await visit(clicks[0] ?? '')
    expect(await read(actor, message.id)).toEqual(NEVER)
  })
})

test('clicks on several links within a second do not count, whichever process they reach', async () => {
  await using opened = new AsyncDisposableStack()
  const [first, second] = await startReplicas(opened, { environment: deliverySettings(names, sink.url) })
  const { actor, message, clicks, image } = await sent({ at: first })
  const [shop = '', farm = ''] = clicks
  const visitAt = (at: TestServer, path: string) => visit(path, PERSON, {}, 'GET', at)
  const setTime = (column: string, at: string) =>
    inOrganization(
      first,
      actor,
      sql`update message set ${sql.ref(column)} = ${at}::timestamptz where ${sql.ref(column)} is not null`,
    )
  // A busy machine may need longer than a second for the next click.
  const prolong = (column: string) => setTime(column, '2100-01-01T00:00:00Z')
  await visitAt(second, image)
  const { openedAt } = await read(actor, message.id)
  await visitAt(first, shop)
  await prolong('clicked_at')
  await visitAt(second, farm)
  expect(await read(actor, message.id)).toEqual({ openedAt, clickedAt: null })
  await prolong('scanned_at')
  await visitAt(first, shop)
  expect(await read(actor, message.id)).toEqual({ openedAt, clickedAt: null })
  await setTime('scanned_at', '2026-01-01T00:00:00Z')
  await visitAt(first, shop)
  expect(await read(actor, message.id)).toEqual({ openedAt, clickedAt: expect.any(String) })
})

test('a token that is altered, of another message or of another organization redirects nowhere and records nothing', async () => {
  const [one, other] = [await sent(), await sent()]
  const [path = '', second = ''] = one.clicks
  const [id, tag, organization, code] = path.slice('/t/c/'.length).split('.')
  const [otherId, otherTag, otherOrganization] = (other.clicks[0] ?? '').slice('/t/c/'.length).split('.')
  const secondCode = second.split('.').at(-1)
  const forged = [
    `${id}.${tag}.${organization}.000000000000`,
    `${id}.${tag}.${organization}.${secondCode}`,
    `${id}.${otherTag}.${organization}.${code}`,
    `${otherId}.${tag}.${organization}.${code}`,
    `${id}.${tag}.${otherOrganization}.${code}`,
    `${one.image.slice('/t/o/'.length, -4)}.${code}`,
    `${id}.${tag}.${organization}.${code}?url=https://evil.example`.replace(String(tag), 'A'.repeat(22)),
    'x',
    encodeURIComponent('https://evil.example'),
  ]
  for (const each of forged) {
    const { status, headers } = await visit(`/t/c/${each}`)
    expect([each, status, headers.get('location')]).toEqual([each, 404, null])
    expect((await visit(`/t/o/${each}.gif`)).status).toBe(200)
  }
  for (const { actor, message } of [one, other]) expect(await read(actor, message.id)).toEqual(NEVER)
  const real = await visit(`${path}?url=https://evil.example`)
  expect(real.headers.get('location')).toBe('https://karoo.example/shop?a=1&b=2')
  expect((await show(one.actor, one.id)).delivery).toMatchObject({ sent: 1 })
})

test('the messages and clicks of a day become one analytics record, after its end', async () => {
  const { actor, id, clicks } = await sent()
  await visit(clicks[0] ?? '')
  const records = async (): Promise<Json[]> =>
    (await asked(actor, '{ analyticsRecords { nodes { campaignId channel day impressions clicks } } }'))
      .analyticsRecords.nodes
  // The last hour may lie on the day before.
  await inOrganization(server, actor, sql`update message set sent_at = now(), clicked_at = now()`)
  await performDue(recordMessageFigures, toolsOf(server))
  expect(await records()).toEqual([])
  await inOrganization(
    server,
    actor,
    sql`update message set sent_at = now() - interval '26 hours', clicked_at = now() - interval '25 hours'`,
  )
  for (const _ of [1, 2]) await performDue(recordMessageFigures, toolsOf(server))
  const found = await records()
  expect(found.every(({ campaignId, channel }) => campaignId === id && channel === 'EMAIL')).toBe(true)
  // Both times may lie on two days.
  const sum = (name: string) => found.reduce((total, record) => total + record[name], 0)
  expect([sum('impressions'), sum('clicks')]).toEqual([1, 1])
})

test('a record of messages that a user deleted does not come back', async () => {
  const { actor } = await sent()
  await inOrganization(server, actor, sql`update message set sent_at = now() - interval '26 hours'`)
  await performDue(recordMessageFigures, toolsOf(server))
  const [record] = (await asked(actor, '{ analyticsRecords { nodes { key } } }')).analyticsRecords.nodes
  await asked(actor, 'mutation ($key: ID!) { deleteAnalyticsRecord(key: $key) }', record)
  await performDue(recordMessageFigures, toolsOf(server))
  expect((await asked(actor, '{ analyticsRecords { totalCount } }')).analyticsRecords).toEqual({ totalCount: 0 })
})
