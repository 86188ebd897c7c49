import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { open as openTexts } from '../i18n/language.ts'
import type { Screen } from '../screens.ts'
import { attempt } from './toasts.tsx'

interface Props {
  label: string
  /** The accessible name, if the page has several of these buttons. */
  name?: string | undefined
  kind?: 'primary' | 'plain' | undefined
  /** The screen that the dialog belongs to, if it is another one. Its texts are loaded first. */
  texts?: Screen
  /** The dialog. It calls `close` when it is done. */
  children: (close: () => void) => ComponentChildren
}

/** A button that opens a dialog. */
export function Opener({ label, name, kind, texts, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    if (texts) await openTexts(texts)
    setOpen(true)
  }
  return (
    <>
      <button type="button" class={kind} aria-label={name} onClick={() => attempt(open)}>
        {label}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
