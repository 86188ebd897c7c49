import { declareFields } from '../../../graphql/row-fields.ts'
import { Breach } from './breach.entity.ts'
import { breachUpdates } from './breach.queries.ts'

/** Fields of a breach that are not columns. */
declareFields(Breach, ({ many }) => ({
  updates: many(breachUpdates, 'breachId', {
    description: 'Updates to the Information Regulator after the first notification, oldest first.',
  }),
}))
