import { useId, useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { useBusy } from '../components/use-busy.ts'
import { t } from '../i18n/language.ts'

interface Props {
  title: string
  /** The name of the secret. */
  name: string
  value: string
  onClose: () => void
}

/** A secret that the server shows once, to be copied now. A click outside or Escape does not close the dialog. */
export function Secret({ title, name, value, onClose }: Props) {
  const id = useId()
  const { isBusy, run } = useBusy()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <Dialog title={title} onClose={onClose} closeLabel={t('administration:secret.done')} isOpaque>
      <p class="changed-elsewhere" role="status">
        {t('administration:secret.once')}
      </p>
      <div class="field">
        <label for={id}>{name}</label>
        <input id={id} readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
      </div>
      <div class="actions">
        <button type="button" class="primary" disabled={isBusy} onClick={() => run(copy)}>
          {t('administration:secret.copy')}
        </button>
        <span role="status">{isCopied && t('administration:secret.copied')}</span>
      </div>
    </Dialog>
  )
}
