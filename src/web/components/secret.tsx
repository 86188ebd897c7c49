import { useId, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  /** The name of the secret. */
  name: string
  value: string
  /** Whether the value is a letter: several lines, which can be printed. */
  isLetter?: boolean
  onClose: () => void
}

/** A secret that the server shows once, to be copied now. A click outside or Escape does not close the dialog. */
export function Secret({ title, name, value, isLetter, onClose }: Props) {
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <Dialog title={title} onClose={onClose} closeLabel={t('secret.done')} isOpaque>
      <p class="changed-elsewhere" role="status">
        {t('secret.once')}
      </p>
      {isLetter ? (
        <p class="text printed">{value}</p>
      ) : (
        <div class="field">
          <label for={id}>{name}</label>
          <input id={id} readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
        </div>
      )}
      <div class="actions">
        <ActionButton isPrimary run={copy} label={t('secret.copy')} />
        {isLetter && (
          <button type="button" onClick={() => print()}>
            {t('secret.print')}
          </button>
        )}
        <span role="status">{isCopied && t('secret.copied')}</span>
      </div>
    </Dialog>
  )
}
