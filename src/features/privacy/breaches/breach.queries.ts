import { contains, isAny, listOf } from '../../../graphql/lists.ts'
import { OrderDirection } from '../../../graphql/relay.ts'
import { byValue } from '../../../graphql/sort-keys.ts'
import { Breach } from './breach.entity.ts'
import { BreachFilter } from './breach.inputs.ts'
import { BreachUpdate } from './breach-update.entity.ts'

const byNotification = (field: string, column: string, description: string) =>
  byValue(field, 'timestamptz(3)', description, (value) => `(${value(column)}->>'notifiedAt')::timestamptz`)

export const breaches = listOf('breach', Breach, {
  description: 'Page of breaches.',
  filter: BreachFilter,
  where: { search: contains('title'), status: isAny('status'), severity: isAny('severity') },
  sortBy: [
    'createdAt',
    'updatedAt',
    'discoveredAt',
    'title',
    'status',
    'severity',
    byNotification('regulator', 'regulatorNotification', 'Time of the notification of the Information Regulator.'),
    byNotification('subjects', 'subjectsNotification', 'Time of the notification of the affected people.'),
  ],
})

export const breachUpdates = listOf('breachUpdate', BreachUpdate, {
  description: 'Page of updates to the Information Regulator.',
  where: {},
  sortBy: ['sentAt', 'createdAt'],
  order: { field: 'sentAt', direction: OrderDirection.ASC },
})
