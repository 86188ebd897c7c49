import { expect, test } from '@jest/globals'
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql'
import { routes } from '../../rest-compat/routes/index.ts'
import * as generated from '../../src/web/api/generated.ts'

const rootFieldsOf = (document: string): string[] =>
  parse(document).definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? fieldsOf(definition) : [],
  )

const fieldsOf = ({ selectionSet, operation }: OperationDefinitionNode) =>
  selectionSet.selections
    .filter((each): each is FieldNode => each.kind === 'Field')
    .map(({ name }) => `${operation} ${name.value}`)

test('the page offers every operation of the legacy API', () => {
  const documents = Object.values<object>(generated).flatMap((each) => ('text' in each ? [String(each.text)] : []))
  const offered = new Set(documents.flatMap(rootFieldsOf))
  const missing = routes
    .filter(({ document }) => !rootFieldsOf(document).every((field) => offered.has(field)))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(missing).toEqual([])
})
