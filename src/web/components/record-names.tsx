import { useEffect, useState } from 'preact/hooks'
import { RecordNamesDocument, type RecordNamesQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { day } from '../format.ts'
import { label, resourceLabel } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { attempt } from './toasts.tsx'

/** The number of records that one request names. */
const MOST = 100

type Node = NonNullable<NonNullable<RecordNamesQuery['nodes']>[number]>

/** The name of a record, and the address of its page. */
interface RecordName {
  name: string
  href: string
}

/** The names of records by their ids. */
export type RecordNames = ReadonlyMap<string, RecordName>

function nameOf(node: Node): RecordName | undefined {
  switch (node.__typename) {
    case 'Campaign':
      return { name: node.name, href: hrefOf('campaigns', [node.id]) }
    case 'Client':
      return { name: node.name, href: hrefOf('clients', [node.id]) }
    case 'ContentItem':
      return { name: node.name, href: hrefOf('content', [node.id]) }
    case 'SignOff':
      return { name: node.name, href: hrefOf('sign-offs', [node.id]) }
    case 'TeamMember':
      return { name: node.name, href: hrefOf('administration', ['people', node.id]) }
    case 'Message':
      return node.campaign ? { name: node.campaign.name, href: hrefOf('campaigns', [node.campaign.id]) } : undefined
    case 'RegistryCleansing':
      return { name: day(node.createdAt), href: hrefOf('delivery', ['cleansing']) }
    case 'Segment':
      return { name: node.name, href: hrefOf('delivery', ['segments']) }
    case 'Sender':
      return { name: node.name, href: hrefOf('delivery', ['senders']) }
    case 'DataSubjectRequest':
      return { name: `${label(node.type)}, ${day(node.receivedAt)}`, href: hrefOf('privacy', ['requests', node.id]) }
    case 'Consent':
      return { name: node.subject.name, href: hrefOf('privacy', ['consents', node.id]) }
    case 'Suppression':
      return { name: `${label(node.cause)}, ${day(node.createdAt)}`, href: hrefOf('privacy', ['contacts']) }
    case 'Breach':
      return { name: node.name, href: hrefOf('privacy', ['breaches', node.id]) }
    case 'Operator':
      return { name: node.name, href: hrefOf('privacy', ['operators']) }
    case 'ProcessingActivity':
      return { name: node.name, href: hrefOf('privacy', ['processing', node.id]) }
    default:
      return undefined
  }
}

/** The names of the nodes that have one. */
const namesOf = (nodes: readonly Node[]): RecordNames =>
  new Map(
    nodes.flatMap((node) => {
      const name = nameOf(node)
      return name ? [[node.id, name]] : []
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
