import { useRef } from 'preact/hooks'
import { notify } from '../components/toasts.tsx'
import type { Document } from './request.ts'
import { session } from './session.ts'

interface Options<Data> {
  /** The idempotency key. Default: the same key for the same change. */
  key?: string
  /** The sentence that tells the user what was done. */
  said?: (saved: Data) => string
}

/**
 * Sends changes. If an answer is lost and the same change is sent again, it has the same idempotency key and so takes
 * effect once. After the answer, the same change is a new one. Then the displayed data is read again.
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
    { key = keyOf(document, variables), said }: Options<Data> = {},
  ): Promise<Data> => {
    const saved = await session.request(document, variables, { headers: { 'Idempotency-Key': key } })
    last.current = { change: '', key: '' }
    void session.queries.invalidateQueries()
    if (said) notify(said(saved))
    return saved
  }
}
