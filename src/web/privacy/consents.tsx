import {
  ConsentChannel,
  type ConsentFilter,
  ConsentOrderField,
  type ConsentRowFragment,
  ConsentStatus,
  ConsentsDocument,
  ExportedConsentsDocument,
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
import { Consent } from './consent.tsx'
import { ConsentForm } from './consent-form.tsx'

const STATUSES = Object.values(ConsentStatus)
const CHANNELS = Object.values(ConsentChannel)

const columns = (): Column<ConsentRowFragment>[] => [
  { id: 'person', title: t('privacy:person'), show: ({ subject }) => subject.name },
  {
    id: 'status',
    order: ConsentOrderField.STATUS,
    title: t('enums:fields.status'),
    show: ({ status }) => <Badge status={status} />,
    cell: ({ status }) => label(status),
  },
  {
    id: 'channel',
    order: ConsentOrderField.CHANNEL,
    title: t('enums:fields.channel'),
    show: ({ channel }) => label(channel),
  },
  { id: 'purpose', title: t('privacy:consents.purpose'), isRoomy: true, show: ({ purposeCode }) => label(purposeCode) },
  {
    id: 'granted',
    order: ConsentOrderField.GRANTED_AT,
    title: t('privacy:consents.granted'),
    isRoomy: true,
    show: ({ grantedAt }) => day(grantedAt),
    cell: ({ grantedAt }) => ({ time: grantedAt }),
  },
  {
    id: 'expiry',
    order: ConsentOrderField.EXPIRES_AT,
    title: t('privacy:consents.expires'),
    isRoomy: true,
    show: ({ expiresAt }) => expiresAt && day(expiresAt),
    cell: ({ expiresAt }) => expiresAt && { time: expiresAt },
  },
]

function filterOf(parameters: URLSearchParams): ConsentFilter {
  const status = STATUSES.find((each) => each === parameters.get('status'))
  const channel = CHANNELS.find((each) => each === parameters.get('channel'))
  return { search: parameters.get('search') ?? undefined, status: status && [status], channel: channel && [channel] }
}

/** The register of consents: person, wording and channel. */
export function Consents() {
  const { path, parameters } = route.value
  const asked = { ...pageOf(parameters, ConsentOrderField), filter: filterOf(parameters) }
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
      filters={{ status: STATUSES, channel: CHANNELS }}
      readAll={async () => (await session.request(ExportedConsentsDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={(row) => hrefOf('privacy', ['consents', row.id])}
      mayWrite={false}
      mayCreate={session.may('org:privacy:create')}
      nameOf={({ subject }) => subject.name}
      form={({ onSaved, onClose }) => <ConsentForm onSaved={onSaved} onClose={onClose} />}
    />
  )
}
