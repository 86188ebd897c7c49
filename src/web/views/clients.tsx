import { useState } from 'preact/hooks'
import { CLIENT_STATUSES, CLIENTS, type Client, type ClientFilter } from '../api/documents.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { Filter, Pager, pageOf, Search, Toolbar } from '../components/list.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { label, moment } from '../format.ts'
import { route } from '../route.ts'
import { ClientForm } from './client-form.tsx'

const SECTORS = ['GOVERNMENT', 'BUSINESS'] as const

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
  const [edited, setEdited] = useState<Client | 'new'>()
  const query = useQuery(CLIENTS, { ...pageOf(parameters), filter: filterOf(parameters) }, { topics: ['clients'] })
  const mayWrite = session.may('org:clients:write')
  const saved = () => {
    setEdited(undefined)
    query.reload()
  }
  return (
    <div class="panel">
      <Toolbar>
        <Search view="clients" what="clients" />
        <Filter view="clients" name="sector" values={SECTORS} />
        <Filter view="clients" name="status" values={CLIENT_STATUSES} />
        {mayWrite && (
          <button type="button" class="primary" onClick={() => setEdited('new')}>
            New client
          </button>
        )}
      </Toolbar>
      <Loaded query={query}>
        {({ clients }) => (
          <>
            {clients.nodes.length === 0 ? (
              <Empty>No client matches.</Empty>
            ) : (
              <ClientTable clients={clients.nodes} onEdit={mayWrite ? setEdited : undefined} />
            )}
            <Pager view="clients" page={clients} what="client" />
          </>
        )}
      </Loaded>
      {edited && (
        <ClientForm
          client={edited === 'new' ? undefined : edited}
          onSaved={saved}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface TableProps {
  clients: Client[]
  onEdit: ((client: Client) => void) | undefined
}

function ClientTable({ clients, onEdit }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col" class="roomy">
            Sector
          </th>
          <th scope="col" class="roomy">
            Type
          </th>
          <th scope="col" class="roomy">
            Industry
          </th>
          <th scope="col" class="roomy">
            Created
          </th>
          {onEdit && (
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.id}>
            <th scope="row">{client.name}</th>
            <td>
              <Badge status={client.status} />
            </td>
            <td class="roomy">{label(client.sector)}</td>
            <td class="roomy">{label(client.type)}</td>
            <td class="roomy">{client.industry}</td>
            <td class="roomy">
              <time dateTime={client.createdAt}>{moment(client.createdAt)}</time>
            </td>
            {onEdit && (
              <td class="row-actions">
                <button type="button" aria-label={`Edit ${client.name}`} onClick={() => onEdit(client)}>
                  Edit
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
