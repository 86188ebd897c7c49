import { declareFields } from '../../graphql/row-fields.ts'
import { Client } from './client.entity.ts'

/** What a client shows beside its columns. */
declareFields(Client, ({ computed, own }) => ({
  effectiveClearance: computed(
    () => String,
    { own: own('securityClearance'), compliance: own('compliance') },
    (client) => client.own ?? client.compliance.securityClearance,
    {
      graphqlOnly: true,
      description: 'Security clearance that counts: the client’s own, else that of its compliance record.',
    },
  ),
}))
