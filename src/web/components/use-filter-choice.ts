import { useRef } from 'preact/hooks'
import { route } from '../route.ts'
import type { Named } from './held-record.ts'
import { show } from './list.tsx'

/**
 * The record in a parameter of the address that limits a list. The field keeps the choice of the user, and its focus. A
 * link to another record changes `turn`, the key of a new field.
 */
export function useFilterChoice(name: string) {
  const id = route.value.parameters.get(name) ?? undefined
  const shown = useRef(id)
  const turn = useRef(0)
  if (id !== shown.current) turn.current++
  shown.current = id
  const choose = (record: Named | undefined) => {
    shown.current = record?.id
    show({ [name]: record?.id })
  }
  return { id, turn: turn.current, choose }
}
