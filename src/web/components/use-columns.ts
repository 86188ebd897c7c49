import { useRef } from 'preact/hooks'
import {
  DefaultViewsDocument,
  type DefaultViewsQuery,
  type SavedViewList,
  SetDefaultViewDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { keyOf, useQuery } from '../api/use-query.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { route, setParameters } from '../route.ts'
import type { FileColumn } from './columns.tsx'
import { notify } from './toasts.tsx'

/** The columns of a list, with the chosen ones. */
export interface ColumnChoice<R> {
  all: readonly FileColumn<R>[]
  shown: readonly FileColumn<R>[]
  /** Whether the person's choice is still being read. */
  isLoading: boolean
  /** Shows exactly these columns, besides the first. Undefined: all. */
  choose: (ids: readonly string[] | undefined) => void
}

/**
 * The columns that a person chose for a list: those in the address, or the person's last choice, in any browser. The
 * first column names the row and is always shown. Unknown columns are ignored.
 */
export function useColumns<R>(list: SavedViewList, all: readonly FileColumn<R>[]): ColumnChoice<R> {
  const { data, error } = useQuery(DefaultViewsDocument, {})
  const views = data?.list.nodes ?? []
  const kept = new URLSearchParams(views.find((view) => view.list === list)?.parameters).get('columns')
  const ids = (route.value.parameters.get('columns') ?? kept)?.split(',')
  const shown = ids ? all.filter(({ id }, index) => index === 0 || ids.includes(id)) : all
  // The last choice must be stored last.
  const saved = useRef(Promise.resolve())
  const choose = (wanted: readonly string[] | undefined) => {
    const columns = wanted?.join()
    const parameters = new URLSearchParams(columns === undefined ? {} : { columns }).toString()
    const nodes = [...views.filter((view) => view.list !== list), { list, parameters }]
    session.queries.setQueryData<DefaultViewsQuery>(keyOf(DefaultViewsDocument, {}), { list: { nodes } })
    setParameters({ columns })
    saved.current = saved.current.then(async () => {
      try {
        await session.request(SetDefaultViewDocument, { input: { list, parameters } })
      } catch (error) {
        notify(sentenceOf(error))
      }
    })
  }
  return { all, shown, isLoading: data === undefined && error === undefined, choose }
}
