import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { Client, Sector } from './client.entity.ts'

@ObjectType({ description: 'Page of clients.' })
export class ClientConnection extends connectionOf(Client) {}

@Output('Summary of a client.')
export class ClientSummary {
  @Field(() => ID, { description: 'Unique id of the client (UUID).' })
  id!: string

  @Field(() => String, { description: 'Name of the client.' })
  name!: string

  @Field(() => String, { description: 'Type of the client, for example MUNICIPALITY.' })
  type!: string

  @Field(() => Sector, { description: 'Sector of the client.' })
  sector!: Sector

  @Field(() => String, { description: 'Security clearance: the client’s own, else that of its compliance record.' })
  securityClearance!: string
}

@Output('Totals of a list of clients.')
export class ClientPageMeta extends PageMeta {
  @Field(() => Int, { description: 'Government clients of the organization, whatever was asked for.' })
  government!: number

  @Field(() => Int, { description: 'Business clients of the organization, whatever was asked for.' })
  business!: number
}

@Output('Numbered page of clients.')
export class ClientPage {
  @Field(() => [ClientSummary], { description: 'Items of this page.' })
  items!: ClientSummary[]

  @Field(() => ClientPageMeta, { description: 'Totals of the list.' })
  meta!: ClientPageMeta
}

@Output('One batch of an export.')
export class ClientExport {
  @Field(() => [Client], { description: 'Clients of this batch, ordered by id.' })
  rows!: Client[]

  @Field(() => String, { nullable: true, description: 'Value of `after` for the next batch; null after the last.' })
  next!: string | null
}
