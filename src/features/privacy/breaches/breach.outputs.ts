import { Field, ObjectType } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { PageMeta } from '../../../graphql/page.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { Breach } from './breach.entity.ts'

@ObjectType({ description: 'A page of breaches by cursor.' })
export class BreachConnection extends connectionOf(Breach) {}

@Output('The plain list of breaches.')
export class BreachPage {
  @Field(() => [Breach])
  items: Breach[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('Notices as section 22 of POPIA demands them, drafted from the record: to be checked and sent by a person.')
export class BreachNotice {
  @Field(() => String, { description: 'To the Information Regulator.' })
  regulator: string

  @Field(() => String, { description: 'To the people affected.' })
  subjects: string
}
