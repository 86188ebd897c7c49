import { Entity } from '@mikro-orm/decorators/legacy'
import { Choice, Output, Text } from '../kernel/columns.ts'
import { PersonalData } from '../kernel/personal-data.ts'
import { Ref } from '../kernel/references.ts'
import { TenantRow } from '../kernel/tenant.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

declare module '../kernel/transaction.ts' {
  interface Tables {
    campaignRecipient: CampaignRecipient
  }
}

/** Goes with its campaign. */
@Output('Somebody whom a campaign is for, on a direct channel.')
@PersonalData({ erase: 'delete', about: ['contact'] })
@Entity()
export class CampaignRecipient extends TenantRow {
  @Ref({ to: 'campaign' })
  campaignId: string

  @Choice(ConsentChannel)
  channel: ConsentChannel

  @Text({ description: 'The e-mail address, or the digits of the phone number.' })
  contact: string
}
