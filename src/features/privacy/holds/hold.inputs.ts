import { IsOptional, MaxLength } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { ChoiceField, says, TextField, TimeField } from '../../../graphql/inputs.ts'
import { HoldKind } from './hold.entity.ts'

@InputType({ description: 'Legal hold to place.' })
export class LegalHoldInput {
  @ChoiceField(HoldKind, { required: true, description: 'Kind of hold.' })
  kind!: HoldKind

  @TextField({ required: true, max: 64, description: 'Type of the resource, for example CLIENT.' })
  resource!: string

  @Field(() => ID, {
    nullable: true,
    description: 'Id of one record of the resource, which must exist. Absent: all records of the resource.',
  })
  @IsOptional()
  @MaxLength(256, says('TEXT_TOO_LONG', { most: 256 }))
  rowId?: string | null

  @TextField({ required: true, max: 1_000, description: 'Legal ground: the case, the law or the contract.' })
  ground!: string

  @TimeField({ description: 'Time at which the hold ends. Absent: it ends when it is released.' })
  until?: Date | null
}
