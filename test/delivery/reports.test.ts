/**
 * @long it starts a gateway of its own, with a mail server, a name server and a service like Amazon SNS, and sends a
 * campaign in each test.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { asked } from '../support/answers.ts'
import { finished, move, readyCampaign, reportsCounted, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { type FakeSns, startSns } from '../support/sns.ts'
import { until } from '../support/until.ts'

let names: NameServer
let sink: Sink
let sns: FakeSns
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  sns = opened.use(await startSns())
  server = opened.use(await startDeliveryServer(names, sink.url, { SNS_ENDPOINT_URL: sns.url }))
})

interface Hooks {
  generic: string
  ses: string
  secret: string
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

async function hooksOf(actor: Actor, senderId: string): Promise<Hooks> {
  const ROTATE = 'mutation ($id: ID!) { rotateSenderHookSecret(id: $id) { genericUrl sesUrl secret } }'
  const { rotateSenderHookSecret: hooks } = await asked(actor, ROTATE, { id: senderId })
  return { generic: pathOf(hooks.genericUrl), ses: pathOf(hooks.sesUrl), secret: hooks.secret }
}

/** A campaign that was sent, its messages, and the hooks of its sender. */
async function sent(people = 1) {
  const actor = server.actor()
  const campaign = await readyCampaign(server, actor, names, { people })
  await move(campaign.approver, campaign.id, 'ACTIVE')
  const { messages } = await finished(actor, campaign.id)
  const hooks = await hooksOf(actor, campaign.sender.id)
  const [message] = messages.nodes
  return { actor, ...campaign, messages: messages.nodes as Json[], message: message as Json, hooks }
}

/** Sends a signed request. `changes` replace parts of it after it was signed. */
function report(
  { generic, secret }: Hooks,
  reports: unknown,
  changes: { body?: string; headers?: Record<string, string>; at?: Date; path?: string } = {},
) {
  const body = JSON.stringify({ reports })
  const at = changes.at ?? new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    ...changes.headers,
  }
  return server.fetch(changes.path ?? generic, { method: 'POST', headers, body: changes.body ?? body })
}

const MESSAGE = `message(id: $id) { status reason sentAt deliveredAt bouncedAt softBouncedAt complainedAt }`
const read = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, `query ($id: ID!) { ${MESSAGE} }`, { id })).message
const suppressions = async (actor: Actor): Promise<Json[]> =>
  (await asked(actor, '{ suppressions { nodes { cause channel purpose note } } }')).suppressions.nodes
const actionsOf = async (actor: Actor): Promise<string[]> =>
  (await asked(actor, '{ auditRecords(first: 100) { nodes { action } } }')).auditRecords.nodes.map(
    ({ action }: Json) => action,
  )

describe('POST /hooks/delivery/generic', () => {
  test('marks a message as delivered, and counts it', async () => {
    const { actor, id, message, hooks } = await sent()
    const { status, body } = await report(hooks, [{ messageId: `<${message.id}@karoo.example>`, type: 'delivered' }])
    expect([status, body]).toEqual([200, { received: 1, unknown: 0 }])
    expect(await read(actor, message.id)).toMatchObject({ status: 'DELIVERED', deliveredAt: expect.any(String) })
    expect((await show(actor, id)).delivery).toMatchObject({ sent: 0, delivered: 1 })
    expect(await suppressions(actor)).toEqual([])
  })

  test('a hard bounce suppresses the address, once, however often it is reported', async () => {
    const { actor, id, message, hooks } = await sent()
    const bounce = {
      messageId: message.id,
      type: 'hard_bounce',
      reason: `550 5.1.1 <${message.contact}>: user unknown`,
    }
    for (const _ of [1, 2, 3]) expect((await report(hooks, [bounce, bounce])).status).toBe(200)
    const shown = await read(actor, message.id)
    expect(shown).toMatchObject({ status: 'BOUNCED', reason: '550 5.1.1 <(address)>: user unknown' })
    expect(await suppressions(actor)).toEqual([
      { cause: 'BOUNCED', channel: 'EMAIL', purpose: null, note: `Message ${message.id}` },
    ])
    expect((await show(actor, id)).delivery).toMatchObject({ sent: 0, bounced: 1 })
    const actions = await actionsOf(actor)
    for (const action of ['MESSAGE_BOUNCED', 'SUPPRESSION_CREATED', 'CONSENT_WITHDRAWN'])
      expect(actions.filter((each) => each === action)).toEqual([action])
    // A report that arrives late does not revive the message.
    await report(hooks, [{ messageId: message.id, type: 'delivered' }])
    expect(await read(actor, message.id)).toEqual(shown)
  })

  test('a complaint suppresses at once', async () => {
    const { actor, id, message, hooks } = await sent()
    const at = new Date(Date.now() - 1000).toISOString()
    await report(hooks, [{ messageId: message.id, type: 'complaint', at }])
    expect(await read(actor, message.id)).toMatchObject({ status: 'DELIVERED', complainedAt: at, bouncedAt: null })
    expect(await suppressions(actor)).toMatchObject([{ cause: 'COMPLAINED', channel: 'EMAIL', purpose: null }])
    expect((await show(actor, id)).delivery).toMatchObject({ complained: 1 })
    expect(await actionsOf(actor)).toContain('MESSAGE_COMPLAINED')
  })

  test('reports about a message whose campaign is in the trash suppress its address, and a restore shows them', async () => {
    const { actor, id, messages, hooks } = await sent(3)
    expect(await actor.rest('DELETE', `/api/campaigns/${id}`)).toMatchObject({ status: 204 })
    const reports = ['hard_bounce', 'complaint', 'delivered'].map((type, index) => {
      return { messageId: messages[index]?.id, type }
    })
    for (const _ of [1, 2]) expect((await report(hooks, reports)).body).toEqual({ received: 3, unknown: 0 })
    const causes = (await suppressions(actor)).map(({ cause }) => cause)
    expect(causes.sort()).toEqual(['BOUNCED', 'COMPLAINED'])
    const actions = await actionsOf(actor)
    for (const action of ['MESSAGE_BOUNCED', 'MESSAGE_COMPLAINED'])
      expect(actions.filter((each) => each === action)).toEqual([action])
    await asked(actor, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id })
    expect((await show(actor, id)).delivery).toMatchObject({ sent: 0, delivered: 2, bounced: 1, complained: 1 })
  })

  test('each report counts once in the metrics, by what it says', async () => {
    const { messages, hooks } = await sent(4)
    const before = await reportsCounted(server)
    const types = ['delivered', 'hard_bounce', 'soft_bounce', 'complaint']
    const reports = types.map((type, index) => ({ messageId: messages[index]?.id, type }))
    for (const _ of [1, 2]) await report(hooks, [...reports, { messageId: randomUUID(), type: 'complaint' }])
    const counted = Object.entries(await reportsCounted(server)).map(([outcome, count]) => [
      outcome,
      count - (before[outcome] ?? 0),
    ])
    expect(Object.fromEntries(counted)).toEqual({
      DELIVERED: 1,
      BOUNCED: 1,
      SOFT_BOUNCED: 1,
      COMPLAINED: 1,
      UNSUBSCRIBED: 0,
    })
  })

  test('the fifth soft bounce in succession suppresses, and a delivery starts the count again', async () => {
    const { actor, messages, message, hooks } = await sent(10)
    const ids = messages.map(({ id }) => id)
    // As if one person had got the messages of ten campaigns: one campaign has one message for a person and channel.
    await inOrganization(server, actor, sql`update message set contact = ${message.contact}, channel = id::text`)
    const soft = (id: string) => report(hooks, [{ messageId: id, type: 'soft_bounce', reason: '452 4.2.2 full' }])
    for (const id of [...ids.slice(0, 4), ...ids.slice(0, 4)]) await soft(id)
    const softBounced = { status: 'SENT', reason: '452 4.2.2 full', softBouncedAt: expect.any(String) }
    expect(await read(actor, message.id)).toMatchObject(softBounced)
    await report(hooks, [{ messageId: ids[4], type: 'delivered' }])
    for (const id of ids.slice(5, 9)) await soft(id)
    expect(await suppressions(actor)).toEqual([])
    await soft(ids[9])
    expect(await suppressions(actor)).toMatchObject([{ cause: 'BOUNCED', channel: 'EMAIL' }])
  })

  test('a report that comes before the result of the sending is stored replaces that result', async () => {
    const { actor, message, hooks } = await sent()
    await inOrganization(
      server,
      actor,
      sql`update message set status = 'SENDING', sent_at = null, lease = 'other',
        leased_until = now() + interval '1 minute' where id = ${message.id}`,
    )
    await report(hooks, [{ messageId: message.id, type: 'hard_bounce' }])
    expect(await read(actor, message.id)).toMatchObject({ status: 'BOUNCED', sentAt: expect.any(String) })
    const [row] = await inOrganization(server, actor, sql<Json>`select lease, leased_until from message`)
    expect(row).toEqual({ lease: null, leasedUntil: null })
  })

  test('a bounce of the first sending does not stop a message that was sent again', async () => {
    const { actor, message, hooks } = await sent()
    const at = new Date(Date.now() - 3_600_000).toISOString()
    const { body } = await report(hooks, [{ messageId: message.id, type: 'hard_bounce', at }])
    expect(body).toEqual({ received: 1, unknown: 0 })
    expect(await read(actor, message.id)).toMatchObject({ status: 'SENT' })
    expect(await suppressions(actor)).toEqual([])
  })
})

describe('a campaign pauses itself', () => {
  const notices = async (actor: Actor): Promise<string[]> =>
    (await asked(actor, '{ notifications { nodes { message } } }')).notifications.nodes.map(
      ({ message }: Json) => message,
    )

  test('after complaints about more than one of its last 1000 messages, and again if they go on', async () => {
    const { actor, id, approver, messages, hooks } = await sent(4)
    const complain = (index: number) => report(hooks, [{ messageId: messages[index]?.id, type: 'complaint' }])
    await complain(0)
    expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE', failureReason: null })
    await complain(0)
    await complain(1)
    const reason = '2 people complained about its last 1000 messages: more than 0.1 %'
    expect(await show(actor, id)).toMatchObject({ status: 'PAUSED', failureReason: reason })
    await until('the notification', async () => (await notices(actor)).some((text) => text.includes(reason)))
    await move(approver, id, 'ACTIVE')
    expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE', failureReason: null })
    await report(hooks, [{ messageId: messages[2]?.id, type: 'delivered' }])
    expect((await show(actor, id)).status).toBe('ACTIVE')
    await complain(3)
    expect((await show(actor, id)).status).toBe('PAUSED')
  })

  test('after 20 hard bounces of a small campaign', async () => {
    const { actor, id, messages, hooks } = await sent(40)
    const bounces = messages.map((message) => ({ messageId: message.id, type: 'hard_bounce' }))
    await report(hooks, bounces.slice(0, 19))
    expect((await show(actor, id)).status).toBe('ACTIVE')
    await report(hooks, bounces.slice(18, 20))
    expect(await show(actor, id)).toMatchObject({
      status: 'PAUSED',
      failureReason: '20 of its last 40 messages bounced: more than 5 %',
    })
  })

  test('after hard bounces of more than 5 % of its messages, of a large campaign', async () => {
    const { actor, id, messages, hooks } = await sent(24)
    // As if the campaign had reached 396 more people.
    await inOrganization(
      server,
      actor,
      sql`insert into message (organization_id, id, campaign_id, sender_id, content_id, content_version, channel, contact,
          domain, language, status, not_before, sent_at, created_at, updated_at)
        select organization_id, md5(id::text || number)::uuid, campaign_id, sender_id, content_id, content_version, channel,
          'p' || number || '@one.example', domain, language, status, not_before, sent_at, created_at, updated_at
        from message cross join generate_series(1, 396) as number
        where organization_id = ${actor.organizationId} and id = ${messages[0]?.id}`,
    )
    const bounces = messages.map((message) => ({ messageId: message.id, type: 'hard_bounce' }))
    await report(hooks, bounces.slice(0, 21))
    expect((await show(actor, id)).status).toBe('ACTIVE')
    await report(hooks, bounces.slice(20, 22))
    expect(await show(actor, id)).toMatchObject({
      status: 'PAUSED',
      failureReason: '22 of its last 420 messages bounced: more than 5 %',
    })
  })
})

describe('a forged report changes nothing', () => {
  test('altered, old, unsigned, signed by another sender, or for another sender', async () => {
    const [one, other] = [await sent(), await sent()]
    const reports = [{ messageId: one.message.id, type: 'complaint' }]
    const stale = new Date(Date.now() - 301_000)
    const unsigned = { 'webhook-signature': '' }
    const foreignSecret = { ...one.hooks, secret: other.hooks.secret }
    const nobody = one.hooks.generic.replace(/sender=[0-9a-f]{8}/, 'sender=00000000')
    const answers = [
      await report(one.hooks, reports, { body: JSON.stringify({ reports: [...reports, ...reports] }) }),
      await report(one.hooks, reports, { at: stale }),
      await report(one.hooks, reports, { headers: { 'webhook-timestamp': `${Math.floor(Date.now() / 1000) + 1}` } }),
      await report(one.hooks, reports, { headers: { 'webhook-id': 'msg_2' } }),
      await report(one.hooks, reports, { headers: unsigned }),
      await report(foreignSecret, reports),
      await report(one.hooks, reports, { path: other.hooks.generic }),
      await report(one.hooks, reports, { path: nobody }),
      await report(one.hooks, reports, { path: '/hooks/delivery/generic' }),
      await report(one.hooks, reports, { path: '/hooks/delivery/generic?sender=x.%00&sender=y' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    // Another tenant, and another sender of the same tenant, report about the message with their own secrets.
    const stranger = await report(other.hooks, reports)
    expect(stranger.body).toEqual({ received: 1, unknown: 1 })
    expect(await read(one.actor, one.message.id)).toMatchObject({ status: 'SENT', complainedAt: null })
    for (const { actor } of [one, other]) expect(await suppressions(actor)).toEqual([])
  })

  test('with the secret that was replaced', async () => {
    const { actor, sender, message, hooks } = await sent()
    const next = await hooksOf(actor, sender.id)
    expect(next.secret).not.toBe(hooks.secret)
    // The first use of the new secret is in a process that has not cached the earlier one.
    const reports = [{ messageId: message.id, type: 'delivered' }]
    expect((await report(next, reports)).status).toBe(200)
    expect((await report(hooks, reports)).status).toBe(401)
  })

  test.each([
    ['no reports', { reports: [] }],
    ['an unknown type', { reports: [{ messageId: 'a', type: 'exploded' }] }],
    ['too many', { reports: Array.from({ length: 101 }, () => ({ messageId: 'a', type: 'delivered' })) }],
    ['a list', []],
  ])('with %s', async (_name, content) => {
    const actor = server.actor()
    const campaign = await readyCampaign(server, actor, names, { people: 0, recipients: [{ email: 'a@one.example' }] })
    const hooks = await hooksOf(actor, campaign.sender.id)
    const body = JSON.stringify(content)
    const at = new Date()
    const headers = { 'webhook-signature': new Webhook(hooks.secret).sign('msg_1', at, body) }
    const answer = await report(hooks, [], { body, headers, at })
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('with a body above the limit', async () => {
    const { hooks } = await sent()
    expect((await report(hooks, [{ messageId: 'x'.repeat(600_000), type: 'delivered' }])).status).toBe(413)
  })
})

describe('POST /hooks/delivery/ses', () => {
  /** A notification of SES in the format of its documentation, about the message to a contact. */
  function notification(contact: string, fields: Json): string {
    const source = sink.messages.find(({ to }) => to === contact)?.from ?? ''
    const mail = { timestamp: new Date().toISOString(), source, messageId: '0100-ses', destination: [contact] }
    return JSON.stringify({ mail, ...fields })
  }
  const post = (path: string, message: object) =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
      body: JSON.stringify(message),
    })
  const bounceOf = (bounceType: string, bounceSubType: string, contact: string) => ({
    notificationType: 'Bounce',
    bounce: {
      ...{ bounceType, bounceSubType, timestamp: new Date().toISOString() },
      bouncedRecipients: [
        { emailAddress: contact, action: 'failed', status: '5.1.1', diagnosticCode: `smtp; 550 5.1.1 <${contact}>` },
      ],
    },
  })

  test('confirms a subscription, once its signature is verified', async () => {
    const { hooks } = await sent()
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Token: 'token-1',
      SubscribeURL: `${sns.url}/?Action=ConfirmSubscription&Token=token-1`,
    }
    const forged = { ...sns.message(confirmation), Token: 'token-2' }
    expect((await post(hooks.ses, forged)).status).toBe(403)
    expect(sns.requested).not.toContain('/?Action=ConfirmSubscription&Token=token-1')
    expect((await post(hooks.ses, sns.message(confirmation))).status).toBe(204)
    expect(sns.requested).toContain('/?Action=ConfirmSubscription&Token=token-1')
  })

  test.each(['1', '2'] as const)(
    'takes bounces, complaints and deliveries with signature version %s',
    async (version) => {
      const { actor, messages, hooks } = await sent(5)
      const [hard, soft, complaint, delivered, notSpam] = messages as [Json, Json, Json, Json, Json]
      const events: [Json, Json][] = [
        [hard, bounceOf('Permanent', 'General', hard.contact)],
        [soft, bounceOf('Transient', 'MailboxFull', soft.contact)],
        [complaint, { eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } }],
        [delivered, { eventType: 'Delivery', delivery: { timestamp: new Date().toISOString() } }],
        [notSpam, { eventType: 'Complaint', complaint: { complaintFeedbackType: 'not-spam' } }],
      ]
      for (const [{ contact }, fields] of events) {
        const message = sns.message({ Message: notification(contact, fields), Subject: 'Amazon SES' }, version)
        for (const _ of [1, 2]) expect((await post(hooks.ses, message)).status).toBe(204)
      }
      expect(await read(actor, hard.id)).toMatchObject({
        status: 'BOUNCED',
        reason: 'Amazon SES: Permanent General 5.1.1',
      })
      expect(await read(actor, soft.id)).toMatchObject({ status: 'SENT', softBouncedAt: expect.any(String) })
      expect(await read(actor, complaint.id)).toMatchObject({ status: 'DELIVERED', complainedAt: expect.any(String) })
      expect(await read(actor, delivered.id)).toMatchObject({ status: 'DELIVERED', complainedAt: null })
      expect(await read(actor, notSpam.id)).toMatchObject({ status: 'SENT', complainedAt: null })
      const causes = (await suppressions(actor)).map(({ cause }) => cause).sort()
      expect(causes).toEqual(['BOUNCED', 'COMPLAINED'])
    },
  )

  test('refuses what Amazon did not sign, and calls no other host', async () => {
    const [one, other] = [await sent(), await sent()]
    const Message = notification(one.message.contact, bounceOf('Permanent', 'General', one.message.contact))
    const good = sns.message({ Message })
    const elsewhere = 'http://169.254.169.254/latest.pem'
    const forged: [string, object, number][] = [
      [one.hooks.ses, { ...good, Message: Message.replace('General', 'NoEmail') }, 403],
      [one.hooks.ses, { ...good, Signature: Buffer.alloc(256).toString('base64') }, 403],
      [one.hooks.ses, { ...good, SignatureVersion: '1' }, 403],
      [one.hooks.ses, { ...good, SigningCertURL: elsewhere }, 403],
      [one.hooks.ses, { ...good, SigningCertURL: 'https://sns.af-south-1.amazonaws.com.evil.example/a.pem' }, 403],
      [one.hooks.ses, { ...good, SigningCertURL: `${sns.url}/moved.pem` }, 503],
      [one.hooks.ses, sns.message({ Message, Timestamp: new Date(Date.now() - 25 * 3_600_000).toISOString() }), 403],
      [one.hooks.ses, sns.message({ Message, TopicArn: 'arn:aws:sqs:af-south-1:1:x' }), 403],
      [
        one.hooks.ses,
        sns.message({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: 'http://127.0.0.1:1/' }),
        403,
      ],
      [one.hooks.ses, { Type: 'Notification' }, 400],
      [one.hooks.ses.replace(/key=.*/, 'key=AAAA'), good, 401],
      [one.hooks.ses.replace(/&key=.*/, ''), good, 401],
      // Amazon signed it for another tenant, whose return paths are not those of this message.
      [other.hooks.ses, good, 204],
    ]
    for (const [path, message, status] of forged) {
      const answer = await post(path, message)
      expect([message, answer.status, answer.body]).toEqual([message, status, answer.body])
    }
    expect(await read(one.actor, one.message.id)).toMatchObject({ status: 'SENT' })
    for (const { actor } of [one, other]) expect(await suppressions(actor)).toEqual([])
    expect(sns.requested.filter((path) => !path.startsWith('/S') && !path.startsWith('/?'))).toEqual(['/moved.pem'])
  })

  test('ignores notifications about something else', async () => {
    const { actor, message, hooks } = await sent()
    for (const Message of [
      'Successfully validated SNS topic for Amazon SES event publishing.',
      '[1]',
      notification(message.contact, { eventType: 'Open', open: {} }),
      notification('nobody@one.example', bounceOf('Permanent', 'General', 'nobody@one.example')),
    ])
      expect((await post(hooks.ses, sns.message({ Message }))).status).toBe(204)
    expect(await read(actor, message.id)).toMatchObject({ status: 'SENT' })
  })
})

test('a new secret works at once, also where an earlier one was just used', async () => {
  const { actor, sender, message, hooks } = await sent()
  const reports = [{ messageId: message.id, type: 'delivered' }]
  for (const _ of [1, 2]) expect((await report(hooks, reports)).status).toBe(200)
  const renewed = await hooksOf(actor, sender.id)
  for (const _ of [1, 2]) expect((await report(renewed, reports)).status).toBe(200)
  expect((await report(hooks, reports)).status).toBe(401)
})

test('the secret is stored encrypted, and only administrators may replace it', async () => {
  const { actor, sender, hooks } = await sent()
  const [row] = await inOrganization(server, actor, sql<Json>`select sealed_hook_secret from sender`)
  expect(row?.sealedHookSecret).not.toContain(hooks.secret.slice(6))
  const reader = server.actor({ organizationId: actor.organizationId, role: 'manager' })
  const ROTATE = 'mutation ($id: ID!) { rotateSenderHookSecret(id: $id) { secret } }'
  const refused = await reader.graphql(ROTATE, { id: sender.id })
  expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN')
  const stranger = await server.actor().graphql(ROTATE, { id: sender.id })
  expect(stranger.body.errors[0].extensions.code).toBe('NOT_FOUND')
  const shown = await inOrganization(server, actor, sql`select * from audit_record`)
  expect(JSON.stringify(shown)).not.toContain(hooks.secret)
})
