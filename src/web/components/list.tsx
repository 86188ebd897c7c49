import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Query } from '../api/use-query.ts'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf, route, setParameters } from '../route.ts'
import type { Screen } from '../screens.ts'
import { Empty, Loaded } from './panel.tsx'
import { labelled, Select } from './select.tsx'

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

interface Order<Field> {
  field: Field
  direction: 'ASC' | 'DESC'
}

/** The order fields of a list: an enum of the schema. */
export type Orders<Field extends string = string> = Readonly<Record<string, Field>>

export type PageArguments<Field> = ({ first: number; after: string | null } | { last: number; before: string }) & {
  orderBy?: Order<Field>
}

/** The order of a list: the field in its parameters, if it is one of these. */
export function orderOf<Field extends string>(
  fields: readonly Field[],
  parameters = route.value.parameters,
): Order<Field> | undefined {
  const text = parameters.get('sort') ?? ''
  const field = fields.find((each) => each === text.replace(/^-/, ''))
  return field && { field, direction: text.startsWith('-') ? 'DESC' : 'ASC' }
}

/** The page of a list that its parameters name, in the order that they name. `fields`: the order fields of the list. */
export function pageOf<Field extends string = never>(
  fields: Orders<Field> = {},
  { size = PAGE_SIZE, parameters = route.value.parameters } = {},
): PageArguments<Field> {
  const before = parameters.get('before')
  const orderBy = orderOf(Object.values(fields), parameters)
  const page = before ? { last: size, before } : { first: size, after: parameters.get('after') }
  return { ...page, ...(orderBy && { orderBy }) }
}

/**
 * Changes the list's parameters in the address. A new search or filter starts at the first page. The browser's back
 * button returns to the list as it was before, unless the change is `passing`.
 */
export function show(changes: Record<string, string | undefined>, { passing = false } = {}): void {
  setParameters({ after: undefined, before: undefined, ...changes }, { isPage: !passing })
  rememberChoice()
}

/** Where a list keeps its order and its page. */
export interface Place {
  readonly parameters: URLSearchParams
  show: (changes: Record<string, string>) => void
}

export const ADDRESS: Place = {
  get parameters() {
    return route.value.parameters
  },
  show,
}

/** The place of a list on a page whose address belongs to another list. */
export function usePlace(): Place {
  const [parameters, keep] = useState(() => new URLSearchParams())
  return {
    parameters,
    show: (changes) => keep(new URLSearchParams({ sort: parameters.get('sort') ?? '', ...changes })),
  }
}

/** The search field of a list. It waits until the user stops typing. */
export function Search({ label }: { label: string }) {
  const id = useId()
  const asked = route.value.parameters.get('search') ?? ''
  const [text, setText] = useState(asked)
  const sent = useRef(asked)
  useEffect(() => {
    // A link has set another search, so the typed text is discarded.
    if (asked !== sent.current) setText(asked)
    sent.current = asked
  }, [asked])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      show({ search: text }, { passing: true })
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

/** The names of the filters that were shown, and of the other parameters that belong to the list. */
const known = new Set(['sort', 'layout'])

/** Stores further parameters with the list's choice. */
export const remembered = (names: readonly string[]): void => {
  for (const name of names) known.add(name)
}

const keyOf = (screen: Screen) => `list ${screen}`

/**
 * Stores the filters, the sorting and the layout of a screen's list. The search text is not stored, because it may be a person's
 * name.
 */
export function rememberChoice(): void {
  const { screen, path, parameters } = route.peek()
  if (path.length > 0) return
  const kept = [...parameters].filter(([name]) => known.has(name))
  localStorage.setItem(keyOf(screen), new URLSearchParams(kept).toString())
}

/** The list of a screen as the user last saw it. */
export const hrefOfList = (screen: Screen): string =>
  hrefOf(screen, [], Object.fromEntries(new URLSearchParams(localStorage.getItem(keyOf(screen)) ?? '')))

/** The search and the filters in the address. Values unknown to the page are ignored. */
export const filterIn = <F extends Readonly<Record<string, readonly string[]>>>(
  filters: F,
  parameters = route.value.parameters,
) => {
  const chosen = Object.entries(filters).map(([name, values]) => {
    const value = values.find((each) => each === parameters.get(name))
    return [name, value && [value]]
  })
  return {
    search: parameters.get('search') ?? undefined,
    ...(Object.fromEntries(chosen) as { [Name in keyof F]?: F[Name][number][] }),
  }
}

export interface FiltersProps {
  /** The values of each filter. */
  filters: Readonly<Record<string, readonly string[]>>
  /** For each filter: the value that applies without a choice of the user. Default: all. */
  unfiltered?: Readonly<Record<string, string>> | undefined
}

/** Filters of a list by the values of some fields. */
export const Filters = ({ filters, unfiltered = {} }: FiltersProps) => (
  <>
    {Object.entries(filters).map(([name, values]) => (
      <Filter key={name} name={name} values={values} none={unfiltered[name] ?? t('all')} />
    ))}
  </>
)

function Filter({ name, values, none }: { name: string; values: readonly string[]; none: string }) {
  known.add(name)
  return (
    <Select
      label={fieldName(name)}
      value={route.value.parameters.get(name) ?? ''}
      none={none}
      choices={labelled(values)}
      onChoose={(value) => show({ [name]: value })}
    />
  )
}

interface PagerProps {
  page: Pick<Page<unknown>, 'pageInfo'>
  place?: Place | undefined
  /** The number of records, or a description of them. */
  sentence: string
}

export function Pager({ page: { pageInfo }, place = ADDRESS, sentence }: PagerProps) {
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo
  return (
    <nav class="pager" aria-label={t('pages')}>
      <p role="status">{sentence}</p>
      {(hasPreviousPage || hasNextPage) && (
        <>
          <button type="button" disabled={!hasPreviousPage} onClick={() => place.show({ before: startCursor ?? '' })}>
            {t('previous')}
          </button>
          <button type="button" disabled={!hasNextPage} onClick={() => place.show({ after: endCursor ?? '' })}>
            {t('next')}
          </button>
        </>
      )}
    </nav>
  )
}

export interface ListPageProps<R> {
  query: Query<{ list: Page<R> }>
  /** Default: the address. */
  place?: Place | undefined
  /** Shown if there are no records. */
  empty: string
  /** The number of records as a sentence. */
  sentence: (count: number) => string
  children: (rows: readonly R[]) => ComponentChildren
}

/** The page of a list that its place names. */
export const ListPage = <R,>({ query, place, empty, sentence, children }: ListPageProps<R>) => (
  <Loaded query={query}>
    {({ list }) => (
      <>
        {list.nodes.length === 0 ? <Empty>{empty}</Empty> : children(list.nodes)}
        <Pager page={list} place={place} sentence={sentence(list.totalCount)} />
      </>
    )}
  </Loaded>
)

/** The controls above a list. */
export const Toolbar = ({ children }: { children: ComponentChildren }) => <search class="toolbar">{children}</search>
