import { expect, test } from '@jest/globals'
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql'
import { routes } from '../../rest-compat/routes/index.ts'
import * as generated from '../../src/web/api/generated.ts'

/** Operations that no person does in the browser, and why. */
const NOT_BY_PEOPLE: Record<string, string> = {}

const rootFieldsOf = (document: string): string[] =>
  parse(document).definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? fieldsOf(definition) : [],
  )

const fieldsOf = ({ selectionSet, operation }: OperationDefinitionNode) =>
  selectionSet.selections
    .filter((each): each is FieldNode => each.kind === 'Field')
    .map(({ name }) => `${operation} ${name.value}`)

test('the page offers every operation of the legacy API that a person would do', () => {
  const documents = Object.values<object>(generated).flatMap((each) => ('text' in each ? [String(each.text)] : []))
  const offered = new Set(documents.flatMap(rootFieldsOf))
  const missing = routes.flatMap(({ method, path, document }) => {
    const isOffered = rootFieldsOf(document).every((field) => offered.has(field))
    const name = `${method.toUpperCase()} ${path}`
    return isOffered || name in NOT_BY_PEOPLE ? [] : [name]
  })
  expect(missing).toEqual([])
})
