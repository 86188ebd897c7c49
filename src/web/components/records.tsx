import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SavedViewList } from '../api/generated.ts'
import type { Query } from '../api/use-query.ts'
import { route, setParameters } from '../route.ts'
import { EditButton } from './edit-button.tsx'
import { type FurtherFilter, FurtherFilters } from './further-filters.tsx'
import { KEYS } from './keys.ts'
import { Filters, type Page, Pager, Search, Toolbar } from './list.tsx'
import { Empty, Loaded } from './panel.tsx'
import { type Column, Table } from './table.tsx'
import { useColumns } from './use-columns.ts'
import type { Selection } from './use-selection.ts'
import { ViewMenu } from './view-menu.tsx'

/** The record of a form, and the callback that closes the form. */
export interface Editing<R> {
  /** Undefined for a new record. */
  row: R | undefined
  onClose: () => void
}

/** The texts of a list. */
interface Sentences {
  /** Label of the search. Absent: no search. */
  search?: string
  /** Label of the button that creates a record. */
  create: string
  /** Shown if nothing matches, or if there are no records. */
  empty: string
  /** The number of records as a sentence. */
  count: (count: number) => string
}

interface Props<R, F> {
  /** The list in saved views. */
  list: SavedViewList
  sentences: Sentences
  query: Query<{ list: Page<R> }>
  /** The values of each filter. */
  filters?: Readonly<Record<string, readonly string[]>>
  /** For each filter: the value that applies without a choice of the user. Default: all. */
  unfiltered?: Readonly<Record<string, string>>
  /** Further fields of the filter. */
  filterFields?: ComponentChildren
  /** Filters by days, amounts and people. */
  further?: readonly FurtherFilter[]
  /** Reads all rows of the filter for a file. Absent: there is no file. */
  readAll?: () => Promise<readonly F[]>
  /** The first column names the row. */
  columns: readonly Column<F>[]
  hrefOf?: (row: R) => string | undefined
  /** Shown next to the button that creates a record. */
  actions?: ComponentChildren
  /** The selected rows, if rows can be selected. */
  selection?: Selection
  mayWrite: boolean
  /** Whether the caller may create records. Default: whether the caller may change them. */
  mayCreate?: boolean
  form?: (editing: Editing<R>) => ComponentChildren
  /** Further actions of a row. */
  rowActions?: ((row: R) => ComponentChildren) | undefined
  nameOf: (row: R) => string
}

/**
 * Records, page by page, with search, filters, sorting, and a form to create and change them. Columns may need only a
 * part `F` of a record: a file has only that part.
 */
export function Records<R extends F & { id: string }, F>(props: Props<R, F>) {
  const {
    sentences,
    query,
    filters = {},
    unfiltered,
    mayWrite,
    mayCreate = mayWrite,
    form,
    actions,
    rowActions,
  } = props
  const columns = useColumns(props.list, props.columns)
  const [edited, setEdited] = useEdited(query, { mayWrite, mayCreate })
  const close = () => setEdited(undefined)
  return (
    <div class="panel">
      <Toolbar>
        {sentences.search && <Search label={sentences.search} />}
        <Filters filters={filters} unfiltered={unfiltered} />
        {props.filterFields}
        {props.further && <FurtherFilters filters={props.further} />}
        <ViewMenu list={props.list} columns={columns} readAll={props.readAll} />
        {actions}
        {mayCreate && (
          <button type="button" class="primary" aria-keyshortcuts={KEYS.create} onClick={() => setEdited('new')}>
            {sentences.create}
          </button>
        )}
      </Toolbar>
      <Loaded query={query}>
        {({ list }) => (
          <>
            {list.nodes.length === 0 ? (
              <Empty>{sentences.empty}</Empty>
            ) : (
              !columns.isLoading && (
                <Table
                  {...props}
                  columns={columns.shown}
                  rows={list.nodes}
                  rowActions={mayWrite || rowActions ? actionsOf : undefined}
                />
              )
            )}
            <Pager page={list} sentence={sentences.count(list.totalCount)} />
          </>
        )}
      </Loaded>
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
