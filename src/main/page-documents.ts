import { glob, readFile } from 'node:fs/promises'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isScalarType,
  type OperationDefinitionNode,
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
} from 'graphql'

/** The scalars whose JSON is not a string. */
const SCALARS: Record<string, string> = {
  Boolean: 'boolean',
  Cents: 'number',
  Float: 'number',
  Int: 'number',
  JSONObject: 'Record<string, unknown>',
  SafeInt: 'number',
}

const scalarsOf = (schema: GraphQLSchema) =>
  Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isScalarType)
      .map(({ name }) => [name, SCALARS[name] ?? 'string']),
  )

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The fragments that a definition spreads, directly or indirectly. */
function spreadIn(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: Fragments,
): Set<FragmentDefinitionNode> {
  const found = new Set<FragmentDefinitionNode>()
  visit(node, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value)
      if (!fragment || found.has(fragment)) return
      for (const each of [fragment, ...spreadIn(fragment, fragments)]) found.add(each)
    },
  })
  return found
}

const KINDS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }

function constantOf(operation: OperationDefinitionNode, fragments: Fragments): string {
  const name = operation.name?.value
  const type = `${name}${KINDS[operation.operation]}`
  const text = [operation, ...spreadIn(operation, fragments)]
    .map((node) => stripIgnoredCharacters(print(node)))
    .join(' ')
  return `export const ${name}Document = document<${type}, ${type}Variables>(\n  '${text.replace(/[\\']/g, '\\$&')}',\n)`
}

/**
 * Creates a fragment for each input of changes, with the fields that it can change: `CampaignDetails` for
 * `CampaignPatch`. So the console reads a new writable field wherever it shows or edits the record.
 */
function detailFragments(schema: GraphQLSchema): string {
  const fragments = Object.values(schema.getTypeMap()).flatMap((input) => {
    const type = schema.getType(input.name.replace(/Patch$/, ''))
    if (!isInputObjectType(input) || !isObjectType(type)) return []
    const names = Object.keys(input.getFields()).filter((name) =>
      isLeafType(getNamedType(type.getFields()[name]?.type)),
    )
    return names.length > 0 ? `fragment ${type.name}Details on ${type.name} { ${names.join(' ')} }` : []
  })
  return fragments.join('\n')
}

/** The documents of the console with the types of the published schema: the content of `src/web/api/generated.ts`. */
export async function pageDocuments(schema: GraphQLSchema): Promise<string> {
  const documents: { location: string; document: DocumentNode }[] = [
    { location: '', document: parse(detailFragments(schema)) },
  ]
  for await (const location of glob('src/web/**/*.graphql')) {
    documents.push({ location, document: parse(await readFile(location, 'utf8')) })
  }
  documents.sort((one, other) => one.location.localeCompare(other.location))
  const types = await codegen({
    filename: 'generated.ts',
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: { enumType: 'const', namingConvention: 'keep', skipTypename: true, scalars: scalarsOf(schema) },
  })
  const definitions = documents.flatMap(({ document }) => document.definitions)
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each] as const] : [])),
  )
  const constants = definitions.flatMap((each) =>
    each.kind === 'OperationDefinition' ? [constantOf(each, fragments)] : [],
  )
  return `// Generated from the documents (*.graphql) of src/web by "npm run generate".\nimport { document } from './request.ts'\n\n${types}\n${constants.join('\n\n')}\n`
}
