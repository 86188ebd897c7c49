import { before, contains, from, having, is, listOf } from '../../graphql/lists.ts'
import { Client, Sector } from './client.entity.ts'
import { ClientFilter } from './client.inputs.ts'

export const clients = listOf('client', Client, {
  description: 'Page of clients.',
  filter: ClientFilter,
  where: {
    search: contains('name'),
    createdFrom: from('createdAt'),
    createdBefore: before('createdAt'),
    createdBy: is('createdBy'),
  },
  sortBy: ['createdAt', 'updatedAt', 'name', 'status', 'sector', 'type', 'industry'],
  counts: {
    government: {
      description: 'Number of government clients of the organization, regardless of the filter.',
      where: [having(is('sector'), Sector.GOVERNMENT)],
    },
    business: {
      description: 'Number of business clients of the organization, regardless of the filter.',
      where: [having(is('sector'), Sector.BUSINESS)],
    },
  },
  isWhole: true,
})
