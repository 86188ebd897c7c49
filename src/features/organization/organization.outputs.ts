import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { JSONObjectOf } from '../../graphql/scalars.ts'

export const BillingMeasure = describeNames('BillingMeasure', 'Measure of usage.', {
  clients: 'Clients of the organization.',
  campaigns: 'Campaigns of the organization.',
  contentItems: 'Content items of the organization.',
  analyticsRecords: 'Analytics records of the organization.',
  requests: 'Requests in the period.',
  webhookDeliveries: 'Webhook deliveries of the period.',
})
export type BillingMeasure = keyof typeof BillingMeasure

@Output('Usage of one measure.')
export class BillingUsage extends fields({
  measure: field(BillingMeasure, 'Measure of the usage.'),
  used: field(SafeInt, 'Number used in the period.'),
}) {}

@Output('Usage of the current month, for information only: nothing is charged.')
export class BillingStatement extends fields({
  periodStart: field(DateTime, 'Start of this month, South African time.'),
  periodEnd: field(DateTime, 'Start of next month, South African time.'),
  usage: field([BillingUsage], 'Usage by measure.'),
}) {}

export const IntegrationState = describeNames('IntegrationState', 'State of an integration.', {
  WORKING: 'Configured and working.',
  FAILING: 'Configured, but not working.',
  CONFIGURED: 'Configured, but not checked yet.',
  NOT_CONFIGURED: 'Not configured.',
})
export type IntegrationState = keyof typeof IntegrationState

export const IntegrationName = describeNames('IntegrationName', 'Name of an external service.', {
  identityProvider: 'Identity provider that issues the tokens.',
  database: 'Database.',
  redis: 'Redis or Valkey.',
  smtp: 'Mail server.',
  webhooks: 'Endpoints of webhooks.',
  alertmanager: 'Alertmanager of the monitoring.',
})
export type IntegrationName = keyof typeof IntegrationName

@Output('External service that the gateway uses.')
export class Integration extends fields({
  name: field(IntegrationName, 'Name of the external service.'),
  state: field(IntegrationState, 'State of the integration.'),
  detail: field(String, 'Result of the check, without secrets or addresses.'),
  cause: field(
    JSONObjectOf<Cause>(),
    'Cause of `detail`: `code`, for example INTEGRATION_UNSET, and the values of the text by name.',
    { graphqlOnly: true },
  ),
}) {}

@Output('External services that the gateway uses.')
export class IntegrationReport extends fields({
  checkedAt: field(DateTime, 'Time of the check.'),
  integrations: field([Integration], 'The integrations and their states.'),
}) {}
