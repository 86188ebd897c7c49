import type { ComponentChildren } from 'preact'
import type { Query } from '../api/use-query.ts'
import { History } from './history.tsx'
import { isUnknown, Loaded } from './panel.tsx'
import { useRecordName } from './record-name.ts'

interface Props<Data> {
  id: string
  query: Query<Data>
  nameOf: (data: Data) => string | undefined
  children: (data: Data) => ComponentChildren
}

/** The page of one record: it is named after the record, and ends with its history. */
export function RecordPage<Data>({ id, query, nameOf, children }: Props<Data>) {
  useRecordName(query.data && nameOf(query.data))
  return (
    <>
      <Loaded query={query}>{children}</Loaded>
      {!isUnknown(query) && <History id={id} />}
    </>
  )
}
