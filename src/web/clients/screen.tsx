import { type ClientFilter, type ClientRowFragment, ClientStatus, ClientsDocument, Sector } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { pageOf } from '../components/list.tsx'
import { type Column, Records } from '../components/records.tsx'
import { moment } from '../format.ts'
import { label } from '../i18n/language.ts'
import { route } from '../route.ts'
import { ClientForm } from './client-form.tsx'

const SECTORS = Object.values(Sector)
const STATUSES = Object.values(ClientStatus)

const FILTERS = { sector: SECTORS, status: STATUSES }

const COLUMNS: Column<ClientRowFragment>[] = [
  { title: 'Sector', show: ({ sector }) => label(sector) },
  { title: 'Type', show: ({ type }) => label(type) },
  { title: 'Industry', show: ({ industry }) => industry },
  { title: 'Created', show: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time> },
]

/** What the address filters by; what the server does not know is no filter. */
function filterOf(parameters: URLSearchParams): ClientFilter {
  const sector = SECTORS.find((each) => each === parameters.get('sector'))
  const status = STATUSES.find((each) => each === parameters.get('status'))
  return {
    search: parameters.get('search') ?? undefined,
    sector: sector && [sector],
    status: status && [status],
  }
}

export default function Screen() {
  const session = useSession()
  const { parameters } = route.value
  const query = useQuery(
    ClientsDocument,
    { ...pageOf(parameters), filter: filterOf(parameters) },
    { topics: ['clients'] },
  )
  return (
    <Records
      what="client"
      query={query}
      filters={FILTERS}
      columns={COLUMNS}
      mayWrite={session.may('org:clients:write')}
      form={({ row, ...handlers }) => <ClientForm client={row} {...handlers} />}
    />
  )
}
