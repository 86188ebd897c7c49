import { ConsentChannel, ContactPurpose, type ConsentInput as Input, RecordConsentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { InputForm } from '../components/input-form.tsx'
import { address, choice, group, longText, text, time } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'

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
export const ConsentForm = ({ onClose }: { onClose: () => void }) => (
  <InputForm<ConsentInput>
    title={t('privacy:consents.new')}
    draft="consent-new"
    rows={fields}
    save={(input) => session.save(RecordConsentDocument, { input }, { said: () => t('privacy:consents.recorded') })}
    onClose={onClose}
  />
)
