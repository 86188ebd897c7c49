import { type ComponentChildren, createContext } from 'preact'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'

/** What a form in the dialog would lose. */
interface Guard {
  isChanged: () => boolean
  discard: () => void
}

interface DialogAround {
  /** Asks the form before the dialog closes. Returns a way to stop that. */
  guard: (guard: Guard) => () => void
  leave: () => void
}

/** What lies in a dialog knows of it. */
export const DialogContext = createContext<DialogAround | undefined>(undefined)

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
  const guard = useRef<Guard | undefined>(undefined)
  const [isAsking, setAsking] = useState(false)
  const leave = () => (guard.current?.isChanged() ? setAsking(true) : onClose())
  const latest = useRef(leave)
  latest.current = leave
  const around = useMemo((): DialogAround => {
    const set = (given: Guard) => {
      guard.current = given
      return () => {
        guard.current = undefined
      }
    }
    return { guard: set, leave: () => latest.current() }
  }, [])
  const cancel = (event: Event) => {
    event.preventDefault()
    if (!isOpaque) leave()
  }
  const discard = () => {
    guard.current?.discard()
    onClose()
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
        <button type="button" class="plain" onClick={leave}>
          {closeLabel}
        </button>
      </header>
      {isAsking && <Unsaved onDiscard={discard} onStay={() => setAsking(false)} />}
      <DialogContext.Provider value={around}>{children}</DialogContext.Provider>
    </dialog>
  )
}

function Unsaved({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div class="failure" role="alert">
      <p>{t('form.unsaved')}</p>
      <div class="actions">
        <button ref={stay} type="button" onClick={onStay}>
          {t('form.goOn')}
        </button>
        <button type="button" onClick={onDiscard}>
          {t('form.discard')}
        </button>
      </div>
    </div>
  )
}
