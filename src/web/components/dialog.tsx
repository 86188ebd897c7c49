import { signal } from '@preact/signals'
import { type ComponentChildren, createContext } from 'preact'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'

/** The unsaved input that a form in the dialog would lose. */
interface Guard {
  isChanged: () => boolean
  discard: () => void
}

interface DialogAround {
  /** Registers the form's check before the dialog closes. Returns a function that removes it. */
  guard: (guard: Guard) => () => void
  leave: () => void
}

/** Gives the content of a dialog access to the dialog. */
export const DialogContext = createContext<DialogAround | undefined>(undefined)

interface Props {
  title: string
  onClose: () => void
  closeLabel?: string
  /** Hides the page, and closes only through its buttons. */
  isOpaque?: boolean
  children: ComponentChildren
}

/** The dialog above all others. The browser lets the user reach nothing outside of it. */
export const topDialog = signal<HTMLDialogElement | undefined>()

function findTop(): void {
  topDialog.value = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
}

/** Opens a dialog below the dialogs that follow it in the document, so that the sign-in stays above all others. */
function show(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  const above = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].filter(
    (other) => dialog.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  for (const other of above) other.close()
  for (const other of [dialog, ...above]) other.showModal()
  if (above.length > 0 && focused instanceof HTMLElement) focused.focus()
  findTop()
}

/** The browser's own modal dialog: it keeps the focus inside, and returns it when it closes. */
export function Dialog({ title, onClose, closeLabel = t('close'), isOpaque, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const opened = dialog.current
    if (opened) show(opened)
    return () => {
      opened?.close()
      findTop()
    }
  }, [])
  const guard = useRef<Guard | undefined>(undefined)
  // The number of the question, because each takes the focus. 0 while nothing is asked.
  const [asked, setAsked] = useState(0)
  const leave = () => (guard.current?.isChanged() ? setAsked((number) => number + 1) : onClose())
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
  const cancel = (event?: Event) => {
    event?.preventDefault()
    if (!isOpaque) leave()
  }
  // The browser lets nobody prevent a second Escape without another key or click in between.
  const reopen = () => {
    if (!dialog.current || dialog.current.open) return
    show(dialog.current)
    cancel()
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
      onClose={reopen}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" onClick={leave}>
          {closeLabel}
        </button>
      </div>
      {asked > 0 && <Unsaved key={asked} onDiscard={discard} onStay={() => setAsked(0)} />}
      <DialogContext.Provider value={around}>{children}</DialogContext.Provider>
    </dialog>
  )
}

function Unsaved({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => stay.current?.focus(), [])
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
