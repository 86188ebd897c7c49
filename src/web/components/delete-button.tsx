import type { Document } from '../api/request.ts'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { goTo } from '../route.ts'
import { ConfirmButton } from './confirm.tsx'
import type { Named } from './held-record.ts'
import { restore } from './restore.ts'
import { notify } from './toasts.tsx'

interface Props {
  record: Named
  document: Document<object, { id: string }>
  consequence: string
  /** Where the page of the record leads afterwards. Absent for a row of a list. */
  list?: Parameters<typeof goTo>
  /** Whether the trash can restore the record. */
  isInTrash?: boolean
}

/** Deletes a record, after a question. */
export function DeleteButton({ record: { id, name }, document, consequence, list, isInTrash }: Props) {
  const remove = async () => {
    await session.save(document, { id })
    notify(t('deleted', { name }), isInTrash ? () => restore(id) : undefined)
    if (list) goTo(...list)
  }
  return (
    <ConfirmButton
      isOfRow={!list}
      title={t('deleteNamed', { name })}
      consequence={consequence}
      action={t('delete')}
      confirm={remove}
    />
  )
}
