import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import { InputType } from 'type-graphql'
import { IntegerField, NestedField, TextField } from '../../../graphql/inputs.ts'

@InputType({ description: 'Retention period of one resource.' })
export class RetentionPeriodInput {
  @TextField({
    required: true,
    max: 64,
    description: 'Type of the resource, for example CAMPAIGNS. The schedule lists them.',
  })
  resource!: string

  @IntegerField({ min: 1, max: 36_500, description: 'Retention period in days. Null or absent: the default.' })
  days?: number | null
}

@InputType({ description: 'Retention periods to set. The other periods stay unchanged.' })
export class RetentionInput {
  @NestedField(() => [RetentionPeriodInput], { required: true, description: 'Periods to set, 1 to 50.' })
  @ArrayMinSize(1, { message: 'must hold at least 1 period' })
  @ArrayMaxSize(50, { message: 'must hold at most 50 periods' })
  periods!: RetentionPeriodInput[]
}
