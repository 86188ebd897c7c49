/** @database none */
import { expect, test } from '@jest/globals'
import { Int } from 'type-graphql'
import { field, fields, fieldsAfter, nullable } from '../src/graphql/fields.ts'
import { kept, optional, required, text } from '../src/graphql/inputs.ts'

/* The compiler checks this file: each field has the type in TypeScript that its declaration gives it in the schema. */

class Named extends fields({ name: required(text('Name.')) }) {}

class Sample extends fieldsAfter(Named, {
  size: field(Int, 'Size.'),
  title: kept(text('Title.')),
  note: text('Note.'),
  marks: optional([Int], 'Marks.'),
  shade: nullable(String, 'Shade.'),
}) {}

const LEAST: Sample = { name: 'Protea', size: 1, shade: null }

test('a field that may be absent or null is optional, and its type has null', () => {
  const given: Sample[] = [
    { ...LEAST, note: null, marks: null },
    { ...LEAST, title: 'Protea', note: 'Flower', marks: [1, 2], shade: 'pink' },
  ]
  expect(given).toHaveLength(2)
})

test('a required or kept field does not take null, and no field takes a value of another type', () => {
  const refused: Sample[] = [
    // @ts-expect-error a required field
    { ...LEAST, name: null },
    // @ts-expect-error a field that always has a value
    { ...LEAST, size: null },
    // @ts-expect-error a kept field
    { ...LEAST, title: null },
    // @ts-expect-error another type
    { ...LEAST, marks: ['one'] },
    // @ts-expect-error an unknown field
    { ...LEAST, weight: 1 },
  ]
  expect(refused).toHaveLength(5)
})

test('a field that may be null, but not absent, is not optional', () => {
  // @ts-expect-error the value is absent
  const incomplete: Sample = { name: 'Protea', size: 1 }
  expect(incomplete).not.toHaveProperty('shade')
})
