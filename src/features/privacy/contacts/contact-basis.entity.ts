import { Entity } from '@mikro-orm/decorators/legacy'
import { registerEnumType } from 'type-graphql'
import { Choice, ExternalId, Output, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    contactBasis: ContactBasis
  }
}

export enum ContactBasisKind {
  EXISTING_CUSTOMER = 'EXISTING_CUSTOMER',
  ONCE_ONLY_APPROACH = 'ONCE_ONLY_APPROACH',
}
registerEnumType(ContactBasisKind, {
  name: 'ContactBasisKind',
  description: 'Grounds to contact a person beside consent.',
  valuesConfig: {
    EXISTING_CUSTOMER: {
      description:
        'A customer, whose contact was got with a sale, for one’s own similar products (POPIA section 69(3)).',
    },
    ONCE_ONLY_APPROACH: { description: 'The person was asked for consent, which may be done once (section 69(2)).' },
  },
})

@Output('A ground to contact a person beside consent.')
@PersonalData({ erase: 'pseudonymise', about: ['contact'], isEvidence: true })
@Entity()
export class ContactBasis extends TenantRow {
  @Choice(ContactBasisKind)
  kind: ContactBasisKind

  @Text({ description: 'The e-mail address, or the digits of the phone number.' })
  contact: string

  @Choice(ConsentChannel)
  channel: ConsentChannel

  @Text({ description: 'What shows it, for example the number of an invoice.' })
  evidence: string

  @Time({ nullable: true, description: 'When a suppression ended it.' })
  endedAt: Date | null

  @ExternalId({ description: 'The user who recorded it.' })
  createdBy: string
}
