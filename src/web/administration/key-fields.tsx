import { LongTextField, TextField } from '../components/fields.tsx'
import { editableMoment } from '../format.ts'
import { t } from '../i18n/language.ts'

/** The networks from which a key is accepted. */
export const NetworksField = ({ value }: { value?: readonly string[] | null }) => (
  <LongTextField
    name="allowedNetworks"
    label={t('administration:keys.networks')}
    hint={t('administration:keys.networksHint')}
    value={value?.join('\n')}
  />
)

/** The time from which a key is refused. */
export const ExpiryField = ({ value }: { value?: string | null }) => (
  <TextField
    name="expiresAt"
    label={t('administration:keys.expires')}
    hint={t('administration:keys.expiresHint')}
    type="datetime-local"
    value={value ? editableMoment(value) : ''}
  />
)
