import { IsOptional, MaxLength } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { ChoiceField, TextField, TimeField } from '../../../graphql/inputs.ts'
import { HoldKind } from './hold.entity.ts'

@InputType({ description: 'Records that must stay as they are.' })
export class LegalHoldInput {
  @ChoiceField(HoldKind, { required: true })
  kind: HoldKind

  @TextField({ required: true, max: 64, description: 'For example CLIENT.' })
  resource: string

  @Field(() => ID, { nullable: true, description: 'One record of the resource; absent: all of them.' })
  @IsOptional()
  @MaxLength(256, { message: 'must be at most 256 characters' })
  rowId?: string | null

  @TextField({ required: true, max: 1_000, description: 'The case, the law or the contract.' })
  ground: string

  @TimeField({ description: 'When it ends by itself; absent: when it is released.' })
  until?: Date | null
}
