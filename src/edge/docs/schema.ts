import { nameIn, type Schema } from './openapi.ts'
import { escaped, inline } from './text.ts'

/** Id of the element that shows a component's schema. */
export const anchorOf = (name: string): string => `schema-${name}`

const code = (value: unknown) => `<code>${escaped(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

const LIMITS: readonly [keyof Schema, string][] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
]

const limitsOf = (schema: Schema) =>
  LIMITS.flatMap(([key, words]) => (schema[key] === undefined ? [] : [`${words} ${schema[key]}`]))

/** The type of a value in words. Component names are links to their schemas. */
function typeOf(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.map(code).join(' ')}`
  if (schema.$ref) {
    const name = nameIn(schema.$ref)
    return `<a href="#${anchorOf(name)}">${escaped(name)}</a>`
  }
  if ('const' in schema) return code(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && !schema.properties) return choices.map(typeOf).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const types = [schema.type ?? 'any value'].flat()
  return [types.join(' or '), ...(schema.format ? [`(${escaped(schema.format)})`] : [])].join(' ')
}

export const kindOf = (schema: Schema): string => [typeOf(schema), ...limitsOf(schema)].join(', ')

/** The schema that has the properties: of the value itself, of the items of a list, or of a nullable value. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find(Boolean)
}

const field = (name: string, schema: Schema, isRequired: boolean) => `<dt><code>${escaped(name)}</code>
<span>${kindOf(schema)}${isRequired ? ', <strong>required</strong>' : ''}${schema.readOnly ? ', read only' : ''}</span></dt>
<dd>${schema.description ? `<p>${inline(schema.description)}</p>` : ''}${fieldsOf(schema)}</dd>`

/** Lists the fields of an object with their nested fields; an empty text for any other value. */
export function fieldsOf(schema: Schema): string {
  const { properties = {}, required = [] } = objectIn(schema) ?? {}
  const fields = Object.entries(properties)
  if (fields.length === 0) return ''
  return `<dl>\n${fields.map(([name, each]) => field(name, each, required.includes(name))).join('\n')}\n</dl>`
}

export const schemaOf = (schema: Schema): string => `<p class="kind">${kindOf(schema)}</p>\n${fieldsOf(schema)}`
