import {
  BreachesDocument,
  BreachOrderField,
  type BreachRowFragment,
  BreachSeverity,
  BreachStatus,
  ExportedBreachesDocument,
  SavedViewList,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { moment } from '../format.ts'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Breach } from './breach.tsx'
import { BreachForm } from './breach-form.tsx'

const FILTERS = { status: Object.values(BreachStatus), severity: Object.values(BreachSeverity) }

const columns = (): Column<BreachRowFragment>[] => [
  { id: 'title', order: BreachOrderField.TITLE, title: fieldName('title'), show: ({ title }) => title },
  statusColumn({ order: BreachOrderField.STATUS }),
  labelColumn('severity', ({ severity }) => severity, { order: BreachOrderField.SEVERITY, isRoomy: true }),
  timeColumn('discovered', ({ discoveredAt }) => discoveredAt, {
    order: BreachOrderField.DISCOVERED_AT,
    title: fieldName('discoveredAt'),
  }),
  {
    id: 'regulator',
    title: t('privacy:breaches.regulator'),
    isRoomy: true,
    show: ({ regulatorNotification }) => notified(regulatorNotification),
  },
  {
    id: 'subjects',
    title: t('privacy:breaches.subjects'),
    isRoomy: true,
    show: ({ subjectsNotification }) => notified(subjectsNotification),
  },
]

const notified = (notification: { notifiedAt: string } | null) =>
  notification ? moment(notification.notifiedAt) : t('privacy:breaches.notYet')

/** The register of breaches. */
export function Breaches() {
  const { path, parameters } = route.value
  const [, id] = path
  const asked = { ...pageOf(parameters, BreachOrderField), filter: filterIn(parameters, FILTERS) }
  const query = useQuery(BreachesDocument, asked, { topics: ['breaches'] })
  if (id) return <Breach key={id} id={id} />
  return (
    <Records
      list={SavedViewList.BREACHES}
      sentences={{
        search: t('privacy:breaches.search'),
        create: t('privacy:breaches.report'),
        empty: t('privacy:breaches.empty'),
        count: (count) => t('privacy:breaches.count', { count }),
      }}
      query={query}
      filters={FILTERS}
      readAll={async () => (await session.request(ExportedBreachesDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={(row) => hrefOf('privacy', ['breaches', row.id])}
      mayWrite={false}
      mayCreate={session.may('org:privacy:create')}
      nameOf={({ title }) => title}
      form={({ onClose }) => <BreachForm breach={undefined} onClose={onClose} />}
    />
  )
}
