import { Field } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { transitionType } from '../../graphql/transition.ts'
import { Client, ClientStatus } from './client.entity.ts'

export const ClientTransition = transitionType('ClientTransition', ClientStatus)

@Output('One batch of an export.')
export class ClientExport {
  @Field(() => [Client], {
    description: 'Clients of this batch, ordered by id.',
    deprecationReason: 'Use `exportedClients`, a connection over the same rows. Removed after 2027-06-30.',
  })
  rows!: Client[]

  @Field(() => String, {
    nullable: true,
    description: 'Value of `after` for the next batch. Null after the last batch.',
  })
  next!: string | null
}
