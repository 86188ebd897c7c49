import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route, setParameters } from '../route.ts'
import type { Screen } from '../screens.ts'

const PAGE_SIZE = 20
const TYPING_MS = 300

/** A page of a connection. */
export interface Page<Node> {
  totalCount: number
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
  nodes: readonly Node[]
}

type PageArguments = { first: number; after: string | null } | { last: number; before: string }

/** Which page of a list the address names. */
export function pageOf(parameters: URLSearchParams): PageArguments {
  const before = parameters.get('before')
  return before ? { last: PAGE_SIZE, before } : { first: PAGE_SIZE, after: parameters.get('after') }
}

/** Changes what the address says of the list; another search or filter begins at its first page. */
export function show(changes: Record<string, string | undefined>): void {
  setParameters({ after: undefined, before: undefined, ...changes })
  rememberChoice()
}

/** The search of a list, which waits until the person stops typing. */
export function Search({ label }: { label: string }) {
  const id = useId()
  const asked = route.value.parameters.get('search') ?? ''
  const [text, setText] = useState(asked)
  const sent = useRef(asked)
  useEffect(() => {
    // A link led to another search: what stands in the field is not asked for any more.
    if (asked !== sent.current) setText(asked)
    sent.current = asked
  }, [asked])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      show({ search: text })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
    </div>
  )
}

const FILTERS = ['status', 'sector', 'type', 'language', 'role', 'severity', 'channel'] as const
export type FilterName = (typeof FILTERS)[number]

const keyOf = (screen: Screen) => `list ${screen}`

/** Remembers by what the person filters and sorts the list of a screen; what is searched for may name people. */
function rememberChoice(): void {
  const { screen, path, parameters } = route.peek()
  if (path.length > 0) return
  const kept = [...parameters].filter(([name]) => name === 'sort' || FILTERS.some((each) => each === name))
  localStorage.setItem(keyOf(screen), new URLSearchParams(kept).toString())
}

/** The list of a screen as the person saw it last. */
export const hrefOfList = (screen: Screen): string =>
  hrefOf(screen, [], Object.fromEntries(new URLSearchParams(localStorage.getItem(keyOf(screen)) ?? '')))

/** What of a list is shown, by the values of some of its fields. */
export const Filters = ({ filters }: { filters: Partial<Record<FilterName, readonly string[]>> }) => (
  <>{FILTERS.map((name) => filters[name] && <Filter key={name} name={name} values={filters[name]} />)}</>
)

function Filter({ name, values }: { name: FilterName; values: readonly string[] }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{t(`filters.${name}`)}</label>
      <select
        id={id}
        value={route.value.parameters.get(name) ?? ''}
        onChange={({ currentTarget }) => show({ [name]: currentTarget.value })}
      >
        <option value="">{t('all')}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {label(value)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface PagerProps {
  page: Pick<Page<unknown>, 'pageInfo'>
  /** How many there are, or which. */
  sentence: string
}

export function Pager({ page: { pageInfo }, sentence }: PagerProps) {
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo
  return (
    <nav class="pager" aria-label={t('pages')}>
      <p role="status">{sentence}</p>
      <button type="button" disabled={!hasPreviousPage} onClick={() => show({ before: startCursor ?? undefined })}>
        {t('previous')}
      </button>
      <button type="button" disabled={!hasNextPage} onClick={() => show({ after: endCursor ?? undefined })}>
        {t('next')}
      </button>
    </nav>
  )
}

/** What stands above a list. */
export const Toolbar = ({ children }: { children: ComponentChildren }) => <search class="toolbar">{children}</search>
