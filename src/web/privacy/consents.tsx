import {
  ConsentChannel,
  ConsentOrderField,
  type ConsentRowFragment,
  ConsentStatus,
  ConsentsDocument,
  ExportedConsentsDocument,
  SavedViewList,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { type Column, labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Consent } from './consent.tsx'
import { ConsentForm } from './consent-form.tsx'

const FILTERS = { status: Object.values(ConsentStatus), channel: Object.values(ConsentChannel) }

const columns = (): Column<ConsentRowFragment>[] => [
  { id: 'person', title: t('privacy:person'), show: ({ subject }) => subject.name },
  statusColumn({ order: ConsentOrderField.STATUS }),
  labelColumn('channel', ({ channel }) => channel, { order: ConsentOrderField.CHANNEL }),
  { id: 'purpose', title: t('privacy:consents.purpose'), isRoomy: true, show: ({ purposeCode }) => label(purposeCode) },
  timeColumn('granted', ({ grantedAt }) => grantedAt, {
    order: ConsentOrderField.GRANTED_AT,
    title: t('privacy:consents.granted'),
    isRoomy: true,
    isDay: true,
  }),
  timeColumn('expiry', ({ expiresAt }) => expiresAt, {
    order: ConsentOrderField.EXPIRES_AT,
    title: fieldName('expiresAt'),
    isRoomy: true,
    isDay: true,
  }),
]

/** The register of consents: person, wording and channel. */
const List = () => (
  <Records
    list={SavedViewList.CONSENTS}
    words="privacy:consents"
    search={t('privacy:searchPerson')}
    {...useList(ConsentsDocument, ExportedConsentsDocument, {
      ...pageOf(ConsentOrderField),
      filter: filterIn(FILTERS),
    })}
    filters={FILTERS}
    hrefOf={(row) => hrefOf('privacy', ['consents', row.id])}
    mayWrite={false}
    mayCreate={session.may('org:privacy:create')}
    columns={columns()}
    nameOf={({ subject }) => subject.name}
    form={({ onClose }) => <ConsentForm onClose={onClose} />}
  />
)

export const Consents = listOrRecord(1, List, Consent)
