import { contains, having, is, isAny, listOf } from '../../graphql/lists.ts'
import { Client, Sector } from './client.entity.ts'
import { ClientFilter, ClientOrder } from './client.inputs.ts'

export const clients = listOf('client', Client, {
  description: 'Page of clients.',
  filter: ClientFilter,
  where: { search: contains('name'), sector: isAny('sector'), status: isAny('status'), type: is('type') },
  orderBy: ClientOrder,
  counts: {
    government: {
      description: 'Government clients of the organization, whatever was asked for.',
      where: [having(is('sector'), Sector.GOVERNMENT)],
    },
    business: {
      description: 'Business clients of the organization, whatever was asked for.',
      where: [having(is('sector'), Sector.BUSINESS)],
    },
  },
  isWhole: true,
})
