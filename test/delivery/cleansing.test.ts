/**
 * More than 20 s: it starts a gateway of its own, with a mail server and a name server.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { asked } from '../support/answers.ts'
import { addPeople, finished, move, readyCampaign, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign, aConsent, aGrantedRequest, aSubject, completeNow } from '../support/samples.ts'
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

const RUN = 'id status contacts matches suppressed completedAt completedBy createdBy'
const START = `mutation ($id: ID, $after: String) { startCleansing(id: $id, after: $after) { cleansing { ${RUN} } csv next } }`
const COMPLETE = `mutation ($id: ID!, $input: CleansingAnswerInput!) { completeCleansing(id: $id, input: $input) { ${RUN} } }`
const start = async (actor: Actor, variables: object = {}): Promise<Json> =>
  (await asked(actor, START, variables)).startCleansing
const complete = async (actor: Actor, id: string, input: object = {}): Promise<Json> =>
  (await asked(actor, COMPLETE, { id, input })).completeCleansing
const refusal = async (actor: Actor, query: string, variables: object): Promise<Json> =>
  (await actor.graphql(query, variables as Record<string, unknown>)).body.errors?.[0].extensions
const suppressions = async (actor: Actor): Promise<Json[]> =>
  (await asked(actor, '{ suppressions { nodes { cause purpose channel note } } }')).suppressions.nodes
const NEEDS = 'query ($id: ID!) { campaign(id: $id) { launchCheck { need isBlocking missing } } }'
const cleansingNeed = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, NEEDS, { id })).campaign.launchCheck.find(({ need }: Json) => need === 'CLEANSING')

describe('a cleansing', () => {
  test('gives every known contact once, and no erased person', async () => {
    const actor = server.actor()
    const erased = aSubject()
    await aConsent(actor, { subject: erased })
    await aConsent(actor, { subject: aSubject({ email: 'Ann+news@example.org' }) })
    const { id } = await aCampaign(actor, { type: 'EMAIL' })
    await addPeople(actor, id, [{ email: 'ann@example.org' }, { email: 'ben@example.org' }])
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject: erased })
    const executor = server.actor({ organizationId: actor.organizationId })
    expect((await completeNow(executor, request.id)).body.data.status).toBe('COMPLETED')
    await aConsent(server.actor())
    const { cleansing, csv, next } = await start(actor)
    expect([csv, next]).toEqual(['contact\nann@example.org\nben@example.org\n', null])
    expect(cleansing).toMatchObject({ status: 'STARTED', contacts: 2, createdBy: actor.userId, completedAt: null })
    expect((await start(actor, { id: cleansing.id, after: 'ann@example.org' })).csv).toBe('contact\nben@example.org\n')
  })

  test('suppresses the contacts of the answer once, and is listed', async () => {
    const actor = server.actor()
    const { subject } = await aConsent(actor)
    const { cleansing } = await start(actor)
    const [first, last] = [`contact,blocked\r\n"${subject.email}",yes\r\n`, `${subject.email}\n+27 82 555 0199\n`]
    expect(await complete(actor, cleansing.id, { csv: first, isLast: false })).toMatchObject({
      ...{ status: 'STARTED', matches: 1, suppressed: 1 },
    })
    const done = await complete(actor, cleansing.id, { csv: last })
    expect(done).toMatchObject({ status: 'COMPLETED', matches: 3, suppressed: 2, completedBy: actor.userId })
    const registry = { cause: 'REGISTRY', purpose: 'MARKETING', channel: null, note: `Cleansing ${cleansing.id}` }
    expect(await suppressions(actor)).toEqual([registry, registry])
    const { consents } = await asked(actor, '{ consents { nodes { status } } }')
    expect(consents.nodes).toEqual([{ status: 'WITHDRAWN' }])
    expect(await refusal(actor, COMPLETE, { id: cleansing.id, input: {} })).toMatchObject({ code: 'CONFLICT' })
    const { registryCleansings } = await asked(actor, `{ registryCleansings { nodes { ${RUN} } } }`)
    expect(registryCleansings.nodes).toEqual([done])
  })

  test.each([
    ['a line that is no contact', 'ann@example.org\nnobody\n'],
    ['too many contacts', Array.from({ length: 501 }, (_, index) => `p${index}@example.org`).join('\n')],
  ])('refuses an answer with %s as a whole', async (_, csv) => {
    const actor = server.actor()
    const { cleansing } = await start(actor)
    expect(await refusal(actor, COMPLETE, { id: cleansing.id, input: { csv } })).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await suppressions(actor)).toEqual([])
  })

  test('is for the people of its organization who handle privacy', async () => {
    const actor = server.actor()
    const { cleansing } = await start(actor)
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    const variables = { id: cleansing.id, input: { csv: 'ann@example.org' } }
    for (const query of [START, COMPLETE]) {
      expect(await refusal(viewer, query, variables)).toMatchObject({ code: 'FORBIDDEN' })
      expect(await refusal(server.actor(), query, variables)).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await suppressions(actor)).toEqual([])
  })
})

describe('a campaign of direct marketing', () => {
  test('is named by the launch check without a cleansing in the last month, and can start', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { type: 'EMAIL' })
    const named = { need: 'CLEANSING', isBlocking: false, missing: expect.stringContaining('startCleansing') }
    expect(await cleansingNeed(actor, id)).toEqual(named)
    await complete(actor, (await start(actor)).cleansing.id)
    expect(await cleansingNeed(actor, id)).toBeUndefined()
    await inOrganization(server, actor, sql`update registry_cleansing set completed_at = now() - interval '32 days'`)
    expect(await cleansingNeed(actor, id)).toEqual(named)
    const GRAPHQL = 'mutation ($input: CampaignInput!) { createCampaign(input: $input) { id } }'
    const service = await asked(actor, GRAPHQL, { input: { name: 'Invoices', type: 'EMAIL', purpose: 'SERVICE' } })
    expect(await cleansingNeed(actor, service.createCampaign.id)).toBeUndefined()
  })

  test('skips the contacts of the registry, and stores the cleansing with each message', async () => {
    const actor = server.actor()
    const { id, approver, subjects } = await readyCampaign(server, actor, names, { people: 2 })
    const { cleansing } = await start(actor)
    await complete(actor, cleansing.id, { csv: subjects[0].email })
    await move(approver, id, 'ACTIVE')
    expect((await finished(actor, id)).delivery).toMatchObject({
      sent: 1,
      skippedBy: [{ reason: 'REGISTRY', count: 1 }],
    })
    const GROUNDS =
      'query ($id: ID!) { campaign(id: $id) { messages { nodes { status ground { kind cleansingId } } } } }'
    const { messages } = (await asked(actor, GROUNDS, { id })).campaign
    const [sent] = messages.nodes.filter(({ status }: Json) => status === 'SENT')
    expect(sent.ground).toEqual({ kind: 'CONSENT', cleansingId: cleansing.id })
    expect(sink.messages.filter(({ to }) => to === subjects[0].email)).toEqual([])
  })
})
