import { useLayoutEffect, useState } from 'preact/hooks'

/** The selected rows of a list, by id, with the name of each. */
export interface Selection {
  chosen: ReadonlyMap<string, string>
  choose: (chosen: ReadonlyMap<string, string>) => void
}

const NOTHING: ReadonlyMap<string, string> = new Map()

/** A selection survives a change of the page of the list, but not of its conditions, such as the search. */
export function useSelection(conditions: unknown): Selection {
  const [chosen, choose] = useState(NOTHING)
  useLayoutEffect(() => choose(NOTHING), [JSON.stringify(conditions)])
  return { chosen, choose }
}
