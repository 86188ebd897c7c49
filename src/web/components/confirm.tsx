import { useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { Dialog } from './dialog.tsx'
import { Opener } from './opener.tsx'

interface Props {
  title: string
  /** The consequence of the action. */
  consequence: string
  /** The label of the button. */
  action: string
  confirm: () => Promise<void>
  onClose: () => void
}

/** Asks before an irreversible action. A failure is shown in the dialog, because the dialog covers the page. */
export function Confirm({ title, consequence, action, confirm, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const go = async () => {
    setBusy(true)
    try {
      await confirm()
      onClose()
    } catch (error) {
      setFault(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{consequence}</p>
      <p class="fault" role="alert">
        {fault}
      </p>
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

interface ButtonProps extends Omit<Props, 'onClose'> {
  /** The accessible name, if the page has several of these buttons. */
  name?: string
}

/** A button for an irreversible action, which asks before it. */
export const ConfirmButton = ({ name, ...props }: ButtonProps) => (
  <Opener label={props.action} name={name}>
    {(close) => <Confirm {...props} onClose={close} />}
  </Opener>
)
