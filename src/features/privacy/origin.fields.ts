import { declareFields } from '../../graphql/row-fields.ts'
import { Consent } from './consents/consent.entity.ts'
import { Suppression } from './contacts/suppression.entity.ts'
import { Origin, originIn } from './origin.ts'

/** The origins that the service wrote as texts, as records. */
const options = { nullable: true, graphqlOnly: true }

declareFields(Suppression, ({ computed, own }) => ({
  origin: computed(
    () => Origin,
    { note: own('note') },
    ({ note }) => originIn(note),
    {
      ...options,
      description: 'Record that caused the suppression: the record that `note` names. Null for any other note.',
    },
  ),
}))

declareFields(Consent, ({ computed, own }) => ({
  withdrawalOrigin: computed(
    () => Origin,
    { reason: own('withdrawalReason') },
    ({ reason }) => originIn(reason),
    {
      ...options,
      description:
        'Record that caused the withdrawal: the record that `withdrawalReason` names. Null for any other reason.',
    },
  ),
}))
