import { signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog, topDialog } from './dialog.tsx'

interface Revealed {
  title: string
  /** The name of the secret. */
  name: string
  value: string
  /** Whether the value is a letter: several lines, which can be printed. */
  isLetter?: boolean
}

const revealed = signal<Revealed | undefined>()

/** Shows a secret that the server shows once, to be copied now. */
export function reveal(secret: Revealed | undefined): void {
  revealed.value = secret
}

/** The revealed secret. It is gone when the user leaves the page. */
export function Secrets() {
  const isOpen = useRef(false)
  const secret = revealed.value
  // It opens after the dialog that asked for it has closed, so that the focus returns to the button of that dialog.
  isOpen.current = secret !== undefined && (isOpen.current || topDialog.value === undefined)
  useEffect(() => () => reveal(undefined), [])
  return secret && isOpen.current ? <Secret {...secret} onClose={() => reveal(undefined)} /> : null
}

/** A click outside or Escape does not close the dialog. */
function Secret({ title, name, value, isLetter, onClose }: Revealed & { onClose: () => void }) {
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
