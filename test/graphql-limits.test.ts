import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import { LIMITS } from '../src/http/document-limits.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'

let server: TestServer
let actor: Actor
beforeAll(async () => {
  server = await startServer()
  actor = server.actor()
})
afterAll(() => server.close())

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')

/** Campaigns of the client of campaigns of the client ..., one level each. */
const relations = (depth: number): string =>
  depth === 0
    ? 'id'
    : depth % 2 === 0
      ? `client { ${relations(depth - 1)} }`
      : `campaigns(first: 1) { ${relations(depth - 1)} }`

const fragmentChain = (length: number, leaf: string) =>
  `${times(length, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f${length} on Query { ${leaf} }`

describe('what is refused before it runs', () => {
  const limits: [keyof typeof LIMITS, string, string, Record<string, unknown>?][] = [
    ['tokens', 'too many tokens', `{ ${times(LIMITS.tokens, () => 'a')} }`],
    ['depth', 'relations back and forth', `{ campaigns(first: 1) { nodes { ${relations(LIMITS.depth)} } } }`],
    ['aliases', 'aliases', `{ ${times(LIMITS.aliases + 1, (i) => `a${i}: __typename`)} }`],
    ['aliases', 'aliases hidden in fragments', `{ ...f0 } ${fragmentChain(6, 'a: __typename')}`],
    [
      'directives',
      'directives',
      `{ ${times(LIMITS.directives / 2 + 1, () => '... @include(if: true) { __typename @skip(if: false) }')} }`,
    ],
    ['rootFields', 'root fields', `{ ${times(LIMITS.rootFields + 1, () => '__typename')} }`],
    ['rootFields', 'an exponential chain of fragments', `{ ...f0 } ${fragmentChain(180, '__typename')}`],
    [
      'selections',
      'selections',
      `{ clients { nodes { ...f0 } } } ${fragmentChain(12, 'id').replaceAll('on Query', 'on Client')}`,
    ],
    [
      'complexity',
      'rows of rows',
      '{ clients(first: 100) { nodes { campaigns(first: 100) { id name clientName } } } }',
    ],
    [
      'complexity',
      'rows that a variable asks for',
      'query ($n: Int) { clients(first: $n) { nodes { campaigns(first: 100) { id name } } } }',
      { n: 100 },
    ],
  ]
  for (const [limit, what, query, variables] of limits) {
    test(`${limit}: ${what}`, async () => {
      const { status, body } = await actor.graphql(query, variables)
      expect(status).toBe(400)
      expect(body).not.toHaveProperty('data')
      expect(body.errors).toHaveLength(1)
      expect(body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
      expect(body.errors[0].message).toContain(String(LIMITS[limit]))
    })
  }

  test('introspection that is nested too deep', async () => {
    const query = '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }'
    const { status, body } = await actor.graphql(query)
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX'])
  })

  test('a variable that cannot be used does not hide the cost', async () => {
    const query =
      'query ($n: Int = 10) { clients(first: 100) { nodes { campaigns(first: $n) { id } all: campaigns(first: 100) { id } } } }'
    const { body } = await actor.graphql(query, { n: null })
    expect(body).not.toHaveProperty('data')
    expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })

  test('fragments that spread themselves', async () => {
    const query = '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'
    const { body } = await actor.graphql(query)
    expect(body.errors[0]).toMatchObject({ extensions: { code: 'VALIDATION_ERROR' } })
    expect(body.errors[0].message).toContain('Cannot spread fragment')
  })

  test('parentheses and lists without end', async () => {
    const { body } = await actor.graphql(`{ clients(filter: ${'['.repeat(100_000)}) { totalCount } }`)
    expect(body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
  })

  test('fields within fields, as many as there are tokens', async () => {
    const { body } = await actor.graphql(`${'{ a '.repeat(900)}${'}'.repeat(900)}`)
    expect(body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
  })

  test('fields that repeat themselves are answered in time', async () => {
    const started = performance.now()
    await actor.graphql(`{ clients { ${times(LIMITS.tokens - 10, () => 'totalCount')} } }`)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('what is not refused', () => {
  test('the introspection that every tool sends', async () => {
    const { status, body } = await actor.graphql(getIntrospectionQuery({ inputValueDeprecation: true }))
    expect([status, body.errors]).toEqual([200, undefined])
  })

  test('twenty clients with ten campaigns each, with counts', async () => {
    const query =
      '{ clients(first: 20) { totalCount nodes { id name campaigns(first: 10) { id name contentCount clientName } } } }'
    expect((await actor.graphql(query)).body.errors).toBeUndefined()
  })

  test('as many aliases as are allowed', async () => {
    const query = `{ __schema { ${times(LIMITS.aliases, (i) => `a${i}: __typename`)} } }`
    expect((await actor.graphql(query)).body.errors).toBeUndefined()
  })
})
