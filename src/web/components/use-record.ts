import { useState } from 'preact/hooks'

/** The record that a form began from. It follows no changes of others until it is read anew. */
export function useRecord<Row>(given: Row, read: () => Promise<Row>) {
  const [record, setRecord] = useState(given)
  return { record, reread: async () => setRecord(await read()) }
}
