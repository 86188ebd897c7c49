import { keepPreviousData, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { LiveState } from './live.ts'
import { paced } from './pace.ts'
import { type Document, RequestError } from './request.ts'
import { useSession } from './session.ts'
import type { Topic } from './topics.ts'

/** What was read, how it went the last time, and a way to try again. */
export interface Query<Data> {
  data: Data | undefined
  error: RequestError | undefined
  isLoading: boolean
  reload: () => void
  /** The same because of something that happened: soon, and seldom. */
  refresh: () => void
}

interface Freshness {
  /** Changes that are a reason to read again. */
  topics?: readonly Topic[]
  pauseMs?: number
}

/** A list that follows its changes costs its reader one request in so long. */
const PAUSE_MS = 15_000

const shown = (error: Error | null): RequestError | undefined =>
  error === null || error instanceof RequestError
    ? (error ?? undefined)
    : new RequestError('INTERNAL_ERROR', String(error))

/** Reads a document, and again when the connection came back or something changed. What was read stays meanwhile. */
export function useQuery<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { topics = [], pauseMs = PAUSE_MS }: Freshness = {},
): Query<Data> {
  const session = useSession()
  const [isReady, setReady] = useState(false)
  const [, setTurn] = useState(0)
  const options: QueryObserverOptions<Data> = {
    queryKey: [document.text, variables],
    queryFn: ({ signal }) => session.request(document, variables, { signal }),
    placeholderData: keepPreviousData,
    enabled: isReady,
  }
  const { queries, live } = session
  const observer = useMemo(() => new QueryObserver(queries, options), [queries])
  const pace = useMemo(() => paced(() => void observer.refetch(), pauseMs), [observer, pauseMs])

  useEffect(() => observer.setOptions(options))
  useEffect(() => observer.subscribe(() => setTurn((turn) => turn + 1)), [observer])
  // Topics never change.
  useEffect(() => {
    let hasAsked = false
    // What is read once the connection stands misses no change; without one it is better than nothing.
    const follow = ({ kind }: LiveState) => {
      if (kind === 'live' && hasAsked) pace.call()
      if (kind === 'connecting') return
      hasAsked = true
      setReady(true)
    }
    // A snapshot says how things stand, and not that they changed.
    const hear = ({ event }: { event: string }) => event !== 'snapshot' && pace.call()
    const stops = [live.state.subscribe(follow), ...topics.map((topic) => live.on(topic, hear))]
    return () => {
      pace.stop()
      for (const stop of stops) stop()
    }
  }, [live, pace])

  const { data, error, isFetching } = observer.getOptimisticResult(queries.defaultQueryOptions(options))
  return {
    data,
    error: shown(error),
    isLoading: isFetching || !isReady,
    reload: () => void observer.refetch(),
    refresh: pace.call,
  }
}
