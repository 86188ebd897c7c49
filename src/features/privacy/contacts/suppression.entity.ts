import { Entity } from '@mikro-orm/decorators/legacy'
import { ObjectType, registerEnumType } from 'type-graphql'
import { Column } from '../../../data/columns.ts'
import { Choice, ExternalId, Output, Text, Time } from '../../../graphql/columns.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    suppression: Suppression
  }
}

export enum SuppressionCause {
  OBJECTION = 'OBJECTION',
  CONSENT_WITHDRAWAL = 'CONSENT_WITHDRAWAL',
  OPT_OUT = 'OPT_OUT',
}
registerEnumType(SuppressionCause, {
  name: 'SuppressionCause',
  description: 'Why a person must not be contacted.',
  valuesConfig: {
    OBJECTION: { description: 'A request of the type OBJECTION was carried out (POPIA section 11(3)).' },
    CONSENT_WITHDRAWAL: { description: 'A request of the type CONSENT_WITHDRAWAL was carried out.' },
    OPT_OUT: { description: 'The person answered a message with a wish to get no more (section 69(4)).' },
  },
})

/** Outlives the erasure of the person: else nobody would know any more that the person objected. */
@Output('That a person must not be contacted. The person is not named: contacts are known again by keyed marks.')
@PersonalData({ erase: 'keep', reason: 'marks that tell nothing without a key; an objection outlives an erasure' })
@Entity()
export class Suppression extends TenantRow {
  @Column('text', { nullable: true })
  emailMark: string | null

  @Column('text', { nullable: true })
  phoneMark: string | null

  @Text({ nullable: true, description: 'Only for this purpose, in capitals; null: for every purpose.' })
  purpose: string | null

  @Choice(ConsentChannel, { nullable: true, description: 'Only on this channel; null: on every channel.' })
  channel: ConsentChannel | null

  @Choice(SuppressionCause)
  cause: SuppressionCause

  @Text({ nullable: true, description: 'Where it came from, such as the id of a request. Names nobody.' })
  note: string | null

  @Time({ nullable: true, description: 'When the person took it back; from then on it refuses nothing.' })
  withdrawnAt: Date | null

  @ExternalId({ nullable: true, description: 'The user who recorded that.' })
  withdrawnBy: string | null

  @Text({ nullable: true, description: 'How the person took it back.' })
  withdrawalReason: string | null

  @ExternalId({ description: 'The user who recorded it.' })
  createdBy: string
}

@ObjectType({ description: 'A page of suppressions by cursor.' })
export class SuppressionConnection extends connectionOf(Suppression) {}
