import { nameIn, type Schema } from './openapi.ts'
import { escaped, inline } from './text.ts'

/** Where the page shows a schema of the components. */
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

/** The type of a value, in words; components are links to where they are shown. */
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

/** Type and limits, as one line. */
export const kindOf = (schema: Schema): string => [typeOf(schema), ...limitsOf(schema)].join(', ')

/** The object whose fields a schema writes out, be it the items of a list, or one that may be null. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find(Boolean)
}

const field = (name: string, schema: Schema, isRequired: boolean) => `<dt><code>${escaped(name)}</code>
<span>${kindOf(schema)}${isRequired ? ', <strong>required</strong>' : ''}${schema.readOnly ? ', read only' : ''}</span></dt>
<dd>${schema.description ? `<p>${inline(schema.description)}</p>` : ''}${fieldsOf(schema)}</dd>`

/** The fields of an object with their fields; nothing for any other value. */
export function fieldsOf(schema: Schema): string {
  const { properties = {}, required = [] } = objectIn(schema) ?? {}
  const fields = Object.entries(properties)
  if (fields.length === 0) return ''
  return `<dl>\n${fields.map(([name, each]) => field(name, each, required.includes(name))).join('\n')}\n</dl>`
}

/** A schema with all that it has. */
export const schemaOf = (schema: Schema): string => `<p class="kind">${kindOf(schema)}</p>\n${fieldsOf(schema)}`
