/** @database none */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Json } from './support/server.ts'

// ESLint checks the same of the GraphQL schema (`require-description` in eslint.config.js).

const api: Json = JSON.parse(readFileSync(join(import.meta.dirname, '../schema/openapi.json'), 'utf8'))

/** Subschemas of these keywords only restrict properties that are described where they are declared. */
const CONDITIONS = ['if', 'then', 'else', 'not', 'anyOf', 'oneOf', 'allOf']
const EXAMPLES = ['example', 'examples', 'default', 'enum', 'const']

/** Paths of the properties, parameters and headers without a description. */
function undescribed(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries<Json>(node).flatMap(([key, value]) => {
    if (EXAMPLES.includes(key)) return []
    const isCondition = CONDITIONS.includes(key) && 'properties' in node
    if (isCondition) return []
    const members = ['properties', 'headers', 'parameters'].includes(key) ? Object.entries<Json>(value) : []
    const bare = members.filter(([, each]) => !(each.description || each.$ref?.match(/headers|parameters/)))
    return [...bare.map(([name]) => `${path}/${key}/${name}`), ...undescribed(value, `${path}/${key}`)]
  })
}

test('every property, parameter and header of the OpenAPI document has a description', () => {
  expect(undescribed(api, '')).toEqual([])
})

test('an operation whose answer has no body does not say that it returns something', () => {
  const operations = Object.values<Json>(api.paths).flatMap((path) => Object.values<Json>(path))
  const empty = operations.filter(({ responses }) => responses?.[204])
  expect(empty.length).toBeGreaterThan(5)
  expect(empty.map(({ description }) => description).filter((text) => text.includes('Returns'))).toEqual([])
})

/** Paths of the texts and numbers whose description does not name their maximum. Ids and formats need none. */
function unlimited(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries<Json>(node).flatMap(([key, value]) => {
    if (EXAMPLES.includes(key)) return []
    const members = key === 'properties' ? Object.entries<Json>(value) : []
    const bare = members.filter(([, { description = '', format, pattern, maxLength, maximum }]) => {
      const most = format || pattern || /\bid\b/i.test(description) ? undefined : (maxLength ?? maximum)
      return most < 2 ** 31 - 1 && !description.replaceAll(',', '').includes(String(most))
    })
    return [...bare.map(([name]) => `${path}/${key}/${name}`), ...unlimited(value, `${path}/${key}`)]
  })
}

test('a text or a number with a maximum names it', () => {
  expect(unlimited(api.components.schemas, '')).toEqual([])
})

test('a property without a description is found', () => {
  const schema = { type: 'object', properties: { named: { description: 'A name.' }, bare: { type: 'string' } } }
  expect(undescribed({ schema }, '')).toEqual(['/schema/properties/bare'])
})
