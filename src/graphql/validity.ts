import { getMetadataStorage, ValidationTypes } from 'class-validator'

/*
 * class-validator looks up, sorts and reports the rules of a class for every value, which is slow. Most values are
 * valid. This file checks with the same rules, which it looks up once per class. class-validator only reports on
 * invalid values.
 */

type Rule = (object: object, value: unknown) => boolean
type Storage = ReturnType<typeof getMetadataStorage>
type Metadata = ReturnType<Storage['getTargetValidationMetadatas']>[number]

const isCondition = ({ type }: Metadata) => type === ValidationTypes.CONDITIONAL_VALIDATION
const isRule = ({ type }: Metadata) => type === ValidationTypes.CUSTOM_VALIDATION

const conditionOf = ({ constraints: [holds] }: Metadata): Rule => holds

function rulesOf(storage: Storage, metadata: Metadata): Rule[] {
  const { constraintCls, constraints, each, propertyName: property, validateIf } = metadata
  return storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => (object, value) => {
    if (validateIf && !validateIf(object, value)) return true
    const about = { targetName: object.constructor.name, property, object, value, constraints }
    const isValid = (one: unknown) => instance.validate(one, about) === true
    return each && Array.isArray(value) ? value.every(isValid) : isValid(value)
  })
}

/** Compiles a check of a class. Undefined if the class contains nested objects with rules of their own. */
function compile(type: object): ((object: object) => boolean) | undefined {
  const storage = getMetadataStorage()
  const declared = storage.getTargetValidationMetadatas(type as never, '', false, false)
  if (!declared.every((metadata) => isCondition(metadata) || isRule(metadata))) return undefined
  const fields = Object.entries(storage.groupByPropertyName(declared)).map(([property, metadatas]) => ({
    property,
    conditions: metadatas.filter(isCondition).map(conditionOf),
    rules: metadatas.filter(isRule).flatMap((metadata) => rulesOf(storage, metadata)),
  }))
  return (object) =>
    fields.every(({ property, conditions, rules }) => {
      const value = (object as Record<string, unknown>)[property]
      const isAsked = conditions.every((holds) => holds(object, value))
      return !isAsked || rules.every((holds) => holds(object, value))
    })
}

const compiled = new WeakMap<object, ReturnType<typeof compile>>()

/**
 * Whether the values of an object obey the rules of its class. False also if the class has nested objects:
 * class-validator then checks the object.
 */
export function isValid(object: object): boolean {
  const type = object.constructor
  if (!compiled.has(type)) compiled.set(type, compile(type))
  return compiled.get(type)?.(object) ?? false
}
