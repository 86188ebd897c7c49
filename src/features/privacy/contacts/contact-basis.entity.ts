import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Entity } from '../../../data/columns.ts'
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
export class ContactBasis extends rowWith(TenantRow, {
  kind: Choice(ContactBasisKind, 'Kind of ground.'),
  contact: Text('E-mail address in lower case with its sub-address, or the digits of the phone number.'),
  channel: Choice(ConsentChannel, 'Channel that the ground covers.'),
  evidence: Text('Evidence, for example an invoice number.'),
  endedAt: Time('Time at which a suppression ended the ground. Null while the ground holds.', { nullable: true }),
  createdBy: ExternalId('Id of the user who recorded the ground.'),
}) {}
