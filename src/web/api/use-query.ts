import {
  keepPreviousData,
  type QueryCacheNotifyEvent,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/query-core'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { LiveState } from './live.ts'
import { paced } from './pace.ts'
import { type Document, RequestError } from './request.ts'
import { session } from './session.ts'
import type { Topic } from './topics.ts'

/** The result of a query: data, the last failure, and a function that retries. */
export interface Query<Data> {
  data: Data | undefined
  error: RequestError | undefined
  isLoading: boolean
  /** Whether the data is older than a change by the user, and is being read again. */
  isBehind: boolean
  reload: () => void
  /** Reads again soon after a change, but rate limited. */
  refresh: () => void
}

export interface Freshness {
  /** The topics whose changes trigger another read. */
  topics?: readonly Topic[]
  pauseMs?: number
}

/** A list that follows its changes sends at most one request in this time. */
const PAUSE_MS = 15_000

const shown = (error: Error | null): RequestError | undefined =>
  error === null || error instanceof RequestError
    ? (error ?? undefined)
    : new RequestError('INTERNAL_ERROR', String(error))

/** Reads again after a change. A first read that is in progress is joined, not repeated, and may have missed the change. */
async function readAgain<Data>(observer: QueryObserver<Data>): Promise<void> {
  const { data, fetchStatus } = observer.getCurrentQuery().state
  const isFirst = data === undefined && fetchStatus === 'fetching'
  await observer.refetch()
  if (isFirst) await observer.refetch()
}

/** The answers that a page has read for its panels (`useTogether`). A panel that opens does not read them again. */
export const readTogether = new WeakSet<object>()
const FRESH_MS = 10_000

/** The cache key of a document's answer. */
export const keyOf = <Data, Variables>(document: Document<Data, Variables>, variables: Variables) => [
  document.text,
  variables,
]

/** Reads a document, and reads it again after a reconnection or a change. The old data stays visible until then. */
export function useQuery<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { topics = [], pauseMs = PAUSE_MS }: Freshness = {},
): Query<Data> {
  const [isReady, setReady] = useState(false)
  const [, setTurn] = useState(0)
  const options: QueryObserverOptions<Data> = {
    queryKey: keyOf(document, variables),
    queryFn: ({ signal }) => session.request(document, variables, { signal }),
    placeholderData: keepPreviousData,
    enabled: isReady,
    // The result of a render includes the read that starts after it.
    _optimisticResults: 'optimistic',
    staleTime: ({ state: { data } }) => (typeof data === 'object' && data && readTogether.has(data) ? FRESH_MS : 0),
  }
  const { queries, live } = session
  const observer = useMemo(() => new QueryObserver(queries, options), [queries])
  const pace = useMemo(() => paced(() => void readAgain(observer), pauseMs), [observer, pauseMs])

  useEffect(() => observer.setOptions(options))
  useEffect(() => {
    const show = () => setTurn((turn) => turn + 1)
    // The observer reports changes of its result only. A change by the user during a read outdates the query and leaves the
    // result as it is.
    const hear = (event: QueryCacheNotifyEvent) => {
      const isOutdated = event.type === 'updated' && event.action.type === 'invalidate'
      if (isOutdated && event.query === observer.getCurrentQuery()) show()
    }
    const stops = [observer.subscribe(show), queries.getQueryCache().subscribe(hear)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, observer])
  // The topics of a query never change.
  useEffect(() => {
    let hasAsked = false
    // A read that starts while the connection is live misses no change. Without a connection, the page reads anyway.
    const follow = ({ kind }: LiveState) => {
      if (kind === 'live' && hasAsked) pace.call()
      if (kind === 'connecting') return
      hasAsked = true
      setReady(true)
    }
    // A snapshot is the current state, not a change.
    const hear = ({ event }: { event: string }) => event !== 'snapshot' && pace.call()
    const stops = [live.state.subscribe(follow), ...topics.map((topic) => live.on(topic, hear))]
    return () => {
      pace.stop()
      for (const stop of stops) stop()
    }
  }, [live, pace])

  const { data, error, isFetching } = observer.getOptimisticResult(queries.defaultQueryOptions(options))
  // Between the connection and the first read, there is neither an answer nor a running read.
  const isLoading = isFetching || !isReady || (data === undefined && error === null)
  return {
    data,
    error: shown(error),
    isLoading,
    isBehind: isLoading && queries.getQueryState(options.queryKey)?.isInvalidated === true,
    reload: () => void observer.refetch(),
    refresh: pace.call,
  }
}

const FOLLOW_MS = 2_000

/** Reads again every two seconds while work goes on. Then the displayed data is read again, because the work changed it. */
export function useFollowed(isUnderWay: boolean, read: () => void): void {
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(read, FOLLOW_MS)
    return () => {
      clearInterval(timer)
      void session.queries.invalidateQueries()
    }
  }, [isUnderWay])
}
