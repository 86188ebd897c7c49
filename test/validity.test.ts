import { describe, expect, test } from '@jest/globals'
import { getMetadataStorage, validateSync } from 'class-validator'
import fc from 'fast-check'
import { getMetadataStorage as schemaStorage } from 'type-graphql'
import { isValid } from '../src/graphql/validity.ts'
import { sharedSchema } from '../src/main/schema.ts'

/* What an input's class declares is judged in a short way where all is well: by class-validator, and by what it reports. */

await sharedSchema()

const declaredOf = (type: object) => getMetadataStorage().getTargetValidationMetadatas(type as never, '', false, false)
const { inputTypes, argumentTypes } = schemaStorage()
const classes = [...inputTypes, ...argumentTypes]
  .map(({ target }) => target as new () => object)
  .filter((type) => declaredOf(type).length > 0)

const value = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    ' ',
    'text',
    'NAME',
    'a@example.org',
    'https://example.org/x',
    '2026-11-23',
    true,
  ),
  fc.constantFrom<unknown>([], ['x'], ['CLIENT_CREATED', '*'], [''], [1], {}, { a: 1 }, new Date(0), Number.NaN),
  fc.constantFrom(-1, 0, 1, 7, 20, 1.5, 101, 2 ** 53, 'x'.repeat(201), 'x'.repeat(20_000)),
  fc.array(fc.string(), { maxLength: 30 }),
)

/** Classes that were seen with values as declared, and with others. */
const seen = { faultless: new Set<object>(), faulty: new Set<object>() }

describe.each(classes.map((type) => [type.name, type] as const))('%s', (_, type) => {
  const properties = [...new Set(declaredOf(type).map(({ propertyName }) => propertyName))]
  const hasObjects = declaredOf(type).some(({ type: kind }) => kind === 'nestedValidation')

  test('is judged as class-validator judges it', () => {
    const values = fc.record(Object.fromEntries(properties.map((name) => [name, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(values, (given) => {
        const input = Object.assign(new type(), given)
        const isFaultless = validateSync(input, { forbidUnknownValues: false }).length === 0
        seen[isFaultless ? 'faultless' : 'faulty'].add(type)
        expect(isValid(input)).toBe(isFaultless && !hasObjects)
      }),
      { numRuns: 200 },
    )
  })
})

test('both kinds of values were seen', () => {
  expect(seen.faultless.size).toBeGreaterThan(20)
  expect(seen.faulty.size).toBeGreaterThan(60)
})
