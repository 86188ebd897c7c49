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
import { type FileColumn, labelColumn, statusColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { moment } from '../format.ts'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Breach } from './breach.tsx'
import { BreachForm } from './breach-form.tsx'

const FILTERS = { status: Object.values(BreachStatus), severity: Object.values(BreachSeverity) }

const columns = (): FileColumn<BreachRowFragment>[] => [
  { id: 'title', order: BreachOrderField.TITLE, title: fieldName('title'), show: ({ title }) => title },
  statusColumn({ order: BreachOrderField.STATUS }),
  labelColumn('severity', ({ severity }) => severity, { order: BreachOrderField.SEVERITY, isRoomy: true }),
  timeColumn('discovered', ({ discoveredAt }) => discoveredAt, {
    order: BreachOrderField.DISCOVERED_AT,
    title: fieldName('discoveredAt'),
    isRoomy: false,
  }),
  textColumn('regulator', ({ regulatorNotification }) => notified(regulatorNotification), {
    title: t('privacy:breaches.regulator'),
    isRoomy: true,
  }),
  textColumn('subjects', ({ subjectsNotification }) => notified(subjectsNotification), {
    title: t('privacy:breaches.subjects'),
    isRoomy: true,
  }),
]

const notified = (notification: { notifiedAt: string } | null) =>
  notification ? moment(notification.notifiedAt) : t('privacy:breaches.notYet')

/** The register of breaches. */
const List = () => (
  <Records
    list={SavedViewList.BREACHES}
    words="privacy:breaches"
    search={t('privacy:breaches.search')}
    {...useList(
      BreachesDocument,
      ExportedBreachesDocument,
      { ...pageOf(BreachOrderField), filter: filterIn(FILTERS) },
      { topics: ['breaches'] },
    )}
    filters={FILTERS}
    hrefOf={(row) => hrefOf('privacy', ['breaches', row.id])}
    mayWrite={false}
    mayCreate={session.may('org:privacy:create')}
    columns={columns()}
    nameOf={({ title }) => title}
    form={({ onClose }) => <BreachForm breach={undefined} onClose={onClose} />}
  />
)

export const Breaches = listOrRecord(1, List, Breach)
