import { Field } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'

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
export class BillingUsage {
  @Field(() => BillingMeasure, { description: 'Measure of the usage.' })
  measure!: BillingMeasure

  @Field(() => SafeInt, { description: 'Number used in the period.' })
  used!: number
}

@Output('Usage of the current month, for information only: nothing is charged.')
export class BillingStatement {
  @Field(() => DateTime, { description: 'Start of this month, South African time.' })
  periodStart!: Date

  @Field(() => DateTime, { description: 'Start of next month, South African time.' })
  periodEnd!: Date

  @Field(() => [BillingUsage], { description: 'Usage by measure.' })
  usage!: BillingUsage[]
}

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
export class Integration {
  @Field(() => IntegrationName, { description: 'Name of the external service.' })
  name!: IntegrationName

  @Field(() => IntegrationState, { description: 'State of the integration.' })
  state!: IntegrationState

  @Field(() => String, { description: 'Result of the check, without secrets or addresses.' })
  detail!: string
}

@Output('External services that the gateway uses.')
export class IntegrationReport {
  @Field(() => DateTime, { description: 'Time of the check.' })
  checkedAt!: Date

  @Field(() => [Integration], { description: 'The integrations and their states.' })
  integrations!: Integration[]
}
