import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { leafFields, takenFields } from '../../src/graphql/coerce.ts'
import type { Constraints } from '../../src/graphql/constraints.ts'

/** A JSON Schema, or any other object of an OpenAPI document. */
export interface JsonObject {
  [key: string]: unknown
}

const SCALARS: Record<string, JsonObject> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  SafeInt: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  Cents: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  EmailAddress: { type: 'string' },
  URL: { type: 'string' },
  LocalDate: { type: 'string', format: 'date' },
}

/** Fields of the `meta` of every list. */
const USUAL_META = ['total', 'page', 'limit', 'pages']

/** The JSON Schema keyword that forbids an empty value, by type. */
const LEAST: Record<string, string> = { string: 'minLength', array: 'minItems', object: 'minProperties' }

/** A reference to a component. */
export const ref = (kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
})

const nullable = (schema: JsonObject): JsonObject =>
  typeof schema.type === 'string' && !('enum' in schema)
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

/** Adds the constraints that the input's class declares. */
function limited(schema: JsonObject, { schema: own, items, notBlank }: Constraints): JsonObject {
  const ofItems = Object.keys(items).length > 0 && { items: { ...(schema.items as JsonObject), ...items } }
  const least = notBlank && !('format' in own) && !('pattern' in own) && LEAST[String(schema.type)]
  return { ...schema, ...own, ...ofItems, ...(least && { [least]: 1 }) }
}

const described = (schema: JsonObject, description: string | null | undefined): JsonObject =>
  description ? { ...schema, description } : schema

function enumSchema(type: GraphQLEnumType): JsonObject {
  const values = type.getValues()
  const meanings = values.filter((value) => value.description).map((value) => `${value.name}: ${value.description}`)
  const description = [type.description, ...meanings].filter(Boolean).join('\n\n')
  return described({ type: 'string', enum: values.map((value) => value.name) }, description)
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

type InputFacts = Pick<GraphQLInputField, 'type' | 'description' | 'extensions' | 'defaultValue'>

/** The fragments of a document by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** Converts GraphQL types to JSON Schemas. Each named type becomes one component. */
export class Schemas {
  readonly #components = new Map<string, JsonObject>()
  readonly #outputs: ReadonlyMap<string, GraphQLObjectType>

  /** `outputs` maps each input type to the resource that its operations return. */
  constructor(outputs: ReadonlyMap<string, GraphQLObjectType>) {
    this.#outputs = outputs
  }

  /** All referenced schemas, by name. */
  components(): JsonObject {
    return Object.fromEntries([...this.#components].sort(byName))
  }

  /** The schema of an input field or argument: type, constraints, default and description. */
  input({ type, description, extensions, defaultValue }: InputFacts): JsonObject {
    const constraints = (extensions.constraints ?? { schema: {}, items: {} }) as Constraints
    const schema = limited(
      this.#present(getNullableType(type), (named) => this.#inputNamed(named)),
      constraints,
    )
    const whole = isNonNullType(type) || constraints.notBlank ? schema : nullable(schema)
    const isPlain = defaultValue !== undefined && !isEnumType(getNamedType(type))
    return described(isPlain ? { ...whole, default: defaultValue } : whole, description)
  }

  /** The schema of a root field's result, as the document selects it. */
  output(type: GraphQLOutputType, selection: SelectionSetNode | undefined, fragments: Fragments): JsonObject {
    return this.#typed(type, (named) =>
      isObjectType(named) && selection ? this.#selected(named, selection, fragments) : this.#leaf(named),
    )
  }

  /** The schema of a list's `meta`. A field that does not apply is absent instead of null. */
  meta(type: GraphQLObjectType, selection: SelectionSetNode | undefined): JsonObject {
    const nodes = (selection?.selections ?? []).filter((node): node is FieldNode => node.kind === Kind.FIELD)
    const fields = nodes.flatMap(({ name, alias, selectionSet }) => {
      const field = type.getFields()[name.value]
      return field && !selectionSet ? [{ ...field, name: alias?.value ?? field.name }] : []
    })
    const isUsual = fields.every(({ name }) => USUAL_META.includes(name))
    return this.#component(isUsual ? 'PageMeta' : type.name.replace(/Connection$/, 'PageMeta'), () => {
      const properties = fields.map(({ name, type: of, description }) => [
        name,
        described(
          this.#present(getNullableType(of), (named) => this.#leaf(named)),
          description,
        ),
      ])
      const required = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name)
      const schema = { type: 'object', required, properties: Object.fromEntries(properties) }
      return described(schema, 'Totals of the list. A field that does not apply is absent.')
    })
  }

  /** An object with all its leaf fields, as the fragment `...Type` selects them. */
  object(type: GraphQLObjectType): JsonObject {
    return this.#component(type.name, () => {
      const fields = leafFields(type).filter((field) => field.name !== 'attributes')
      const properties = Object.fromEntries(fields.map((field) => [field.name, this.#outputField(field)]))
      const required = fields.map((field) => field.name)
      const schema = this.#object(type, properties, required)
      return 'attributes' in type.getFields() ? { ...schema, additionalProperties: true } : schema
    })
  }

  #outputField(field: GraphQLField<unknown, unknown>): JsonObject {
    const schema = this.#typed(field.type, (named) => (isObjectType(named) ? this.object(named) : this.#leaf(named)))
    return described(schema, field.description)
  }

  #selected(type: GraphQLObjectType, { selections }: SelectionSetNode, fragments: Fragments): JsonObject {
    const [only] = selections
    if (selections.length === 1 && only?.kind === Kind.FRAGMENT_SPREAD) return this.object(type)
    const properties: JsonObject = {}
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) Object.assign(properties, this.#selectedField(type, selection, fragments))
      else for (const field of leafFields(type)) properties[field.name] = this.#outputField(field)
    }
    return this.#object(type, properties, Object.keys(properties))
  }

  #selectedField(type: GraphQLObjectType, node: FieldNode, fragments: Fragments): JsonObject {
    const field = type.getFields()[node.name.value]
    if (!field) return {}
    const schema = this.output(field.type, node.selectionSet, fragments)
    return { [node.alias?.value ?? field.name]: described(schema, field.description) }
  }

  #object(type: GraphQLObjectType, properties: JsonObject, required: string[]): JsonObject {
    return described({ type: 'object', required, properties }, type.description)
  }

  #inputObject(type: GraphQLInputObjectType): JsonObject {
    const all = Object.values(takenFields(type))
    const required = all.filter(isRequiredInputField)
    const fields = [...required, ...all.filter((field) => !required.includes(field))]
    const own = fields.filter((field) => field.name !== 'attributes')
    const writable = Object.fromEntries(own.map((field) => [field.name, this.input(field)]))
    const properties = { ...this.#readOnly(type), ...writable }
    const schema = {
      type: 'object',
      ...(required.length > 0 && { required: required.map((field) => field.name) }),
      properties,
      // Within `allOf`: many generators of clients lose the properties beside a `oneOf` or `anyOf`.
      ...(type.extensions.condition !== undefined && { allOf: [type.extensions.condition as JsonObject] }),
      // The caller's own fields are at the top level.
      additionalProperties: own.length < fields.length,
    }
    return described(schema, type.description)
  }

  /** Read-only fields of the resource: a caller may send back a resource as it was read. */
  #readOnly({ name }: GraphQLInputObjectType): JsonObject {
    const output = this.#outputs.get(name)
    const fields = output ? leafFields(output).filter((field) => field.name !== 'attributes') : []
    return Object.fromEntries(fields.map((field) => [field.name, { ...this.#outputField(field), readOnly: true }]))
  }

  #inputNamed(type: GraphQLNamedType): JsonObject {
    return isInputObjectType(type) ? this.#component(type.name, () => this.#inputObject(type)) : this.#leaf(type)
  }

  #typed(type: GraphQLInputType | GraphQLOutputType, ofNamed: (named: GraphQLNamedType) => JsonObject): JsonObject {
    if (!isNonNullType(type)) return nullable(this.#present(type, ofNamed))
    return this.#present(type.ofType, ofNamed)
  }

  #present(type: GraphQLInputType | GraphQLOutputType, ofNamed: (named: GraphQLNamedType) => JsonObject): JsonObject {
    if (isListType(type)) return { type: 'array', items: this.#typed(type.ofType, ofNamed) }
    return ofNamed(getNamedType(type))
  }

  #leaf(type: GraphQLNamedType): JsonObject {
    if (isEnumType(type)) return this.#component(type.name, () => enumSchema(type))
    const known = SCALARS[type.name] ?? (type.extensions.jsonSchema as JsonObject | undefined)
    if (known) return { ...known }
    throw new Error(`OpenAPI: the scalar ${type.name} has no JSON Schema`)
  }

  /** Stores the name before the schema is built, so that a recursive type ends. */
  #component(name: string, make: () => JsonObject): JsonObject {
    if (!this.#components.has(name)) {
      this.#components.set(name, {})
      this.#components.set(name, make())
    }
    return ref('schemas', name)
  }
}
