import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../i18n/language.ts'

interface Props {
  title: string
  onClose: () => void
  closeLabel?: string
  /** Hides what lies behind, and is left by its buttons only. */
  isOpaque?: boolean
  children: ComponentChildren
}

/** The browser's own modal dialog: it keeps the focus inside. */
export function Dialog({ title, onClose, closeLabel = t('close'), isOpaque, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // By then the dialog is gone, and the browser gives the focus back only when one is closed.
    return () => opener instanceof HTMLElement && opener.focus()
  }, [])
  const cancel = (event: Event) => {
    event.preventDefault()
    if (!isOpaque) onClose()
  }
  return (
    <dialog
      ref={dialog}
      class={isOpaque ? 'opaque' : ''}
      closedby={isOpaque ? 'none' : 'closerequest'}
      aria-labelledby={id}
      onCancel={cancel}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" onClick={onClose}>
          {closeLabel}
        </button>
      </header>
      {children}
    </dialog>
  )
}
