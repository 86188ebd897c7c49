import { Field, registerEnumType } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'

@Output('One thing that is counted.')
export class BillingUsage {
  @Field(() => String, {
    description: 'clients, campaigns, contentItems, analyticsRecords, requests or webhookDeliveries.',
  })
  measure: string

  @Field(() => SafeInt)
  used: number
}

@Output('Usage of a month. Nothing is charged here.')
export class BillingStatement {
  @Field(() => DateTime, { description: 'The start of this month, South African time.' })
  periodStart: Date

  @Field(() => DateTime)
  periodEnd: Date

  @Field(() => [BillingUsage])
  usage: BillingUsage[]
}

export enum IntegrationState {
  WORKING = 'WORKING',
  FAILING = 'FAILING',
  CONFIGURED = 'CONFIGURED',
  NOT_CONFIGURED = 'NOT_CONFIGURED',
}
registerEnumType(IntegrationState, {
  name: 'IntegrationState',
  valuesConfig: { CONFIGURED: { description: 'Set up, but nothing has shown yet whether it works.' } },
})

@Output('Something that the gateway is connected to.')
export class Integration {
  @Field(() => String, {
    description: 'identityProvider, database, redis, smtp, webhooks or alertmanager.',
  })
  name: string

  @Field(() => IntegrationState)
  state: IntegrationState

  @Field(() => String, { description: 'What was found; never a secret or an address.' })
  detail: string
}

@Output('What the gateway is connected to.')
export class IntegrationReport {
  @Field(() => DateTime)
  checkedAt: Date

  @Field(() => [Integration])
  integrations: Integration[]
}
