import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Query } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'
import { type FilterName, Filters, type Page, Pager, Search, Toolbar } from './list.tsx'
import { Empty, Loaded } from './panel.tsx'
import { type Column, type Selection, Table } from './table.tsx'

/** What a form is of, and whom it tells. */
export interface Editing<R> {
  /** Absent for a new one. */
  row: R | undefined
  onSaved: () => void
  onClose: () => void
}

/** The sentences of a list. */
interface Sentences {
  /** Label of the search; without it there is none. */
  search?: string
  /** On the button that makes a new one. */
  create: string
  /** Where nothing matches, or nothing is there yet. */
  empty: string
  /** How many there are. */
  count: (count: number) => string
}

interface Props<R> {
  sentences: Sentences
  query: Query<{ list: Page<R> }>
  /** The values of each filter. */
  filters: Partial<Record<FilterName, readonly string[]>>
  /** The first one names the row. */
  columns: readonly Column<R>[]
  hrefOf?: (row: R) => string
  /** Beside the button that makes a new one. */
  actions?: ComponentChildren
  /** Which rows are chosen, where some can be. */
  selection?: Selection
  mayWrite: boolean
  /** Where that is not whoever may change them. */
  mayCreate?: boolean
  form?: (editing: Editing<R>) => ComponentChildren
  /** What else can be done with a row. */
  rowActions?: ((row: R) => ComponentChildren) | undefined
  nameOf: (row: R) => string
}

/** Records, page by page: found by search and filters, sorted, made and changed in a form. */
export function Records<R extends { id: string }>(props: Props<R>) {
  const { sentences, query, filters, mayWrite, mayCreate = mayWrite, form, actions, rowActions } = props
  const [edited, setEdited] = useEdited(query.data?.list.nodes, { mayWrite, mayCreate })
  const close = () => setEdited(undefined)
  return (
    <div class="panel">
      <Toolbar>
        {sentences.search && <Search label={sentences.search} />}
        <Filters filters={filters} />
        {actions}
        {mayCreate && (
          <button type="button" class="primary" onClick={() => setEdited('new')}>
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
              <Table {...props} rows={list.nodes} rowActions={mayWrite || rowActions ? actionsOf : undefined} />
            )}
            <Pager page={list} sentence={sentences.count(list.totalCount)} />
          </>
        )}
      </Loaded>
      {edited && form?.({ row: edited === 'new' ? undefined : edited, onSaved: close, onClose: close })}
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
    return (
      <button type="button" aria-label={t('editNamed', { name: props.nameOf(row) })} onClick={() => setEdited(row)}>
        {t('edit')}
      </button>
    )
  }
}

/** What is edited. The address has it too, so that a reload finds the form open; a row that leaves the list stays in it. */
function useEdited<R extends { id: string }>(
  rows: readonly R[] | undefined,
  { mayWrite, mayCreate }: { mayWrite: boolean; mayCreate: boolean },
) {
  const asked = route.value.parameters.get('edit')
  const [edited, setEdited] = useState<R | 'new'>()
  const found = asked === 'new' ? mayCreate && asked : mayWrite && rows?.find(({ id }) => id === asked)
  useEffect(() => {
    if (found) setEdited((before) => before ?? found)
  }, [found])
  const edit = (chosen: R | 'new' | undefined) => {
    setParameters({ edit: chosen === 'new' ? chosen : chosen?.id })
    setEdited(chosen)
  }
  return [edited, edit] as const
}
