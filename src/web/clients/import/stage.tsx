import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../i18n/language.ts'
import { sentenceOf } from '../../i18n/sentence-of.ts'
import type { Job } from './job.ts'

/** One step of the import. Its title takes the focus, because the focused element is gone. */
export function Stage({ title, children }: { title: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div class="form">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  )
}

interface Props {
  job: Job
  /** The reason why the job stopped. */
  error: unknown
  onGoOn: () => void
}

/** The progress of a trial or an import. A stopped job can continue. */
export function Progress({ job, error, onGoOn }: Props) {
  const title = job.isTrial ? t('clients:import.checking') : t('clients:import.importing')
  return (
    <Stage title={title}>
      <progress aria-label={title} max={job.total} value={job.done} />
      <p role="status">{t('clients:import.progress', { done: job.done, total: job.total })}</p>
      {error !== undefined && (
        <div class="failure" role="alert">
          <p>{t('clients:import.stopped', { reason: sentenceOf(error) })}</p>
          <button type="button" onClick={onGoOn}>
            {t('clients:import.goOn')}
          </button>
        </div>
      )}
    </Stage>
  )
}
