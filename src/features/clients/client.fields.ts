import { ID } from 'type-graphql'
import { declareFields } from '../../graphql/row-fields.ts'
import { Client } from './client.entity.ts'

/** Fields of a client that are not columns. */
declareFields(Client, ({ computed, own }) => ({
  serviceProviderId: computed(
    () => ID,
    { organizationId: own('organizationId') },
    ({ organizationId }) => organizationId,
    {
      sql: ({ organizationId }) => organizationId,
      description: 'Id of the organization that the client belongs to.',
    },
  ),
  effectiveClearance: computed(
    () => String,
    { own: own('securityClearance'), compliance: own('compliance') },
    (client) => client.own ?? client.compliance.securityClearance,
    {
      sql: ({ own, compliance }) => `coalesce(${own}, ${compliance} ->> 'securityClearance')`,
      graphqlOnly: true,
      description: 'Effective security clearance: the client’s own, or else that of its compliance record.',
    },
  ),
}))
