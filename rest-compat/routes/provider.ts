import { del, get, META, PAGE_VARIABLES, PAGED, post, put } from '../route.ts'

export const provider = [
  get('/api/service-provider', 'query { serviceProvider { ...Organization } }'),
  put(
    '/api/service-provider/organization',
    'mutation ($input: OrganizationPatch!) { updateOrganization(input: $input) { ...Organization } }',
  ),
  get('/api/service-provider/billing', 'query { billing { ...BillingStatement } }'),
  get('/api/service-provider/compliance', 'query { serviceProviderCompliance { ...ProviderCompliance } }'),
  get('/api/service-provider/integrations', 'query { integrations { ...IntegrationReport } }'),
  get(
    '/api/service-provider/notifications',
    `query (${PAGE_VARIABLES}, $unread: Boolean) { notifications(${PAGED}, filter: { unread: $unread }) { nodes { ...Notification } ${META} unread } }`,
  ),
  get('/api/service-provider/security', 'query { securitySettings { ...SecuritySettings } }'),
  get(
    '/api/service-provider/webhooks',
    `query (${PAGE_VARIABLES}) { webhooks(${PAGED}) { nodes { ...Webhook } ${META} } }`,
  ),
  post(
    '/api/service-provider/webhooks',
    'mutation ($input: WebhookInput!) { createWebhook(input: $input) { ...Webhook } }',
  ),
  put(
    '/api/service-provider/webhooks/[id]',
    'mutation ($id: ID!, $input: WebhookPatch!) { updateWebhook(id: $id, input: $input) { ...Webhook } }',
    { reads: 'query ($id: ID!) { webhook(id: $id) { ...Webhook } }' },
  ),
  del('/api/service-provider/webhooks/[id]', 'mutation ($id: ID!) { deleteWebhook(id: $id) }'),
  get(
    '/api/service-provider/webhooks/[id]/deliveries',
    `query ($id: ID!, ${PAGE_VARIABLES}) { webhookDeliveries(webhookId: $id, ${PAGED}) { nodes { ...WebhookDelivery } ${META} } }`,
  ),
  get(
    '/api/service-provider/api-keys',
    `query (${PAGE_VARIABLES}) { apiKeys(${PAGED}) { nodes { ...ApiKey } ${META} } }`,
  ),
  post(
    '/api/service-provider/api-keys',
    'mutation ($input: ApiKeyInput!) { createApiKey(input: $input) { ...ApiKey } }',
  ),
  del('/api/service-provider/api-keys/[id]', 'mutation ($id: ID!) { deleteApiKey(id: $id) }'),
]
