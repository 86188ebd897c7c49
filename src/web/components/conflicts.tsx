import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import type { Conflict } from './use-conflicts.ts'

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
