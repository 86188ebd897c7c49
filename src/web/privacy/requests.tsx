import {
  DataSubjectRequestOrderField,
  DataSubjectRequestStatus,
  DataSubjectRequestType,
  ExportedRequestsDocument,
  type RequestRowFragment,
  RequestsDocument,
  SavedViewList,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { clockOf } from './clock.ts'
import { Request } from './request.tsx'
import { RequestForm } from './request-form.tsx'

const FILTERS = { status: Object.values(DataSubjectRequestStatus), type: Object.values(DataSubjectRequestType) }

const columns = (): Column<RequestRowFragment>[] => [
  { id: 'person', title: t('privacy:person'), show: ({ subject }) => subject.name },
  labelColumn('type', ({ type }) => type, { order: DataSubjectRequestOrderField.TYPE, isRoomy: true }),
  statusColumn({ order: DataSubjectRequestOrderField.STATUS }),
  { id: 'due', title: t('privacy:requests.due'), show: (request) => clockOf(request) },
  timeColumn('received', ({ receivedAt }) => receivedAt, {
    order: DataSubjectRequestOrderField.RECEIVED_AT,
    title: fieldName('receivedAt'),
    isRoomy: true,
    isDay: true,
  }),
  { id: 'assignee', title: fieldName('assignedTo'), isRoomy: true, show: ({ assignee }) => assignee?.name },
]

/** Requests of data subjects, with the days left by law. */
export function Requests() {
  const { path, parameters } = route.value
  const asked = {
    ...pageOf(parameters, DataSubjectRequestOrderField),
    filter: filterIn(parameters, FILTERS),
  }
  const [, id] = path
  const query = useQuery(RequestsDocument, asked)
  if (id) return <Request key={id} id={id} />
  return (
    <Records
      list={SavedViewList.REQUESTS}
      sentences={{
        search: t('privacy:searchPerson'),
        create: t('privacy:requests.lodge'),
        empty: t('privacy:requests.empty'),
        count: (count) => t('privacy:requests.count', { count }),
      }}
      query={query}
      filters={FILTERS}
      readAll={async () => (await session.request(ExportedRequestsDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={(row) => hrefOf('privacy', ['requests', row.id])}
      mayWrite={false}
      mayCreate={session.may('org:privacy:create')}
      nameOf={({ subject }) => subject.name}
      form={({ onClose }) => <RequestForm onClose={onClose} />}
    />
  )
}
