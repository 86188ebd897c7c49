/** @database none */
import { describe, expect, test } from '@jest/globals'
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getIntrospectionQuery,
  getNamedType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { LIMITS } from '../src/edge/graphql/document-limits.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
})

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')

/** Campaigns of the client of campaigns of the client ..., so often. */
const relations = (count: number): string =>
  count === 0 ? 'id' : `client { campaigns(first: 1) { nodes { ${relations(count - 1)} } } }`

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
      '{ clients(first: 100) { nodes { campaigns(first: 100) { nodes { id name clientName } } } } }',
    ],
    [
      'complexity',
      'rows that a variable asks for',
      'query ($n: Int) { clients(first: $n) { nodes { campaigns(first: 100) { nodes { id name } } } } }',
      { n: 100 },
    ],
    [
      'complexity',
      'rows of a page by its number',
      '{ contents(limit: 100) { nodes { campaign { content(first: 100) { nodes { id title } } } } } }',
    ],
    [
      'complexity',
      'rows of a whole list',
      '{ campaigns(all: true) { nodes { content(first: 100) { nodes { id } } } } }',
    ],
    [
      'complexity',
      'the same, behind arguments that are null',
      '{ campaigns(all: true, page: null, limit: null) { nodes { content(first: 100) { nodes { id } } } } }',
    ],
    [
      'complexity',
      'rows less than none, to make up for others',
      '{ clients(first: -1000) { nodes { id } } campaigns(all: true) { nodes { content(first: 100) { nodes { id } } } } }',
    ],
    [
      'complexity',
      'rows of many lists, none of which is too long',
      `{ ${times(10, (i) => `a${i}: campaigns(limit: 100) { nodes { content(first: 30) { nodes { id } } } }`)} }`,
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
      'query ($n: Int = 10) { clients(first: 100) { nodes { campaigns(first: $n) { nodes { id } } all: campaigns(first: 100) { nodes { id } } } } }'
    const { body } = await actor.graphql(query, { n: null })
    expect(body).not.toHaveProperty('data')
    expect(body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
  })

  /** Each is cheap first, and expensive with other variables: what it cost once must not be what it costs. */
  test.each([
    [
      'rows',
      'query ($n: Int) { clients(first: $n) { nodes { campaigns(first: $n) { nodes { content(first: $n) { nodes { id } } } } } } }',
      { n: 1 },
      { n: 100 },
    ],
    [
      'rows by default, which null is not',
      'query ($n: Int = 100) { clients(first: $n) { nodes { campaigns(first: $n) { nodes { content(first: $n) { nodes { id } } } } } } }',
      { n: null },
      {},
    ],
    [
      'what is included',
      `query ($all: Boolean!) { clients(first: 100) { nodes { id campaigns(first: 100) @include(if: $all) {
        nodes { id content(first: 5) { nodes { id } } } } } } }`,
      { all: false },
      { all: true },
    ],
    [
      'lists that cost by their length',
      `mutation ($rows: [JSONObject!]!) { ${times(11, (i) => `a${i}: importClients(rows: $rows) { failed }`)} }`,
      { rows: [{}] },
      { rows: Array.from({ length: LIMITS.complexity / 10 }, () => ({})) },
    ],
  ])('a document that was cheap with other variables: %s', async (_, query, cheap, dear) => {
    const codes = async (variables: object) => {
      const { body } = await actor.rest('POST', '/graphql', { query, variables })
      return (body.errors ?? []).map((error: Json) => error.extensions.code)
    }
    expect(await codes(cheap)).toEqual([])
    expect(await codes(dear)).toEqual(['QUERY_TOO_COMPLEX'])
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

  test('fields that repeat themselves', async () => {
    const repeated = (count: number) => actor.graphql(`{ clients { ${times(count, () => 'totalCount')} } }`)
    expect((await repeated(100)).body).toEqual({ data: { clients: { totalCount: 0 } } })
    const { body } = await repeated(LIMITS.tokens - 10)
    expect(body.errors).toEqual([
      {
        message: 'Too many fields of the same name',
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ])
  })
})

/** Everything that a type holds itself: its leaves and values, and the rows of a page; no relations. */
function everythingIn(type: GraphQLOutputType, parents: readonly string[] = []): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter(({ args }) => args.length === 0)
  const selections = fields.map((field) => {
    const target = getNamedType(field.type)
    if (!isObjectType(target)) return field.name
    const isRow = 'id' in target.getFields() && !['nodes', 'node'].includes(field.name)
    const isRelation = isRow || 'pageInfo' in target.getFields()
    if (isRelation || parents.includes(target.name)) return ''
    return `${field.name} ${everythingIn(target, [...parents, named.name])}`
  })
  return `{ ${selections.join(' ')} }`
}

/** The first value of an enum; else an id of nothing. */
function anyOf(type: GraphQLInputType): string {
  const named = getNamedType(type)
  return isEnumType(named) ? String(named.getValues()[0]?.name) : `"${crypto.randomUUID()}"`
}

describe('what a newcomer asks', () => {
  test('every list with all its fields, with its default page', async () => {
    const pages = Object.values(server.app.gateway.schema.getQueryType()?.getFields() ?? {}).filter(({ type }) =>
      /Connection$/.test(String(type)),
    )
    expect(pages.length).toBeGreaterThan(20)
    for (const { name, type, args } of pages) {
      const given = args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${anyOf(argument.type)}`)
      const query = `{ ${name}${given.length > 0 ? `(${given})` : ''} ${everythingIn(type)} }`
      const codes = (await actor.graphql(query)).body.errors?.map(({ extensions }: Json) => extensions.code) ?? []
      expect([name, codes.filter((code: string) => !/NOT_FOUND$/.test(code))]).toEqual([name, []])
    }
  })
})

describe('what is not refused', () => {
  test('the introspection that every tool sends', async () => {
    const { status, body } = await actor.graphql(getIntrospectionQuery({ inputValueDeprecation: true }))
    expect([status, body.errors]).toEqual([200, undefined])
  })

  test('twenty clients with ten campaigns each, with counts', async () => {
    const query =
      '{ clients(first: 20) { totalCount nodes { id name campaigns(first: 10) { nodes { id name contentCount clientName } } } } }'
    expect((await actor.graphql(query)).body.errors).toBeUndefined()
  })

  test('as many aliases as are allowed', async () => {
    const query = `{ __schema { ${times(LIMITS.aliases, (i) => `a${i}: __typename`)} } }`
    expect((await actor.graphql(query)).body.errors).toBeUndefined()
  })
})

test('only a root field lists everything at once: inside of rows that would be as many whole lists as there are rows', () => {
  const types = Object.values(server.app.gateway.schema.getTypeMap()).filter(isObjectType)
  const whole = types.flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name, args }) =>
      args.some((arg) => arg.name === 'all') ? `${type.name}.${name}` : [],
    ),
  )
  const others = whole.filter((name) => !name.startsWith('Query.exported'))
  expect(others.sort()).toEqual(['Query.campaigns', 'Query.clients'])
})
