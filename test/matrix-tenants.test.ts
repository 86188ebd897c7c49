/** @long it sends the ids of another tenant to every operation. */
import { describe, expect, test } from '@jest/globals'
import { newId } from '../src/data/ids.ts'
import { takenFields } from '../src/graphql/coerce.ts'
import { fingerprints } from './support/fingerprint.ts'
import { idPlaces, idPlacesIn, type Place, withIdAt } from './support/graphql-samples.ts'
import { idsFor, kindOf, makeRow } from './support/ids.ts'
import type { Operation } from './support/openapi.ts'
import { validInput, withId } from './support/operation-samples.ts'
import { aClient } from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { api, documentOf, type RootField, rootFields, rowOf } from './support/surface.ts'

/** Mutations that leave out ids that lead nowhere, instead of refusing them. One line each. */
const LEAVE_OUT: Record<string, string> = {
  markMentionsRead: 'counts what was marked: none',
  markNotificationsRead: 'counts what was marked: none',
}

/** Ids whose refusal names the field. One line each. */
const INVALID: Record<string, string> = {
  recipientIds: 'refused like a member without an address',
}

let server: TestServer
let fingerprint: Awaited<ReturnType<typeof fingerprints>>
let mine: Actor
let theirs: Actor
/** One row of theirs of each kind that was asked for: nobody changes it, or a test has failed. */
const rowsOfTheirs = new Map<string, Promise<string>>()

setUp(async (opened) => {
  server = opened.use(await startServer())
  fingerprint = await fingerprints(server)
  mine = server.actor()
  theirs = server.actor()
  await Promise.all([aClient(mine), aClient(theirs)])
})

function theirRow(kind: string): Promise<string> {
  const row = rowsOfTheirs.get(kind) ?? makeRow(server, kind, theirs)
  rowsOfTheirs.set(kind, row)
  return row
}

const nameAt = (place: Place) => place.at(-1) ?? ''

/** The code of a refusal, of the whole or of the only item. */
function codeOf({ body }: Answer): string | undefined {
  const [data] = Object.values<Json>(body?.data ?? {})
  const [failed] = body?.data?.failed ?? data?.failed ?? []
  return body?.errors?.[0].extensions.code ?? failed?.code ?? body?.code
}

/**
 * Calls with their id, and with an id that nobody has: not found in both cases, in the same words. What filters by an
 * id, or leaves out what it does not find, answers the same in both cases.
 */
async function attack([kind, name]: RootField, place: Place, rowKind: string, call: (id: string) => Promise<Answer>) {
  const id = await theirRow(rowKind)
  const before = await fingerprint(theirs.organizationId)
  const answer = await call(id)
  const isRead = kind === 'query' && !['id', 'after'].includes(nameAt(place))
  const isFilter = (isRead || place.includes('filter')) && codeOf(answer) === undefined
  const refusal = nameAt(place) in INVALID ? 'VALIDATION_ERROR' : 'NOT_FOUND'
  if (!isFilter && !(name in LEAVE_OUT)) expect(codeOf(answer)).toBe(refusal)
  expect(await fingerprint(theirs.organizationId)).toEqual(before)
  const nobodys = newId()
  const { status, body } = await call(nobodys)
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body).replaceAll(id, '[id]')).toBe(JSON.stringify(body).replaceAll(nobodys, '[id]'))
}

/** A case: the operation, where in it the id stands, and which kind of row it is of. */
type Case<T> = [name: string, place: string, kind: string, place: Place, of: T]

const graphql = rootFields.flatMap((root) =>
  idPlaces(root).flatMap((place): Case<RootField>[] => {
    const kind = kindOf(root, nameAt(place))
    return kind ? [[`${root[0]} ${root[1]}`, place.join('.'), kind, place, root]] : []
  }),
)

describe('over GraphQL, an id of another tenant', () => {
  test.each(graphql)('%s at %s (%s)', async (_name, _place, kind, place, root) => {
    const own = await idsFor(server, root, mine)
    await attack(root, place, kind, (id) => mine.graphql(documentOf(root), withIdAt(root, place, id, own)))
  })
})

/** A request with an id in one place of it. */
type Put = (id: string) => { path: string; body?: unknown }

/** The value with an id in a place of it; of a list, in its first item. */
function putAt(value: Json, [name, ...rest]: Place, id: string): Json {
  if (name === undefined) return id
  if (Array.isArray(value)) return [putAt(value[0], [name, ...rest], id)]
  if (name === 'filter') return { ...value, ids: undefined, filter: putAt({}, rest, id) }
  const inner = rest.length > 0 ? putAt(value?.[name] ?? {}, rest, id) : /ids$/i.test(name) ? [id] : id
  return { ...value, [name]: inner }
}

interface RestCase {
  operation: Operation
  root: RootField
  put(input: Awaited<ReturnType<typeof validInput>>): Put
}

const rest = api.operations.flatMap((operation) => {
  const row = rowOf(operation.key)
  const root = rootFields.find(([, name]) => name === row?.field)
  if (!row || !root) return []
  return row.variables.flatMap(({ name, type, source }) =>
    idPlacesIn(type, [name], takenFields).flatMap((place): Case<RestCase>[] => {
      const kind = kindOf(root, nameAt(place))
      const puts: Record<typeof source, RestCase['put']> = {
        path:
          ({ body }) =>
          (id) => ({ path: withId(operation.path, id), body }),
        query:
          ({ path, body }) =>
          (id) => ({ path: `${path}?${name}=${id}`, body }),
        field:
          ({ path, body }) =>
          (id) => ({ path, body: putAt(body, place, id) }),
        body:
          ({ path, body }) =>
          (id) => ({ path, body: putAt(body, place.slice(1), id) }),
      }
      return kind
        ? [[operation.key, `${source} ${place.join('.')}`, kind, place, { operation, root, put: puts[source] }]]
        : []
    }),
  )
})

describe('over REST, an id of another tenant', () => {
  test.each(rest)('%s at %s (%s)', async (_name, _place, kind, place, { operation, root, put }) => {
    const request = put(await validInput(api, operation, mine))
    await attack(root, place, kind, (id) => {
      const { path, body } = request(id)
      return mine.rest(operation.method, path, body)
    })
  })
})

test('every path with an id was driven', () => {
  const driven = new Set(rest.map(([key]) => key))
  const missing = api.operations.filter(({ key, path }) => path.includes('{') && !driven.has(key))
  expect(missing.map(({ key }) => key)).toEqual([])
})
