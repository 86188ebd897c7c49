import { t } from '../i18n/language.ts'
import { Dialog } from './dialog.tsx'
import { useBusy } from './use-busy.ts'

interface Props {
  title: string
  /** What follows from it. */
  consequence: string
  /** On the button that does it. */
  action: string
  confirm: () => Promise<void>
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, consequence, action, confirm, onClose }: Props) {
  const { isBusy, run } = useBusy()
  const go = () =>
    run(async () => {
      await confirm()
      onClose()
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{consequence}</p>
      <div class="actions">
        <button type="button" class="primary" disabled={isBusy} onClick={go}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  )
}
