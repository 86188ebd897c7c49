import {
  type DataSubjectRequestFilter,
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
import { Badge } from '../components/badge.tsx'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { day } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { clockOf } from './clock.ts'
import { Request } from './request.tsx'
import { RequestForm } from './request-form.tsx'

const STATUSES = Object.values(DataSubjectRequestStatus)
const TYPES = Object.values(DataSubjectRequestType)

const columns = (): Column<RequestRowFragment>[] => [
  { id: 'person', title: t('privacy:person'), show: ({ subject }) => subject.name },
  {
    id: 'type',
    isRoomy: true,
    order: DataSubjectRequestOrderField.TYPE,
    title: t('enums:fields.type'),
    show: ({ type }) => label(type),
  },
  {
    id: 'status',
    order: DataSubjectRequestOrderField.STATUS,
    title: t('enums:fields.status'),
    show: ({ status }) => <Badge status={status} />,
    cell: ({ status }) => label(status),
  },
  { id: 'due', title: t('privacy:requests.due'), show: (request) => clockOf(request) },
  {
    id: 'received',
    order: DataSubjectRequestOrderField.RECEIVED_AT,
    title: t('privacy:requests.received'),
    isRoomy: true,
    show: ({ receivedAt }) => day(receivedAt),
    cell: ({ receivedAt }) => ({ time: receivedAt }),
  },
  { id: 'assignee', title: t('privacy:assignee'), isRoomy: true, show: ({ assignee }) => assignee?.name },
]

function filterOf(parameters: URLSearchParams): DataSubjectRequestFilter {
  const status = STATUSES.find((each) => each === parameters.get('status'))
  const type = TYPES.find((each) => each === parameters.get('type'))
  return { search: parameters.get('search') ?? undefined, status: status && [status], type: type && [type] }
}

/** Requests of data subjects, with the days left by law. */
export function Requests() {
  const { path, parameters } = route.value
  const asked = {
    ...pageOf(parameters, DataSubjectRequestOrderField),
    filter: filterOf(parameters),
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
      filters={{ status: STATUSES, type: TYPES }}
      readAll={async () => (await session.request(ExportedRequestsDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={(row) => hrefOf('privacy', ['requests', row.id])}
      mayWrite={false}
      mayCreate={session.may('org:privacy:create')}
      nameOf={({ subject }) => subject.name}
      form={({ onSaved, onClose }) => <RequestForm onSaved={onSaved} onClose={onClose} />}
    />
  )
}
