import { RecordNamesDocument, type RecordNamesQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { day } from '../format.ts'
import { label } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'

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
    case 'TeamMember':
      return { name: node.name, href: hrefOf('administration', ['people', node.id]) }
    case 'Message':
      return node.campaign ? { name: node.campaign.name, href: hrefOf('campaigns', [node.campaign.id]) } : undefined
    case 'RegistryCleansing':
      return { name: day(node.createdAt), href: hrefOf('delivery', ['cleansing']) }
    case 'DataSubjectRequest':
      return { name: `${label(node.type)}, ${day(node.receivedAt)}`, href: hrefOf('privacy', ['requests', node.id]) }
    default:
      return undefined
  }
}

/** Reads the names of records. A record that is gone, has no name, or that the caller may not read, is left out. */
export async function recordNames(ids: readonly string[]): Promise<RecordNames> {
  const names = new Map<string, RecordName>()
  for (let first = 0; first < ids.length; first += MOST) {
    const { nodes } = await session.request(RecordNamesDocument, { ids: ids.slice(first, first + MOST) })
    for (const node of nodes ?? []) {
      const name = node && nameOf(node)
      if (name) names.set(node.id, name)
    }
  }
  return names
}

/** A record by its name. Without a name, by its id. */
export function RecordLink({ id, names }: { id: string; names: RecordNames }) {
  const named = names.get(id)
  return named ? <a href={named.href}>{named.name}</a> : <span class="quiet">{id}</span>
}
