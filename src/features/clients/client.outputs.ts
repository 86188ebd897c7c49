import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { Client, Sector } from './client.entity.ts'

@ObjectType({ description: 'A page of clients by cursor.' })
export class ClientConnection extends connectionOf(Client) {}

@Output('What the plain list shows of a client.')
export class ClientSummary {
  @Field(() => ID)
  id: string

  @Field(() => String)
  name: string

  @Field(() => String)
  type: string

  @Field(() => Sector)
  sector: Sector

  @Field(() => String, { description: 'The client’s own clearance, else the one of its compliance record.' })
  securityClearance: string
}

@ObjectType({ simpleResolvers: true })
export class ClientPageMeta extends PageMeta {
  @Field(() => Int, { description: 'Government clients of the organization, whatever was asked for.' })
  government: number

  @Field(() => Int, { description: 'Business clients of the organization, whatever was asked for.' })
  business: number
}

@Output('The plain list of clients.')
export class ClientPage {
  @Field(() => [ClientSummary])
  items: ClientSummary[]

  @Field(() => ClientPageMeta)
  meta: ClientPageMeta
}

@Output('One batch of an export.')
export class ClientExport {
  @Field(() => [Client])
  rows: Client[]

  @Field(() => String, { nullable: true, description: 'Where the next batch starts; null behind the last.' })
  next: string | null
}
