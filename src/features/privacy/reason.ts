import { InputType } from 'type-graphql'
import { TextField } from '../../graphql/inputs.ts'

@InputType({ description: 'Why something is done that is to be accounted for.' })
export class ReasonInput {
  @TextField({ required: true, max: 1_000 })
  reason: string
}
