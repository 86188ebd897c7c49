import { useEffect, useRef, useState } from 'preact/hooks'
import { paced } from '../api/pace.ts'

const PAUSE_MS = 20_000

interface Props {
  /** The number of events so far. */
  total: number
  sentence: (number: number) => string
}

/**
 * Announces the number of new events to a screen reader, at most every 20 seconds, because one announcement per event
 * would be too many.
 */
export function Announcer({ total, sentence }: Props) {
  const [spoken, setSpoken] = useState('')
  const latest = useRef({ total, said: 0, sentence })
  latest.current = { ...latest.current, total, sentence }
  const pace = useRef<ReturnType<typeof paced> | undefined>(undefined)
  useEffect(() => {
    pace.current = paced(() => {
      const { total, said, sentence } = latest.current
      latest.current = { ...latest.current, said: total }
      setSpoken(sentence(total - said))
    }, PAUSE_MS)
    return () => pace.current?.stop()
  }, [])
  useEffect(() => {
    if (total > latest.current.said) pace.current?.call()
  }, [total])
  return (
    <p class="hidden" role="status">
      {spoken}
    </p>
  )
}
