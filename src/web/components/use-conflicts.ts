import { type RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Draft } from '../api/drafts.ts'
import { RequestError } from '../api/request.ts'
import { day, moment, parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { type Control, controlOf, isChoice, setValues } from './controls.ts'
import { nameHeld } from './held-record.ts'

/** A field that somebody else changed while it was being edited. */
export interface Conflict {
  key: string
  label: string
  theirs: Side
  mine: Side
  isMine: boolean
}

interface Side {
  value: string
  /** The value in readable form. */
  shown: string
}

interface Entered {
  changed: () => Draft
  rebase: (mine: Draft) => { before: Draft; theirs: Draft }
  keep: () => void
}

const isStale = (error: unknown) => error instanceof RequestError && error.code === 'PRECONDITION_FAILED'

function shownAs(control: Control | undefined, value: string): string {
  if (control && isChoice(control)) return value === 'true' ? t('yes') : t('no')
  if (value === '') return t('form.nothing')
  if (control?.type === 'hidden') return nameHeld(value)
  if (control?.type === 'datetime-local') return moment(parseMoment(value))
  if (control?.type === 'date') return day(value)
  if (!(control instanceof HTMLSelectElement)) return value
  return [...control.options].find((option) => option.value === value)?.text ?? value
}

const labelOf = (control: Control | undefined) => control?.dataset.label ?? control?.labels?.[0]?.textContent ?? ''

/**
 * If somebody else changed the record, reads it again, keeps the input, and lists the differing fields. If no displayed
 * field differs, it saves again at once.
 */
export function useConflicts(
  form: RefObject<HTMLFormElement | null>,
  { changed, rebase, keep }: Entered,
  reread: (() => Promise<void>) | undefined,
) {
  const [reading, setReading] = useState(0)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const mine = useRef<Draft>({})

  useEffect(() => {
    if (reading === 0 || !form.current) return
    const found = differences(form.current, mine.current, rebase(mine.current))
    setConflicts(found)
    if (found.length === 0) form.current.requestSubmit()
  }, [reading])

  /**
   * Handles a failed save by showing the differences. Returns whether the failure is handled. @throws RequestError if
   * the record cannot be read
   */
  const meet = async (error: unknown): Promise<boolean> => {
    if (!isStale(error) || !reread) return false
    mine.current = changed()
    await reread()
    setReading((number) => number + 1)
    return true
  }
  const choose = ({ key, theirs, mine }: Conflict, isMine: boolean) => {
    if (form.current) setValues(form.current, { [key]: (isMine ? mine : theirs).value })
    keep()
    setConflicts((before) => before.map((each) => (each.key === key ? { ...each, isMine } : each)))
  }
  return { reading, conflicts, meet, choose, forget: () => setConflicts([]) }
}

function differences(
  form: HTMLFormElement,
  mine: Draft,
  { before, theirs }: { before: Draft; theirs: Draft },
): Conflict[] {
  return Object.entries(theirs)
    .filter(([key, value]) => value !== before[key] && value !== mine[key])
    .map(([key, value]) => {
      const control = controlOf(form, key)
      const own = mine[key] ?? before[key] ?? ''
      return {
        key,
        label: labelOf(control),
        theirs: { value, shown: shownAs(control, value) },
        mine: { value: own, shown: shownAs(control, own) },
        isMine: mine[key] !== undefined,
      }
    })
}
