import { getMetadataStorage as getValidators } from 'class-validator'
import { type GraphQLSchema, isInputObjectType } from 'graphql'
import { type ClassType, getMetadataStorage } from 'type-graphql'

/** Keywords of JSON Schema that limit a value. */
export interface JsonSchema {
  [keyword: string]: unknown
}

/** The constraints of a value, beyond its type. */
export interface Constraints {
  /** Neither null nor empty: not a blank text, an empty list or an empty object. */
  notBlank?: boolean
  /** The constraints of the value. */
  schema: JsonSchema
  /** The constraints of each item of a list. */
  items: JsonSchema
}

/** The validators that have a JSON Schema keyword. */
const KEYWORDS: Record<string, (constraint: unknown) => JsonSchema> = {
  minLength: (minLength) => ({ minLength }),
  maxLength: (maxLength) => ({ maxLength }),
  min: (minimum) => ({ minimum }),
  max: (maximum) => ({ maximum }),
  arrayMinSize: (minItems) => ({ minItems }),
  arrayMaxSize: (maxItems) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
  isEmail: () => ({ format: 'email' }),
  isIn: (values) => ({ enum: values }),
  matches: (pattern) => ({ pattern: (pattern as RegExp).source }),
}

/** The constraints of a class, by property. */
function constraintsOf(target: object): Map<string, Constraints> {
  const all = new Map<string, Constraints>()
  const validators = getValidators().getTargetValidationMetadatas(target as ClassType, '', false, false)
  for (const { name = '', propertyName, constraints, context, each } of validators) {
    const known = all.get(propertyName) ?? { schema: {}, items: {} }
    all.set(propertyName, known)
    if (name === 'required') known.notBlank = true
    Object.assign(each ? known.items : known.schema, KEYWORDS[name]?.(constraints?.[0]), context?.schema)
  }
  return all
}

interface Described {
  name: string
  extensions: object
}

function note(target: object, fields: readonly Described[]): void {
  const constraints = constraintsOf(target)
  for (const field of fields) {
    const own = constraints.get(field.name)
    if (own) field.extensions = { ...field.extensions, constraints: own }
  }
}

/**
 * Stores the constraints of each input class in the schema, as `extensions.constraints`, so that descriptions such as
 * the OpenAPI document name the same limits that validation enforces.
 */
export function noteConstraints(schema: GraphQLSchema): GraphQLSchema {
  const storage = getMetadataStorage()
  for (const { name, target } of storage.inputTypes) {
    const type = schema.getType(name)
    if (isInputObjectType(type)) note(target, Object.values(type.getFields()))
  }
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }
  for (const { schemaName, params = [] } of [...storage.queries, ...storage.mutations]) {
    for (const param of params) {
      if (param.kind === 'args') note(param.getType() as object, fields[schemaName]?.args ?? [])
    }
  }
  return schema
}
