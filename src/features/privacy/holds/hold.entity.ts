import { Entity } from '@mikro-orm/decorators/legacy'
import { registerEnumType } from 'type-graphql'
import { Choice, ExternalId, Output, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    legalHold: LegalHold
  }
}

export enum HoldKind {
  LEGAL_HOLD = 'LEGAL_HOLD',
  DUTY_TO_RETAIN = 'DUTY_TO_RETAIN',
}
registerEnumType(HoldKind, {
  name: 'HoldKind',
  description: 'Why records must stay as they are.',
  valuesConfig: {
    LEGAL_HOLD: { description: 'They are evidence in proceedings, or may be.' },
    DUTY_TO_RETAIN: { description: 'A law or contract demands that they are retained (POPIA section 14(1)).' },
  },
})

/** Records that erasure and correction leave as they are. */
@Output('Records that no erasure and no correction touches, and why.')
@Entity()
export class LegalHold extends TenantRow {
  @Choice(HoldKind)
  kind: HoldKind

  @Text({ description: 'For example CLIENT.' })
  resource: string

  @ExternalId({ nullable: true, description: 'One record of the resource; null: all of them.' })
  rowId: string | null

  @Text({ description: 'The case, the law or the contract.' })
  ground: string

  @Time({ nullable: true, description: 'When it ends by itself.' })
  until: Date | null

  @Time({ nullable: true })
  releasedAt: Date | null

  @ExternalId({ nullable: true })
  releasedBy: string | null

  @Text({ nullable: true })
  releaseReason: string | null

  @ExternalId({ description: 'The user who placed it.' })
  createdBy: string
}
