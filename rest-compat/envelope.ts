import { hash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { OperationResult } from '../src/engine/execute/results.ts'
import type { CompiledRoute } from './compile.ts'

type Row = Record<string, unknown>

/**
 * Moves the caller's own fields (`attributes`) to the top level. A field of the service wins over one of the same name.
 */
export function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten)
  if (typeof value !== 'object' || value === null || !('attributes' in value)) return value
  const { attributes, ...own } = value as Row & { attributes: Row }
  return { ...own, ...Object.fromEntries(Object.entries(attributes).filter(([key]) => !Object.hasOwn(own, key))) }
}

const withoutNulls = (meta: Row) => Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null))

/** The JSON text of a success: `{ success, data }`, and `meta` for lists. Text of the database is wrapped unparsed. */
export const successText = (route: CompiledRoute, { data, text }: OperationResult): string =>
  text === undefined ? JSON.stringify(bodyOf(route, data?.[route.field])) : wrapped(route, textIn(route, text))

function bodyOf(route: CompiledRoute, data: unknown): unknown {
  if (route.envelope !== 'page') return { success: true, data: flatten(data) }
  const { nodes, ...meta } = data as { nodes: unknown[] } & Row
  return { success: true, data: flatten(nodes), meta: withoutNulls(meta) }
}

/** The text of the root field, from that of the data. */
const textIn = ({ field }: CompiledRoute, text: string): string => text.slice(`{"${field}":`.length, -1)

/** A page starts with its nodes, and the rest of it are numbers (`compile.ts`). Only these numbers are parsed. */
function wrapped(route: CompiledRoute, text: string): string {
  if (route.envelope !== 'page') return `{"success":true,"data":${text}}`
  const end = text.lastIndexOf(']') + 1
  const meta = JSON.parse(`{${text.slice(end).replace(/^\s*,/, '')}`)
  return `{"success":true,"data":${text.slice(text.indexOf('['), end)},"meta":${JSON.stringify(withoutNulls(meta))}}`
}

/** The value of the root field. */
export const shownIn = (route: CompiledRoute, { data, text }: OperationResult): unknown =>
  text === undefined ? data?.[route.field] : JSON.parse(textIn(route, text))

/**
 * The entity tag of a resource: a digest of its representation, the same for every reader. The keys of objects are sorted
 * for it, because the database orders the keys of JSON differently from the caller.
 */
export const etagOf = (data: unknown): string => `"${hash('sha256', stringify(data) ?? '', 'base64url').slice(0, 27)}"`

/**
 * Whether the list of entity tags of an `If-Match` or `If-None-Match` header contains `etag`. `*` also names a response
 * without a tag.
 */
export const namesEtag = (header: string, etag: string | undefined): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
