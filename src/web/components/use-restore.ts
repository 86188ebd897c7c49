import { RestoreFromTrashDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { t } from '../i18n/language.ts'
import { notify } from './toasts.tsx'

/** Restores records that were just deleted, one after another, and shows a toast. */
export function useRestoreAll(): (ids: readonly string[]) => Promise<void> {
  const send = useSave()
  return async (ids) => {
    for (const id of ids) await send(RestoreFromTrashDocument, { id })
    notify(t('restoredAll', { count: ids.length }))
  }
}

/** Restores a record that was just deleted, and shows a toast. */
export function useRestore(): (id: string) => Promise<void> {
  const send = useSave()
  return async (id) => {
    const { restored } = await send(RestoreFromTrashDocument, { id })
    notify(t('restored', { name: restored.name }))
  }
}
