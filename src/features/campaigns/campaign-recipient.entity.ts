import { Entity } from '@mikro-orm/decorators/legacy'
import { Choice, Ref, RowOutput, Text } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    campaignRecipient: CampaignRecipient
  }
}

/** Goes with its campaign. */
@RowOutput('org:campaigns:read', 'Somebody whom a campaign is for, on a direct channel.')
@PersonalData({ erase: 'delete', about: ['contact'] })
@Entity()
export class CampaignRecipient extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  @Choice(ConsentChannel, { description: 'Channel on which the person is contacted.' })
  readonly channel!: ConsentChannel

  @Text({ description: 'E-mail address in small letters, with its sub-address, or digits of the phone number.' })
  readonly contact!: string
}
