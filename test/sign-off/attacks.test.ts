/** More than 20 s: it starts two gateways on one database, with a mail server. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { asked } from '../support/answers.ts'
import { argumentsOf } from '../support/graphql-samples.ts'
import { inOrganization } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aContent, aGrantedRequest, completeNow, confirmAll } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  aReviewer,
  aSignOff,
  codeOf,
  decideAs,
  post,
  showSignOff,
  tokenOf,
  verifiedReviewer,
} from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { documentOf, rootFields, rows } from '../support/surface.ts'

let smtp: SmtpServer
let server: TestServer
let replica: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }
  ;[server, replica] = await startReplicas(opened, { environment })
})

/** A sign-off of new content with one reviewer, and the token of the link. */
async function aLink(changes: object = {}) {
  const actor = server.actor()
  const { id: contentId } = await aContent(actor, { type: 'EMAIL' })
  const reviewer = aReviewer()
  const { id } = await aSignOff(actor, { contentId, reviewers: [reviewer], ...changes })
  return { actor, contentId, reviewer, id, token: await tokenOf(smtp, reviewer.email) }
}

const change = (actor: Actor, statement: ReturnType<typeof sql>) => inOrganization(server, actor, statement)
const NAMES = ['open', 'code', 'verify', 'read', 'message', 'comment', 'decide', 'hand-over']

test('an e-mail with thousands of tags inside each other can be read and commented', async () => {
  const actor = server.actor()
  const { id: contentId } = await aContent(actor, { type: 'EMAIL', body: `${'<div>'.repeat(3_000)}Open on Monday` })
  const reviewer = aReviewer()
  await aSignOff(actor, { contentId, reviewers: [reviewer] })
  const { token, session } = await verifiedReviewer(server, smtp, reviewer.email)
  const { status, body } = await post(server, 'read', { token, session })
  expect([status, body.data?.messages]).toEqual([200, [{ contentId, text: 'Open on Monday' }]])
  const comment = { text: 'Which one?', passage: 'Open on Monday', contentId }
  expect((await post(server, 'comment', { token, session, ...comment })).status).toBe(200)
})

describe('the link', () => {
  test('opens no operation of the API, neither as a token nor as a session', async () => {
    const { reviewer, token, contentId } = await aLink()
    const { session } = await verifiedReviewer(server, smtp, reviewer.email)
    for (const secret of [token, session]) {
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
      const calls = rows.map(({ method, path }) => [method, path.replace(/\[\w+\]/g, contentId)] as const)
      expect(calls.length).toBeGreaterThan(80)
      const statuses = new Set<number>()
      for (const [method, path] of calls) {
        const body = ['get', 'delete'].includes(method) ? undefined : '{}'
        statuses.add(
          (await server.fetch(path, { method: method.toUpperCase(), headers, ...(body && { body }) })).status,
        )
      }
      expect([...statuses]).toEqual([401])
      for (const root of rootFields) {
        const variables = argumentsOf(root, () => contentId)
        const request = JSON.stringify({ query: documentOf(root), variables })
        const { body } = await server.fetch('/graphql', { method: 'POST', headers, body: request })
        expect([root[1], body.data ?? null, body.errors[0].extensions.code]).toEqual([root[1], null, 'UNAUTHORIZED'])
      }
    }
  })

  test('opens no other sign-off: neither with its session, nor with the organization of another', async () => {
    const [mine, other] = [await aLink(), await aLink()]
    const own = await verifiedReviewer(server, smtp, mine.reviewer.email)
    const organization = other.token.slice(43)
    for (const token of [`${mine.token.slice(0, 43)}${organization}`, `${'A'.repeat(43)}${organization}`, 'x', ''])
      for (const name of ['open', 'code']) expect((await post(server, name, { token })).status).toBe(404)
    const read = await post(server, 'read', { token: other.token, session: own.session })
    expect(read.status).toBe(403)
    // Two reviewers of one sign-off: the session of one does not open the link of the other.
    const [first, second] = [aReviewer(), aReviewer()]
    const { id: contentId } = await aContent(mine.actor)
    await aSignOff(mine.actor, { contentId, reviewers: [first, second] })
    const { session } = await verifiedReviewer(server, smtp, first.email)
    const token = await tokenOf(smtp, second.email)
    expect((await post(server, 'read', { token, session })).status).toBe(403)
  })

  test('shows its holder nothing of the content before the code, and nothing without it', async () => {
    const { actor, token, reviewer } = await aLink()
    const opened = await post(server, 'open', { token })
    expect(JSON.stringify(opened.body)).not.toMatch(/Heritage|Sipho|sipho\d/)
    for (const session of ['', 'x', token, '0'.repeat(43)]) {
      expect((await post(server, 'read', { token, session })).status).toBe(403)
      expect((await decideAs(server, { token, session }, { contentHash: '0'.repeat(64) })).status).toBe(403)
    }
    const { session } = await verifiedReviewer(server, smtp, reviewer.email)
    await change(actor, sql`update sign_off_reviewer set session_until = now() - interval '1 second'`)
    expect((await post(server, 'read', { token, session })).status).toBe(403)
  })

  test('shows an e-mail to its own session only, on a page where nothing runs or loads', async () => {
    const [mine, other] = [await aLink(), await aLink()]
    const own = await verifiedReviewer(server, smtp, mine.reviewer.email)
    const show = (fields: Record<string, string>) =>
      server.fetch('/sign-off/message', { method: 'POST', body: new URLSearchParams(fields) })
    const right = { token: own.token, session: own.session, contentId: mine.contentId }
    const shown = await show(right)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const policy = shown.headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining(['sandbox', "default-src 'none'", "img-src 'none'", "form-action 'none'"]),
    )
    expect((await show({ ...right, images: 'all' })).status).toBe(400)
    expect((await show({ ...right, contentId: other.contentId })).status).toBe(404)
    expect((await show({ ...right, token: other.token })).status).toBe(403)
    expect((await show({ ...right, session: own.token })).status).toBe(403)
    const address = `/sign-off/message?${new URLSearchParams(right)}`
    expect((await server.fetch(address)).status).toBe(404)
    await mine.actor.graphql('mutation ($id: ID!) { revokeSignOff(id: $id) { id } }', { id: mine.id })
    expect((await show(right)).status).toBe(409)
  })

  test.each(NAMES)('refuses a malformed body of %s', async (name) => {
    const send = (body: string) => server.fetch(`/sign-off/${name}`, { method: 'POST', body })
    for (const body of ['', '{', '[]', '{}', '{"token":5}', '{"token":{"a":1}}', '{"__proto__":{"token":"x"}}'])
      expect((await send(body)).status).toBe(400)
    expect((await send(JSON.stringify({ token: 'x'.repeat(50_000) }))).status).toBe(413)
  })

  test('has the rate limit of a caller without a token', async () => {
    await using limited = await startServer({ RATE_LIMIT_ANONYMOUS: '2' })
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await post(limited, 'open', { token: 'x' })).status)
    expect(statuses).toEqual([404, 404, 429])
  })
})

describe('the code', () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('has five tries, also when they are sent at the same time', async () => {
    const { token, reviewer } = await aLink()
    const code = await codeOf(server, smtp, token, reviewer.email)
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post(index % 2 ? server : replica, 'verify', { token, code: wrong(code) }),
      ),
    )
    const statuses = tries.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 403)).toHaveLength(7)
    expect((await post(server, 'verify', { token, code })).status).toBe(403)
  })

  test('works once, also when it is sent twice at the same time', async () => {
    const { token, reviewer } = await aLink()
    const code = await codeOf(server, smtp, token, reviewer.email)
    const both = await Promise.all([server, replica].map((each) => post(each, 'verify', { token, code })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await post(server, 'verify', { token, code })).status).toBe(403)
  })

  test('is of one link and of the last request, is valid for ten minutes, and is not stored', async () => {
    const [one, two] = [await aLink(), await aLink()]
    const first = await codeOf(server, smtp, one.token, one.reviewer.email)
    const second = await codeOf(server, smtp, one.token, one.reviewer.email)
    const other = await codeOf(server, smtp, two.token, two.reviewer.email)
    if (first !== second) expect((await post(server, 'verify', { token: one.token, code: first })).status).toBe(400)
    if (other !== second) expect((await post(server, 'verify', { token: one.token, code: other })).status).toBe(400)
    const [{ codeTag, minutes }] = (await change(
      one.actor,
      sql`select code_tag, extract(epoch from code_until - updated_at) / 60 as minutes from sign_off_reviewer`,
    )) as [Json]
    expect(codeTag).not.toContain(second)
    expect(Number(minutes)).toBeLessThanOrEqual(10)
    await change(one.actor, sql`update sign_off_reviewer set code_until = now() - interval '1 second'`)
    expect((await post(server, 'verify', { token: one.token, code: second })).status).toBe(403)
  })

  test('is mailed at most ten times for a link', async () => {
    const { token } = await aLink()
    const statuses = []
    for (let number = 0; number < 11; number++) statuses.push((await post(server, 'code', { token })).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})

describe('a decision', () => {
  test('after an edit is refused: what was shown is no longer what would be used', async () => {
    const { actor, contentId, reviewer, id } = await aLink()
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    const { contentHash } = (await post(server, 'read', { token: who.token, session: who.session })).body.data
    await actor.rest('PUT', `/api/content/${contentId}`, { body: 'Other.' })
    const late = await post(replica, 'decide', { ...who, decision: 'APPROVE', language: 'en', contentHash })
    expect(late).toMatchObject({ status: 409, body: { details: { status: 'VOIDED' } } })
    expect(await showSignOff(actor, id)).toMatchObject({ status: 'VOIDED', approvedAt: null })
    expect((await post(server, 'read', { token: who.token, session: who.session })).status).toBe(409)
  })

  test('at the same time as an edit never leaves an approval of the old text', async () => {
    for (const _ of [1, 2, 3]) {
      const { actor, contentId, reviewer, id } = await aLink()
      const who = await verifiedReviewer(server, smtp, reviewer.email)
      const { contentHash } = (await post(server, 'read', { token: who.token, session: who.session })).body.data
      await Promise.all([
        actor.rest('PUT', `/api/content/${contentId}`, { body: 'Other.' }),
        post(replica, 'decide', { ...who, decision: 'APPROVE', language: 'en', contentHash }),
      ])
      expect(await showSignOff(actor, id)).toMatchObject({ status: 'VOIDED' })
    }
  })

  test('after a change that no edit announced voids the sign-off', async () => {
    const { actor, contentId, reviewer, id } = await aLink()
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    await change(actor, sql`update content_item set body = 'Changed in the database' where id = ${contentId}`)
    expect((await decideAs(server, who)).status).toBe(409)
    expect(await showSignOff(actor, id)).toMatchObject({ status: 'VOIDED', endReason: 'It was changed' })
  })

  test('on another text than the shown one is refused', async () => {
    const { actor, reviewer, id } = await aLink()
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    expect((await decideAs(server, who, { contentHash: '0'.repeat(64) })).status).toBe(409)
    expect(await showSignOff(actor, id)).toMatchObject({ status: 'REQUESTED' })
  })

  test('is made once by each reviewer, also when it is sent twice at the same time', async () => {
    const { actor, reviewer, id } = await aLink()
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    const both = await Promise.all([server, replica].map((each) => decideAs(each, who)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { body } = await actor.rest('GET', '/api/audit/log?action=SIGN_OFF_DECIDED')
    expect(body.data).toHaveLength(1)
    expect(await showSignOff(actor, id)).toMatchObject({ status: 'APPROVED' })
  })

  test('that reaches the quorum on two replicas at once approves once', async () => {
    for (const quorum of [1, 2]) {
      const reviewers = [aReviewer(), aReviewer()]
      const actor = server.actor()
      const { id: contentId } = await aContent(actor)
      const { id } = await aSignOff(actor, { contentId, reviewers, quorum })
      const people = []
      for (const { email } of reviewers) people.push(await verifiedReviewer(server, smtp, email))
      const [one, two] = people as [Json, Json]
      const answers = await Promise.all([decideAs(server, one), decideAs(replica, two)])
      expect(answers.map(({ status }) => status).sort()).toEqual(quorum === 1 ? [200, 409] : [200, 200])
      const done = answers.filter(({ body }) => body.data?.status === 'APPROVED')
      expect(done).toHaveLength(1)
      expect(await showSignOff(actor, id)).toMatchObject({ status: 'APPROVED' })
    }
  })

  test('after a revocation on another replica is refused at once', async () => {
    const { actor, reviewer, id } = await aLink()
    const who = await verifiedReviewer(replica, smtp, reviewer.email)
    await asked(actor, 'mutation ($id: ID!) { revokeSignOff(id: $id) { status } }', { id })
    for (const name of ['read', 'decide', 'comment', 'hand-over']) {
      const rest = { decision: 'APPROVE', language: 'en', contentHash: '0'.repeat(64), text: 'x', ...aReviewer() }
      expect((await post(replica, name, { token: who.token, session: who.session, ...rest })).status).toBe(409)
    }
  })

  test('after the expiry is refused', async () => {
    const { actor, reviewer, id, token } = await aLink()
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    await change(actor, sql`update sign_off set expires_at = now() - interval '1 second' where id = ${id}`)
    expect((await decideAs(server, who, { contentHash: '0'.repeat(64) })).status).toBe(409)
    expect((await post(server, 'open', { token })).body.data.status).toBe('EXPIRED')
    expect((await post(server, 'code', { token })).status).toBe(409)
  })

  test('of an erased reviewer: the link is void, the name goes, and the proof stays', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const [gone, stays] = [aReviewer(), aReviewer()]
    const { id } = await aSignOff(actor, { contentId, reviewers: [gone, stays], quorum: 2 })
    const [first, second] = [
      await verifiedReviewer(server, smtp, gone.email),
      await verifiedReviewer(server, smtp, stays.email),
    ]
    expect((await decideAs(server, first)).status).toBe(200)
    const before = await showSignOff(actor, id)
    for (const subject of [gone, stays]) {
      const { id: requestId } = await aGrantedRequest(actor, { type: 'DELETION', subject })
      await confirmAll(actor, requestId)
      const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), requestId)
      expect(body.data.status).toBe('COMPLETED')
    }
    expect((await post(server, 'open', { token: second.token })).status).toBe(404)
    expect((await decideAs(replica, second, { contentHash: before.contentHash })).status).toBe(404)
    const after = await showSignOff(actor, id)
    expect(JSON.stringify(after)).not.toMatch(/Khumalo|@client\.example/)
    expect(after.reviewers.nodes[0].evidence).toEqual(before.reviewers.nodes[0].evidence)
    expect(after.reviewers.nodes[0]).toMatchObject({ status: 'APPROVED' })
    const links = () => inOrganization(server, actor, sql`select token_hash from sign_off_reviewer order by id`)
    const former = await links()
    await asked(actor, 'mutation ($id: ID!) { remindSignOff(id: $id) { id } }', { id })
    // Nobody can be reminded: one reviewer has decided, and a mail to the other one has no address.
    expect(await links()).toEqual(former)
  })
})

test('another organization sees and changes nothing of a sign-off', async () => {
  const { id } = await aLink()
  const stranger = server.actor()
  for (const query of [
    'query ($id: ID!) { signOff(id: $id) { id } }',
    'mutation ($id: ID!) { remindSignOff(id: $id) { id } }',
    'mutation ($id: ID!) { revokeSignOff(id: $id) { id } }',
  ])
    expect((await stranger.graphql(query, { id })).body.errors[0].extensions.code).toBe('NOT_FOUND')
  expect((await asked(stranger, '{ signOffs { totalCount } }')).signOffs.totalCount).toBe(0)
})
