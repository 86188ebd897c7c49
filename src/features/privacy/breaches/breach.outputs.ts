import { Field } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { transitionType } from '../../../graphql/transition.ts'
import { BreachStatus } from './breach.entity.ts'

export const BreachTransition = transitionType('BreachTransition', BreachStatus)

@Output('Draft notices as required by section 22 of POPIA. A person must check and send them.')
export class BreachNotice {
  @Field(() => String, { description: 'Notice to the Information Regulator.' })
  regulator!: string

  @Field(() => String, { description: 'Notice to the affected people.' })
  subjects!: string
}
