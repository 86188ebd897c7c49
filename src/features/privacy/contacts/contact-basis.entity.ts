import { Entity } from '@mikro-orm/decorators/legacy'
import { describeNames } from '../../../common/enums.ts'
import { Choice, ExternalId, RowOutput, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'

export const ContactBasisKind = describeNames(
  'ContactBasisKind',
  'Ground other than consent on which a person may be contacted.',
  {
    EXISTING_CUSTOMER:
      'A customer whose contact details were obtained with a sale, for marketing of one’s own similar products (POPIA section 69(3)).',
    ONCE_ONLY_APPROACH: 'The person was asked for consent, which is permitted once (section 69(2)).',
  },
)
export type ContactBasisKind = keyof typeof ContactBasisKind

@RowOutput('org:privacy:read', 'Ground other than consent on which a person may be contacted.')
@PersonalData({ erase: 'pseudonymise', about: ['contact'], isEvidence: true })
@Entity()
export class ContactBasis extends TenantRow {
  @Choice(ContactBasisKind, { description: 'Kind of ground.' })
  readonly kind!: ContactBasisKind

  @Text({ description: 'E-mail address in lower case with its sub-address, or the digits of the phone number.' })
  readonly contact!: string

  @Choice(ConsentChannel, { description: 'Channel that the ground covers.' })
  readonly channel!: ConsentChannel

  @Text({ description: 'Evidence, for example an invoice number.' })
  readonly evidence!: string

  @Time({ nullable: true, description: 'Time at which a suppression ended the ground. Null while the ground holds.' })
  readonly endedAt!: Date | null

  @ExternalId({ description: 'Id of the user who recorded the ground.' })
  readonly createdBy!: string
}
