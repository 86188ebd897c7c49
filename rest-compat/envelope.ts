import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { CompiledRoute } from './compile.ts'

type Row = Record<string, unknown>

/** Fields of the caller's own stand at the top level; the service's fields win over them. */
export function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten)
  if (typeof value !== 'object' || value === null || !('attributes' in value)) return value
  const { attributes, ...own } = value as Row & { attributes: Row }
  return { ...own, ...Object.fromEntries(Object.entries(attributes).filter(([key]) => !Object.hasOwn(own, key))) }
}

const withoutNulls = (meta: Row) => Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null))

/** The body of a success: `{ success, data }`, and `meta` for lists. */
export function successBody(route: CompiledRoute, data: unknown): unknown {
  if (route.envelope !== 'page') return { success: true, data: flatten(data) }
  const { nodes, ...meta } = data as { nodes: unknown[] } & Row
  return { success: true, data: flatten(nodes), meta: withoutNulls(meta) }
}

/**
 * The entity tag of a resource: a digest of its representation, the same for whoever reads it. In canonical form, since
 * the database keeps the keys of JSON in an order of its own and a change answers with the caller's.
 */
export const etagOf = (data: unknown): string =>
  `"${hash('sha256', canonicalize(data) ?? '', 'base64url').slice(0, 27)}"`

/** Whether a list of entity tags, as `If-Match` and `If-None-Match` have it, names `etag`. */
export const namesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
