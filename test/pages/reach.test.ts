import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { buildSchema, type FieldNode, type OperationDefinitionNode, parse } from 'graphql'
import { routes } from '../../rest-compat/routes/index.ts'
import * as generated from '../../src/web/api/generated.ts'

/** The root fields without a screen, each with the reason. */
const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  'query mayContactEach': 'A program asks about many people at once. The screen asks about one with mayContact.',
  'query complianceAlert': 'The list of alerts shows each alert whole.',
  'mutation startClientImport': 'The page imports in batches with importClients, to show the faults of each row.',
  'query clientImport': 'It reads the progress of startClientImport.',
  'query messages': 'A campaign lists its own messages.',
  'query message': 'The list of a campaign shows each message whole.',
}

const rootFieldsOf = (document: string): string[] =>
  parse(document).definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? fieldsOf(definition) : [],
  )

const fieldsOf = ({ selectionSet, operation }: OperationDefinitionNode) =>
  selectionSet.selections
    .filter((each): each is FieldNode => each.kind === 'Field')
    .map(({ name }) => `${operation} ${name.value}`)

const documents = Object.values<object>(generated).flatMap((each) => ('text' in each ? [String(each.text)] : []))
const offered = new Set(documents.flatMap(rootFieldsOf))

test('the page offers every operation of the legacy API', () => {
  const missing = routes
    .filter(({ document }) => !rootFieldsOf(document).every((field) => offered.has(field)))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(missing).toEqual([])
})

test('the page offers every query and mutation of the schema, except those with a reason', () => {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'))
  const all = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name.toLowerCase()} ${field}`),
  )
  expect(all.length).toBeGreaterThan(100)
  expect(Object.keys(WITHOUT_SCREEN).filter((field) => !all.includes(field))).toEqual([])
  expect(all.filter((field) => !offered.has(field) && !(field in WITHOUT_SCREEN))).toEqual([])
})
