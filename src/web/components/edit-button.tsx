import type { ComponentChildren } from 'preact'
import { t } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'
import { KEYS } from './keys.ts'

interface Props {
  /** The name of the record, if the page has several. */
  name?: string | undefined
  onClick: () => void
}

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

interface EditingProps extends Pick<Props, 'name'> {
  id: string
  /** The form. It calls `close` when it is done. */
  children: (close: () => void) => ComponentChildren
}

/** Opens the form of a record. The address contains the record, so that the form is open after a reload. */
export const Editing = ({ id, name, children }: EditingProps) => (
  <>
    <EditButton name={name} onClick={() => setParameters({ edit: id })} />
    {route.value.parameters.get('edit') === id && children(() => setParameters({ edit: undefined }))}
  </>
)
