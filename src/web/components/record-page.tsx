import type { ComponentChildren, ComponentType } from 'preact'
import type { Document } from '../api/request.ts'
import { type Freshness, useQuery } from '../api/use-query.ts'
import { route } from '../route.ts'
import { History } from './history.tsx'
import { isUnknown, Loaded } from './panel.tsx'
import { useRecordName } from './record-name.ts'

interface Props<R, Further> extends Freshness {
  id: string
  document: Document<{ record: R }, { id: string } & Further>
  /** Further variables of the document. */
  further?: Further
  nameOf: (record: R) => string | undefined
  children: (record: R) => ComponentChildren
}

/** The page of one record: it is named after the record, and ends with its history. */
export function RecordPage<R, Further extends object>(props: Props<R, Further>) {
  const { id, document, further = {} as Further, nameOf, children, ...freshness } = props
  const query = useQuery(document, { id, ...further }, freshness)
  useRecordName(query.data && nameOf(query.data.record))
  return (
    <>
      <Loaded query={query}>{({ record }) => children(record)}</Loaded>
      {!isUnknown(query) && <History id={id} />}
    </>
  )
}

/**
 * A list, or the page of the record that the address names. `place`: the place of the record's id in the path: 0 for a
 * screen, 1 for a section.
 */
export const listOrRecord = (place: 0 | 1, List: ComponentType, Page: ComponentType<{ id: string }>) =>
  function ListOrRecord() {
    const id = route.value.path[place]
    return id ? <Page key={id} id={id} /> : <List />
  }
