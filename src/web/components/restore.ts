import { RestoreFromTrashDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { notify } from './toasts.tsx'

/** Restores a record that was just deleted, and shows a toast. */
export const restore = (id: string) =>
  session.save(RestoreFromTrashDocument, { id }, { said: ({ restored: { name } }) => t('restored', { name }) })

/** Restores records that were just deleted, one after another, and shows a toast. */
export async function restoreAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await session.save(RestoreFromTrashDocument, { id })
  notify(t('restoredAll', { count: ids.length }))
}
