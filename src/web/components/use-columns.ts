import { useState } from 'preact/hooks'
import type { SavedViewList } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { route, setParameters } from '../route.ts'
import type { Column } from './table.tsx'

/** The columns of a list, with the chosen ones. */
export interface ColumnChoice<R> {
  all: readonly Column<R>[]
  shown: readonly Column<R>[]
  /** Shows exactly these columns, besides the first. Undefined: all. */
  choose: (ids: readonly string[] | undefined) => void
}

/**
 * The columns that a person chose for a list: those in the address, or the last choice in this browser. The first column
 * names the row and is always shown. Unknown columns are ignored.
 */
export function useColumns<R>(list: SavedViewList | undefined, all: readonly Column<R>[]): ColumnChoice<R> {
  const userId = useSession().caller.value?.userId
  const key = `columns ${list} ${userId}`
  const [, setTurn] = useState(0)
  const asked = list && (route.value.parameters.get('columns') ?? localStorage.getItem(key))
  const ids = asked?.split(',')
  const chosen = ids && all.filter(({ id }, index) => index === 0 || ids.includes(id))
  const choose = (wanted: readonly string[] | undefined) => {
    const text = wanted?.join()
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    setParameters({ columns: text })
    setTurn((turn) => turn + 1)
  }
  return { all, shown: chosen ?? all, choose }
}
