/**
 * @database none
 * @long it measures each list with few and with many rows.
 */
import { describe, expect, test } from '@jest/globals'
import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql'
import { argumentsOf } from './support/graphql-samples.ts'
import { sample, withId } from './support/operation-samples.ts'
import { isTried } from './support/runs.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { api, documentOf, rootFields, rows } from './support/surface.ts'

/*
 * What hostile input costs, by its size: processor time of the whole process, of which the least of several runs
 * counts, so that a busy machine changes nothing. Four times the input may cost four times as much, and some more;
 * what grows with the square costs sixteen times.
 *
 * More than 20 s: each case is a body of 1 MiB. A day's run tries each shape on a third of the endpoints, CI on all.
 */

/** Less says nothing: it is noise, and harms nobody. */
const FLOOR_MS = 150
const MOST_GROWTH = 9
const RUNS = 3

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
})

type Send = () => Promise<Answer>

async function cpuOf(send: Send): Promise<number> {
  const before = process.cpuUsage()
  const { status } = await send()
  const { user, system } = process.cpuUsage(before)
  expect(status).not.toBe(500)
  return (user + system) / 1000
}

async function least(send: Send): Promise<number> {
  let found = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) found = Math.min(found, await cpuOf(send))
  return found
}

/** Refuses growth past linear, from a quarter of the size to the whole; `size` is at or just past the limits. */
async function demandLinear(what: string, size: number, sendOf: (size: number) => Send): Promise<void> {
  const whole = sendOf(size)
  let costly = await cpuOf(whole)
  if (costly < FLOOR_MS) return
  const part = sendOf(Math.floor(size / 4))
  let quarter = await least(part)
  // What else the process does counts too: the least of more runs is nearer to what a request costs.
  for (let more = 0; more < RUNS && costly >= FLOOR_MS && costly / quarter >= MOST_GROWTH; more++) {
    costly = Math.min(costly, await least(whole))
    quarter = Math.min(quarter, await least(part))
  }
  const growth = costly / quarter
  const isLinear = costly < FLOOR_MS || growth < MOST_GROWTH
  expect({ what, growth: isLinear ? 'linear' : growth, costly, quarter }).toMatchObject({ growth: 'linear' })
}

const repeat = (unit: string, size: number) => unit.repeat(Math.max(1, Math.floor(size / unit.length)))

/** Texts that patterns, parsers and comparisons may go over again and again. */
const UNITS = [
  'a',
  ' ',
  '\t',
  '-',
  '0',
  '1.',
  '@',
  'a@',
  'a.',
  '((',
  '%',
  '%_',
  '\\',
  '"',
  "'",
  '=',
  '&#',
  'é',
  '😀',
  'e\u0301',
  ' at ',
  '(at)',
  'password ',
  'eyJ',
  ',',
  ':',
  '/',
  '../',
  '\n',
]

/** Bodies of about `size` bytes for a schema: valid but for what is hostile in them. */
const SHAPES: Record<string, (schema: Json, size: number) => string> = {
  'one long text in every field': (schema, size) => filled(schema, (share) => `"${'x'.repeat(share)}"`, size),
  'signs in every field': (schema, size) => filled(schema, (share) => `"${repeat('a@(', share)}"`, size),
  'blanks in every field': (schema, size) => filled(schema, (share) => `"${repeat(' ', share)}"`, size),
  'a long list in every field': (schema, size) => filled(schema, (share) => `[${repeat('null,', share)}null]`, size),
  'a list of texts in every field': (schema, size) => filled(schema, (share) => `[${texts(share)}]`, size),
  'a wide object in every field': (schema, size) => filled(schema, (share) => `{${wide(share)}}`, size),
  'unknown fields': (schema, size) => extended(schema, wide(size)),
  'as many long unknown fields as there may be': (schema, size) => extended(schema, wide(size, 1000)),
  'the same field again and again': (_, size) => `{${repeat('"name":"x",', size)}"name":"x"}`,
  'a list of what is valid': (schema, size) => {
    const item = JSON.stringify(sampleOf(schema))
    return `[${repeat(`${item},`, size)}${item}]`
  },
  'a list of empty objects': (_, size) => `[${repeat('{},', size)}{}]`,
  'lists in lists': (_, size) => repeat('[', size),
  'objects in objects': (_, size) => repeat('{"a":', size),
  'a number of many digits': (_, size) => `{"name":${repeat('9', size)}}`,
  escapes: (_, size) => `{"name":"${repeat('\\u0041', size)}"}`,
  blanks: (_, size) => `{${repeat(' ', size)}}`,
}

const joined = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join()

const texts = (size: number) => joined(Math.floor(size / 12), (index) => `"text ${index}"`)

const members = new Map<string, string>()

/** Members of an object, about `size` bytes: made once, because most endpoints get the same. */
function wide(size: number, length = 1): string {
  const key = `${size} ${length}`
  const value = 'v'.repeat(length)
  const count = Math.floor(size / (length === 1 ? 16 : length + 100))
  const made = members.get(key) ?? joined(count, (index) => `"key${index}":"${value}"`)
  members.set(key, made)
  return made
}

const objectOf = (schema: Json): Json => {
  const resolved = api.resolve(schema)
  const [variant] = resolved.anyOf ?? resolved.oneOf ?? []
  return variant ? objectOf(variant) : resolved.type === 'array' ? objectOf(resolved.items) : resolved
}

const sampleOf = (schema: Json): Json => sample(api, objectOf(schema))

/** A valid value in which each field holds its share of the hostile one, which is JSON. */
function filled(schema: Json, value: (share: number) => string, size: number): string {
  const names = Object.keys(objectOf(schema).properties ?? { name: {} })
  const made = value(Math.floor(size / (names.length + 1)))
  return `{${names.map((name) => `${JSON.stringify(name)}:${made}`).join()}}`
}

/** A valid value with more members. */
function extended(schema: Json, more: string): string {
  const own = JSON.stringify(sampleOf(schema)).slice(1, -1)
  return `{${[own, more].filter(Boolean).join()}}`
}

const writes = api.operations.filter(({ body }) => body['application/json'])
const ROOM = 1024 * 1024 - 4096

const shapes = Object.entries(SHAPES).map(([what, shape], number) => ({ what, shape, number }))

describe.each(shapes)('$what', ({ what, shape, number }) => {
  test('costs no endpoint more than its size', async () => {
    for (const { key, method, path, body } of writes.filter((_, index) => isTried(index + number))) {
      await demandLinear(`${key}: ${what}`, ROOM, (size) => {
        const text = shape(body['application/json'], size)
        const headers = { 'Content-Type': 'application/json' }
        return () => actor.rest(method, withId(path, 'x'), text, headers)
      })
    }
  })

  test('nor as the variables of GraphQL', async () => {
    const query = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'
    const schema = api.document.components.schemas.ClientInput
    await demandLinear(what, ROOM, (size) => {
      const text = `{"query":${JSON.stringify(query)},"variables":{"input":${shape(schema, size)}}}`
      return () => actor.rest('POST', '/graphql', text, { 'Content-Type': 'application/json' })
    })
  })
})

/** An input of GraphQL alone, as a schema that the shapes can read. */
function schemaOf(type: GraphQLInputType): Json {
  const named = getNullableType(type)
  if (isListType(named)) return { type: 'array', items: schemaOf(named.ofType) }
  if (isEnumType(named)) return { enum: named.getValues().map(({ name }) => name) }
  if (!isInputObjectType(named)) return { type: TYPES[named.name] ?? 'string' }
  const fields = Object.values(named.getFields())
  const required = fields.filter(isRequiredInputField).map(({ name }) => name)
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(fields.map((each) => [each.name, schemaOf(each.type)])),
  }
}
const TYPES: Record<string, string> = { Int: 'integer', SafeInt: 'integer', Boolean: 'boolean' }

const isLarge = ({ type }: GraphQLArgument) =>
  isListType(getNullableType(type)) || isInputObjectType(getNamedType(type))
const graphqlOnly = rootFields.filter(
  ([, , field]) => field.args.some(isLarge) && !rows.some(({ operation }) => operation.fields.includes(field)),
)

test.each(graphqlOnly.map((root, index) => [root[1], root, index] as const))(
  '%s, which GraphQL alone has, costs no more than the size of its variables',
  async (name, root, index) => {
    const given = argumentsOf(root, () => 'x')
    const large = root[2].args.filter(isLarge)
    const query = JSON.stringify(documentOf(root))
    for (const { what, shape } of shapes.filter(({ number }) => isTried(index + number))) {
      await demandLinear(`${name}: ${what}`, ROOM, (size) => {
        const parts = [
          ...Object.entries(given).map(([each, value]) => [each, JSON.stringify(value)]),
          ...large.map((each) => [each.name, shape(schemaOf(each.type), size / large.length)]),
        ]
        const variables = Object.entries(Object.fromEntries(parts)).map(([each, text]) => `"${each}":${text}`)
        const body = `{"query":${query},"variables":{${variables.join()}}}`
        return () => actor.rest('POST', '/graphql', body, { 'Content-Type': 'application/json' })
      })
    }
  },
)

const LINE = 'Karoo,MEDIUM_BUSINESS,Retail,BUSINESS,a@example.org\n'
const HEADER = 'name,type,industry,sector,contact.email\n'

/** Imports as CSV: many rows, wide ones, dotted columns, quotes. Mostly refused by the last line, so nothing is stored. */
const TABLES: Record<string, (size: number) => string> = {
  'many rows': (size) => `${HEADER}${repeat(LINE, size)},,\n`,
  'many bad rows': (size) => `${HEADER}${repeat(',,,,\n', Math.min(size, 60_000))}`,
  'dotted columns of one object': (size) => {
    const columns = Array.from({ length: Math.floor(size / 12) }, (_, index) => `contact.c${index}`)
    return `${columns.join()}\n${columns.map(() => 'x').join()}\n`
  },
  'as many columns as there may be, of many rows': (size) => {
    const columns = Array.from({ length: 1000 }, (_, index) => `contact.c${index}`)
    return `${columns.join()}\n${repeat(`${'x,'.repeat(999)}x\n`, size)},\n`
  },
  quotes: (size) => `${HEADER}"${repeat('""', size)}`,
  'empty lines': (size) => HEADER + repeat('\n', size),
  'one long cell': (size) => `${HEADER}${repeat('x', size)},a,b,c,d\n`,
  dots: (size) => `${repeat('.', size)}\nx\n`,
}

test.each(Object.entries(TABLES))('an import costs no more than its size: %s', async (what, table) => {
  await demandLinear(what, 1024 * 1024, (size) => {
    const text = table(size)
    return () => actor.rest('POST', '/api/clients/import?mode=atomic', text, { 'Content-Type': 'text/csv' })
  })
})

const quiet = api.operations.filter(({ key }) => !key.includes('/realtime/'))

test.each(['0', '-', 'a@', '%_', ' at '].map((unit, number) => [unit, number] as const))(
  'an address costs no more than its size: %j again and again',
  async (unit, number) => {
    const value = (size: number) => encodeURIComponent(repeat(unit, size)).slice(0, size)
    for (const { key, method, path, parameters } of quiet.filter((_, index) => isTried(index + number))) {
      const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
      await demandLinear(
        `${key}: the path`,
        12_000,
        (size) => () => actor.rest(method, withId(path, repeat(unit, size / 3))),
      )
      for (const name of names) {
        await demandLinear(`${key}: ${name}`, 12_000, (size) => () => {
          return actor.rest(method, `${withId(path, 'x')}?${name}=${value(size).replace(/%.?$/, '')}`)
        })
      }
    }
  },
)

const HEADERS = [
  'user-agent',
  'x-forwarded-for',
  'accept',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-request-id',
  'traceparent',
  'authorization',
]

test.each(UNITS)('a header costs no more than its size: %j again and again', async (unit) => {
  const text = (size: number) => repeat(unit, size).replace(/[^\x20-\x7e]/g, '')
  for (const name of HEADERS) {
    await demandLinear(name, 12_000, (size) => {
      const headers = { Authorization: `Bearer ${actor.token}`, [name]: text(size) }
      return () => server.fetch('/api/clients', { headers })
    })
  }
})

/** Documents of about `size` tokens. */
const DOCUMENTS: Record<string, (size: number) => string> = {
  'the same field': (size) => `{ clients { ${repeat('totalCount ', size * 11)} } }`,
  'the same object': (size) => `{ clients { ${repeat('nodes{id}', size * 2.25)} } }`,
  aliases: (size) => `{ ${Array.from({ length: size / 3 }, (_, index) => `a${index}:__typename`).join(' ')} }`,
  'fragments beside each other': (size) =>
    `{ clients { ${Array.from({ length: size / 12 }, (_, index) => `...F${index}`).join(' ')} } } ${Array.from({ length: size / 12 }, (_, index) => `fragment F${index} on ClientConnection { totalCount }`).join(' ')}`,
  'fragments in each other': (size) =>
    `{ clients { ...F0 } } ${Array.from({ length: size / 14 }, (_, index) => `fragment F${index} on ClientConnection { totalCount ...F${index + 1} ...F${index + 1} }`).join(' ')} fragment F${Math.ceil(size / 14)} on ClientConnection { totalCount }`,
  variables: (size) =>
    `query (${Array.from({ length: size / 4 }, (_, index) => `$v${index}: Int`).join()}) { __typename }`,
  directives: (size) => `{ clients ${repeat('@skip(if: true) ', size * 2.6)} { totalCount } }`,
  'inline fragments in each other': (size) =>
    `{ clients { ${repeat('... { ', size * 3)} totalCount ${repeat('} ', size)} } }`,
  'a list of values': (size) => `{ clients(filter: { status: [${repeat('ACTIVE ', size * 7)}] }) { totalCount } }`,
  'one operation after the other': (size) =>
    Array.from({ length: size / 5 }, (_, index) => `query Q${index} { __typename }`).join(' '),
  'unknown fields': (size) =>
    `{ clients { ${Array.from({ length: size }, (_, index) => `unknown${index}`).join(' ')} } }`,
  'unknown arguments': (size) =>
    `{ clients(${Array.from({ length: size / 3 }, (_, index) => `unknown${index}: 1`).join()}) { totalCount } }`,
  'a long name': (size) => `{ ${repeat('a', size * 200)} }`,
  'a long string': (size) => `{ client(id: "${repeat('\\u0041', size * 400)}") { id } }`,
  'a block string': (size) => `{ client(id: """${repeat('\n ', size * 400)}""") { id } }`,
  'a comment': (size) => `#${repeat('#', size * 400)}\n{ __typename }`,
}

test.each(Object.entries(DOCUMENTS))('a document costs no more than its size: %s', async (what, documentOf) => {
  let run = 0
  await demandLinear(what, 1990, (size) => {
    const document = documentOf(size)
    // Documents are remembered: each is a new one.
    return () => actor.graphql(`${document} # ${run++}`)
  })
})
