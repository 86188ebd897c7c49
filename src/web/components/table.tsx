import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { constantOf } from '../format.ts'
import { t } from '../i18n/language.ts'
import type { Column } from './columns.tsx'
import { ADDRESS, ListPage, type ListPageProps, type Orders, type Place } from './list.tsx'
import { Empty } from './panel.tsx'

interface Props<R> {
  rows: readonly R[]
  columns: readonly Column<R>[]
  /** The order fields of the list. */
  orders?: Orders
  /** Default: the address. */
  place?: Place | undefined
  /** The link of a row, if it has one. */
  hrefOf?: (row: R) => string | undefined
  selection?: Selection
  /** The name of a row, for its selection. */
  nameOf?: (row: R) => string
  rowActions?: ((row: R) => ComponentChildren) | undefined
  /** Shown if there are no rows. */
  empty?: string
  caption?: string
}

const classOf = ({ isNumber, isRoomy }: Column<never>) =>
  [isNumber && 'number', isRoomy && 'roomy'].filter(Boolean).join(' ')

export function Table<R extends { id: string }>(props: Props<R>) {
  const { rows, columns, orders = {}, place, hrefOf, rowActions, empty, caption } = props
  const { selection, nameOf = ({ id }) => id } = props
  const [head, ...others] = columns
  if (empty !== undefined && rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <table>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {selection && <ChooseAll rows={rows.map((row) => [row.id, nameOf(row)])} selection={selection} />}
          {columns.map((column) => (
            <Heading key={column.id} column={column} orders={orders} place={place} />
          ))}
          {rowActions && (
            <th scope="col">
              <span class="hidden">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {selection && (
              <td class="row-actions">
                <input
                  type="checkbox"
                  aria-label={t('choose', { name: nameOf(row) })}
                  checked={selection.chosen.has(row.id)}
                  onChange={() => selection.choose(toggled(selection.chosen, [[row.id, nameOf(row)]]))}
                />
              </td>
            )}
            <th scope="row">{linked(hrefOf?.(row), head?.show(row))}</th>
            {others.map((column) => (
              <td key={column.id} class={classOf(column)}>
                {column.show(row)}
              </td>
            ))}
            {rowActions && <td class="row-actions">{rowActions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export type PageProps<R> = Omit<Props<R>, 'rows' | 'orders'> &
  Required<Pick<Props<R>, 'orders'>> &
  Omit<ListPageProps<R>, 'children'>

/** The page of a list that its place names, as a table. */
export const TablePage = <R extends { id: string }>({ query, empty, sentence, ...table }: PageProps<R>) => (
  <ListPage query={query} place={table.place} empty={empty} sentence={sentence}>
    {(rows) => <Table {...table} rows={rows} />}
  </ListPage>
)

const linked = (href: string | undefined, shown: ComponentChildren): ComponentChildren =>
  href ? <a href={href}>{shown}</a> : shown

type NamedRow = readonly [id: string, name: string]

/** Selects all rows, or none if all are selected. */
function toggled(chosen: Selection['chosen'], rows: readonly NamedRow[]): Selection['chosen'] {
  if (!rows.every(([id]) => chosen.has(id))) return new Map([...chosen, ...rows])
  const ids = new Set(rows.map(([id]) => id))
  return new Map([...chosen].filter(([id]) => !ids.has(id)))
}

const ChooseAll = ({ rows, selection: { chosen, choose } }: { rows: readonly NamedRow[]; selection: Selection }) => (
  <th scope="col">
    <input
      type="checkbox"
      aria-label={t('chooseAll')}
      checked={rows.every(([id]) => chosen.has(id))}
      onChange={() => choose(toggled(chosen, rows))}
    />
  </th>
)

const SORTED = { '': 'none', '-': 'descending', '+': 'ascending' } as const
const ARROWS = { '': ' ↕', '-': ' ▼', '+': ' ▲' } as const

/** Sorts by its column, first ascending, then descending. */
function Heading<R>({
  column,
  orders,
  place = ADDRESS,
}: Pick<PageProps<R>, 'orders' | 'place'> & { column: Column<R> }) {
  const { id, title, order = orders[constantOf(id)] } = column
  if (!order)
    return (
      <th scope="col" class={classOf(column)}>
        {title}
      </th>
    )
  const sort = place.parameters.get('sort')
  const state = sort === order ? '+' : sort === `-${order}` ? '-' : ''
  return (
    <th scope="col" class={classOf(column)} aria-sort={SORTED[state]}>
      <button type="button" class="sort" onClick={() => place.show({ sort: state === '+' ? `-${order}` : order })}>
        {title}
        <span aria-hidden="true">{ARROWS[state]}</span>
      </button>
    </th>
  )
}

/** The selected rows of a list, by id, with the name of each. */
export interface Selection {
  chosen: ReadonlyMap<string, string>
  choose: (chosen: ReadonlyMap<string, string>) => void
}

const NOTHING: ReadonlyMap<string, string> = new Map()

/**
 * The selection stays when the user opens another page of the list. It is cleared when the conditions of the list
 * change, such as the search.
 */
export function useSelection(conditions: unknown): Selection {
  const [chosen, choose] = useState(NOTHING)
  useLayoutEffect(() => choose(NOTHING), [JSON.stringify(conditions)])
  return { chosen, choose }
}
