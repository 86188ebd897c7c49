import { ArrayMaxSize, ArrayMinSize, ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { IntegerField, TextField } from '../../../graphql/inputs.ts'

@InputType({ description: 'The period of one resource.' })
export class RetentionPeriodInput {
  @TextField({ required: true, max: 64, description: 'For example CAMPAIGNS; the schedule lists them.' })
  resource: string

  @IntegerField({ min: 1, max: 36_500, description: 'Null or absent: back to the default.' })
  days?: number | null
}

@InputType({ description: 'Periods to set; the others stay.' })
export class RetentionInput {
  @Field(() => [RetentionPeriodInput], { description: '1 to 50.' })
  @ArrayMinSize(1, { message: 'must hold at least 1 period' })
  @ArrayMaxSize(50, { message: 'must hold at most 50 periods' })
  @ValidateNested({ each: true })
  periods: RetentionPeriodInput[]
}
