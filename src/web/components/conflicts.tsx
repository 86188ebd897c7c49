import type { RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Draft } from '../api/drafts.ts'
import { RequestError } from '../api/request.ts'
import { day, moment, parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { type Control, controlOf, isChoice, setValues } from './controls.ts'
import { recordsHeld } from './held-record.ts'

/** A field that somebody else changed while it was being edited. */
interface Conflict {
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

/** Reads the record again. Calls the function after the answer, directly before the form shows the newer record. */
export type Reread = (beforeShown?: () => void) => Promise<void>

interface Entered {
  changed: () => Draft
  rebase: (mine: Draft) => { before: Draft; theirs: Draft }
  keep: () => void
}

const isStale = (error: unknown) => error instanceof RequestError && error.code === 'PRECONDITION_FAILED'

function shownAs(control: Control | undefined, value: string): string {
  if (control && isChoice(control)) return value === 'true' ? t('yes') : t('no')
  if (value === '') return t('form.nothing')
  if (control?.type === 'hidden')
    return recordsHeld(value)
      .map(({ name }) => name)
      .join(', ')
  if (control?.type === 'datetime-local') return moment(parseMoment(value))
  if (control?.type === 'date') return day(value)
  if (!(control instanceof HTMLSelectElement)) return value
  return [...control.options].find((option) => option.value === value)?.text ?? value
}

const labelOf = (control: Control | undefined) => control?.dataset.label ?? control?.labels?.[0]?.textContent ?? ''

/**
 * If somebody else changed the record, reads it again, keeps the input, and lists the differing fields. The user may type
 * at any time: the input is taken and set again in the task that shows the newer record.
 */
export function useConflicts(
  form: RefObject<HTMLFormElement | null>,
  { changed, rebase, keep }: Entered,
  reread: Reread | undefined,
) {
  const [reading, setReading] = useState(0)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const taken = useRef<{ mine: Draft; compared: (found: readonly Conflict[]) => void }>(undefined)

  useLayoutEffect(() => {
    if (!taken.current || !form.current) return
    const { mine, compared } = taken.current
    const found = differences(form.current, mine, rebase(mine))
    setConflicts(found)
    compared(found)
  }, [reading])

  /**
   * Handles a failed save by showing the differing fields, and returns them. Without any, the save is to be repeated.
   * Returns undefined for a failure of another kind. @throws RequestError if the record cannot be read
   */
  const meet = async (error: unknown): Promise<readonly Conflict[] | undefined> => {
    if (!isStale(error) || !reread) return undefined
    const { promise, resolve: compared } = Promise.withResolvers<readonly Conflict[]>()
    await reread(() => {
      taken.current = { mine: changed(), compared }
      setReading((number) => number + 1)
    })
    return promise
  }
  const choose = ({ key, theirs, mine }: Conflict, isMine: boolean) => {
    if (form.current) setValues(form.current, { [key]: (isMine ? mine : theirs).value })
    keep()
    setConflicts((before) => before.map((each) => (each.key === key ? { ...each, isMine } : each)))
  }
  return { reading, conflicts, meet, choose, forget: () => setConflicts([]) }
}

const differences = (
  form: HTMLFormElement,
  mine: Draft,
  { before, theirs }: { before: Draft; theirs: Draft },
): Conflict[] =>
  Object.entries(theirs)
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

interface Props {
  conflicts: readonly Conflict[]
  choose: (conflict: Conflict, isMine: boolean) => void
}

/** Shows each field that somebody else changed during the edit. The user keeps or replaces the value. */
export function Conflicts({ conflicts, choose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  useLayoutEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} class="conflicts" tabIndex={-1} aria-labelledby={id}>
      <p id={id} role="alert">
        {t('form.conflicts')}
      </p>
      {conflicts.map((conflict) => (
        <fieldset key={conflict.key}>
          <legend>{conflict.label}</legend>
          {[false, true].map((isMine) => (
            <label key={String(isMine)} class="side">
              <input
                type="radio"
                name={`${id} ${conflict.key}`}
                checked={conflict.isMine === isMine}
                onChange={() => choose(conflict, isMine)}
              />
              <span class="text">
                {isMine
                  ? t('form.mine', { value: conflict.mine.shown })
                  : t('form.theirs', { value: conflict.theirs.shown })}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  )
}
