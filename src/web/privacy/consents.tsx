import {
  ConsentChannel,
  ConsentOrderField,
  type ConsentRowFragment,
  ConsentStatus,
  ConsentsDocument,
  ContactPurpose,
  ExportedConsentsDocument,
  type ConsentInput as Input,
  RecordConsentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { InputForm } from '../components/input-form.tsx'
import { filterIn } from '../components/list.tsx'
import { address, choice, group, longText, text, time } from '../components/record-fields.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Consent } from './consent.tsx'

type ConsentInput = Omit<Input, 'address'>

/** The purposes for which the service asks for consent. A consent to another purpose permits no message. */
const PURPOSES = {
  MARKETING: ContactPurpose.MARKETING,
  SERVICE: ContactPurpose.SERVICE,
  RESEARCH: ContactPurpose.RESEARCH,
}

const fields = {
  subject: group<ConsentInput['subject']>({ name: text({ required: true }), ...address }),
  purpose: choice(PURPOSES, { required: true, isHalf: true, hasNoHint: true }),
  channel: choice(ConsentChannel, { required: true, isHalf: true }),
  wording: longText({ required: true }),
  source: text({ isHalf: true }),
  version: text({ isHalf: true }),
  grantedAt: time({ isHalf: true }),
  expiresAt: time({ isHalf: true }),
}

/** A form that records a person's consent. */
const ConsentForm = ({ onClose }: { onClose: () => void }) => (
  <InputForm<ConsentInput>
    title={t('privacy:consents.new')}
    draft="consent-new"
    rows={fields}
    save={(input) => session.save(RecordConsentDocument, { input }, { said: t('privacy:consents.recorded') })}
    onClose={onClose}
  />
)

const FILTERS = { status: Object.values(ConsentStatus), channel: Object.values(ConsentChannel) }

const columns = (): FileColumn<ConsentRowFragment>[] => [
  column('person', t('privacy:person'), ({ subject }) => subject.name),
  statusColumn(),
  labelColumn('channel'),
  labelColumn('purposeCode', { title: t('privacy:consents.purpose'), isRoomy: true, order: ConsentOrderField.PURPOSE }),
  timeColumn('grantedAt', { title: t('privacy:consents.granted'), isDay: true }),
  timeColumn('expiresAt', { isDay: true }),
]

/** The register of consents: person, wording and channel. */
const List = () => (
  <Records
    list="CONSENTS"
    words="privacy:consents"
    search={t('privacy:searchPerson')}
    {...useList(ConsentsDocument, ExportedConsentsDocument, ConsentOrderField, { filter: filterIn(FILTERS) })}
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
