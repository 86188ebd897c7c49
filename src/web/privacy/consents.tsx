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
import { useQuery } from '../api/use-query.ts'
import { labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
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
export function Consents() {
  const { path, parameters } = route.value
  const asked = { ...pageOf(parameters, ConsentOrderField), filter: filterIn(parameters, FILTERS) }
  const [, id] = path
  const query = useQuery(ConsentsDocument, asked)
  if (id) return <Consent key={id} id={id} />
  return (
    <Records
      list={SavedViewList.CONSENTS}
      sentences={{
        search: t('privacy:searchPerson'),
        create: t('privacy:consents.record'),
        empty: t('privacy:consents.empty'),
        count: (count) => t('privacy:consents.count', { count }),
      }}
      query={query}
      filters={FILTERS}
      readAll={async () => (await session.request(ExportedConsentsDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={(row) => hrefOf('privacy', ['consents', row.id])}
      mayWrite={false}
      mayCreate={session.may('org:privacy:create')}
      nameOf={({ subject }) => subject.name}
      form={({ onClose }) => <ConsentForm onClose={onClose} />}
    />
  )
}
