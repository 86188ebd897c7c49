import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { open as openSentences } from '../i18n/language.ts'
import type { Screen } from '../screens.ts'
import { ActionButton } from './action-button.tsx'

interface Props {
  /** The screen that the form belongs to. Its texts are loaded first. */
  screen: Screen
  action: string
  form: (close: () => void) => ComponentChildren
}

/** Creates a record from the page of another one. */
export function NewRecord({ screen, action, form }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    await openSentences(screen)
    setOpen(true)
  }
  return (
    <>
      <ActionButton run={open} label={action} />
      {isOpen && form(() => setOpen(false))}
    </>
  )
}
