import { type RefObject } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { type Draft, draftsOf } from '../api/drafts.ts'
import { useSession } from '../api/session.ts'
import { type Control, controlsOf } from './controls.ts'
import { DialogContext } from './dialog.tsx'

const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Secrets are never kept; files cannot be. */
const isKept = ({ type, name }: Control) => name !== '' && type !== 'password' && type !== 'file'

const keyOf = (control: Control) => (isChoice(control) ? `${control.name}=${control.value}` : control.name)
const heldBy = (control: Control) => (isChoice(control) ? String(control.checked) : control.value)

function setValue(control: Control, value: string): void {
  if (isChoice(control)) control.checked = value === 'true'
  else control.value = value
}

const valuesOf = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    controlsOf(form)
      .filter(isKept)
      .map((control) => [keyOf(control), heldBy(control)]),
  )

/**
 * Keeps what a person changes in a form until it is saved or given up, over a reload too. What was not changed is not
 * kept: others may change it meanwhile. The dialog around the form asks before it closes.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string | undefined) {
  const { caller } = useSession()
  const dialog = useContext(DialogContext)
  const [isRestored, setRestored] = useState(false)
  const initial = useRef<Draft>({})
  const owner = caller.value
  const drafts = owner && name ? draftsOf(owner, name) : undefined
  const changed = (): Draft => {
    const values = Object.entries(form.current ? valuesOf(form.current) : {})
    return Object.fromEntries(values.filter(([key, value]) => value !== initial.current[key]))
  }
  const drop = () => drafts?.drop()

  useEffect(() => {
    if (!form.current) return
    initial.current = valuesOf(form.current)
    const draft = drafts?.read() ?? {}
    for (const control of controlsOf(form.current).filter(isKept)) {
      const value = draft[keyOf(control)]
      if (value !== undefined) setValue(control, value)
    }
    setRestored(Object.keys(changed()).length > 0)
    return dialog?.guard({ isChanged: () => Object.keys(changed()).length > 0, discard: drop })
  }, [name])

  const markSaved = () => {
    if (form.current) initial.current = valuesOf(form.current)
    drop()
    setRestored(false)
  }
  return { isRestored, keep: () => drafts?.keep(changed()), markSaved }
}
