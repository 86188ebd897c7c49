import { getMetadataStorage as getValidators } from 'class-validator'
import { type GraphQLSchema, isInputObjectType } from 'graphql'
import { type ClassType, getMetadataStorage } from 'type-graphql'

/** What is demanded of a value beyond its type, in the words of JSON Schema. */
export interface Constraints {
  /** Neither null nor empty: blank text, a list without items, an object without fields. */
  notBlank?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

const KEYWORDS: Record<string, keyof Constraints> = {
  minLength: 'minLength',
  maxLength: 'maxLength',
  min: 'minimum',
  max: 'maximum',
  arrayMinSize: 'minItems',
  arrayMaxSize: 'maxItems',
}

/** The constraints of a class, by property. */
function constraintsOf(target: object): Map<string, Constraints> {
  const all = new Map<string, Constraints>()
  const validators = getValidators().getTargetValidationMetadatas(target as ClassType, '', false, false)
  for (const { name = '', propertyName, constraints, each } of validators) {
    if (each) continue
    const known = all.get(propertyName) ?? {}
    const keyword = KEYWORDS[name]
    if (name === 'required') all.set(propertyName, { ...known, notBlank: true })
    else if (keyword) all.set(propertyName, { ...known, [keyword]: constraints[0] })
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
 * Leaves in the schema what the classes of its inputs demand, as `extensions.constraints`: whoever describes the
 * schema, as the OpenAPI document does, then names the same limits that validation enforces.
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
