import { Field, ObjectType } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { PageMeta } from '../../../graphql/page.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { Consent } from './consent.entity.ts'

@ObjectType({ description: 'A page of consents by cursor.' })
export class ConsentConnection extends connectionOf(Consent) {}

@Output('The plain list of consents.')
export class ConsentPage {
  @Field(() => [Consent])
  items: Consent[]

  @Field(() => PageMeta)
  meta: PageMeta
}
