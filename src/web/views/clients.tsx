import { CLIENT_STATUSES, CLIENTS, type Client, type ClientFilter } from '../api/documents.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { pageOf } from '../components/list.tsx'
import { type Column, Records } from '../components/records.tsx'
import { label, moment } from '../format.ts'
import { route } from '../route.ts'
import { ClientForm } from './client-form.tsx'

const SECTORS = ['GOVERNMENT', 'BUSINESS'] as const

const FILTERS = { sector: SECTORS, status: CLIENT_STATUSES }

const COLUMNS: Column<Client>[] = [
  { title: 'Sector', show: ({ sector }) => label(sector) },
  { title: 'Type', show: ({ type }) => label(type) },
  { title: 'Industry', show: ({ industry }) => industry },
  { title: 'Created', show: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time> },
]

/** What the address filters by; what the server does not know is no filter. */
function filterOf(parameters: URLSearchParams): ClientFilter {
  const status = CLIENT_STATUSES.find((each) => each === parameters.get('status'))
  return {
    search: parameters.get('search') ?? undefined,
    sector: SECTORS.find((each) => each === parameters.get('sector')),
    status: status && [status],
  }
}

export function Clients() {
  const session = useSession()
  const { parameters } = route.value
  const query = useQuery(CLIENTS, { ...pageOf(parameters), filter: filterOf(parameters) }, { topics: ['clients'] })
  return (
    <Records
      view="clients"
      what="client"
      query={query}
      filters={FILTERS}
      columns={COLUMNS}
      mayWrite={session.may('org:clients:write')}
      form={({ row, ...handlers }) => <ClientForm client={row} {...handlers} />}
    />
  )
}
