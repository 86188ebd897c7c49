import {
  BreachesDocument,
  BreachOrderField,
  type BreachRowFragment,
  BreachSeverity,
  BreachStatus,
  ExportedBreachesDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { type FileColumn, labelColumn, statusColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { filterIn } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Breach, BreachForm } from './breach.tsx'

const FILTERS = { status: Object.values(BreachStatus), severity: Object.values(BreachSeverity) }

const columns = (): FileColumn<BreachRowFragment>[] => [
  textColumn('title'),
  statusColumn(),
  labelColumn('severity', { isRoomy: true }),
  timeColumn('discoveredAt', { isRoomy: false }),
  notificationColumn('regulator'),
  notificationColumn('subjects'),
]

const notificationColumn = (recipient: 'regulator' | 'subjects'): FileColumn<BreachRowFragment> => ({
  id: recipient,
  title: t(`privacy:breaches.${recipient}`),
  isRoomy: true,
  show: ({ [`${recipient}Notification` as const]: notification }) =>
    notification ? moment(notification.notifiedAt) : t('privacy:breaches.notYet'),
})

/** The register of breaches. */
const List = () => (
  <Records
    list="BREACHES"
    words="privacy:breaches"
    search={t('privacy:breaches.search')}
    {...useList(
      BreachesDocument,
      ExportedBreachesDocument,
      BreachOrderField,
      { filter: filterIn(FILTERS) },
      { topics: ['breaches'] },
    )}
    filters={FILTERS}
    hrefOf={(row) => hrefOf('privacy', ['breaches', row.id])}
    mayWrite={false}
    mayCreate={session.may('org:privacy:create')}
    columns={columns()}
    nameOf={({ title }) => title}
    form={({ onClose }) => <BreachForm row={undefined} onClose={onClose} />}
  />
)

export const Breaches = listOrRecord(1, List, Breach)
