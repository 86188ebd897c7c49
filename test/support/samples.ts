import { randomUUID } from 'node:crypto'
import type { Actor, Json } from './server.ts'

/** A valid body for `POST /api/clients`. */
export const clientBody = (changes: Record<string, unknown> = {}) => ({
  name: 'Karoo Fresh Foods',
  type: 'MEDIUM_BUSINESS',
  industry: 'Retail',
  sector: 'BUSINESS',
  contact: { name: 'N. Dlamini' },
  ...changes,
})

/** A valid body for `POST /api/campaigns`, of a type that may start without consent. */
export const campaignBody = (changes: Record<string, unknown> = {}) => ({
  name: 'Heritage Day',
  type: 'SOCIAL',
  ...changes,
})

/** A data subject with unique contact details. */
export const aSubject = (changes: Record<string, unknown> = {}) => {
  const number = Math.floor(Math.random() * 9_000_000) + 1_000_000
  return { name: `Nomsa Dlamini${number}`, email: `nomsa${number}@example.org`, phone: `+27 82 ${number}`, ...changes }
}

/** A valid body for `POST /api/consents`. */
export const consentBody = (changes: Record<string, unknown> = {}) => ({
  subject: aSubject(),
  purpose: 'Marketing',
  channel: 'EMAIL',
  wording: 'I agree to receive news by e-mail.',
  ...changes,
})

/** A valid body for `POST /api/breaches`. */
export const breachBody = (changes: Record<string, unknown> = {}) => ({
  title: 'Lost laptop',
  description: 'A laptop with client records was stolen.',
  discoveredAt: new Date(Date.now() - 3600_000).toISOString(),
  ...changes,
})

async function created(actor: Actor, path: string, body: unknown): Promise<Json> {
  const answer = await actor.rest('POST', path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** Creates a client over REST. */
export const aClient = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/clients', clientBody(changes))

/** Creates a campaign over REST. */
export const aCampaign = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/campaigns', campaignBody(changes))

/** A valid body for `POST /api/content`. */
export const contentBody = (changes: Record<string, unknown> = {}) => ({
  title: 'Heritage Day greeting',
  type: 'POST',
  body: 'Happy Heritage Day.',
  ...changes,
})

/** Creates content over REST. */
export const aContent = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/content', contentBody(changes))

/** Comments on the first version of content over GraphQL. */
export async function aComment(actor: Actor, text = 'Shorter, please.', contentId?: string): Promise<Json> {
  const { body } = await actor.graphql(
    `mutation ($id: ID!, $text: String!) { commentOnContent(id: $id, version: 1, input: { text: $text }) {
      id contentId version text resolvedAt resolvedBy createdBy } }`,
    { id: contentId ?? (await aContent(actor)).id, text },
  )
  if (body.errors) throw new Error(`comment: ${JSON.stringify(body.errors)}`)
  return body.data.commentOnContent
}

/** A valid body for `POST /api/team`. */
export const memberBody = (changes: Record<string, unknown> = {}) => ({
  userId: `user_${randomUUID()}`,
  name: 'Thandi Nkosi',
  role: 'member',
  ...changes,
})

/** Adds a member over REST. */
export const aMember = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/team', memberBody(changes))

/** A valid body for `POST /api/invitations`. */
export const invitationBody = (changes: Record<string, unknown> = {}) => ({
  email: `${randomUUID()}@example.org`,
  role: 'member',
  ...changes,
})

/** Invites over REST. */
export const anInvitation = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/invitations', invitationBody(changes))

/**
 * A valid body for `POST /api/service-provider/webhooks`. The URL contains an IP address, because tests resolve no
 * names. No test causes its event, so nothing is sent to it.
 */
export const webhookBody = (changes: Record<string, unknown> = {}) => ({
  url: 'https://93.184.216.34/hooks',
  events: ['SECURITY_ALERT_FIRED'],
  ...changes,
})

/** Creates a webhook over REST. */
export const aWebhook = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/service-provider/webhooks', webhookBody(changes))

/** Records a consent over REST. */
export const aConsent = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/consents', consentBody(changes))

/** The address and number of a data subject. */
export const contactOf = ({ email, phone }: { email: string; phone: string }) => ({ email, phone })

/** Runs a GraphQL mutation with a single input. */
async function mutated(actor: Actor, name: string, type: string, input: object, fields = 'id'): Promise<Json> {
  const { body } = await actor.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, {
    input,
  })
  if (body.errors) throw new Error(`${name}: ${JSON.stringify(body.errors)}`)
  return body.data[name]
}

/** Suppresses a person over GraphQL. */
export const aSuppression = (actor: Actor, changes: Record<string, unknown> = {}) =>
  mutated(actor, 'suppressContact', 'SuppressionInput', {
    contact: contactOf(aSubject()),
    cause: 'OPT_OUT',
    ...changes,
  })

/** Asks a person for consent over GraphQL. */
export const anApproach = (actor: Actor, changes: Record<string, unknown> = {}) =>
  mutated(actor, 'recordConsentApproach', 'ConsentApproachInput', {
    contact: contactOf(aSubject()),
    channel: 'EMAIL',
    evidence: 'Form 4',
    ...changes,
  })

/** Records an operator over GraphQL. */
export const anOperator = (actor: Actor, changes: Record<string, unknown> = {}, fields?: string) =>
  mutated(
    actor,
    'addOperator',
    'OperatorInput',
    { name: 'Bulk Mail (Pty) Ltd', services: 'Sends e-mail', country: 'ZA', ...changes },
    fields,
  )

/** A valid entry of the register of processing. */
export const activityBody = (changes: Record<string, unknown> = {}) => ({
  name: 'Newsletter',
  purpose: 'To tell customers of offers',
  ground: 'CONSENT',
  retention: 'Until consent is withdrawn',
  ...changes,
})

/** Records an entry of the register of processing over GraphQL. */
export const anActivity = (actor: Actor, changes?: Record<string, unknown>, fields?: string) =>
  mutated(actor, 'addProcessingActivity', 'ProcessingActivityInput', activityBody(changes), fields)

/** Reports a breach over REST. */
export const aBreach = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/breaches', breachBody(changes))

/** Reports a breach over REST, and records the notification of the Regulator. */
export async function aNotifiedBreach(actor: Actor, changes?: Record<string, unknown>): Promise<Json> {
  const { id } = await aBreach(actor, changes)
  const { body } = await actor.rest('POST', `/api/breaches/${id}/notify`, { recipient: 'REGULATOR' })
  return body.data
}

/** Lodges a data-subject request over REST. */
export const aRequest = (actor: Actor, changes?: Record<string, unknown>) =>
  created(actor, '/api/data-subject-requests', { type: 'ACCESS', subject: aSubject(), ...changes })

/** Lodges a request over REST and proves the identity, so that its status is IN_REVIEW. */
export async function aReviewedRequest(actor: Actor, changes?: Record<string, unknown>): Promise<Json> {
  const { id } = await aRequest(actor, changes)
  const proof = { identityProof: { method: 'Identity document seen' } }
  return (await actor.rest('PUT', `/api/data-subject-requests/${id}`, proof)).body.data
}

/** Lodges a request over REST, and grants it. */
export async function aGrantedRequest(actor: Actor, changes?: Record<string, unknown>): Promise<Json> {
  const { id } = await aReviewedRequest(actor, changes)
  const { status, body } = await actor.rest('POST', `/api/data-subject-requests/${id}/decision`, {
    decision: 'APPROVED',
  })
  if (status !== 200) throw new Error(`decision: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Completes a request at once, as an administrator with a reason. */
export const completeNow = (administrator: Actor, id: string) =>
  administrator.rest('POST', `/api/data-subject-requests/${id}/complete`, { reason: 'The subject is in danger' })

/** Places a legal hold on all clients, or on the resource in `changes`. */
export async function aHold(actor: Actor, changes: Json = {}): Promise<Json> {
  const { body } = await actor.graphql(
    'mutation ($input: LegalHoldInput!) { placeLegalHold(input: $input) { id ground } }',
    { input: { kind: 'LEGAL_HOLD', resource: 'CLIENT', ground: 'Case 12/2026', ...changes } },
  )
  if (body.errors) throw new Error(body.errors[0].extensions.code)
  return body.data.placeLegalHold
}

const PREVIEW = `query ($id: ID!) { dataSubjectPreview(id: $id) {
  treated toReview truncated rows { resource rowId standing reason fields { path ground matchedBy isTreated value } } } }`

/** The current preview of a data-subject request. */
export async function previewOf(actor: Actor, id: string): Promise<Json> {
  const { body } = await actor.graphql(PREVIEW, { id })
  if (body.errors) throw new Error(`preview: ${JSON.stringify(body.errors)}`)
  return body.data.dataSubjectPreview
}

/** Reviews records of a preview. */
export const review = (actor: Actor, id: string, rows: Json[]) =>
  actor.graphql(
    'mutation ($id: ID!, $input: RequestReviewInput!) { reviewDataSubjectRequest(id: $id, input: $input) { id status } }',
    { id, input: { rows } },
  )

/** Confirms all records that wait for a review, or those that contain a text. */
export async function confirmAll(actor: Actor, id: string, text = ''): Promise<void> {
  const { rows } = await previewOf(actor, id)
  const open = rows.filter((row: Json) => row.standing === 'REVIEW' && JSON.stringify(row.fields).includes(text))
  const { body } = await review(
    actor,
    id,
    open.map(({ resource, rowId }: Json) => ({ resource, rowId, verdict: 'CONFIRM', reason: 'It is the same person' })),
  )
  if (body.errors) throw new Error(`review: ${JSON.stringify(body.errors)}`)
}

/** The alert of a missing Information Officer, after the organization has created a client. */
export async function anAlert(actor: Actor): Promise<Json> {
  await aClient(actor)
  const { body } = await actor.rest('GET', '/api/compliance/alerts?type=INFORMATION_OFFICER_MISSING')
  return body.data[0]
}
