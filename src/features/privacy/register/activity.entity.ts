import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { Column } from '../../../data/columns.ts'
import { Choice, Choices, ExternalId, Flag, Output, Text, Time } from '../../../graphql/columns.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { ChildrenGround, ProcessingGround, SpecialCategory, SpecialGround, TransferGround } from './register.enums.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    processingActivity: ProcessingActivity
  }
}

const Texts =
  (description: string): PropertyDecorator =>
  (target, key) => {
    Column('text[]')(target, key)
    Field(() => [String], { description })(target, key)
  }

@Output('Information that leaves South Africa (POPIA section 72).')
export class CrossBorderTransfer {
  @Field(() => String, { description: 'An ISO 3166 code of two letters.' })
  country: string

  @Field(() => String)
  recipient: string

  @Field(() => TransferGround)
  ground: TransferGround
}

/** Never deleted: the register says what was done, and until when. */
@Output('What the organization processes personal information for, of whom, and how (POPIA section 17).')
@Entity()
export class ProcessingActivity extends TenantRow {
  @Text()
  name: string

  @Text({ description: 'What for, specific and explicit (section 13).' })
  purpose: string

  @Choice(ProcessingGround)
  ground: ProcessingGround

  @Texts('Categories of people, such as customers.')
  subjects: string[]

  @Texts('Categories of information, such as contact details.')
  categories: string[]

  @Texts('Who is given it.')
  recipients: string[]

  @Text({ description: 'How long it is kept, or by what that is decided (section 14).' })
  retention: string

  @Text({ nullable: true, description: 'How it is protected (section 19).' })
  security: string | null

  @Flag({ description: 'Whether people are free not to give it (section 18(1)(d)).' })
  isVoluntary: boolean

  @Choices(SpecialCategory)
  specialCategories: SpecialCategory[]

  @Choice(SpecialGround, { nullable: true })
  specialGround: SpecialGround | null

  @Flag({ description: 'Whether it is about children (section 34).' })
  concernsChildren: boolean

  @Choice(ChildrenGround, { nullable: true })
  childrenGround: ChildrenGround | null

  @Column('text[]')
  operatorIds: string[]

  @Column('jsonb')
  @Field(() => [CrossBorderTransfer])
  transfers: CrossBorderTransfer[]

  @Text({ nullable: true, description: 'The prior authorisation of the Regulator (section 57), where it is needed.' })
  priorAuthorisation: string | null

  @Time({ nullable: true, description: 'When it ended.' })
  endedAt: Date | null

  @ExternalId({ description: 'The user who recorded it.' })
  createdBy: string
}

@ObjectType({ description: 'A page of processing activities by cursor.' })
export class ProcessingActivityConnection extends connectionOf(ProcessingActivity) {}
