/** @long it breaks each rule of compliance in turn. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { ACCESSIBLE, textOf } from './support/pdf.ts'
import { aBreach, aCampaign, aClient, aConsent, aNotifiedBreach, aRequest } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const DAY_MS = 24 * 3600 * 1000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const status = async (actor: Actor): Promise<Json> => (await actor.rest('GET', '/api/compliance/status')).body.data
const alerts = async (actor: Actor, query = ''): Promise<Json> =>
  (await actor.rest('GET', `/api/compliance/alerts?limit=100&${query}`)).body
const typesOf = ({ data }: Json) => data.map(({ type }: Json) => type)

const update = (actor: Actor, changes: object) => actor.rest('PUT', '/api/service-provider/organization', changes)
const setRetention = (actor: Actor, resource: string, days: number | null) =>
  actor.rest('PUT', '/api/compliance/retention', { periods: [{ resource, days }] })

/** An organization about which there is nothing to complain. */
async function aCompliantActor(): Promise<Actor> {
  const actor = server.actor()
  await update(actor, {
    name: 'Acme',
    address: { city: 'Durban' },
    informationOfficerName: 'L. Mokoena',
    informationOfficerEmail: 'io@example.org',
    informationOfficerRegistration: 'IR-1',
  })
  await setRetention(actor, 'INVITATIONS', 400)
  return actor
}

/** What raises each alert, what it does to the score, and what makes it go away. */
const CAUSES: [type: string, score: number, raise: (actor: Actor) => Promise<(() => Promise<unknown>) | undefined>][] =
  [
    [
      'REQUEST_OVERDUE',
      69,
      async (actor) => {
        const { id } = await aRequest(actor, { receivedAt: ago(45) })
        return () => actor.rest('PUT', `/api/data-subject-requests/${id}`, { status: 'WITHDRAWN' })
      },
    ],
    [
      'BREACH_UNACKNOWLEDGED',
      69,
      async (actor) => {
        const { id } = await aBreach(actor)
        return () => actor.rest('PUT', `/api/breaches/${id}`, { status: 'INVESTIGATING' })
      },
    ],
    [
      'BREACH_NOT_NOTIFIED',
      69,
      async (actor) => {
        const { id } = await aBreach(actor, { discoveredAt: ago(4), affectedSubjects: 0 })
        await actor.rest('PUT', `/api/breaches/${id}`, { status: 'INVESTIGATING' })
        return () => actor.rest('POST', `/api/breaches/${id}/notify`, { recipient: 'REGULATOR' })
      },
    ],
    [
      'BREACH_SUBJECTS_NOT_TOLD',
      69,
      async (actor) => {
        const { id } = await aNotifiedBreach(actor, { discoveredAt: ago(4) })
        await actor.rest('PUT', `/api/breaches/${id}`, { status: 'INVESTIGATING' })
        return () => actor.rest('POST', `/api/breaches/${id}/notify`, { recipient: 'SUBJECTS' })
      },
    ],
    [
      'CAMPAIGN_WITHOUT_CONSENT',
      75,
      async (actor) => {
        const { id } = await aConsent(actor)
        // A campaign that runs would be paused soon, which ends the alert.
        const startsAt = new Date(Date.now() + DAY_MS).toISOString()
        await aCampaign(actor, { type: 'EMAIL', status: 'SCHEDULED', startsAt })
        await actor.rest('POST', `/api/consents/${id}/withdraw`)
        return () => aConsent(actor)
      },
    ],
    [
      'CONSENTS_EXPIRING',
      100,
      async (actor) => {
        const { id } = await aConsent(actor, {
          channel: 'SMS',
          expiresAt: new Date(Date.now() + 5 * DAY_MS).toISOString(),
        })
        return () => actor.rest('POST', `/api/consents/${id}/withdraw`)
      },
    ],
    [
      'RETENTION_BACKLOG',
      78,
      async (actor) => {
        const { id } = await aCampaign(actor)
        const { organizationId } = actor
        await server.database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) =>
          sql`insert into analytics_record values (${organizationId}, gen_random_uuid(), ${id}::uuid, null, null,
          current_date - 40, 1, 1, 1, 1, 1, null, now(), now())`.execute(db),
        )
        await setRetention(actor, 'ANALYTICS_RECORDS', 30)
        return () => actor.rest('DELETE', `/api/campaigns/${id}`)
      },
    ],
  ]

describe('alerts and the score', () => {
  test('an organization in order has none, and the full score', async () => {
    const actor = await aCompliantActor()
    expect(await alerts(actor)).toMatchObject({ data: [], meta: { total: 0, page: 1, limit: 100, pages: 0 } })
    expect(await status(actor)).toMatchObject({ score: 100, level: 'COMPLIANT', openAlerts: 0 })
  })

  test('CONSENTS_EXPIRING names the South African day of the first expiry', async () => {
    const actor = await aCompliantActor()
    const now = Date.now()
    const dayIn = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
    // Half past midnight of the next day in South Africa.
    await aConsent(actor, { expiresAt: `${dayIn(5)}T22:30:00Z` })
    const { data } = await alerts(actor)
    const day = new Intl.DateTimeFormat('en-ZA', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(dayIn(6)))
    const message = `Consents for Email expire within 30 days: 1, the first on ${day}`
    expect(data).toMatchObject([{ type: 'CONSENTS_EXPIRING', message }])
  })

  test('INFORMATION_OFFICER_MISSING comes and goes', async () => {
    const actor = server.actor()
    await aClient(actor)
    expect(typesOf(await alerts(actor))).toEqual(['INFORMATION_OFFICER_MISSING'])
    // Of its own record nothing is there; the one client that it keeps is not past its period.
    expect(await status(actor)).toMatchObject({
      score: 22,
      level: 'NON_COMPLIANT',
      facts: { informationOfficerNamed: false },
    })
    await update(actor, { informationOfficerName: 'L. Mokoena', informationOfficerPhone: '+27 31 000 0000' })
    expect(typesOf(await alerts(actor))).toEqual([])
  })

  test.each(CAUSES)('%s comes and goes with its cause', async (type, score, raise) => {
    const actor = await aCompliantActor()
    const remove = await raise(actor)
    const { data } = await alerts(actor)
    expect(data).toMatchObject([{ type, status: 'OPEN', changedBy: null }])
    expect(await status(actor)).toMatchObject({ score, openAlerts: 1 })
    expect((await alerts(actor)).data[0].id).toBe(data[0].id)
    await remove?.()
    expect(typesOf(await alerts(actor))).toEqual([])
  })

  test('everything wrong at once scores nothing, and is filtered and paginated', async () => {
    const actor = server.actor()
    await aClient(actor)
    for (const [, , raise] of CAUSES) await raise(actor)
    const all = await alerts(actor)
    expect(new Set(typesOf(all))).toEqual(new Set(['INFORMATION_OFFICER_MISSING', ...CAUSES.map(([type]) => type)]))
    expect(await status(actor)).toMatchObject({
      level: 'NON_COMPLIANT',
      facts: { overdueRequests: 1, openBreaches: 3 },
    })
    expect(typesOf(await alerts(actor, 'severity=CRITICAL'))).toEqual(['BREACH_UNACKNOWLEDGED'])
    expect(typesOf(await alerts(actor, 'type=REQUEST_OVERDUE'))).toEqual(['REQUEST_OVERDUE'])
    const { body } = await actor.rest('GET', '/api/compliance/alerts?limit=3&page=2')
    expect(body.meta).toEqual({ total: all.meta.total, page: 2, limit: 3, pages: Math.ceil(all.meta.total / 3) })
    expect(body.data).toEqual(all.data.slice(3, 6))
  })
})

describe('where there is nothing to judge', () => {
  test('there is no score, no level and no verdict: on no page, in no report', async () => {
    const actor = server.actor()
    const nothing = await status(actor)
    expect(nothing).toMatchObject({ score: null, level: null })
    expect(nothing.checks.map(({ passed }: Json) => passed)).toEqual(Array(10).fill(null))
    const { body } = await actor.rest('GET', '/api/compliance/reports')
    expect(body.data).toMatchObject({ score: null, level: null })
    const standing = body.data.rows.filter(({ section }: Json) => section === 'Compliance')
    const values = new Map(standing.map(({ measure, value }: Json) => [measure, value]))
    expect([values.get('Score'), values.get('Level')]).toEqual(['nothing to judge', 'nothing to judge'])
    expect(standing.filter(({ value }: Json) => value === 'yes' || value === 'no')).toEqual([])
    const pdf = await fetch(`${server.url}/api/compliance/reports?format=pdf`, {
      headers: { Authorization: `Bearer ${actor.token}` },
    })
    expect(pdf.status).toBe(200)
    const shown = await actor.graphql('{ complianceStatus { score level checks { passed } } }')
    expect(shown.body.data.complianceStatus).toMatchObject({ score: null, level: null })
  })

  const verdict = async (actor: Actor, name: string) =>
    (await status(actor)).checks.find((check: Json) => check.name === name).passed

  test.each([
    ['recordsDeletedInTime', (actor: Actor) => aCampaign(actor)],
    ['requestsAnsweredInTime', (actor: Actor) => aRequest(actor)],
    [
      'breachesHandled',
      async (actor: Actor) => {
        const { id } = await aBreach(actor)
        await actor.rest('PUT', `/api/breaches/${id}`, { status: 'INVESTIGATING' })
      },
    ],
    [
      'marketingConsented',
      async (actor: Actor) => {
        await aCampaign(actor, { type: 'EMAIL' })
        await aCampaign(actor, { type: 'SOCIAL', status: 'ACTIVE' })
        expect(await verdict(actor, 'marketingConsented')).toBeNull()
        await aConsent(actor)
        await aCampaign(actor, { type: 'SOCIAL', channels: ['EMAIL'], status: 'ACTIVE' })
      },
    ],
  ])('%s says so, until there is', async (name, bringAbout) => {
    const [actor, other] = [await aCompliantActor(), await aCompliantActor()]
    expect(await verdict(actor, name)).toBeNull()
    await bringAbout(actor)
    expect([await verdict(actor, name), await verdict(other, name)]).toEqual([true, null])
  })
})

describe('the two pages', () => {
  const page = async (actor: Actor): Promise<Json> =>
    (await actor.rest('GET', '/api/service-provider/compliance')).body.data

  async function agreeing(actor: Actor): Promise<Json> {
    const judgement = async () => {
      const { score, level, checks } = await status(actor)
      return { score, level, checks }
    }
    // A campaign that lost its coverage may pause in between. Then there is less to judge.
    const [{ score, level, checks }, shown] = await until('the two pages of one moment', async () => {
      const [before, between, after] = [await judgement(), await page(actor), await judgement()]
      return isDeepStrictEqual(before, after) && ([after, between] as const)
    })
    const judged = checks.filter(({ passed }: Json) => passed !== null)
    const met = judged.filter(({ passed }: Json) => passed)
    expect(shown).toEqual({ score, level, checks, met: met.length, total: judged.length })
    const weightOf = (some: Json[]) => some.reduce((sum: number, { weight }: Json) => sum + weight, 0)
    expect(Math.round((100 * weightOf(met)) / weightOf(judged))).toBe(score)
    return shown
  }

  test('agree on the same checks, whatever is right or wrong', async () => {
    const actor = await aCompliantActor()
    expect(await agreeing(actor)).toMatchObject({ score: 100, level: 'COMPLIANT', met: 6, total: 6 })
    for (const [, , raise] of CAUSES) {
      await raise(actor)
      await agreeing(actor)
    }
    expect(await agreeing(actor)).toMatchObject({ level: 'NON_COMPLIANT' })
  })

  test.each([
    ['addressGiven', 86, { address: null }],
    ['informationOfficerNamed', 71, { informationOfficerName: null }],
    ['informationOfficerReachable', 86, { informationOfficerEmail: null }],
    ['informationOfficerRegistered', 86, { informationOfficerRegistration: null }],
  ])('the record speaks for %s', async (name, score, changes) => {
    const actor = await aCompliantActor()
    expect((await update(actor, changes)).status).toBe(200)
    const { checks, ...rest } = await agreeing(actor)
    expect(rest).toMatchObject({ score, level: 'ATTENTION' })
    expect(checks.filter(({ passed }: Json) => passed === false)).toMatchObject([{ name }])
  })

  test('a retention period of its own counts, the defaults do not', async () => {
    const actor = await aCompliantActor()
    await setRetention(actor, 'INVITATIONS', null)
    expect(await agreeing(actor)).toMatchObject({ score: 86 })
  })
})

describe('marking an alert', () => {
  const mark = (actor: Actor, id: string, body: unknown) => actor.rest('PUT', `/api/compliance/alerts/${id}`, body)

  test('its id in capitals is the same id, as for every other record', async () => {
    const actor = server.actor()
    await aClient(actor)
    const [{ id }] = (await alerts(actor)).data
    const marked = await mark(actor, id.toUpperCase(), { status: 'ACKNOWLEDGED' })
    expect([marked.status, marked.body.data?.id]).toEqual([200, id])
    const { body } = await actor.graphql('query ($id: ID!) { complianceAlert(id: $id) { id status } }', {
      id: id.toUpperCase(),
    })
    expect(body.data?.complianceAlert).toEqual({ id, status: 'ACKNOWLEDGED' })
  })

  test.each([
    [['ACKNOWLEDGED', 'RESOLVED'], true],
    [['RESOLVED'], true],
    [['ACKNOWLEDGED', 'ACKNOWLEDGED'], true],
    [['RESOLVED', 'ACKNOWLEDGED'], false],
    [['RESOLVED', 'RESOLVED'], true],
  ])('%j is allowed: %s', async (steps, isAllowed) => {
    const actor = server.actor()
    await aClient(actor)
    const [{ id }] = (await alerts(actor)).data
    const answers = []
    for (const status of steps) answers.push(await mark(actor, id, { status, note: 'Seen' }))
    expect(answers.at(-1)).toMatchObject(
      isAllowed
        ? { status: 200, body: { data: { status: steps.at(-1) } } }
        : { status: 409, body: { code: 'INVALID_STATE_TRANSITION' } },
    )
    const expected = isAllowed ? steps.at(-1) : steps[0]
    expect((await alerts(actor)).data).toMatchObject([{ id, status: expected, note: 'Seen', changedBy: actor.userId }])
    expect((await alerts(actor, 'status=OPEN')).data).toEqual([])
    expect(await status(actor)).toMatchObject({ score: 22, openAlerts: 0 })
  })

  test('that is another organization’s, or none, is 404; a wrong status 400', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    for (const each of [actor, other]) await aClient(each)
    const [{ id }] = (await alerts(other)).data
    for (const wrong of [id, 'nonsense', '00000000-0000-0000-0000-000000000000']) {
      expect(await mark(actor, wrong, { status: 'RESOLVED' })).toMatchObject({
        status: 404,
        body: { error: 'Compliance alert not found', code: 'NOT_FOUND' },
      })
    }
    expect((await mark(actor, id, {})).body.error).toBe('status is required')
    expect((await mark(other, id, { status: 'OPEN' })).body.details).toEqual({
      status: 'must be one of ACKNOWLEDGED, RESOLVED',
    })
  })

  test('of two at once one wins, and the other changes nothing', async () => {
    const actor = server.actor()
    await aClient(actor)
    const [{ id }] = (await alerts(actor)).data
    const others = [1, 2].map(() => server.actor({ organizationId: actor.organizationId }))
    const answers = await Promise.all(others.map((each) => mark(each, id, { status: 'RESOLVED' })))
    const [first, second] = answers.map(({ body }) => body.data)
    expect(first).toMatchObject({ status: 'RESOLVED', changedBy: second.changedBy, changedAt: second.changedAt })
  })
})

describe('reports', () => {
  const path = '/api/compliance/reports'

  test('as JSON, over both surfaces', async () => {
    const actor = await aCompliantActor()
    await aRequest(actor)
    await aRequest(actor, { receivedAt: ago(400) })
    await aConsent(actor)
    const { headers, body } = await actor.rest('GET', path)
    expect(headers.get('content-type')).toContain('application/json')
    expect(body).toMatchObject({ success: true, data: { score: 69, level: 'ATTENTION' } })
    const value = (section: string, measure: string) =>
      body.data.rows.find((row: Json) => row.section === section && row.measure === measure)?.value
    expect(value('Data-subject requests', 'Received')).toBe('1')
    expect(value('Compliance', 'Open requests')).toBe('2')
    expect(value('Consents', 'Granted')).toBe('1')
    expect(value('Compliance', 'Information Officer')).toBe('L. Mokoena')
    expect(value('Compliance', 'Level')).toBe('Attention')
    expect(value('Retention', 'Data subject requests: days kept')).toBe('1095')
    const { body: same } = await actor.graphql('{ complianceReport { from to rows { section measure value } } }')
    expect(same.data.complianceReport).toEqual({ from: body.data.from, to: body.data.to, rows: body.data.rows })
  })

  test('as CSV', async () => {
    const actor = await aCompliantActor()
    const { headers, body } = await actor.rest('GET', `${path}?format=csv&from=2026-01-01&to=2026-01-31`)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="compliance-2026-01-01-2026-01-31.csv"')
    const rows = parse(String(body), { columns: true })
    expect(rows).toContainEqual({ section: 'Compliance', measure: 'Score', value: '100' })
  })

  test.each(['af', 'zu'])('in the language %s, without an English text', async (language) => {
    const actor = await aCompliantActor()
    await aRequest(actor, { type: 'CONSENT_WITHDRAWAL' })
    const { body: english } = await actor.rest('GET', path)
    const { body } = await actor.rest('GET', `${path}?language=${language}`)
    expect(Object.keys(body.data)).toEqual(Object.keys(english.data))
    expect(body.data.rows).toHaveLength(english.data.rows.length)
    const textsOf = ({ rows }: Json): string[] =>
      rows.flatMap(({ section, measure, value }: Json) => [section, measure, value])
    const shown = textsOf(body.data).filter((text) => /[a-z]/.test(text) && text !== 'L. Mokoena')
    expect(shown.filter((text) => textsOf(english.data).includes(text) || text.includes('report.'))).toEqual([])
    const { body: csv } = await actor.rest('GET', `${path}?format=csv&language=${language}`)
    const [titles, ...lines] = parse(String(csv)) as string[][]
    expect(titles).toEqual(
      language === 'af' ? ['afdeling', 'maatstaf', 'waarde'] : ['isigaba', 'isilinganiso', 'inani'],
    )
    expect(lines).toEqual(body.data.rows.map(({ section, measure, value }: Json) => [section, measure, value]))
  })

  test('as PDF', async () => {
    const { token, rest } = await aCompliantActor()
    await rest('PUT', '/api/service-provider/organization', { name: 'Masipala wa Ṱhohoyanḓou' })
    const response = await fetch(`${server.url}${path}?format=pdf&language=af`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF')
    expect(bytes.length).toBeGreaterThan(1500)
    const raw = bytes.toString('latin1')
    for (const mark of ['(Verslag oor nakoming van POPIA)', '/TH', ...ACCESSIBLE]) expect(raw).toContain(mark)
    expect(textOf(bytes)).toContain('Masipala wa Ṱhohoyanḓou')
  })

  test.each([
    ['0001-01-10', '0001-01-01'],
    ['2026-03-01', '2026-01-31'],
  ])('begins 29 days before its end on %s', async (to, from) => {
    const { status, body } = await server.actor().rest('GET', `${path}?to=${to}`)
    expect({ status, from: body.data?.from, to: body.data?.to }).toEqual({ status: 200, from, to })
  })

  test.each(['language=nl', 'from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'format=doc', 'to=tomorrow'])(
    '%s is refused',
    async (query) => {
      const { status, body } = await server.actor().rest('GET', `${path}?${query}`)
      expect(status).toBe(400)
      expect(body.code).toBe('VALIDATION_ERROR')
    },
  )
})
