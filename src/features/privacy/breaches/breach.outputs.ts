import { Field, ObjectType } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { PageMeta } from '../../../graphql/page.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { Breach } from './breach.entity.ts'

@ObjectType({ description: 'Page of breaches.' })
export class BreachConnection extends connectionOf(Breach) {}

@Output('Numbered page of breaches.')
export class BreachPage {
  @Field(() => [Breach], { description: 'Items of this page.' })
  items!: Breach[]

  @Field(() => PageMeta, { description: 'Totals of the list.' })
  meta!: PageMeta
}

@Output('Draft notices as required by section 22 of POPIA, to be checked and sent by a person.')
export class BreachNotice {
  @Field(() => String, { description: 'Notice to the Information Regulator.' })
  regulator!: string

  @Field(() => String, { description: 'Notice to the people affected.' })
  subjects!: string
}
