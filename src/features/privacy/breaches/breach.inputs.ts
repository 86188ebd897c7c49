import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator'
import { Field, ID, InputType, registerEnumType } from 'type-graphql'
import { ChoiceField, ChoicesField, IntegerField, TextField, TimeField } from '../../../graphql/inputs.ts'
import { BreachSeverity, BreachStatus } from './breach.entity.ts'

@InputType()
class BreachDetails {
  @IntegerField({ min: 0, max: 100_000_000, description: 'How many people are affected, as far as it is known.' })
  affectedSubjects?: number | null

  @Field(() => [String], { nullable: true, description: 'What kinds of data are affected; at most 50.' })
  @IsOptional()
  @ArrayMaxSize(50, { message: 'must hold at most 50 values' })
  @MaxLength(100, { each: true, message: 'must hold values of at most 100 characters' })
  dataCategories?: string[] | null

  @TextField({ max: 10_000, description: 'Possible consequences for the people affected.' })
  consequences?: string | null

  @TextField({ max: 10_000, description: 'What was done, or will be, about the breach.' })
  measures?: string | null

  @TextField({ max: 10_000, description: 'What the people affected should do to protect themselves.' })
  recommendations?: string | null

  @TextField({ description: 'Who may have had access, if it is known.' })
  unauthorisedPerson?: string | null

  @Field(() => ID, { nullable: true, description: 'The user who handles it.' })
  @IsOptional()
  @MaxLength(256, { message: 'must be at most 256 characters' })
  assignedTo?: string | null
}

@InputType({ description: 'A breach that was discovered.' })
export class BreachInput extends BreachDetails {
  @TextField({ required: true })
  title: string

  @TextField({ required: true, max: 10_000 })
  description: string

  @TimeField({ required: true, description: 'Not in the future.' })
  discoveredAt: Date

  @ChoiceField(BreachSeverity, { description: 'Default: HIGH, until it is known better.' })
  severity?: BreachSeverity
}

@InputType({ description: 'Changes to a breach: fields that are absent stay as they are.' })
export class BreachPatch extends BreachDetails {
  @TextField({ kept: true })
  title?: string

  @TextField({ kept: true, max: 10_000 })
  description?: string

  @ChoiceField(BreachSeverity, { kept: true })
  severity?: BreachSeverity

  @ChoiceField(BreachStatus, { kept: true, description: 'The next state: INVESTIGATING, CONTAINED, CLOSED.' })
  status?: BreachStatus
}

export enum BreachRecipient {
  REGULATOR = 'REGULATOR',
  SUBJECTS = 'SUBJECTS',
}
registerEnumType(BreachRecipient, {
  name: 'BreachRecipient',
  valuesConfig: {
    REGULATOR: { description: 'The Information Regulator.' },
    SUBJECTS: { description: 'The people affected.' },
  },
})

@InputType({ description: 'That someone was notified.' })
export class BreachNotificationInput {
  @ChoiceField(BreachRecipient, { required: true })
  recipient: BreachRecipient

  @TextField({ description: 'How the other side refers to it, for example a case number.' })
  reference?: string | null

  @TextField({ description: 'The way it was sent, for example e-mail or a public notice.' })
  method?: string | null

  @TimeField({ description: 'Not in the future. Default: now.' })
  notifiedAt?: Date | null
}

@InputType({ description: 'What the Information Regulator was told after the first notification.' })
export class BreachUpdateInput {
  @TextField({ required: true, max: 10_000 })
  text: string

  @TextField({ description: 'How the Regulator refers to it.' })
  reference?: string | null

  @TimeField({ description: 'Not in the future. Default: now.' })
  sentAt?: Date | null
}

@InputType({ description: 'Who allows to tell the people affected later (POPIA section 22(3)).' })
export class BreachDelayInput {
  @TextField({
    required: true,
    description: 'The public body or the Regulator, who found that it would impede an investigation.',
  })
  authority: string

  @TextField({ description: 'How that decision is referred to.' })
  reference?: string | null

  @TimeField({ required: true, description: 'Until when. In the future.' })
  until: Date
}

@InputType({ description: 'Which breaches; every condition that is given must hold.' })
export class BreachFilter {
  @TextField({ description: 'Case-insensitive substring of the title.' })
  search?: string

  @ChoicesField(BreachStatus)
  status?: BreachStatus[]

  @ChoicesField(BreachSeverity)
  severity?: BreachSeverity[]
}
