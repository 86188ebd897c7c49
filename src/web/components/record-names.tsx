import { useEffect, useState } from 'preact/hooks'
import { RecordNamesDocument, type RecordNamesQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { constantOf, day } from '../format.ts'
import { label, resourceLabel } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { hrefOfResource } from './resource-links.ts'
import { attempt } from './toasts.tsx'

/** The number of records that one request names. */
const MOST = 100

type Node = NonNullable<NonNullable<RecordNamesQuery['nodes']>[number]>

/** The name of a record, and the address where it is shown. */
interface RecordName {
  name: string
  href: string
}

/** The names of records by their ids. */
export type RecordNames = ReadonlyMap<string, RecordName>

/** Undefined for a type without names. */
function nameOf(node: Node): string | undefined {
  switch (node.__typename) {
    case 'Message':
      return node.campaign?.name
    case 'RegistryCleansing':
      return day(node.createdAt)
    case 'DataSubjectRequest':
      return `${label(node.type)}, ${day(node.receivedAt)}`
    case 'Consent':
      return node.subject.name
    case 'Suppression':
      return `${label(node.cause)}, ${day(node.createdAt)}`
    default:
      return 'name' in node ? node.name : undefined
  }
}

/** The lists of the records that have no page. */
const LISTS: Readonly<Record<string, Parameters<typeof hrefOf>>> = {
  RegistryCleansing: ['delivery', ['cleansing']],
  Segment: ['delivery', ['segments']],
  Suppression: ['privacy', ['contacts']],
  Operator: ['privacy', ['operators']],
}

function hrefOfNode(node: Node): string | undefined {
  if (node.__typename === 'Message') return hrefOfResource('CAMPAIGN', node.campaign?.id ?? null)
  const list = LISTS[node.__typename]
  return list ? hrefOf(...list) : hrefOfResource(constantOf(node.__typename), node.id)
}

/** The names of the nodes that have one. */
const namesOf = (nodes: readonly Node[]): RecordNames =>
  new Map(
    nodes.flatMap((node) => {
      const [name, href] = [nameOf(node), hrefOfNode(node)]
      return name && href ? [[node.id, { name, href }]] : []
    }),
  )

/** Reads records. A record that is gone, or that the caller may not read, is left out. */
async function nodesOf(ids: readonly string[]): Promise<Node[]> {
  const found: Node[] = []
  for (let first = 0; first < ids.length; first += MOST) {
    const { nodes } = await session.request(RecordNamesDocument, { ids: ids.slice(first, first + MOST) })
    found.push(...(nodes ?? []).flatMap((node) => node ?? []))
  }
  return found
}

/** Reads the names of records. A record that is gone, has no name, or that the caller may not read, is left out. */
export const recordNames = async (ids: readonly string[]): Promise<RecordNames> => namesOf(await nodesOf(ids))

/** The names of records, in the language of the page. Empty until they are read. */
export function useRecordNames(ids: readonly string[]): RecordNames {
  const [nodes, setNodes] = useState<readonly Node[]>([])
  useEffect(() => {
    // Answers of an earlier page of a list may arrive later, so none replaces another.
    const read = async () => {
      const found = await nodesOf(ids)
      setNodes((before) => [...before, ...found])
    }
    if (ids.length > 0) void attempt(read)
  }, [ids.join()])
  return namesOf(nodes)
}

/** A record by its name. Without a name, by its id. */
export function RecordLink({ id, names }: { id: string; names: RecordNames }) {
  const named = names.get(id)
  return named ? <a href={named.href}>{named.name}</a> : <span class="quiet">{id}</span>
}

/** The record that caused a change by the service. */
export interface Origin {
  resourceType: string
  resourceId: string
}

export const OriginLink = ({ origin: { resourceType, resourceId }, names }: { origin: Origin; names: RecordNames }) => (
  <>
    {resourceLabel(resourceType)}: <RecordLink id={resourceId} names={names} />
  </>
)
