import { Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { transitionType } from '../../graphql/transition.ts'
import { Client, ClientStatus } from './client.entity.ts'

export const ClientTransition = transitionType('ClientTransition', ClientStatus)

@Output('One batch of an export.')
export class ClientExport extends fields({
  rows: field([Client], 'Clients of this batch, ordered by id.', {
    deprecationReason: 'Use `exportedClients`, a connection over the same rows. Removed after 2027-06-30.',
  }),
  next: nullable(String, 'Value of `after` for the next batch. Null after the last batch.'),
}) {}
