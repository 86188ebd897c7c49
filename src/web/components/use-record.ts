import { useState } from 'preact/hooks'

/** The record at the start of editing. It ignores changes by others until it is read again. */
export function useRecord<Row>(given: Row, read: () => Promise<Row>) {
  const [record, setRecord] = useState(given)
  return { record, reread: async () => setRecord(await read()) }
}
