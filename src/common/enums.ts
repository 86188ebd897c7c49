import { registerEnumType } from 'type-graphql'

/** Adds an enum whose values differ from their names to the schema. A missing description does not compile. */
export function describeEnum<E extends object>(
  name: string,
  values: E,
  description: string,
  descriptions: Readonly<Record<keyof E, string>>,
): void {
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(descriptions).map(([value, text]) => [value, { description: text }]),
  ) as Record<keyof E, { description: string }>
  registerEnumType(values, { name, description, valuesConfig })
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
