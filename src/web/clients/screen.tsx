import {
  type ClientFilter,
  ClientOrderField,
  type ClientRowFragment,
  ClientStatus,
  ClientsDocument,
  ExportedClientsDocument,
  Sector,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { column, type FileColumn, labelColumn, statusColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { daysIn, type FurtherFilter } from '../components/further-filters.tsx'
import { filterIn } from '../components/list.tsx'
import { NotAllowed } from '../components/panel.tsx'
import { Records, useList } from '../components/records.tsx'
import { saveFile } from '../components/save-file.ts'
import { fieldName, t, wordOf } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Client } from './client.tsx'
import { ClientForm } from './client-form.tsx'
import { Import } from './import/import.tsx'

/** Saves all clients as NDJSON, the format that an import accepts. */
function Export() {
  const save = async () => {
    const { list } = await session.request(ExportedClientsDocument, {})
    const lines = list.nodes.map((client) => JSON.stringify(client))
    saveFile('clients.ndjson', new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }))
  }
  return <ActionButton run={save} label={t('clients:export')} />
}

const FILTERS = { sector: Object.values(Sector), status: Object.values(ClientStatus) }

const columns = (): FileColumn<ClientRowFragment>[] => [
  textColumn('name'),
  statusColumn(),
  labelColumn('sector', { isRoomy: true }),
  column('type', fieldName('type'), ({ type }) => wordOf(type), { isRoomy: true }),
  textColumn('industry', { isRoomy: true }),
  timeColumn('createdAt', { title: t('created') }),
]

const furtherFilters = (): FurtherFilter[] => [
  { name: 'created', label: t('created'), kind: 'days' },
  { name: 'createdBy', label: t('filters.createdBy'), kind: 'person' },
]

/** The filter in the address. Values unknown to the server are ignored. */
function filterNow(): ClientFilter {
  const [createdFrom, createdBefore] = daysIn('created')
  return {
    ...filterIn(FILTERS),
    createdBy: route.value.parameters.get('createdBy') ?? undefined,
    createdFrom,
    createdBefore,
  }
}

export default function Screen() {
  const [id] = route.value.path
  if (id === 'import') return session.may('org:clients:write') ? <Import /> : <NotAllowed />
  return id ? <Client key={id} id={id} /> : <Clients />
}

function Clients() {
  const mayWrite = session.may('org:clients:write')
  return (
    <Records
      list="CLIENTS"
      words="clients:list"
      search={t('clients:list.search')}
      {...useList(
        ClientsDocument,
        ExportedClientsDocument,
        ClientOrderField,
        { filter: filterNow() },
        { topics: ['clients'] },
      )}
      filters={FILTERS}
      further={furtherFilters()}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('clients', [id])}
      actions={
        <>
          <Export />
          {mayWrite && (
            <a class="button" href={hrefOf('clients', ['import'])}>
              {t('clients:import.open')}
            </a>
          )}
        </>
      }
      mayWrite={mayWrite}
      nameOf={({ name }) => name}
      form={(editing) => <ClientForm {...editing} />}
    />
  )
}
