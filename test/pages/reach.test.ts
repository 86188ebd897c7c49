import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import {
  buildSchema,
  type FieldNode,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { routes } from '../../rest-compat/routes/index.ts'
import * as generated from '../../src/web/api/generated.ts'

/** The root fields without a screen, each with the reason. */
const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  'query clientExport': 'The page reads the same rows with exportedClients.',
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
    .filter(({ document }) => !rootFieldsOf(document).every((field) => offered.has(field) || field in WITHOUT_SCREEN))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(missing).toEqual([])
})

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'))

test('the page offers every query and mutation of the schema, except those with a reason', () => {
  const all = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name.toLowerCase()} ${field}`),
  )
  expect(all.length).toBeGreaterThan(100)
  expect(Object.keys(WITHOUT_SCREEN).filter((field) => !all.includes(field))).toEqual([])
  expect(all.filter((field) => !offered.has(field) && !(field in WITHOUT_SCREEN))).toEqual([])
})

/** The lists that are not saved as a file, each with the reason. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  CampaignFiguresConnection: 'The file of the analytics has the figures of every campaign.',
  ComplianceAlertConnection: 'Alerts are the problems of this moment. Each is gone with its cause.',
  GroupFiguresConnection: 'They are sums of the figures of campaigns, which the file of the analytics has.',
  TrashItemConnection: 'Its records are about to be erased.',
  WebhookDeliveryConnection: 'A row has the list of its attempts, which is too complex in a whole list.',
}

/** The types of the lists that a document reads page by page. */
function listsOf(document: string): string[] {
  const types = new TypeInfo(schema)
  const lists: string[] = []
  const Field = ({ name }: FieldNode) => {
    if (name.value === 'pageInfo') lists.push(String(types.getParentType()))
  }
  visit(parse(document), visitWithTypeInfo(types, { Field }))
  return lists
}

test('every list that the page shows page by page is saved as a file, except those with a reason', () => {
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
  const saved = queries.filter(({ name }) => name.startsWith('exported') && offered.has(`query ${name}`))
  const types = saved.map(({ type }) => String(type))
  const lists = [...new Set(documents.flatMap(listsOf))]
  expect(lists.length).toBeGreaterThan(20)
  expect(lists.filter((list) => !types.includes(list)).sort()).toEqual(Object.keys(WITHOUT_FILE).sort())
})
