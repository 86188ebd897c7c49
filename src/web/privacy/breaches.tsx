import {
  BreachesDocument,
  type BreachFilter,
  BreachOrderField,
  type BreachRowFragment,
  BreachSeverity,
  BreachStatus,
  ExportedBreachesDocument,
  SavedViewList,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Breach } from './breach.tsx'
import { BreachForm } from './breach-form.tsx'

const STATUSES = Object.values(BreachStatus)
const SEVERITIES = Object.values(BreachSeverity)

const columns = (): Column<BreachRowFragment>[] => [
  { id: 'title', order: BreachOrderField.TITLE, title: t('privacy:breaches.name'), show: ({ title }) => title },
  {
    id: 'status',
    order: BreachOrderField.STATUS,
    title: t('enums:fields.status'),
    show: ({ status }) => <Badge status={status} />,
    cell: ({ status }) => label(status),
  },
  {
    id: 'severity',
    order: BreachOrderField.SEVERITY,
    title: t('enums:fields.severity'),
    isRoomy: true,
    show: ({ severity }) => label(severity),
  },
  {
    id: 'discovered',
    order: BreachOrderField.DISCOVERED_AT,
    title: t('privacy:breaches.discovered'),
    show: ({ discoveredAt }) => moment(discoveredAt),
    cell: ({ discoveredAt }) => ({ time: discoveredAt }),
  },
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

function filterOf(parameters: URLSearchParams): BreachFilter {
  const status = STATUSES.find((each) => each === parameters.get('status'))
  const severity = SEVERITIES.find((each) => each === parameters.get('severity'))
  return {
    search: parameters.get('search') ?? undefined,
    status: status && [status],
    severity: severity && [severity],
  }
}

/** The register of breaches. */
export function Breaches() {
  const { path, parameters } = route.value
  const [, id] = path
  const asked = { ...pageOf(parameters, BreachOrderField), filter: filterOf(parameters) }
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
      filters={{ status: STATUSES, severity: SEVERITIES }}
      readAll={async () => (await session.request(ExportedBreachesDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={(row) => hrefOf('privacy', ['breaches', row.id])}
      mayWrite={false}
      mayCreate={session.may('org:privacy:create')}
      nameOf={({ title }) => title}
      form={({ onSaved, onClose }) => <BreachForm breach={undefined} onSaved={onSaved} onClose={onClose} />}
    />
  )
}
