import type { OpenApi, Operation } from './openapi.ts'
import {
  aBreach,
  aCampaign,
  aClient,
  aConsent,
  aContent,
  aGrantedRequest,
  aMember,
  anAlert,
  anInvitation,
  aRequest,
  aReviewedRequest,
  aSubject,
  aWebhook,
  breachBody,
  clientBody,
  consentBody,
  invitationBody,
  memberBody,
  webhookBody,
} from './samples.ts'
import type { Actor, Json } from './server.ts'

/** The input of an operation. */
export interface Input {
  path: string
  query?: Record<string, string>
  body?: unknown
}

type Making = (actor: Actor) => Promise<{ id?: string; body?: unknown; query?: Record<string, string> }>

/** Creates the resource of a path's id, for resources that a POST with only the required fields does not create. */
const MAKERS: Record<string, (actor: Actor) => Promise<{ id: string }>> = {
  '/api/clients': aClient,
  '/api/campaigns': aCampaign,
  '/api/content': aContent,
  '/api/team': aMember,
  '/api/invitations': anInvitation,
  '/api/service-provider/webhooks': aWebhook,
  '/api/data-subject-requests': aRequest,
  '/api/consents': aConsent,
  '/api/breaches': aBreach,
  '/api/compliance/alerts': anAlert,
}

/** Operations that need more than the required fields, or a resource in a certain status. One line each. */
const EXCEPTIONS: Record<string, Making> = {
  'PUT /api/clients/{id}/status': async () => ({ body: { status: 'ACTIVE' } }),
  'PUT /api/campaigns/{id}/status': async () => ({ body: { status: 'PENDING_APPROVAL' } }),
  'PUT /api/content/{id}/status': async () => ({ body: { status: 'IN_REVIEW' } }),
  'POST /api/service-provider/webhooks': async () => ({ body: webhookBody() }),
  'PUT /api/service-provider/organization': async (actor) => ({ id: (await aClient(actor)).id }),
  'POST /api/clients/import': async () => ({ body: [clientBody()] }),
  'POST /api/team': async () => ({ body: memberBody() }),
  'POST /api/invitations/demo': async () => ({ body: { email: invitationBody().email } }),
  'POST /api/invitations': async () => ({ body: invitationBody() }),
  'POST /api/invitations/accept': async (actor) => ({
    body: { token: (await anInvitation(actor, { email: actor.email, role: 'admin' })).token },
  }),
  'POST /api/analytics/records': async (actor) => ({
    body: { campaignId: (await aCampaign(actor)).id, day: '2025-11-01' },
  }),
  'GET /api/analytics/predictions': async (actor) => {
    const { id: campaignId } = await aCampaign(actor)
    // Twelve days over eleven months, which are enough for weeks and days too.
    const day = (index: number) => new Date(Date.now() - (1 + 30 * index) * 86_400_000).toISOString().slice(0, 10)
    const days = Array.from({ length: 12 }, (_, index) => day(index))
    const answer = await actor.rest(
      'POST',
      '/api/analytics/records',
      days.map((day) => ({ campaignId, day })),
    )
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return {}
  },
  'POST /api/campaigns/bulk': async (actor) => ({
    body: { operation: 'UPDATE', ids: [(await aCampaign(actor)).id], changes: { name: 'Renamed' } },
  }),
  'POST /api/data-subject-requests': async () => ({ body: { type: 'ACCESS', subject: aSubject() } }),
  'POST /api/data-subject-requests/{id}/decision': async (actor) => ({ id: (await aReviewedRequest(actor)).id }),
  'POST /api/data-subject-requests/{id}/complete': async (actor) => ({ id: (await aGrantedRequest(actor)).id }),
  'GET /api/data-subject-requests/{id}/export': async (actor) => ({ id: (await aGrantedRequest(actor)).id }),
  'POST /api/consents': async () => ({ body: consentBody() }),
  'POST /api/breaches': async () => ({ body: breachBody() }),
  'PUT /api/compliance/retention': async () => ({ body: { periods: [{ resource: 'CLIENTS', days: 90 }] } }),
}

/** Values of text fields whose format the schema does not express, by field name. */
const TEXTS: Record<string, string> = {
  email: 'n.dlamini@example.org',
  url: 'https://hooks.example.org/in',
}

const FORMATS: Record<string, string> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T08:00:00.000Z',
  email: 'n.dlamini@example.org',
  uri: 'https://example.org/',
}

/** A minimal value of a schema: required fields only, the first value of an enum, the smallest number. */
export function sample(api: OpenApi, node: Json, name = ''): Json {
  const schema = api.resolve(node)
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return sample(api, variant, name)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return FORMATS[schema.format] ?? TEXTS[name] ?? `Sample ${name}`.slice(0, schema.maxLength)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'array':
      return [sample(api, schema.items, name)]
    case 'object': {
      const required: string[] = schema.required ?? []
      if (required.length === 0 && schema.minProperties) return { name: 'Sample' }
      return Object.fromEntries(required.map((key) => [key, sample(api, schema.properties[key], key)]))
    }
    default:
      return null
  }
}

/** The path of the collection of a resource. */
export const collectionOf = (path: string): string => path.slice(0, path.indexOf('/{'))

/** Creates a resource of a collection. Returns its id. @throws Error that says what is missing here */
export async function makeFor(api: OpenApi, collection: string, actor: Actor): Promise<string> {
  const make = MAKERS[collection]
  if (make) return (await make(actor)).id
  const post = api.operations.find(({ key }) => key === `POST ${collection}`)
  const answer = post && (await actor.rest('POST', collection, sample(api, post.body['application/json'])))
  if (answer?.status === 201 && typeof answer.body.data.id === 'string') return answer.body.data.id
  const said = answer ? `: POST answered ${answer.status} ${JSON.stringify(answer.body)}` : ''
  throw new Error(`test/support/operation-samples.ts has no maker for ${collection}${said}`)
}

/** The path with its parameter replaced by an id. */
export const withId = (path: string, id: string): string => path.replace(/\{\w+\}/, encodeURIComponent(id))

/** A valid input of an operation. The resources of its ids are created; the rest is derived from the schema. */
export async function validInput(api: OpenApi, operation: Operation, actor: Actor): Promise<Input> {
  const made = (await EXCEPTIONS[operation.key]?.(actor)) ?? {}
  const [schema] = Object.entries(operation.body).flatMap(([type, each]) => (type === 'application/json' ? [each] : []))
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => [parameter.name, String(sample(api, parameter.schema, parameter.name))])
  const id = made.id ?? (operation.path.includes('{') ? await makeFor(api, collectionOf(operation.path), actor) : '')
  return {
    path: withId(operation.path, id),
    query: { ...Object.fromEntries(query), ...made.query },
    body: made.body ?? (schema && sample(api, schema)),
  }
}
