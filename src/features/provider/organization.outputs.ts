import { Field } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'

@Output('Usage of one measure.')
export class BillingUsage {
  @Field(() => String, {
    description: 'Measure: clients, campaigns, contentItems, analyticsRecords, requests or webhookDeliveries.',
  })
  measure: string

  @Field(() => SafeInt, { description: 'Number used in the period.' })
  used: number
}

@Output('Usage of the current month. Informational: nothing is charged.')
export class BillingStatement {
  @Field(() => DateTime, { description: 'Start of this month, South African time.' })
  periodStart: Date

  @Field(() => DateTime, { description: 'The start of next month, South African time.' })
  periodEnd: Date

  @Field(() => [BillingUsage], { description: 'Usage by measure.' })
  usage: BillingUsage[]
}

export enum IntegrationState {
  WORKING = 'WORKING',
  FAILING = 'FAILING',
  CONFIGURED = 'CONFIGURED',
  NOT_CONFIGURED = 'NOT_CONFIGURED',
}
describeEnum('IntegrationState', IntegrationState, 'State of an integration.', {
  WORKING: 'Configured and working.',
  FAILING: 'Configured, but not working.',
  CONFIGURED: 'Configured, but not yet known to work.',
  NOT_CONFIGURED: 'Not configured.',
})

@Output('External service that the gateway is connected to.')
export class Integration {
  @Field(() => String, {
    description: 'Name: identityProvider, database, redis, smtp, webhooks or alertmanager.',
  })
  name: string

  @Field(() => IntegrationState, { description: 'State of the integration.' })
  state: IntegrationState

  @Field(() => String, { description: 'Finding of the check, without secrets or addresses.' })
  detail: string
}

@Output('External services that the gateway is connected to.')
export class IntegrationReport {
  @Field(() => DateTime, { description: 'Time of the check.' })
  checkedAt: Date

  @Field(() => [Integration], { description: 'The integrations and their states.' })
  integrations: Integration[]
}
