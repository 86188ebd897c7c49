import type { ParseKeys } from 'i18next'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SavedViewList } from '../api/generated.ts'
import type { Document } from '../api/request.ts'
import { session } from '../api/session.ts'
import { type Freshness, type Query, useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'
import type { Screen } from '../screens.ts'
import type { FileColumn } from './columns.tsx'
import { EditButton } from './edit-button.tsx'
import { type FurtherFilter, FurtherFilters } from './further-filters.tsx'
import { KEYS } from './keys.ts'
import {
  Filters,
  type FiltersProps,
  type Orders,
  type Page,
  type PageArguments,
  pageOf,
  Search,
  Toolbar,
} from './list.tsx'
import { type PageProps, TablePage } from './table.tsx'
import { useColumns } from './use-columns.ts'
import { ViewMenu } from './view-menu.tsx'

/** The record of a form, and the callback that closes the form. */
export interface FormProps<R> {
  /** Undefined for a new record. */
  row: R | undefined
  onClose: () => void
}

/** The groups of the catalogues with the texts of lists: `new`, `empty` and `count`. */
type ListWords = ParseKeys<Screen[]> extends infer Key ? (Key extends `${infer Words}.empty` ? Words : never) : never

interface Props<R, F>
  extends Pick<PageProps<R>, 'query' | 'hrefOf' | 'selection' | 'rowActions'>,
    Required<Pick<PageProps<R>, 'orders' | 'nameOf'>>,
    Partial<FiltersProps> {
  /** The list in saved views. */
  list: SavedViewList
  words: ListWords
  /** The label of the search. Absent: no search. */
  search?: string
  /** Further fields of the filter. */
  filterFields?: ComponentChildren
  /** Filters by days, amounts and people. */
  further?: readonly FurtherFilter[]
  /** Reads all rows of the filter for a file. Absent: there is no file. */
  readAll?: () => Promise<readonly F[]>
  /** The first column names the row. */
  columns: readonly FileColumn<F>[]
  /** Shown next to the button that creates a record. */
  actions?: ComponentChildren
  mayWrite: boolean
  /** Whether the caller may create records. Default: whether the caller may change them. */
  mayCreate?: boolean
  form?: (editing: FormProps<R>) => ComponentChildren
}

type AllDocument<R, Asked> = Document<{ list: { nodes: readonly R[] } }, Asked>

/** Reads all rows of a list, for a file. */
export const allOf =
  <R, Asked>(document: AllDocument<R, Asked>, asked: Asked) =>
  async () =>
    (await session.request(document, asked)).list.nodes

/** Reads the page of a list that the address names, and all its rows for a file. `further`: the filter. */
export function useList<R, F, Field extends string, Further extends object>(
  document: Document<{ list: Page<R> }, PageArguments<Field> & Further>,
  exported: AllDocument<F, PageArguments<Field> & Further>,
  orders: Orders<Field>,
  further = {} as Further,
  freshness?: Freshness,
) {
  const asked = { ...further, ...pageOf(orders) }
  return { query: useQuery(document, asked, freshness), readAll: allOf(exported, asked), orders }
}

/** Opens the form of a new record. */
export const NewButton = ({ words }: { words: ListWords }) => (
  <button type="button" class="primary" aria-keyshortcuts={KEYS.create} onClick={() => setParameters({ edit: 'new' })}>
    {t(`${words}.new` as 'clients:list.new')}
  </button>
)

/**
 * Records, page by page, with search, filters, sorting, and a form to create and change them. Columns may need only a
 * part `F` of a record: a file has only that part.
 */
export function Records<R extends F & { id: string }, F>(props: Props<R, F>) {
  const { words, search, query, filters = {}, mayWrite, mayCreate = mayWrite, form, rowActions } = props
  const columns = useColumns(props.list, props.columns)
  const [edited, setEdited] = useEdited(query, { mayWrite, mayCreate })
  const close = () => setEdited(undefined)
  return (
    <div class="panel">
      <Toolbar>
        {search && <Search label={search} />}
        <Filters filters={filters} unfiltered={props.unfiltered} />
        {props.filterFields}
        {props.further && <FurtherFilters filters={props.further} />}
        <ViewMenu list={props.list} columns={columns} readAll={props.readAll} />
        {props.actions}
        {mayCreate && <NewButton words={words} />}
      </Toolbar>
      <TablePage
        {...props}
        query={columns.isLoading ? { ...query, data: undefined, isLoading: true } : query}
        columns={columns.shown}
        rowActions={mayWrite || rowActions ? actionsOf : undefined}
        empty={t(`${words}.empty` as 'clients:list.empty')}
        sentence={(count) => t(`${words}.count` as 'clients:list.count', { count })}
      />
      {edited && form?.({ row: edited === 'new' ? undefined : edited, onClose: close })}
    </div>
  )

  function actionsOf(row: R) {
    return (
      <div class="actions">
        {mayWrite && editOf(row)}
        {rowActions?.(row)}
      </div>
    )
  }

  function editOf(row: R) {
    return <EditButton name={props.nameOf(row)} onClick={() => setEdited(row)} />
  }
}

/**
 * The record that the user edits. The address contains it, so that the form is open after a reload. The form opens after
 * the list has read the user's own changes. The record stays even if its row leaves the list.
 */
function useEdited<R extends { id: string }>(
  { data, isBehind }: Query<{ list: Page<R> }>,
  { mayWrite, mayCreate }: { mayWrite: boolean; mayCreate: boolean },
) {
  const asked = route.value.parameters.get('edit')
  const [edited, setEdited] = useState<R | 'new'>()
  const row = mayWrite && !isBehind && data?.list.nodes.find(({ id }) => id === asked)
  const found = asked === 'new' ? mayCreate && asked : row
  useEffect(() => {
    if (found) setEdited((before) => before ?? found)
  }, [found])
  const edit = (chosen: R | 'new' | undefined) => {
    setParameters({ edit: chosen === 'new' ? chosen : chosen?.id })
    if (!chosen) setEdited(undefined)
  }
  return [edited, edit] as const
}
