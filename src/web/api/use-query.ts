import { useEffect, useRef, useState } from 'preact/hooks'
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

/** Reads a document, and again when the connection came back or something changed. What was read stays meanwhile. */
export function useQuery<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { topics = [], pauseMs = PAUSE_MS }: Freshness = {},
): Query<Data> {
  const session = useSession()
  const [state, setState] = useState<Omit<Query<Data>, 'reload' | 'refresh'>>({
    data: undefined,
    error: undefined,
    isLoading: true,
  })
  const reload = useRef(() => {})
  const refresh = useRef(() => {})
  const asked = JSON.stringify(variables)

  // `asked` stands for the variables, and topics never change.
  useEffect(() => {
    let running = new AbortController()
    let isAsked = false
    const load = async () => {
      isAsked = true
      running.abort()
      running = new AbortController()
      const { signal } = running
      setState((before) => ({ ...before, isLoading: true }))
      try {
        const data = await session.request(document, variables, { signal })
        if (!signal.aborted) setState({ data, error: undefined, isLoading: false })
      } catch (error) {
        if (signal.aborted) return
        const shown = error instanceof RequestError ? error : new RequestError('INTERNAL_ERROR', String(error))
        setState(({ data }) => ({ data, error: shown, isLoading: false }))
      }
    }
    const pace = paced(load, pauseMs)
    reload.current = load
    refresh.current = pace.call
    // What is read once the connection stands misses no change; without one it is better than nothing.
    const follow = ({ kind }: LiveState) => {
      if (kind === 'live' && isAsked) pace.call()
      else if (kind !== 'connecting' && !isAsked) load()
    }
    // A snapshot says how things stand, and not that they changed.
    const hear = ({ event }: { event: string }) => event !== 'snapshot' && pace.call()
    const stops = [session.live.state.subscribe(follow), ...topics.map((topic) => session.live.on(topic, hear))]
    return () => {
      running.abort()
      pace.stop()
      for (const stop of stops) stop()
    }
  }, [session, document, asked])

  return { ...state, reload: reload.current, refresh: refresh.current }
}
