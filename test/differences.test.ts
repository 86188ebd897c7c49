import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fingerprints } from './support/fingerprint.ts'
import { fullInput } from './support/full.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor, makeRow } from './support/ids.ts'
import {
  aBreach,
  aCampaign,
  aClient,
  aContent,
  aMember,
  anAlert,
  aReviewedRequest,
  aWebhook,
  webhookBody,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { documentOf, rootFields, rows } from './support/surface.ts'

let server: TestServer
let stateOf: Awaited<ReturnType<typeof fingerprints>>
setUp(async (opened) => {
  server = opened.use(await startServer())
  stateOf = await fingerprints(server)
})

/** What the audit trail says that was done, in order. */
const actionsOf = ({ organizationId }: Actor): Promise<string[]> =>
  server.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, async ({ db }) => {
    const rows = await db.selectFrom('auditRecord').select('action').orderBy('sequence').execute()
    return rows.map(({ action }) => action)
  })

/** Does what must change nothing: no row, version or event, and no record but that something was shown. */
async function expectNoChange(actor: Actor, work: () => Promise<unknown>): Promise<void> {
  const before = await stateOf(actor.organizationId)
  const recorded = await actionsOf(actor)
  await work()
  expect(await stateOf(actor.organizationId)).toEqual(before)
  expect((await actionsOf(actor)).slice(recorded.length)).toEqual([expect.stringMatching(/_VIEWED$/)])
}

/** What can be changed, with values that it has from the beginning. */
const RESOURCES: [string, (actor: Actor) => Promise<Json>, object][] = [
  ['clients', aClient, { name: 'Karoo Fresh Foods', contact: { name: 'N. Dlamini' } }],
  ['campaigns', aCampaign, { name: 'Heritage Day', channels: null, clientId: '', startsAt: null }],
  ['content', aContent, { body: 'Happy Heritage Day.', variables: null, language: 'en', campaignId: '' }],
  ['team', aMember, { name: 'Thandi Nkosi', role: 'member', email: null }],
  ['breaches', aBreach, { title: 'Lost laptop', dataCategories: null, status: 'DISCOVERED' }],
  [
    'data-subject-requests',
    aReviewedRequest,
    { identityProof: { method: 'Identity document seen' }, correction: null, status: 'IN_REVIEW' },
  ],
  ['service-provider/webhooks', aWebhook, { events: webhookBody().events, status: 'ACTIVE', description: null }],
]

describe('a PUT that changes nothing', () => {
  test.each(RESOURCES)('of %s leaves no trace of a change', async (collection, make, same) => {
    const actor = server.actor()
    const { id, updatedAt } = await make(actor)
    for (const body of [{}, same]) {
      await expectNoChange(actor, async () => {
        const { status, body: answer } = await actor.rest('PUT', `/api/${collection}/${id}`, body)
        expect({ status, updatedAt: answer.data?.updatedAt }).toEqual({ status: 200, updatedAt })
      })
    }
  })
})

/** What a GET shows of something that a PUT changes, as a body; where there is no GET of it, the list does. */
async function read(actor: Actor, path: string): Promise<Json> {
  const one = await actor.rest('GET', READ_AT[path] ?? path)
  if (one.status === 200) return one.body.data
  const [collection, id] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  const { body } = await actor.rest('GET', `${collection}?limit=100`)
  return body.data.find((each: Json) => each.id === id)
}

const READ_AT: Record<string, string> = { '/api/service-provider/organization': '/api/service-provider' }

/** Creates a record for each PUT that takes an input, and returns its path. A route that is missing here fails. */
const MAKERS: Record<string, (actor: Actor) => Promise<string>> = {
  '/api/clients/[id]': async (actor) => `/api/clients/${(await aClient(actor, { region: 'Karoo' })).id}`,
  '/api/campaigns/[id]': async (actor) => `/api/campaigns/${(await aCampaign(actor, { budgetCents: 5 })).id}`,
  '/api/content/[id]': async (actor) => {
    const path = `/api/content/${(await aContent(actor)).id}`
    await actor.rest('PUT', `${path}/status`, { status: 'IN_REVIEW' })
    return path
  },
  '/api/team/[id]': async (actor) => `/api/team/${(await aMember(actor, { email: 'N@example.org' })).id}`,
  '/api/breaches/[id]': async (actor) => `/api/breaches/${(await aBreach(actor)).id}`,
  '/api/data-subject-requests/[id]': async (actor) =>
    `/api/data-subject-requests/${(await aReviewedRequest(actor)).id}`,
  '/api/service-provider/webhooks/[id]': async (actor) =>
    `/api/service-provider/webhooks/${(await aWebhook(actor)).id}`,
  '/api/service-provider/organization': async (actor) => {
    await aClient(actor)
    return '/api/service-provider/organization'
  },
  '/api/compliance/retention': async (actor) => {
    await actor.rest('PUT', '/api/compliance/retention', { periods: [{ resource: 'CLIENTS', days: 90 }] })
    return '/api/compliance/retention'
  },
  '/api/compliance/alerts/[id]': async (actor) => {
    const path = `/api/compliance/alerts/${(await anAlert(actor)).id}`
    await actor.rest('PUT', path, { status: 'ACKNOWLEDGED', note: 'Seen' })
    return path
  },
}

const puts = rows.filter(({ method, input }) => method === 'put' && input)

test('every PUT with an input is tried here', () => {
  expect(puts.map(({ path }) => path).sort()).toEqual(Object.keys(MAKERS).sort())
})

describe.each(puts.map((row) => [row.path, row] as const))('PUT %s', (path, row) => {
  const make = MAKERS[path] as (actor: Actor) => Promise<string>

  test('of what was read changes nothing', async () => {
    const actor = server.actor()
    const at = await make(actor)
    const shown = await read(actor, at)
    await expectNoChange(actor, async () => {
      const answer = await actor.rest('PUT', at, shown)
      expect([answer.status, answer.body.data]).toEqual([200, shown])
    })
    expect(await read(actor, at)).toEqual(shown)
  })

  const owned = [...row.outputFields].filter((field) => !(field in (row.input?.getFields() ?? {})))

  test(`refuses to change what nobody can: ${owned.join(', ')}`, async () => {
    const actor = server.actor()
    const at = await make(actor)
    const shown = await read(actor, at)
    for (const field of owned) {
      const before = await stateOf(actor.organizationId)
      const answer = await actor.rest('PUT', at, { ...shown, [field]: otherThan(shown[field]) })
      if (IGNORING.includes(path) || FIGURES.includes(field))
        expect([answer.status, answer.body.data]).toEqual([200, shown])
      else
        expect([answer.status, answer.body.details]).toEqual([
          400,
          { [field]: expect.stringMatching(/^cannot be|^is changed by PUT/) },
        ])
      expect(await stateOf(actor.organizationId)).toEqual(before)
    }
  })
})

/** The source copies the bodies of clients, and ignores what the service owns. */
const IGNORING = ['/api/clients/[id]']

/** Numbers that the service computes. They change between a GET and the PUT of what it showed. */
const FIGURES = ['contentCount', 'analyticsCount', 'spentCents', 'budgetUsed', 'daysLeft']

/** A value of the same kind, and another one. */
function otherThan(value: Json): Json {
  if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? `${value}x` : '2001-02-03T04:05:06.000Z'
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...value, null]
  return value === null ? 'something' : { ...value, something: 1 }
}

describe('a PUT of what was read', () => {
  test('with one field changed changes that field', async () => {
    const actor = server.actor()
    const at = await (MAKERS['/api/campaigns/[id]'] as (actor: Actor) => Promise<string>)(actor)
    const shown = await read(actor, at)
    const { body } = await actor.rest('PUT', at, { ...shown, name: 'Renamed' })
    expect(body.data).toEqual({ ...shown, name: 'Renamed', updatedAt: expect.not.stringMatching(shown.updatedAt) })
    expect((await actionsOf(actor)).filter((action) => action === 'CAMPAIGN_UPDATED')).toHaveLength(1)
  })

  test('with one period changed sets that period, and leaves the usual ones the usual ones', async () => {
    const actor = server.actor()
    await aClient(actor)
    const at = '/api/compliance/retention'
    const { periods } = await read(actor, at)
    const changed = periods.map((each: Json) => (each.resource === 'CONTENT' ? { ...each, days: 90 } : each))
    const { body } = await actor.rest('PUT', at, { periods: changed })
    const expected = periods.map((each: Json) =>
      each.resource === 'CONTENT' ? { ...each, days: 90, isDefault: false } : each,
    )
    expect(body.data).toEqual({ periods: expected })
    const refused = await actor.rest('PUT', at, { periods: changed.map((each: Json) => ({ ...each, backlog: 7 })) })
    expect(refused).toMatchObject({ status: 400, body: { details: { 'periods.0.backlog': 'cannot be changed' } } })
  })

  test('tells moments by their time, whatever the zone they are written in', async () => {
    const actor = server.actor()
    const at = `/api/campaigns/${(await aCampaign(actor, { startsAt: '2030-01-01T10:00:00+02:00' })).id}`
    const { id, createdAt } = await read(actor, at)
    const elsewhere = createdAt.replace('Z', '+00:00')
    await expectNoChange(actor, async () => {
      const body = { id, createdAt: elsewhere, startsAt: '2030-01-01T08:00:00Z' }
      expect((await actor.rest('PUT', at, body)).status).toBe(200)
    })
  })

  test('holds to If-Match, and keeps its ETag', async () => {
    const actor = server.actor()
    const at = `/api/campaigns/${(await aCampaign(actor)).id}`
    const { headers, body } = await actor.rest('GET', at)
    const etag = headers.get('etag') ?? ''
    const same = await actor.rest('PUT', at, body.data, { 'If-Match': etag })
    expect([same.status, same.headers.get('etag')]).toEqual([200, etag])
    expect((await actor.rest('PUT', at, body.data, { 'If-Match': '"other"' })).status).toBe(412)
  })

  test('of another tenant is 404, whatever it says', async () => {
    const foreign = await aCampaign(server.actor())
    const actor = server.actor()
    for (const body of [{}, { status: 'PAUSED' }, foreign]) {
      expect((await actor.rest('PUT', `/api/campaigns/${foreign.id}`, body)).status).toBe(404)
    }
  })

  test('points to the endpoint that changes the state', async () => {
    const actor = server.actor()
    const campaign = await actor.rest('PUT', `/api/campaigns/${(await aCampaign(actor)).id}`, { status: 'PAUSED' })
    expect(campaign.body.details).toEqual({ status: 'is changed by PUT /api/campaigns/[id]/status' })
    const content = await actor.rest('PUT', `/api/content/${(await aContent(actor)).id}`, { type: 'SMS', body: 'x' })
    expect(content.body.details).toEqual({ type: 'cannot be changed' })
  })

  test('asks for the permission to read, and tells nothing without it', async () => {
    const admin = server.actor()
    await aClient(admin)
    const permissions = ['org:provider:write']
    const writer = server.actor({ organizationId: admin.organizationId, role: 'member', permissions })
    const at = '/api/service-provider/organization'
    expect((await writer.rest('PUT', at, { name: 'Renamed' })).status).toBe(200)
    for (const id of [admin.organizationId, 'another']) {
      expect((await writer.rest('PUT', at, { id, name: 'Again' })).status).toBe(403)
      expect((await actionsOf(admin)).at(-1)).toBe('ACCESS_DENIED')
    }
    expect((await read(admin, at)).name).toBe('Renamed')
  })
})

const full = (name: string, fixed: Record<string, unknown>) => fc.sample(fullInput(name, fixed), 1)[0] as object

/** What GraphQL alone sets, each with its input where the required fields alone would say little. */
const SETTINGS: Record<string, object> = {
  addCampaignRecipients: {},
  removeUncoveredRecipients: {},
  correctAnalyticsRecord: { spendCents: 5, clicks: 7 },
  delayBreachNotification: {},
  markMentionsRead: {},
  markNotificationsRead: {},
  updateOperator: full('OperatorInput', {}),
  updateProcessingActivity: full('ProcessingActivityInput', { ground: 'CONTRACT' }),
  setCampaignSender: {},
  setCampaignTracking: { enabled: false },
  setCampaignSegment: {},
  setDefaultView: { list: 'CAMPAIGNS', parameters: 'columns=name' },
  updateReportSchedule: { sentOn: 'FIRST_OF_MONTH', hour: 6, timeZone: 'Europe/Berlin', isPaused: true },
  updateSavedView: { name: 'Paarl', parameters: 'status=DRAFT&columns=name' },
  updateSegment: { name: 'Paarl', filter: { languages: ['af'], attributes: [{ name: 'town', values: ['Paarl'] }] } },
  updateMailSettings: { mailsAtOnce: false, mailsDaily: true, mailLanguage: 'zu' },
  updatePrivacySettings: { requestGraceHours: 48 },
  updateApiKey: { name: 'Nightly', allowedNetworks: ['127.0.0.0/8', '::1'] },
  updateSender: { name: 'Karoo Fresh', telephone: '+27 21 555 0111', quietHours: false },
  updateSecuritySettings: {
    allowedAddresses: ['127.0.0.0/8', '::1'],
    exportRole: 'compliance',
    maximumSessionMinutes: 600,
    agentsAllowed: true,
    maximumKeyDays: 90,
    stepUpMinutes: null,
  },
}

/** Operations of GraphQL alone that act each time, or once: then a second call adds a row or answers CONFLICT. */
const ACTS = [
  'addOperator',
  'addProcessingActivity',
  'assessClient',
  'commentOnContent',
  'completeCleansing',
  'createReportSchedule',
  'createSavedView',
  'createSegment',
  'createSender',
  'declineInvitation',
  'deleteAnalyticsRecord',
  'deleteSender',
  'endDataSubjectGrace',
  'endSessions',
  'deleteReportSchedule',
  'deleteSavedView',
  'deleteSegment',
  'importRecipients',
  'placeLegalHold',
  'previewMessage',
  'publishAuditTiles',
  'recordBreachUpdate',
  'recordConsentApproach',
  'recordExistingCustomer',
  'releaseLegalHold',
  'remindSignOff',
  'reopenContentComment',
  'requestSignOff',
  'resendWebhookDelivery',
  'resolveContentComment',
  'restoreFromTrash',
  'retryBackgroundWork',
  'retryMessages',
  'reviewDataSubjectRequest',
  'revokeSignOff',
  'rotateApiKey',
  'rotateSenderHookSecret',
  'rotateWebhookSecret',
  'sendReport',
  'sendTestMessage',
  'startCleansing',
  'startClientImport',
  'suppressContact',
  'translateContent',
  'undoDataSubjectCompletion',
  'verifySender',
  'withdrawAuditTiles',
  'withdrawSuppression',
]

const graphqlOnly = rootFields.filter(
  ([kind, name]) =>
    kind === 'mutation' && !rows.some(({ field, operation }) => field === name && operation.type === kind),
)

test('every mutation that GraphQL alone has sets something, or is an act', () => {
  expect(graphqlOnly.map(([, name]) => name).sort()).toEqual([...Object.keys(SETTINGS), ...ACTS].sort())
})

describe('what GraphQL alone sets', () => {
  const settings = graphqlOnly.filter(([, name]) => name in SETTINGS)

  test.each(settings.map((root) => [root[1], root] as const))(
    '%s leaves no trace the second time',
    async (name, root) => {
      const actor = server.actor()
      await aClient(actor)
      await makeRow(server, 'notifications', actor)
      const { input, ...args } = argumentsOf(root, await idsFor(server, root, actor))
      const variables = { ...args, input: { ...(input as object), ...SETTINGS[name] } }
      const run = async () => {
        const { body } = await actor.graphql(documentOf(root), variables)
        expect(body.errors).toBeUndefined()
        return body.data[name]
      }
      const first = await run()
      await expectNoChange(actor, async () => {
        const second = await run()
        if (name !== 'markNotificationsRead') expect(second).toEqual(first)
      })
    },
  )

  test('the usual grace period, sent back as it is shown, is no change', async () => {
    const actor = server.actor()
    await aClient(actor)
    const { requestGraceHours } = (await actor.graphql('{ privacySettings { requestGraceHours } }')).body.data
      .privacySettings
    for (const hours of [requestGraceHours, null]) {
      await expectNoChange(actor, async () => {
        const set =
          'mutation ($hours: SafeInt) { updatePrivacySettings(input: { requestGraceHours: $hours }) { requestGraceHours } }'
        const { body } = await actor.graphql(set, { hours })
        expect(body.errors).toBeUndefined()
        expect(body.data.updatePrivacySettings).toEqual({ requestGraceHours })
      })
    }
  })
})
