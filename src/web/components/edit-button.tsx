import { t } from '../i18n/language.ts'
import { KEYS } from './keys.ts'

interface Props {
  /** The name of the record, if the page has several. */
  name?: string
  onClick: () => void
}

/** Opens the form of a record. */
export const EditButton = ({ name, onClick }: Props) => (
  <button
    type="button"
    aria-keyshortcuts={KEYS.edit}
    aria-label={name === undefined ? undefined : t('editNamed', { name })}
    onClick={onClick}
  >
    {t('edit')}
  </button>
)
