import { InputType } from 'type-graphql'
import { TextField } from '../../graphql/inputs.ts'

@InputType({ description: 'Reason for an action.' })
export class ReasonInput {
  @TextField({ required: true, max: 1_000, description: 'The reason, at most 1000 characters.' })
  reason!: string
}
