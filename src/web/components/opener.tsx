import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface Props {
  label: string
  /** The accessible name, if the page has several of these buttons. */
  name?: string | undefined
  kind?: 'primary' | 'plain' | undefined
  /** The dialog. It calls `close` when it is done. */
  children: (close: () => void) => ComponentChildren
}

/** A button that opens a dialog. */
export function Opener({ label, name, kind, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class={kind} aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
