import { Field, ObjectType } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { PageMeta } from '../../../graphql/page.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { Consent } from './consent.entity.ts'

@ObjectType({ description: 'Page of consents.' })
export class ConsentConnection extends connectionOf(Consent) {}

@Output('Numbered page of consents.')
export class ConsentPage {
  @Field(() => [Consent], { description: 'Items of this page.' })
  items!: Consent[]

  @Field(() => PageMeta, { description: 'Totals of the list.' })
  meta!: PageMeta
}
