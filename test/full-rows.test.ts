/** @long it changes the full row of every resource by every mutation. */
import { beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql'
import type { CompiledRoute } from '../rest-compat/compile.ts'
import { takenFields } from '../src/graphql/coerce.ts'
import { fullInput } from './support/full.ts'
import { idsFor } from './support/ids.ts'
import { runs } from './support/runs.ts'
import {
  aCampaign,
  aClient,
  aContent,
  aGrantedRequest,
  aMember,
  anAlert,
  anInvitation,
  aSubject,
  clientBody,
  consentBody,
  contactOf,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { aReviewer } from './support/sign-offs.ts'
import { documentOf, rootFields, rows } from './support/surface.ts'
import { until } from './support/until.ts'

/*
 * Every field of every resource is filled, every mutation is run on the full row over each surface that has it, and both
 * surfaces show what was written.
 */

type Surface = 'GraphQL' | 'REST'

let server: TestServer
let actor: Actor
let other: Actor
/** A counterexample is reported as it was found: to shrink it over HTTP takes minutes. */
const RUNS = { numRuns: runs(4), endOnFailure: true }
const TRANSPORT = { host: 'mail.example.org', port: 587, secure: false, user: 'u', password: 'p' }
const FEW_RUNS = { ...RUNS, numRuns: runs(2) }
let surface: Surface = 'GraphQL'
const tried = { GraphQL: new Set<string>(), REST: new Set<string>() }

setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
  // `sendReport` mails the caller as a member of the team.
  await aMember(actor, { userId: actor.userId, role: 'admin', email: aSubject().email })
  other = server.actor({ organizationId: actor.organizationId })
  for (const channel of ['EMAIL', 'SMS', 'WHATSAPP']) {
    await run('recordConsent', { input: { ...consentBody({ channel, purpose: 'MARKETING' }) } })
  }
})

function rootField(name: string) {
  const found = rootFields.find(([, each]) => each === name)
  if (!found) throw new Error(`The schema has no ${name}`)
  return found
}

/** The row of the legacy API that runs a mutation. */
const rowOf = new Map(rows.flatMap((row) => (row.operation.type === 'mutation' ? [[row.field, row] as const] : [])))

async function run(name: string, variables: object, by: Actor = actor): Promise<Json> {
  const row = surface === 'REST' ? rowOf.get(name) : undefined
  if (rootField(name)[0] === 'mutation') tried[row ? 'REST' : 'GraphQL'].add(name)
  return row ? runRow(row, { ...variables }, by) : runDocument(name, { ...variables }, by)
}

async function runDocument(name: string, variables: Json, by: Actor): Promise<Json> {
  const { body } = await by.graphql(documentOf(rootField(name)), variables)
  if (body.errors) throw new Error(`${name}: ${JSON.stringify(body.errors)} for ${JSON.stringify(variables)}`)
  return body.data[name]
}

/** The same variables as the path and the body of a request. */
async function runRow(row: CompiledRoute, variables: Json, by: Actor): Promise<Json> {
  const sourceOf = (name: string) => row.variables.find((each) => each.name === name)?.source
  const path = row.path.replace(/\[(\w+)\]/g, (_, name: string) => variables[name])
  const given = Object.entries<Json>(variables).filter(([name]) => sourceOf(name) !== 'path')
  const fields = Object.fromEntries(given.filter(([name]) => sourceOf(name) === 'field'))
  const [input] = given.flatMap(([name, value]) => (sourceOf(name) === 'field' ? [] : [value]))
  const body = input === undefined ? fields : bodyOf(row, input)
  const { status, body: answer } = await by.rest(row.method.toUpperCase(), path, body)
  if (status !== row.successStatus) throw new Error(`${path}: ${JSON.stringify(answer)} for ${JSON.stringify(body)}`)
  return answer.data
}

/** An input as the legacy API takes it: fields of the caller's own beside the others, and none that GraphQL alone has. */
function bodyOf(row: CompiledRoute, input: Json): Json {
  if (Array.isArray(input)) return input.map((item) => bodyOf(row, item))
  const { attributes, ...given } = input
  return { ...attributes, ...(row.input ? takenOf(row.input, given) : given) }
}

/** The fields that the legacy API has of an input, and of the inputs inside of it. */
function takenOf(type: GraphQLInputObjectType, input: Json): Json {
  const fields = takenFields(type)
  const taken = Object.entries<Json>(input).flatMap(([name, value]) => {
    const field = fields[name]
    const inner = field && getNamedType(field.type)
    const isInner = isInputObjectType(inner) && value && !Array.isArray(value)
    return field ? [[name, isInner ? takenOf(inner, value) : value]] : []
  })
  return Object.fromEntries(taken)
}

/** Reads a row over both surfaces: they agree, and show what was written. */
async function expectShown(query: string, path: string, id: string, written: Record<string, unknown>): Promise<void> {
  const { __typename, attributes = {}, ...shown } = await run(query, { id })
  const { body } = await actor.rest('GET', `${path}/${id}`)
  expect(body.data).toMatchObject({ ...attributes, ...shown })
  for (const [field, value] of Object.entries({ ...attributes, ...written })) {
    if (field !== 'attributes' && field in body.data && field in { ...attributes, ...shown })
      expect({ [field]: body.data[field] }).toEqual({ [field]: value })
  }
}

/** Deletes a record, and restores it from the trash as it was. */
async function expectRestored(query: string, deletion: string, id: string): Promise<void> {
  const shown = await run(query, { id })
  await run(deletion, { id })
  await run('restoreFromTrash', { id })
  expect(await run(query, { id })).toEqual(shown)
}

test('whom one may contact', () =>
  fc.assert(
    fc.asyncProperty(
      fullInput('ConsentApproachInput', { channel: 'EMAIL' }),
      fullInput('ExistingCustomerInput', {
        channel: 'SMS',
        gotWithSale: true,
        ownSimilarProducts: true,
        couldObject: true,
      }),
      fullInput('SuppressionInput', { purpose: 'RESEARCH' }),
      fullInput('SuppressionWithdrawalInput'),
      async (approach, customer, suppression, withdrawal) => {
        const [asked, known] = [aSubject(), aSubject()]
        const contact = (subject: Json) => ({ contact: contactOf(subject) })
        const { id: _, ...made } = await run('recordConsentApproach', { input: { ...approach, ...contact(asked) } })
        expect(made).toMatchObject({ kind: 'ONCE_ONLY_APPROACH', contact: asked.email, evidence: approach.evidence })
        const shown = await run('recordExistingCustomer', { input: { ...customer, ...contact(known) } })
        expect(shown).toMatchObject({ kind: 'EXISTING_CUSTOMER', channel: 'SMS', evidence: customer.evidence })
        const { contact: __, ...written } = suppression
        const { id, ...row } = await run('suppressContact', { input: { ...written, ...contact(known) } })
        expect(row).toMatchObject(written)
        const back = await run('withdrawSuppression', { id, input: withdrawal })
        expect(back).toMatchObject({ withdrawalReason: withdrawal.reason })
        const campaign = await run('createCampaign', { input: { name: 'N', type: 'SMS' } })
        const input = { channel: 'SMS', contacts: [contactOf(known)] }
        await run('addCampaignRecipients', { id: campaign.id, input })
        await run('removeUncoveredRecipients', { id: campaign.id })
      },
    ),
    FEW_RUNS,
  ))

test('the register of processing', () =>
  fc.assert(
    fc.asyncProperty(
      fullInput('OperatorInput'),
      fullInput('OperatorInput'),
      fullInput('ProcessingActivityInput', { ground: 'CONTRACT' }),
      fullInput('ProcessingActivityInput', { ground: 'CONSENT' }),
      async (operator, changed, activity, rewritten) => {
        const { id, ...made } = await run('addOperator', { input: operator })
        expect(made).toMatchObject(operator)
        expect(await run('updateOperator', { id, input: changed })).toMatchObject(changed)
        const shown = ({ transfers: _, operatorIds: __, ...fields }: Record<string, unknown>) => fields
        const input = { ...activity, operatorIds: [id] }
        const added = await run('addProcessingActivity', { input })
        expect(added).toMatchObject(shown(activity))
        const after = await run('updateProcessingActivity', { id: added.id, input: rewritten })
        expect(after).toMatchObject(shown(rewritten))
      },
    ),
    FEW_RUNS,
  ))

describe.each<Surface>(['GraphQL', 'REST'])('over %s', (each) => {
  beforeEach(() => {
    surface = each
  })

  test('clients', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('ClientInput'),
        fullInput('ClientPatch'),
        fullInput('ClientAssessmentInput'),
        async (made, patch, assessment) => {
          const { id } = await run('createClient', { input: made })
          await expectShown('client', '/api/clients', id, made)
          await run('updateClient', { id, input: patch })
          await expectShown('client', '/api/clients', id, patch)
          await run('assessClient', { id, input: assessment })
          for (const status of ['ACTIVE', 'SUSPENDED', 'ARCHIVED', 'PENDING', 'REJECTED']) {
            await run('changeClientStatus', { id, status })
            await expectShown('client', '/api/clients', id, { ...patch, status })
          }
          const { attributes, ...row } = made
          const { ids } = await run('importClients', { rows: [{ ...(attributes as object), ...row }] })
          await expectShown('client', '/api/clients', ids[0], { ...made, attributes: {} })
          await expectRestored('client', 'deleteClient', id)
        },
      ),
      RUNS,
    ))

  test('campaigns, with what they have achieved', async () => {
    const clientId = (await aClient(actor)).id
    const campaign = { clientId, status: 'PENDING_APPROVAL' }
    const amounts = fullInput('AnalyticsRecordInput', { campaignId: '', contentId: null, key: null })
    await fc.assert(
      fc.asyncProperty(
        fullInput('CampaignInput', campaign),
        fullInput('CampaignPatch', { clientId: null }),
        amounts,
        async (made, patch, record) => {
          const { id } = await run('createCampaign', { input: made })
          await expectShown('campaign', '/api/campaigns', id, made)
          await run('recordAnalytics', { records: [{ ...record, campaignId: id }] })
          await expectShown('campaign', '/api/campaigns', id, { ...made, spentCents: record.spendCents })
          await run('recordAnalytics', { records: [{ campaignId: id, day: record.day, key: id }] })
          const { campaignId: _, contentId: __, key: ___, ...figures } = record
          expect(await run('correctAnalyticsRecord', { key: id, input: figures })).toMatchObject(figures)
          await run('deleteAnalyticsRecord', { key: id })
          const copy = await run('duplicateCampaign', { id })
          const notCopied = { name: copy.name, status: 'DRAFT', startsAt: null, endsAt: null }
          await expectShown('campaign', '/api/campaigns', copy.id, { ...made, ...notCopied })
          const bulk = { ...patch, status: undefined }
          expect(
            (await run('bulkCampaigns', { input: { operation: 'UPDATE', ids: [copy.id], changes: bulk } })).failed,
          ).toEqual([])
          await expectShown('campaign', '/api/campaigns', copy.id, patch)
          await run('updateCampaign', { id, input: patch })
          await expectShown('campaign', '/api/campaigns', id, { ...patch, status: 'DRAFT' })
          // What is scheduled for the past is started by the clock, at any moment.
          const later = { ...patch, startsAt: '2099-12-31T22:00:00.000Z' }
          await run('updateCampaign', { id, input: later })
          for (const status of ['PENDING_APPROVAL', 'SCHEDULED', 'DRAFT']) {
            await run('changeCampaignStatus', { id, status }, other)
            await expectShown('campaign', '/api/campaigns', id, { ...later, status })
          }
          await run('updateCampaign', { id, input: patch })
          for (const status of [
            'PENDING_APPROVAL',
            'ACTIVE',
            'PAUSED',
            'ACTIVE',
            'FAILED',
            'DRAFT',
            'CANCELLED',
            'ARCHIVED',
          ]) {
            await run('changeCampaignStatus', { id, status }, other)
            await expectShown('campaign', '/api/campaigns', id, { ...patch, status })
          }
          await expectRestored('campaign', 'deleteCampaign', id)
        },
      ),
      RUNS,
    )
  })

  test('content', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('ContentInput', { campaignId: null, translationOf: null }),
        fullInput('ContentPatch', { campaignId: '' }),
        fullInput('ContentCommentInput', { mentions: [] }),
        async (made, patch, comment: Json) => {
          const { id } = await run('createContent', { input: made })
          await expectShown('content', '/api/content', id, made)
          await run('updateContent', { id, input: patch })
          await expectShown('content', '/api/content', id, { ...patch, campaignId: null })
          await run('restoreContent', { id, version: 1 })
          const language = made.language === 'zu' ? 'xh' : 'zu'
          expect(await run('translateContent', { id, language })).toMatchObject({ title: made.title, language })
          const said = await run('commentOnContent', { id, version: 1, input: comment })
          expect(said).toMatchObject({ text: comment.text })
          for (const change of ['resolveContentComment', 'reopenContentComment'])
            expect(await run(change, { id: said.id })).toMatchObject({ text: comment.text })
          for (const status of ['IN_REVIEW', 'CHANGES_REQUESTED', 'IN_REVIEW', 'APPROVED', 'PUBLISHED', 'ARCHIVED']) {
            await run('changeContentStatus', { id, status }, other)
            await expectShown('content', '/api/content', id, { title: made.title, variables: made.variables, status })
          }
          await expectRestored('content', 'deleteContent', id)
        },
      ),
      RUNS,
    ))

  test('breaches', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('BreachInput'),
        fullInput('BreachPatch', { status: 'INVESTIGATING' }),
        fullInput('BreachNotificationInput', { recipient: 'REGULATOR' }),
        fullInput('BreachDelayInput', { until: '2999-01-01T00:00:00.000Z' }),
        fullInput('BreachUpdateInput'),
        async (made, patch, notice, delay, news) => {
          const { id } = await run('reportBreach', { input: made })
          await expectShown('breach', '/api/breaches', id, made)
          await run('updateBreach', { id, input: patch })
          await expectShown('breach', '/api/breaches', id, patch)
          await run('delayBreachNotification', { id, input: delay })
          for (const recipient of ['REGULATOR', 'SUBJECTS'])
            await run('recordBreachNotification', { id, input: { ...notice, recipient } })
          const { sentAt: _, ...laterUpdate } = news
          expect(await run('recordBreachUpdate', { id, input: laterUpdate })).toMatchObject(laterUpdate)
          for (const status of ['CONTAINED', 'CLOSED']) await run('updateBreach', { id, input: { status } })
          await expectShown('breach', '/api/breaches', id, { ...patch, status: 'CLOSED' })
        },
      ),
      RUNS,
    ))

  test('consents and data-subject requests', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('ConsentInput'),
        fullInput('WithdrawalInput'),
        fullInput('DataSubjectRequestInput', { receivedAt: null, type: 'CORRECTION' }),
        async (consent, withdrawal, made) => {
          const { id } = await run('recordConsent', { input: { ...consent, subject: aSubject() } })
          const { subject: _, purpose: __, ...kept } = consent
          await expectShown('consent', '/api/consents', id, kept)
          await run('withdrawConsent', { id, input: withdrawal })
          const at = '/api/data-subject-requests'
          const request = await run('lodgeDataSubjectRequest', { input: { ...made, subject: aSubject() } })
          await expectShown('dataSubjectRequest', at, request.id, { details: made.details })
          const proof = { method: 'Seen', reference: 'ǃ "1", {2}' }
          await run('updateDataSubjectRequest', {
            id: request.id,
            input: { details: made.details, assignedTo: 'u', identityProof: proof },
          })
          await run('extendDataSubjectRequest', { id: request.id, input: { reasons: 'Much', days: 30 } })
          await run('decideDataSubjectRequest', { id: request.id, input: { decision: 'APPROVED', reasons: 'Right' } })
          await run('completeDataSubjectRequest', { id: request.id, input: { reason: 'ǃ "now"' } }, other)
          await expectShown('dataSubjectRequest', at, request.id, { status: 'COMPLETED', extensionDays: 30 })
        },
      ),
      FEW_RUNS,
    ))

  test('requests that are reviewed, held and undone', async () => {
    const subject = aSubject()
    const client = await aClient(actor, { name: subject.name })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const seen = { resource: 'CLIENT', rowId: client.id, verdict: 'CONFIRM', reason: 'ǃ "seen", {2}' }
    await run('reviewDataSubjectRequest', { id, input: { rows: [seen] } })
    const held = {
      kind: 'DUTY_TO_RETAIN',
      resource: 'CLIENT',
      rowId: client.id,
      ground: 'ǃ "law"',
      until: '2999-01-01T00:00:00.000Z',
    }
    const hold = await run('placeLegalHold', { input: held })
    expect(hold).toMatchObject(held)
    await run('releaseLegalHold', { id: hold.id, input: { reason: 'ǃ "over"' } })
    await run('updatePrivacySettings', { input: { requestGraceHours: 24 } })
    await run('completeDataSubjectRequest', { id }, other)
    await run('undoDataSubjectCompletion', { id, input: { reason: 'ǃ "wrong"' } })
    await run('completeDataSubjectRequest', { id }, other)
    const graceReason = 'ǃ "now"'
    await run('endDataSubjectGrace', { id, input: { reason: graceReason } })
    await until('the execution', async () => (await run('dataSubjectRequest', { id })).status === 'COMPLETED')
    await expectShown('dataSubjectRequest', '/api/data-subject-requests', id, { graceReason, executedBy: other.userId })
    await run('updatePrivacySettings', { input: { requestGraceHours: null } })
  })

  test('the team and its invitations', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('TeamMemberInput', { role: 'admin' }),
        fullInput('TeamMemberPatch', { role: 'viewer' }),
        fullInput('InvitationInput', { role: 'member' }),
        async (made, patch, invited) => {
          await aMember(actor, { role: 'admin' })
          const { id } = await run('addTeamMember', { input: made })
          await expectShown('teamMember', '/api/team', id, made)
          await run('updateTeamMember', { id, input: patch })
          await expectShown('teamMember', '/api/team', id, patch)
          await run('endSessions', { id })
          await run('removeTeamMember', { id })
          const sent = await run('sendInvitation', { input: invited })
          expect(sent).toMatchObject({ email: invited.email, role: 'member', message: invited.message })
          await run('resendInvitation', { id: sent.id })
          await run('revokeInvitation', { id: sent.id })
          await run('sendDemoInvitation', { input: { role: 'viewer', email: aSubject().email } })
          for (const answer of ['acceptInvitation', 'declineInvitation']) {
            const invited = server.actor()
            await run(answer, { token: (await anInvitation(actor, { email: invited.email })).token }, invited)
          }
        },
      ),
      FEW_RUNS,
    ))

  test('what an organization sets for itself', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('OrganizationPatch', { security: undefined }),
        fullInput('WebhookInput'),
        fullInput('WebhookPatch', { status: 'DISABLED', rotateSecret: true, resend: undefined }),
        fullInput('ApiKeyInput', {
          scopes: undefined,
          role: 'viewer',
          allowedNetworks: ['127.0.0.0/8', '::1'],
          // A client has no secret: provider/oauth-clients.test.ts registers clients.
          oauthClientId: undefined,
        }),
        async (patch, made, changes, key) => {
          // The legacy API does not have it: campaign-changes.test.ts reads it.
          const { budgetTolerancePercent: _, requiresSignOff: __, remindsReviewers: ___, ...common } = patch
          expect(await run('updateOrganization', { input: patch })).toMatchObject(common)
          await run('updateOrganization', { input: { requiresSignOff: false, remindsReviewers: null } })
          expect((await actor.rest('GET', '/api/service-provider')).body.data).toMatchObject(common)
          await run('updateSecuritySettings', { input: { allowedAddresses: ['127.0.0.0/8', '::1'], exportRole: null } })
          await run('updateSecuritySettings', { input: { allowedAddresses: null } })
          const address = await run('publishAuditTiles', {})
          expect(await run('auditTilesAddress', {})).toBe(address)
          expect(await run('withdrawAuditTiles', {})).toBe(true)
          const webhook = await run('createWebhook', { input: made })
          expect(await run('webhook', { id: webhook.id })).toMatchObject(made)
          await run('updateWebhook', { id: webhook.id, input: changes })
          const { rotateSecret, resend, ...shown } = changes
          expect(await run('webhook', { id: webhook.id })).toMatchObject(shown)
          await run('rotateWebhookSecret', { id: webhook.id })
          await run('deleteWebhook', { id: webhook.id })
          const { id, ...apiKey } = await run('createApiKey', { input: key })
          expect(apiKey).toMatchObject({ name: key.name, expiresAt: key.expiresAt })
          await run('updateApiKey', { id, input: { name: 'Newer', allowedNetworks: ['::1'] } })
          await run('rotateApiKey', { id, overlapHours: 1, expiresAt: null })
          await run('deleteApiKey', { id })
          await run('setRetention', {
            input: {
              periods: [
                { resource: 'CLIENTS', days: 36500 },
                { resource: 'CONTENT', days: 1 },
              ],
            },
          })
          await run('setRetention', {
            input: { periods: [{ resource: 'CLIENTS', days: null }, { resource: 'CONTENT' }] },
          })
        },
      ),
      FEW_RUNS,
    ))

  test('senders of campaigns', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('SenderInput', { transport: TRANSPORT }),
        fullInput('SenderPatch', { transport: null }),
        async (made, changes) => {
          const { transport: _, ...shown } = made
          const sender = await run('createSender', { input: made })
          expect(sender).toMatchObject(shown)
          const { transport: __, ...changed } = changes
          expect(await run('updateSender', { id: sender.id, input: changes })).toMatchObject(changed)
          expect(await run('verifySender', { id: sender.id })).toMatchObject({ status: 'FAILED' })
          expect(await run('rotateSenderHookSecret', { id: sender.id })).toMatchObject({ senderId: sender.id })
          const { id } = await aCampaign(actor)
          await run('setCampaignSender', { id, senderId: sender.id })
          await run('setCampaignTracking', { id, enabled: false })
          await run('retryMessages', { campaignId: id, status: 'FAILED' })
          await run('deleteSender', { id: (await run('createSender', { input: made })).id })
          const testable = await idsFor(server, rootField('sendTestMessage'), actor)
          const [campaignId, contentId] = [testable('campaignId'), testable('contentId')]
          expect(await run('previewMessage', { campaignId, contentId })).toMatchObject({ contact: null })
          const to = aSubject().email
          expect(await run('sendTestMessage', { campaignId, to })).toMatchObject({ contact: to, contentId })
        },
      ),
      FEW_RUNS,
    ))

  test('saved views of lists', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('SavedViewInput', { parameters: 'status=ACTIVE&sort=-NAME', isShared: true }),
        fullInput('SavedViewPatch', { parameters: 'columns=name%2Cstatus', isShared: false }),
        async (made, changes) => {
          const view = await run('createSavedView', { input: made })
          expect(view).toMatchObject(made)
          expect(await run('updateSavedView', { id: view.id, input: changes })).toMatchObject(changes)
          expect(await run('deleteSavedView', { id: view.id })).toBe(view.id)
        },
      ),
      FEW_RUNS,
    ))

  test('default views of lists', async () => {
    const input = { list: 'CLIENTS', parameters: 'columns=name%2Cstatus' }
    expect(await run('setDefaultView', { input })).toMatchObject({ ...input, isDefault: true })
  })

  test('schedules of reports', async () => {
    const member = await aMember(actor, { email: aSubject().email })
    const { id: clientId } = await aClient(actor)
    const timing = { sentOn: 'FIRST_OF_MONTH', hour: 23, timeZone: 'America/New_York', recipientIds: [member.userId] }
    const input = { ...timing, clientId, sector: 'GOVERNMENT', type: 'EMAIL' }
    const schedule = await run('createReportSchedule', { input })
    expect(schedule).toMatchObject(input)
    const changes = { sentOn: 'SUNDAY', hour: 0, timeZone: 'Asia/Kathmandu', isPaused: true }
    expect(await run('updateReportSchedule', { id: schedule.id, input: changes })).toMatchObject(changes)
    expect(await run('sendReport', { id: schedule.id })).toMatchObject(changes)
    expect(await run('deleteReportSchedule', { id: schedule.id })).toBe(schedule.id)
  })

  test('segments of contacts', async () => {
    const filter = { languages: ['zu'], attributes: [{ name: 'town', values: ['ǃKheis "x"'] }] }
    const name = `ǃ "all" ${aSubject().name}`
    const segment = await run('createSegment', { input: { name, filter } })
    expect(segment).toMatchObject({ name, filter })
    const changes = { name: `${name} none`, filter: { engaged: { outcome: 'SENT', days: 3 } } }
    expect(await run('updateSegment', { id: segment.id, input: changes })).toMatchObject(changes)
    const { id } = await aCampaign(actor, { type: 'EMAIL' })
    expect(await run('setCampaignSegment', { id, segmentId: segment.id })).toMatchObject({ id })
    await run('setCampaignSegment', { id })
    expect(await run('deleteSegment', { id: segment.id })).toBe(segment.id)
  })

  test('cleansings', async () => {
    expect((await run('startCleansing', {})).csv).toMatch(/^contact\n/)
    const id = (await idsFor(server, rootField('completeCleansing'), actor))('id')
    const answer = { csv: 'contact\nblocked@example.org\n+27 82 123 4567\n' }
    const done = await run('completeCleansing', { id, input: answer })
    expect(done).toMatchObject({ status: 'COMPLETED', matches: 2 })
  })
  test('sign-offs', () =>
    fc.assert(
      fc.asyncProperty(
        fullInput('SignOffInput', {
          campaignId: undefined,
          quorum: 1,
          dueAt: undefined,
          reviewers: [{ ...aReviewer(), language: 'zu' }],
        }),
        async (input) => {
          const { id: contentId } = await aContent(actor)
          const { reviewers: _, ...written }: Json = { ...input, contentId }
          const made = await run('requestSignOff', { input: { ...input, contentId } })
          expect(made).toMatchObject(written)
          await run('remindSignOff', { id: made.id })
          expect(await run('revokeSignOff', { id: made.id })).toMatchObject({ status: 'REVOKED' })
        },
      ),
      FEW_RUNS,
    ))

  test('what the service makes', async () => {
    const owner = server.actor()
    const alert = await anAlert(owner)
    const mark = { status: 'RESOLVED', note: 'ǃ "seen"' }
    expect(await run('markComplianceAlert', { id: alert.id, input: mark }, owner)).toMatchObject(mark)
    const resend = rootField('resendWebhookDelivery')
    await run('resendWebhookDelivery', { id: (await idsFor(server, resend, owner))('id') }, owner)
    expect(await run('retryBackgroundWork', { kind: 'WEBHOOKS' }, owner)).toEqual(expect.any(Number))
    const campaign = await aCampaign(owner, { type: 'EMAIL' })
    const csv = 'email\nann@example.org\n'
    const upload = await run('importRecipients', { id: campaign.id, input: { csv } }, owner)
    expect(upload).toMatchObject({ campaignId: campaign.id, pieces: 1 })
    const started = await run('startClientImport', { rows: [clientBody(), {}], mode: 'PARTIAL' }, owner)
    expect(started).toMatchObject({ total: 2, failed: 1 })
    await run('markNotificationsRead', {}, owner)
    await run('markMentionsRead', {}, owner)
    await aMember(owner, { userId: owner.userId, role: 'admin' })
    await run('updateMailSettings', { input: { mailsAtOnce: false, mailsDaily: true, mailLanguage: 'zu' } }, owner)
    await aGrantedRequest(owner)
  })
})

test('every mutation was run, over each surface that has it', () => {
  const all = rootFields.flatMap(([kind, name]) => (kind === 'mutation' ? [name] : []))
  expect([...tried.GraphQL].sort()).toEqual(all.sort())
  expect([...tried.REST].sort()).toEqual([...rowOf.keys()].sort())
})
