import { useEffect, useState } from 'preact/hooks'
import type { LiveState } from './live.ts'
import type { Document } from './request.ts'
import { session } from './session.ts'
import type { Topic } from './topics.ts'
import { keyOf, readTogether } from './use-query.ts'

/** A part of an answer that is also the answer of another document. */
interface Part {
  key: readonly unknown[]
  data: object
}

export const part = <Data extends object, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  data: Data,
): Part => ({
  key: keyOf(document, variables),
  data,
})

/**
 * Reads the documents of several panels in one request, and returns whether that is done. Panels that are shown then do
 * not read again, unless one of the topics had a change in between. If the request fails, each panel reads for itself.
 */
export function useTogether<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  partsOf: (data: Data) => readonly (Part | undefined)[],
  topics: readonly Topic[],
): boolean {
  const { live, queries } = session
  const [isRead, setRead] = useState(false)
  // A page reads once: its panels follow the changes.
  useEffect(() => {
    const ended = new AbortController()
    let keys: (readonly unknown[])[] = []
    let hasChanged = false
    let hasAsked = false
    const outdate = () => {
      hasChanged = true
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    }
    const read = async () => {
      const data = await session.request(document, variables, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted) return
      const parts = data ? partsOf(data).filter((each) => each !== undefined) : []
      for (const { key, data } of parts) readTogether.add(queries.setQueryData<object>(key, data) ?? data)
      keys = parts.map(({ key }) => key)
      if (hasChanged) outdate()
      setRead(true)
    }
    const follow = ({ kind }: LiveState) => {
      if (kind === 'connecting' || hasAsked) return
      hasAsked = true
      void read()
    }
    const hear = ({ event }: { event: string }) => event !== 'snapshot' && outdate()
    const stops = [live.state.subscribe(follow), ...topics.map((topic) => live.on(topic, hear))]
    return () => {
      ended.abort()
      for (const stop of stops) stop()
    }
  }, [live, queries])
  return isRead
}
