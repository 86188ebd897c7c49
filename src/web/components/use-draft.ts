import { type RefObject } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Draft, draftsOf } from '../api/drafts.ts'
import { session } from '../api/session.ts'
import { setValues, valuesOf } from './controls.ts'
import { DialogContext } from './dialog.tsx'

/**
 * Stores the changed fields of a form until they are saved or discarded, also across a reload. Unchanged fields are not
 * stored, because others may change them. The dialog around the form asks before it closes.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string | undefined) {
  const { caller } = session
  const dialog = useContext(DialogContext)
  const [isRestored, setRestored] = useState(false)
  const initial = useRef<Draft>({})
  const stored = useRef<Draft>({})
  const owner = caller.value
  const drafts = owner && name ? draftsOf(owner, name) : undefined
  const changed = (): Draft => {
    const values = Object.entries(form.current ? valuesOf(form.current) : {})
    return Object.fromEntries(values.filter(([key, value]) => value !== (initial.current[key] ?? value)))
  }
  const drop = () => drafts?.drop()

  // Before the form is shown: a later effect would take what the user has typed by then for the original values.
  useLayoutEffect(() => {
    if (!form.current) return
    initial.current = valuesOf(form.current)
    stored.current = drafts?.read() ?? {}
    setValues(form.current, stored.current)
    const isChanged = Object.keys(changed()).length > 0
    setRestored(isChanged)
    // Dependent fields update as if the text were typed.
    if (isChanged) form.current.dispatchEvent(new Event('input', { bubbles: true }))
    return dialog?.guard({ isChanged: () => Object.keys(changed()).length > 0, discard: drop })
  }, [name])

  /**
   * Records the original value of a control that was added later, such as a choice that was read from the server,
   * before the user changes it. Restores what the draft has for it.
   */
  const learn = () => {
    if (!form.current) return
    const added = Object.entries(valuesOf(form.current)).filter(([key]) => !Object.hasOwn(initial.current, key))
    if (added.length === 0) return
    initial.current = { ...initial.current, ...Object.fromEntries(added) }
    const kept = added.flatMap(([key]) => (stored.current[key] === undefined ? [] : [[key, stored.current[key]]]))
    setValues(form.current, Object.fromEntries(kept))
  }
  useLayoutEffect(learn)
  const markSaved = () => {
    if (form.current) initial.current = valuesOf(form.current)
    stored.current = {}
    drop()
    setRestored(false)
  }
  /** Applies the changed fields to a newer record. Returns their values before, and those of the record. */
  const rebase = (mine: Draft): { before: Draft; theirs: Draft } => {
    const before = initial.current
    if (!form.current) return { before, theirs: before }
    initial.current = valuesOf(form.current)
    setValues(form.current, mine)
    return { before, theirs: initial.current }
  }
  return { isRestored, changed, learn, rebase, keep: () => drafts?.keep(changed()), markSaved }
}
