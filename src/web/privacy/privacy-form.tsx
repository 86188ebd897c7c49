import { PrivacyFormDocument, type PrivacyFormKind } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { saveEncoded } from '../components/save-file.ts'
import { t } from '../i18n/language.ts'

interface Props {
  form: PrivacyFormKind
  /** The number of the form in the regulations. */
  number: number
  /** The record that fills in the form. */
  id: string
  isPrimary?: boolean
}

/** Saves a form of the regulations, filled in from a record, as a PDF file. */
export const PrivacyForm = ({ form, number, id, ...button }: Props) => (
  <ActionButton
    {...button}
    run={async () => saveEncoded((await session.request(PrivacyFormDocument, { form, id })).privacyForm)}
    label={t('privacy:saveForm', { number })}
  />
)
