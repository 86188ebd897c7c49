import { useRef } from 'preact/hooks'
import type { Document } from './request.ts'
import { session } from './session.ts'

/**
 * Sends changes. If an answer is lost and the same change is sent again, it has the same idempotency key and so takes
 * effect once. A caller may pass its own key. After a change, the displayed data is read again.
 */
export function useSave() {
  const last = useRef({ change: '', key: '' })
  const keyOf = <Data, Variables>(document: Document<Data, Variables>, variables: Variables): string => {
    const change = JSON.stringify([document.text, variables])
    if (change !== last.current.change) last.current = { change, key: crypto.randomUUID() }
    return last.current.key
  }
  return async <Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    key = keyOf(document, variables),
  ): Promise<Data> => {
    const saved = await session.request(document, variables, { headers: { 'Idempotency-Key': key } })
    void session.queries.invalidateQueries()
    return saved
  }
}
