import type { RequestCorrectionInput, RequestWholeFragment } from '../api/generated.ts'
import { textOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { t } from '../i18n/language.ts'

/** The corrected values. Empty fields stay unchanged. */
export const CorrectionFields = ({ correction }: { correction?: RequestWholeFragment['correction'] }) => (
  <fieldset>
    <legend>{t('privacy:requests.correction')}</legend>
    <TextField name="correction.name" label={t('name')} value={correction?.name ?? ''} />
    <div class="pair">
      <TextField name="correction.email" label={t('privacy:email')} type="email" value={correction?.email ?? ''} />
      <TextField name="correction.phone" label={t('privacy:phone')} type="tel" value={correction?.phone ?? ''} />
    </div>
  </fieldset>
)

export function correctionIn(entered: FormData): RequestCorrectionInput | undefined {
  const text = (part: string) => textOf(entered, `correction.${part}`)
  const correction = { name: text('name'), email: text('email'), phone: text('phone') }
  return Object.values(correction).some((value) => value !== null) ? correction : undefined
}
