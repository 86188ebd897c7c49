import { registerEnumType } from 'type-graphql'

/**
 * Adds an enum to the schema. Every value needs a description; a missing one does not compile.
 * @returns the descriptions, for reuse by a larger enum
 */
export function describeEnum<E extends object>(
  name: string,
  values: E,
  description: string,
  descriptions: Readonly<Record<keyof E, string>>,
): Readonly<Record<keyof E, string>> {
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(descriptions).map(([value, text]) => [value, { description: text }]),
  ) as Record<keyof E, { description: string }>
  registerEnumType(values, { name, description, valuesConfig })
  return descriptions
}

/** Adds an enum of names to the schema, each with its description. @returns the names, each as its own value */
export function describeNames<N extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<N, string>>,
): { readonly [each in N]: each } {
  const values = Object.fromEntries(Object.keys(descriptions).map((each) => [each, each])) as { [each in N]: each }
  describeEnum(name, values, description, descriptions)
  return values
}
