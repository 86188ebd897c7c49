import {
  DataSubjectRequestOrderField,
  DataSubjectRequestStatus,
  DataSubjectRequestType,
  ExportedRequestsDocument,
  type RequestRowFragment,
  RequestsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { filterIn } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { clockOf, Request } from './request.tsx'
import { RequestForm } from './request-form.tsx'

const FILTERS = { status: Object.values(DataSubjectRequestStatus), type: Object.values(DataSubjectRequestType) }

const dueOf = (request: RequestRowFragment) =>
  request.overdue ? <span class="fault">{clockOf(request)}</span> : clockOf(request)

const columns = (): FileColumn<RequestRowFragment>[] => [
  column('person', t('privacy:person'), ({ subject }) => subject.name),
  labelColumn('type', { isRoomy: true }),
  statusColumn(),
  { id: 'due', title: t('privacy:requests.due'), show: dueOf, cell: clockOf },
  timeColumn('receivedAt', { isDay: true }),
  column('assignee', fieldName('assignedTo'), ({ assignee }) => assignee?.name, { isRoomy: true }),
]

/** Requests of data subjects, with the days left by law. */
const List = () => (
  <Records
    list="REQUESTS"
    words="privacy:requests"
    search={t('privacy:searchPerson')}
    {...useList(RequestsDocument, ExportedRequestsDocument, DataSubjectRequestOrderField, {
      filter: filterIn(FILTERS),
    })}
    filters={FILTERS}
    hrefOf={(row) => hrefOf('privacy', ['requests', row.id])}
    mayWrite={false}
    mayCreate={session.may('org:privacy:create')}
    columns={columns()}
    nameOf={({ subject }) => subject.name}
    form={({ onClose }) => <RequestForm onClose={onClose} />}
  />
)

export const Requests = listOrRecord(1, List, Request)
