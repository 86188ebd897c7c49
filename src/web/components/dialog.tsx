import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface Props {
  title: string
  onClose: () => void
  closeLabel?: string
  /** Hides what lies behind, and is left by its buttons only. */
  isOpaque?: boolean
  children: ComponentChildren
}

/** The browser's own modal dialog: it keeps the focus inside, and gives it back. */
export function Dialog({ title, onClose, closeLabel = 'Close', isOpaque, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    return () => dialog.current?.close()
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
