import { useLayoutEffect, useState } from 'preact/hooks'

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
