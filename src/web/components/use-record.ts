import { createContext } from 'preact'
import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import type { Reread } from './conflicts.tsx'

/** Whether the data of the page is older than a change by the user, and is being read again. */
export const BehindContext = createContext(false)

/** Whether the page has read the user's own changes since the component was mounted. Later changes do not matter. */
export function useIsRead(): boolean {
  const isBehind = useContext(BehindContext)
  const isRead = useRef(false)
  isRead.current ||= !isBehind
  return isRead.current
}

/** The record at the start of editing, which has the user's own changes. It ignores later changes. */
export function useInitial<Row>(given: Row): Row {
  const isRead = useIsRead()
  return useMemo(() => given, [isRead])
}

/** The record at the start of editing, until it is read again. */
export function useRecord<Row>(given: Row, read: () => Promise<Row>) {
  const initial = useInitial(given)
  const [newer, setNewer] = useState<Row>()
  const reread: Reread = async (beforeShown) => {
    const row = await read()
    beforeShown?.()
    setNewer(row)
  }
  return { record: newer ?? initial, reread }
}
