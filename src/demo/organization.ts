import type { Stage } from './stage.ts'

const UPDATE = 'mutation ($input: OrganizationPatch!) { updateOrganization(input: $input) { id } }'
const ADD_KEY = 'mutation ($input: ApiKeyInput!) { createApiKey(input: $input) { id } }'
const ADD_WEBHOOK = 'mutation ($input: WebhookInput!) { createWebhook(input: $input) { id } }'
const CHANGE_WEBHOOK = 'mutation ($id: ID!, $input: WebhookPatch!) { updateWebhook(id: $id, input: $input) { id } }'
const RETAIN = 'mutation ($input: RetentionInput!) { setRetention(input: $input) { __typename } }'

/** Sets the profile of the organization and its Information Officer. */
export async function playOrganization(stage: Stage): Promise<void> {
  const input = {
    contact: { name: 'Front desk', email: 'office@demo.example.org', phone: '+27 10 555 0100' },
    address: { street: '12 Jacaranda Street', city: 'Johannesburg', postalCode: '2001', country: 'ZA' },
    informationOfficerName: 'Lerato Mokoena',
    informationOfficerEmail: 'privacy@demo.example.org',
    informationOfficerPhone: '+27 10 555 0110',
    informationOfficerRegistration: 'DEMO-2024-000123',
  }
  await stage.perform('admin', -235, UPDATE, { input })
}

/** Creates API keys and a webhook. The webhook is disabled, because the demo must not call other servers. */
export async function playSettings(stage: Stage): Promise<void> {
  const report = { name: 'Nightly report', role: 'viewer', scopes: ['org:analytics:read', 'org:campaigns:read'] }
  await stage.perform('admin', -120, ADD_KEY, { input: report })
  await stage.perform('admin', -20, ADD_KEY, {
    input: { name: 'Website sign-up form', role: 'member', expiresAt: stage.at(70) },
  })
  const { id } = await stage.perform('admin', -80, ADD_WEBHOOK, {
    input: {
      url: 'https://crm.example.org/hooks/campaigns',
      events: ['CLIENT_CREATED', 'CAMPAIGN_STATUS_CHANGED', 'CONSENT_WITHDRAWN'],
      description: 'Customer relations, until the new system is in place',
    },
  })
  await stage.perform('admin', -30, CHANGE_WEBHOOK, { id, input: { status: 'DISABLED' } })
  await stage.perform('lerato', -100, RETAIN, { input: { periods: [{ resource: 'CAMPAIGNS', days: 1095 }] } })
}

const READ = [
  'query { campaigns(first: 10) { totalCount } }',
  'query { clients(first: 10) { totalCount } }',
  'query { contents(first: 10) { totalCount } }',
]

/** Reads of the viewer, for the audit trail. */
export async function playReading(stage: Stage): Promise<void> {
  for (const [index, document] of READ.entries()) await stage.perform('sipho', index - READ.length, document)
}
