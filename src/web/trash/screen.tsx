import {
  TrashDocument,
  type TrashFilter,
  TrashItemOrderField,
  TrashResource,
  type TrashRowFragment,
} from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { type Column, labelColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { Filters, pageOf, Toolbar } from '../components/list.tsx'
import { restore } from '../components/restore.ts'
import { TablePage } from '../components/table.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { route } from '../route.ts'

const RESOURCES = Object.values(TrashResource)

const columns = (): Column<TrashRowFragment>[] => [
  textColumn('name'),
  labelColumn('resource', { title: fieldName('type') }),
  timeColumn('deletedAt', { title: t('trash:deletedAt') }),
]

function filterOf(parameters: URLSearchParams): TrashFilter {
  const resource = RESOURCES.find((each) => each === parameters.get('type'))
  return { resource: resource && [resource] }
}

/** Deleted records that the user may restore. */
export default function Screen() {
  const { parameters } = route.value
  return (
    <div class="panel">
      <p>{t('trash:about')}</p>
      <Toolbar>
        <Filters filters={{ type: RESOURCES }} />
      </Toolbar>
      <TablePage
        query={useQuery(TrashDocument, { ...pageOf(TrashItemOrderField), filter: filterOf(parameters) })}
        columns={columns()}
        orders={TrashItemOrderField}
        rowActions={(item) => <Restore item={item} />}
        empty={t('trash:empty')}
        sentence={(count) => t('trash:count', { count })}
      />
    </div>
  )
}

const Restore = ({ item: { id, name } }: { item: TrashRowFragment }) => (
  <div class="actions">
    <ActionButton run={() => restore(id)} label={t('trash:restore')} name={t('trash:restoreNamed', { name })} />
  </div>
)
