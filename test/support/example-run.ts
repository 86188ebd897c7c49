import { withId } from './operation-samples.ts'
import type { Actor, Answer, Json, TestServer } from './server.ts'

/** A request and its response. */
export interface Example {
  query?: Record<string, string>
  body?: Json
  status: number
  response?: Json
}

/** The parts of a request except method and path. */
interface Said {
  id?: string
  query?: Record<string, string>
  body?: Json
  as?: Actor
  headers?: Record<string, string>
}

/**
 * Plays the work of one organization, from its first client to the erasure of a person's data. Each operation of the
 * API is called once with realistic input. Returns requests and responses by operation.
 */
export async function runExamples(server: TestServer, organizationId = 'org_tugela'): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {}
  const admin = server.actor({ organizationId, userId: 'user_thandi', email: 'thandi@tugela.example.org' })
  const manager = server.actor({ organizationId, userId: 'user_sipho', role: 'manager' })
  const officer = server.actor({ organizationId, userId: 'user_naledi', role: 'compliance' })
  const guest = server.actor({ organizationId: null, userId: 'user_lerato', email: 'lerato@tugela.example.org' })

  const call = async (key: string, { id = '', query = {}, body, as = admin, headers }: Said = {}): Promise<Json> => {
    const [method = '', path = ''] = key.split(' ')
    const search = new URLSearchParams(query).toString()
    const answer: Answer = await as.rest(method, withId(path, id) + (search && `?${search}`), body, headers)
    if (answer.status >= 300) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`)
    examples[key] ??= {
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body }),
      status: answer.status,
      ...(answer.body !== '' && { response: answer.body }),
    }
    return answer.body?.data
  }

  await call('PUT /api/service-provider/organization', {
    body: {
      name: 'Tugela Communications',
      contact: { name: 'Thandi Mokoena', email: 'office@tugela.example.org' },
    },
  })
  await clients(call)
  const { campaign, content } = await campaigns(call, manager)
  await people(call, guest)
  await privacy(call, officer, content)
  await provider(call)
  await readings(call, campaign)
  return examples
}

type Call = (key: string, said?: Said) => Promise<Json>

async function clients(call: Call): Promise<void> {
  const city = await call('POST /api/clients', {
    body: {
      name: 'City of uMhlathuze',
      type: 'MUNICIPALITY',
      industry: 'Local government',
      sector: 'GOVERNMENT',
      contact: { name: 'B. Zulu', email: 'communications@umhlathuze.example.org' },
      governmentLevel: 'LOCAL',
    },
  })
  await call('PUT /api/clients/{id}/status', { id: city.id, body: { status: 'ACTIVE' } })
  await call('PUT /api/clients/{id}', { id: city.id, body: { securityClearance: 'STANDARD' } })
  await call('GET /api/clients/{id}', { id: city.id })
  const { ids } = await call('POST /api/clients/import', {
    query: { mode: 'partial' },
    body: [
      {
        name: 'Karoo Fresh Foods',
        type: 'MEDIUM_BUSINESS',
        industry: 'Retail',
        sector: 'BUSINESS',
        contact: { name: 'N. Dlamini' },
      },
      { name: 'Ubuntu Legal Aid', type: 'LARGE_CORPORATION', industry: 'Legal', sector: 'NEITHER' },
    ],
  })
  await call('GET /api/clients', { query: { sector: 'government' } })
  await call('GET /api/clients/government')
  await call('GET /api/clients/business', { query: { page: '1', limit: '10' } })
  await call('GET /api/clients/export', { query: { format: 'csv' } })
  await call('DELETE /api/clients/{id}', { id: ids[0] })
}

async function campaigns(call: Call, manager: Actor): Promise<{ campaign: string; content: string }> {
  const [client] = await call('GET /api/clients/government')
  const { id: campaign } = await call('POST /api/campaigns', {
    body: {
      name: 'Water week',
      clientId: client.id,
      type: 'SOCIAL',
      channels: ['SOCIAL', 'RADIO'],
      budgetCents: 2_500_000,
    },
  })
  await call('PUT /api/campaigns/{id}', { id: campaign, body: { description: 'Save a bucket a day.' } })
  const { id: content } = await call('POST /api/content', {
    body: {
      title: 'A bucket a day',
      type: 'POST',
      body: 'Hello {{name}}, save a bucket of water a day.',
      campaignId: campaign,
      isTemplate: true,
      variables: ['name'],
    },
  })
  await call('PUT /api/content/{id}', {
    id: content,
    body: { body: 'Hello {{name}}, a bucket a day keeps taps open.' },
  })
  await call('GET /api/content/{id}', { id: content })
  await call('GET /api/content/{id}/versions', { id: content })
  await call('POST /api/content/{id}/restore', { id: content, body: { version: 1 } })
  await call('GET /api/content', { query: { status: 'DRAFT' } })
  await call('GET /api/content/templates')
  await call('PUT /api/content/{id}/status', { id: content, body: { status: 'IN_REVIEW', version: 3 } })
  const draft = await call('POST /api/content', { body: { title: 'A poster', type: 'BANNER', body: 'Taps.' } })
  await call('DELETE /api/content/{id}', { id: draft.id })
  await call('PUT /api/campaigns/{id}/status', { id: campaign, body: { status: 'PENDING_APPROVAL' } })
  await call('PUT /api/campaigns/{id}/status', { id: campaign, body: { status: 'ACTIVE' }, as: manager })
  const copy = await call('POST /api/campaigns/{id}/duplicate', { id: campaign })
  await call('POST /api/campaigns/bulk', {
    body: { operation: 'UPDATE', ids: [copy.id], changes: { name: 'Water week, second run' }, dryRun: true },
  })
  await call('DELETE /api/campaigns/{id}', { id: copy.id })
  await call('GET /api/campaigns/{id}', { id: campaign })
  await call('GET /api/campaigns', { query: { status: 'ALL' } })
  const results = Array.from({ length: 12 }, (_, day) => ({
    campaignId: campaign,
    day: new Date(Date.now() - (day + 2) * 86_400_000).toISOString().slice(0, 10),
    impressions: 12_000 + 500 * day,
    clicks: 300 + 10 * day,
    conversions: 12 + day,
    spendCents: 40_000,
    revenueCents: 65_000,
  }))
  await call('POST /api/analytics/records', { body: results.slice(0, 1) })
  await call('POST /api/analytics/records', { body: results.slice(1) })
  return { campaign, content }
}

async function people(call: Call, guest: Actor): Promise<void> {
  const member = await call('POST /api/team', {
    body: { userId: 'user_sipho', name: 'Sipho Ndlovu', role: 'manager', email: 'sipho@tugela.example.org' },
  })
  await call('PUT /api/team/{id}', { id: member.id, body: { name: 'Sipho Ndlovu-Brown' } })
  await call('GET /api/team/{id}', { id: member.id })
  await call('GET /api/team')
  await call('GET /api/team/analytics')
  const leaver = await call('POST /api/team', { body: { userId: 'user_pieter', name: 'Pieter Botha', role: 'viewer' } })
  await call('DELETE /api/team/{id}', { id: leaver.id })
  const invitation = await call('POST /api/invitations', {
    body: { email: 'lerato@tugela.example.org', role: 'member', expiresInDays: 14, message: 'Welcome to the team.' },
  })
  const { token } = await call('POST /api/invitations/{id}/resend', { id: invitation.id })
  await call('GET /api/invitations', { query: { status: 'PENDING' } })
  await call('GET /api/invitations/manage')
  await call('POST /api/invitations/accept', { body: { token }, as: guest })
  const demo = await call('POST /api/invitations/demo', { body: { email: 'demo@example.org', role: 'viewer' } })
  await call('DELETE /api/invitations/{id}', { id: demo.id })
}

async function privacy(call: Call, officer: Actor, content: string): Promise<void> {
  const subject = { name: 'Ayanda Nkosi', email: 'ayanda.nkosi@example.org', phone: '+27 82 123 4567' }
  const consent = await call('POST /api/consents', {
    body: {
      subject,
      purpose: 'MARKETING',
      channel: 'EMAIL',
      wording: 'I agree to receive news by e-mail.',
      version: '1',
    },
  })
  await call('GET /api/consents/{id}', { id: consent.id })
  await call('GET /api/consents', { query: { channel: 'EMAIL' } })
  await call('POST /api/consents/{id}/withdraw', { id: consent.id, body: { reason: 'No longer a customer.' } })
  const { id } = await call('POST /api/data-subject-requests', {
    body: { type: 'ACCESS', subject, details: 'What do you know about me?' },
  })
  await call('PUT /api/data-subject-requests/{id}', {
    id,
    body: { assignedTo: 'user_naledi', identityProof: { method: 'Identity document seen' } },
    as: officer,
  })
  await call('POST /api/data-subject-requests/{id}/extend', {
    id,
    body: { reasons: 'Records of two systems have to be searched.', days: 14 },
    as: officer,
  })
  await call('POST /api/data-subject-requests/{id}/decision', { id, body: { decision: 'APPROVED' }, as: officer })
  await call('GET /api/data-subject-requests/{id}/export', { id, query: { format: 'json' }, as: officer })
  await call('POST /api/data-subject-requests/{id}/complete', { id })
  await call('GET /api/data-subject-requests/{id}', { id })
  await call('GET /api/data-subject-requests', { query: { type: 'ACCESS' } })
  const breach = await call('POST /api/breaches', {
    body: {
      title: 'Lost laptop',
      description: 'A laptop with client records was stolen from a car.',
      discoveredAt: new Date(Date.now() - 86_400_000).toISOString(),
      severity: 'HIGH',
      affectedSubjects: 120,
      dataCategories: ['Names', 'E-mail addresses'],
    },
  })
  await call('PUT /api/breaches/{id}', { id: breach.id, body: { status: 'INVESTIGATING', assignedTo: 'user_naledi' } })
  await call('POST /api/breaches/{id}/notify', {
    id: breach.id,
    body: { recipient: 'REGULATOR', reference: 'IR-2026-1042', method: 'E-mail' },
  })
  await call('GET /api/breaches/{id}', { id: breach.id })
  await call('GET /api/breaches')
  await call('PUT /api/compliance/retention', { body: { periods: [{ resource: 'CAMPAIGNS', days: 1095 }] } })
  await call('GET /api/compliance/retention')
  const [alert] = await call('GET /api/compliance/alerts')
  await call('PUT /api/compliance/alerts/{id}', { id: alert.id, body: { status: 'ACKNOWLEDGED' } })
  await call('GET /api/compliance/status')
  await call('GET /api/compliance/reports')
  await call('GET /api/content/{id}/versions', { id: content })
}

async function provider(call: Call): Promise<void> {
  const webhook = await call('POST /api/service-provider/webhooks', {
    body: { url: 'https://93.184.216.34/hooks/tugela', events: ['CLIENT_CREATED'], description: 'Our CRM' },
  })
  await call('PUT /api/service-provider/webhooks/{id}', { id: webhook.id, body: { status: 'DISABLED' } })
  await call('GET /api/service-provider/webhooks')
  await call('GET /api/service-provider/webhooks/{id}/deliveries', { id: webhook.id })
  await call('DELETE /api/service-provider/webhooks/{id}', { id: webhook.id })
  const key = await call('POST /api/service-provider/api-keys', {
    body: { name: 'Nightly report', role: 'viewer', scopes: ['org:analytics:read'] },
  })
  await call('GET /api/service-provider/api-keys')
  await call('DELETE /api/service-provider/api-keys/{id}', { id: key.id })
  for (const page of ['billing', 'compliance', 'integrations', 'notifications', 'security'])
    await call(`GET /api/service-provider/${page}`)
  await call('GET /api/service-provider')
}

async function readings(call: Call, campaign: string): Promise<void> {
  await call('GET /api/analytics/dashboard')
  await call('GET /api/analytics/performance', { query: { sort: 'clicks', order: 'desc' } })
  await call('GET /api/analytics/sector')
  await call('GET /api/analytics/trends', { query: { interval: 'week' } })
  await call('GET /api/analytics/predictions', { query: { measure: 'clicks', horizon: '3', campaignId: campaign } })
  await call('GET /api/analytics/reports')
  await call('GET /api/campaigns/{id}/analytics', { id: campaign })
  await call('GET /api/audit/recent')
  await call('GET /api/audit/log', { query: { action: 'CLIENT_CREATED' } })
  await call('GET /api/audit/verify')
  await call('GET /api/audit/export', { query: { format: 'ndjson' } })
  await call('GET /api/realtime/dashboard')
  await call('GET /api/realtime/breaches')
}

/** Replaces values by their types: ids, times and figures differ between runs. */
export function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
}

const MOST_ITEMS = 2
const MOST_LINES = 5

/** Shortens lists to their first items and texts to their first lines. */
function shortened(value: Json): Json {
  if (typeof value === 'string') return value.split('\n').slice(0, MOST_LINES).join('\n')
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

const SECRETS = ['token', 'secret', 'key']

/** Prepares examples for print: shortens them, replaces secrets, and numbers ids in the order of their appearance. */
export function presentable(examples: Record<string, Example>): Record<string, Example> {
  const ids = new Map<string, string>()
  const numbered = (id: string) => {
    const known = ids.get(id) ?? `01a1fd23-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const text = JSON.stringify(shortened(examples), (key, value) =>
    SECRETS.includes(key) && typeof value === 'string' ? `example-${key}` : value,
  )
  return JSON.parse(text.replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, numbered))
}
