import { Entity } from '@mikro-orm/decorators/legacy'
import { ExternalId, Output, Ref, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    breachUpdate: BreachUpdate
  }
}

/** Goes with its breach. */
@Output('What the Information Regulator was told of a breach after the first notification.')
@Entity()
export class BreachUpdate extends TenantRow {
  @Ref({ to: 'breach' })
  breachId: string

  @Time()
  sentAt: Date

  @Text({ description: 'What was told.' })
  text: string

  @Text({ nullable: true, description: 'How the Regulator refers to it.' })
  reference: string | null

  @ExternalId({ description: 'The user who recorded it.' })
  createdBy: string
}
