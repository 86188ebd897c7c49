import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Query } from '../api/use-query.ts'
import { Badge } from './badge.tsx'
import { Filter, type Page, Pager, Search, Toolbar } from './list.tsx'
import { Empty, Loaded } from './panel.tsx'

/** What every record has. */
interface Row {
  id: string
  name: string
  status: string
}

/** A column beside name and status; a phone has no room for it. */
export interface Column<R> {
  title: string
  isNumber?: boolean
  show: (row: R) => ComponentChildren
}

/** What a form is of, and whom it tells. */
export interface Editing<R> {
  /** Absent for a new one. */
  row: R | undefined
  onSaved: () => void
  onClose: () => void
}

interface Props<R> {
  /** What the records are, in the singular. */
  what: string
  query: Query<{ list: Page<R> }>
  /** The values of each filter. */
  filters: Record<string, readonly string[]>
  columns: readonly Column<R>[]
  mayWrite: boolean
  form: (editing: Editing<R>) => ComponentChildren
}

/** Records, page by page: found by search and filters, made and changed in a form. */
export function Records<R extends Row>({ what, query, filters, columns, mayWrite, form }: Props<R>) {
  const [edited, setEdited] = useState<R | 'new'>()
  const close = () => setEdited(undefined)
  return (
    <div class="panel">
      <Toolbar>
        <Search what={`${what}s`} />
        {Object.entries(filters).map(([name, values]) => (
          <Filter key={name} name={name} values={values} />
        ))}
        {mayWrite && (
          <button type="button" class="primary" onClick={() => setEdited('new')}>
            New {what}
          </button>
        )}
      </Toolbar>
      <Loaded query={query}>
        {({ list }) => (
          <>
            {list.nodes.length === 0 ? (
              <Empty>No {what} matches.</Empty>
            ) : (
              <Table rows={list.nodes} columns={columns} onEdit={mayWrite ? setEdited : undefined} />
            )}
            <Pager page={list} what={what} />
          </>
        )}
      </Loaded>
      {edited && form({ row: edited === 'new' ? undefined : edited, onSaved: close, onClose: close })}
    </div>
  )
}

interface TableProps<R> {
  rows: readonly R[]
  columns: readonly Column<R>[]
  onEdit: ((row: R) => void) | undefined
}

const classOf = ({ isNumber }: Column<never>) => (isNumber ? 'number roomy' : 'roomy')

function Table<R extends Row>({ rows, columns, onEdit }: TableProps<R>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
          ))}
          {onEdit && (
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            <td>
              <Badge status={row.status} />
            </td>
            {columns.map((column) => (
              <td key={column.title} class={classOf(column)}>
                {column.show(row)}
              </td>
            ))}
            {onEdit && (
              <td class="row-actions">
                <button type="button" aria-label={`Edit ${row.name}`} onClick={() => onEdit(row)}>
                  Edit
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
