import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Query } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { BehindContext } from './use-record.ts'

interface Props {
  title: string
  /** Shown next to the title. */
  aside?: ComponentChildren
  class?: string
  children: ComponentChildren
}

export function Panel({ title, aside, class: name = '', children }: Props) {
  const id = useId()
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

interface LoadedProps<Data> {
  query: Query<Data>
  children: (data: Data) => ComponentChildren
}

/** Shows the data of a query, that it is loading, or its error. Forms in the data wait until it has the user's own changes. */
export function Loaded<Data>({ query: { data, error, isLoading, isBehind, reload }, children }: LoadedProps<Data>) {
  if (data !== undefined && error?.code === 'NOT_FOUND')
    return (
      <>
        <p class="failure" role="alert">
          {t('gone')}
        </p>
        {/* Nothing can be changed any more, but what was read stays legible. */}
        <fieldset class="gone" disabled>
          {children(data)}
        </fieldset>
      </>
    )
  return (
    <>
      {error && (
        <div class="failure" role="alert">
          <p>{data ? t('outOfDate', { reason: sentenceOf(error) }) : sentenceOf(error)}</p>
          <button type="button" onClick={reload}>
            {t('tryAgain')}
          </button>
        </div>
      )}
      {data !== undefined && <BehindContext.Provider value={isBehind}>{children(data)}</BehindContext.Provider>}
      {data === undefined && isLoading && !error && <p class="loading">{t('loading')}</p>}
    </>
  )
}

/** A panel with the data of a query. */
export const QueryPanel = <Data,>({ query, children, ...panel }: Omit<Props, 'children'> & LoadedProps<Data>) => (
  <Panel {...panel}>
    <Loaded query={query}>{children}</Loaded>
  </Panel>
)

interface BelowProps {
  query: Query<unknown>
  children: ComponentChildren
}

/** Content below a panel. It stays hidden until the panel has its first answer, so that it does not move then. */
export const Below = ({ query: { data, error }, children }: BelowProps) => (
  <div class={data === undefined && !error ? 'below unknown' : 'below'}>{children}</div>
)

/** Whether a record is unknown or was deleted. Its page shows that once, without further panels. */
export const isUnknown = ({ error }: Query<unknown>): boolean => error?.code === 'NOT_FOUND'

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>

/** The known facts of a record. Unknown facts are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value || value === 0)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export const NotAllowed = () => <p class="empty">{t('notAllowed')}</p>
