/** @process own: it moves the clock of the process. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { clockOff, databaseTime, MINUTE_MS } from './support/clock.ts'
import { performDue, toolsOf } from './support/jobs.ts'
import { inOrganization, passTime } from './support/organization.ts'
import { aCampaign, aConsent, campaignBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
const TERMINAL_STATUSES = { startsAt: inMinutes(-2), endsAt: inMinutes(-1) }
const AHEAD = { startsAt: inMinutes(60), endsAt: inMinutes(120) }

const run = () => performDue(moveDueCampaigns, toolsOf(server))
const show = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', `/api/campaigns/${id}`)).body.data
const put = (actor: Actor, id: string, changes: object) => actor.rest('PUT', `/api/campaigns/${id}`, changes)
const move = (actor: Actor, id: string, status: string) => actor.rest('PUT', `/api/campaigns/${id}/status`, { status })

/** Lets the time of a running campaign pass: no edit sets the end of one in the past. */
const end = (actor: Actor, id: string, { startsAt, endsAt } = TERMINAL_STATUSES) =>
  passTime(
    server,
    actor,
    'campaigns',
    sql`update campaign set starts_at = ${startsAt}, ends_at = ${endsAt} where id = ${id}`,
  )

/** The status changes that were made because of the time. */
async function movesOf(actor: Actor): Promise<string[]> {
  const { body } = await actor.rest('GET', '/api/audit/log?action=CAMPAIGN_STATUS_CHANGED&limit=100')
  return body.data.filter(({ userId }: Json) => userId === 'system').map(({ resourceId }: Json) => resourceId)
}

describe('a campaign whose endsAt has passed', () => {
  test.each([['ACTIVE'], ['PAUSED']])('and that is %s is COMPLETED, once, with a record', async (status) => {
    const actor = server.actor()
    const [over, ahead, open] = [
      await aCampaign(actor, { status: 'ACTIVE' }),
      await aCampaign(actor, { status: 'ACTIVE', ...AHEAD }),
      await aCampaign(actor, { status: 'ACTIVE' }),
    ]
    if (status === 'PAUSED') for (const { id } of [over, ahead, open]) await move(actor, id, status)
    await end(actor, over.id)
    await Promise.all([run(), run(), run()])
    expect(await show(actor, over.id)).toMatchObject({ status: 'COMPLETED', failureReason: null })
    for (const { id } of [ahead, open]) expect(await show(actor, id)).toMatchObject({ status })
    expect(await movesOf(actor)).toEqual([over.id])
    expect((await actor.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
  })

  test('and that is SCHEDULED has FAILED, and says why until it is a DRAFT again', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { status: 'SCHEDULED', ...AHEAD })
    await put(actor, id, TERMINAL_STATUSES)
    await run()
    const reason = 'It had not started when it was to end'
    expect(await show(actor, id)).toMatchObject({ status: 'FAILED', failureReason: reason })
    const shown = await actor.graphql('query ($id: ID!) { campaign(id: $id) { status failureReason failureCause } }', {
      id,
    })
    expect(shown.body.data.campaign).toEqual({
      status: 'FAILED',
      failureReason: reason,
      failureCause: { code: 'NOT_STARTED' },
    })
    const rows = await inOrganization(
      server,
      actor,
      sql<{ payload: Json }>`select payload from event where resource_id = ${id} order by number`,
    )
    expect(rows.at(-1)?.payload).toEqual({ status: 'FAILED', reason, cause: { code: 'NOT_STARTED' } })
    expect((await move(actor, id, 'DRAFT')).body.data).toMatchObject({ status: 'DRAFT', failureReason: null })
  })

  test('and that has FAILED still says why when it is ARCHIVED', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { status: 'SCHEDULED', ...AHEAD })
    await put(actor, id, TERMINAL_STATUSES)
    await run()
    const { failureReason } = await show(actor, id)
    expect(failureReason).toMatch(/^It had not started/)
    expect((await move(actor, id, 'ARCHIVED')).body.data).toMatchObject({ status: 'ARCHIVED', failureReason })
  })

  test('before consent was given for its channel has FAILED for that reason', async () => {
    const actor = server.actor()
    const consent = await aConsent(actor, { channel: 'SMS' })
    const { id } = await aCampaign(actor, { type: 'SMS', status: 'SCHEDULED', ...AHEAD })
    await actor.rest('POST', `/api/consents/${consent.id}/withdraw`)
    await put(actor, id, { startsAt: inMinutes(-2) })
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'SCHEDULED' })
    await put(actor, id, TERMINAL_STATUSES)
    await run()
    expect(await show(actor, id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'No consent for marketing was held for one of its channels before it was to end',
    })
  })

  test('and that is PENDING_APPROVAL has FAILED, and says why', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { status: 'PENDING_APPROVAL', ...AHEAD })
    const open = await aCampaign(actor, { status: 'PENDING_APPROVAL' })
    await end(actor, id)
    await run()
    const failureReason = 'It was not approved before it was to end'
    expect(await show(actor, id)).toMatchObject({ status: 'FAILED', failureReason })
    expect(await show(actor, open.id)).toMatchObject({ status: 'PENDING_APPROVAL' })
    expect(await movesOf(actor)).toEqual([id])
  })

  test('while it waits for approval is looked at when it ends', async () => {
    const actor = server.actor()
    await aCampaign(actor, { status: 'PENDING_APPROVAL', ...AHEAD })
    const due = sql<{ at: Date }>`select due_at as at from due_work where kind = 'campaigns'`
    expect((await inOrganization(server, actor, due)).map(({ at }) => at.toISOString())).toEqual([AHEAD.endsAt])
  })

  test.each(['DRAFT'])('and that is %s stays so', async (status) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { status, ...TERMINAL_STATUSES })
    await run()
    expect(await show(actor, id)).toMatchObject({ status })
  })

  test('is not started by hand: in no way there is', async () => {
    const author = server.actor()
    const actor = server.actor({ organizationId: author.organizationId })
    for (const status of ['ACTIVE', 'SCHEDULED']) {
      const made = await actor.rest('POST', '/api/campaigns', campaignBody({ status, ...TERMINAL_STATUSES }))
      expect([made.status, made.body.details]).toEqual([400, { endsAt: 'must be in the future to start a campaign' }])
      const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL', ...TERMINAL_STATUSES })
      const approved = await move(actor, id, status)
      expect([approved.status, approved.body.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
      // The job of the server itself may have ended the campaign first.
      const sentences = [
        `The end of the campaign, ${TERMINAL_STATUSES.endsAt}, is in the past. Change endsAt to start the campaign`,
        `Campaign cannot go from FAILED to ${status}`,
      ]
      expect(sentences).toContain(approved.body.message)
      expect(['PENDING_APPROVAL', 'FAILED']).toContain((await show(actor, id)).status)
      const bulk = await actor.rest('POST', '/api/campaigns/bulk', {
        operation: 'STATUS',
        ids: [id],
        changes: { status },
      })
      expect(bulk.body.data.failed).toMatchObject([{ id, code: 'INVALID_STATE_TRANSITION' }])
    }
    const { id } = await aCampaign(actor, { status: 'ACTIVE' })
    await move(actor, id, 'PAUSED')
    await end(actor, id)
    const resumed = await move(actor, id, 'ACTIVE')
    // The job of the server itself may have been there first.
    expect([resumed.status, resumed.body.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  test('never starts by itself, whichever step comes first', async () => {
    const actor = server.actor()
    const made = await Promise.all(Array.from({ length: 6 }, () => aCampaign(actor, { status: 'SCHEDULED', ...AHEAD })))
    for (const { id } of made) await put(actor, id, TERMINAL_STATUSES)
    await Promise.all([run(), run()])
    expect((await movesOf(actor)).sort()).toEqual(made.map(({ id }) => id).sort())
    for (const { id } of made) expect(await show(actor, id)).toMatchObject({ status: 'FAILED' })
  })

  test('is found among more than one run takes at once', async () => {
    const actor = server.actor()
    await aCampaign(actor)
    const { organizationId } = actor
    const many = sql`insert into campaign
      (organization_id, id, name, type, status, channels, ends_at, created_by, created_at, updated_at)
      select organization_id, md5(n::text)::uuid, 'Many', 'SOCIAL', 'ACTIVE', '{}', ${TERMINAL_STATUSES.endsAt}, 'u', now(), now()
      from organization cross join generate_series(1, 1100) n where organization_id = ${organizationId}`
    await passTime(server, actor, 'campaigns', many)
    await run()
    // By the name too, so that rows are counted: these were made beside the gateway, which keeps its counts by what it writes.
    const left = await actor.graphql('{ campaigns(filter: { status: [ACTIVE], search: "Many" }) { totalCount } }')
    expect(left.body.data.campaigns.totalCount).toBe(0)
  })

  test('of one organization waits for nobody else’s lock', async () => {
    const [locked, free] = [server.actor(), server.actor()]
    const [{ id: held }, { id: other }] = [
      await aCampaign(locked, { status: 'ACTIVE' }),
      await aCampaign(free, { status: 'ACTIVE' }),
    ]
    await end(free, other)
    const { organizationId } = locked
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
      unit.makeDue('campaigns')
      await unit.db
        .updateTable('campaign')
        .set({ endsAt: new Date(TERMINAL_STATUSES.endsAt) })
        .where('id', '=', held)
        .execute()
      // PGlite has one connection: nobody can be beside this transaction there.
      if (process.env.TEST_DATABASE_URL) {
        await run()
        expect(await show(free, other)).toMatchObject({ status: 'COMPLETED' })
      }
    })
    await run()
    expect(await show(locked, held)).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('a campaign starts and ends by the clock of the database, also where a replica’s', () => {
  test.each([30, -30])('is %i minutes off', async (minutes) => {
    using _ = clockOff(minutes)
    const actor = server.actor()
    const now = await databaseTime(server)
    const at = (minute: number) => new Date(now + minute * MINUTE_MS).toISOString()
    const scheduled = (startsAt: string) => aCampaign(actor, { status: 'SCHEDULED', startsAt })
    const active = (endsAt: string) => aCampaign(actor, { status: 'ACTIVE', endsAt })
    const [early, late, lasting, over] = [
      await scheduled(at(10)),
      await scheduled(at(60)),
      await active(at(15)),
      await active(at(60)),
    ]
    await put(actor, late.id, { startsAt: at(-1) })
    await end(actor, over.id, { startsAt: at(-2), endsAt: at(-1) })
    await until('what is due', async () => {
      await run()
      return (await show(actor, late.id)).status === 'ACTIVE' && (await show(actor, over.id)).status === 'COMPLETED'
    })
    expect(await show(actor, early.id)).toMatchObject({ status: 'SCHEDULED' })
    expect(await show(actor, lasting.id)).toMatchObject({ status: 'ACTIVE' })
    const due = sql<{ at: Date }>`select due_at as at from due_work where kind = 'campaigns'`
    expect((await inOrganization(server, actor, due)).map(({ at: next }) => next.toISOString())).toEqual([at(10)])
  })
})

test('a campaign that waits for consent starts when that is recorded, and is looked at no sooner', async () => {
  const actor = server.actor()
  const consent = await aConsent(actor, { channel: 'SMS' })
  const { id } = await aCampaign(actor, { type: 'SMS', status: 'SCHEDULED', ...AHEAD })
  await actor.rest('POST', `/api/consents/${consent.id}/withdraw`)
  await put(actor, id, { startsAt: inMinutes(-1) })
  const due = sql<{ at: Date }>`select due_at as at from due_work where kind = 'campaigns'`
  await until('the look', async () => {
    await run()
    return (await inOrganization(server, actor, due))[0]?.at.toISOString() === AHEAD.endsAt
  })
  expect(await show(actor, id)).toMatchObject({ status: 'SCHEDULED' })
  await aConsent(actor, { channel: 'SMS' })
  await until('the start', async () => {
    await run()
    return (await show(actor, id)).status === 'ACTIVE'
  })
})
