import { ConsentChannel, ContactPurpose, type ConsentInput as Input, RecordConsentDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { textOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { InputForm } from '../components/input-form.tsx'
import { choice, contact, type FieldRow, longText, text, time } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { fieldName, t } from '../i18n/language.ts'

type ConsentInput = Omit<Input, 'address'>

/** The purposes for which the service asks for consent. A consent to another purpose permits no message. */
const PURPOSES = {
  MARKETING: ContactPurpose.MARKETING,
  SERVICE: ContactPurpose.SERVICE,
  RESEARCH: ContactPurpose.RESEARCH,
}

const { control: Contact, read: contactIn } = contact()

/** A person, with an address on a channel. */
const subject: FieldRow<ConsentInput['subject']> = {
  control: (props) => (
    <>
      <TextField name="name" label={fieldName('subject')} required />
      <Contact {...props} value={undefined} />
    </>
  ),
  read: (entered, name) => ({
    name: textOf(entered, 'name') ?? '',
    ...(contactIn(entered, name, undefined) as object),
  }),
  show: ({ name }) => name,
}

const fields = {
  subject,
  purpose: choice(PURPOSES, { required: true, isHalf: true, hasNoHint: true }),
  channel: choice(ConsentChannel, { required: true, isHalf: true }),
  wording: longText({ required: true }),
  source: text({ isHalf: true }),
  version: text({ isHalf: true }),
  grantedAt: time({ isHalf: true }),
  expiresAt: time({ isHalf: true }),
}

/** A form that records a person's consent. */
export function ConsentForm({ onClose }: { onClose: () => void }) {
  const send = useSave()
  const save = async (input: ConsentInput) => {
    await send(RecordConsentDocument, { input })
    notify(t('privacy:consents.recorded'))
  }
  return (
    <InputForm<ConsentInput>
      title={t('privacy:consents.record')}
      draft="consent-new"
      rows={fields}
      save={save}
      onClose={onClose}
    />
  )
}
