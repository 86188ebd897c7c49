/** @database none */
import { expect, test } from '@jest/globals'
import { getNamedType, isInputObjectType } from 'graphql'
import { takenFields } from '../../src/graphql/coerce.ts'
import { rootFields, rows } from '../support/surface.ts'

/**
 * Conditions that the contract of the legacy API lacks. Bodies may take them, so they are not `GraphqlOnly`. A column with
 * `filter` declares `isParameter: false` instead.
 */
const NO_PARAMETER = [
  'AuditFilter.outcome',
  'AuditFilter.reads',
  'DataSubjectRequestFilter.assignedTo',
  'TeamFilter.userId',
]

test('each condition of a list of the legacy API is a query parameter, is GraphqlOnly, or is listed', () => {
  const missing = rootFields.flatMap(([, field, { args }]) => {
    const shown = rows.filter((row) => row.field === field && row.envelope === 'page')
    const filter = getNamedType(args.find(({ name }) => name === 'filter')?.type)
    if (shown.length === 0 || !isInputObjectType(filter)) return []
    const parameters = new Set(
      shown.flatMap(({ variables, document }) => [...variables.map(({ name }) => name), ...fixedIn(document)]),
    )
    return Object.values(takenFields(filter))
      .filter(({ name, extensions }) => !parameters.has(name) && extensions.isParameter !== false)
      .map(({ name }) => `${filter.name}.${name}`)
  })
  expect(missing.sort()).toEqual(NO_PARAMETER)
})

/** Conditions that a row sets itself. */
const fixedIn = (document: string): string[] =>
  [...document.matchAll(/(\w+): (?:true|false|[A-Z]+)\b/g)].map(([, name = '']) => name)
