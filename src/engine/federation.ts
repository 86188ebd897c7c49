import { extendSchema, type GraphQLSchema, Kind, parse, print, visit } from 'graphql'
import { invalid } from '../common/errors.ts'
import { publishedText } from '../graphql/published.ts'
import type { Context } from './context.ts'
import { lengthOf } from './guard.ts'
import { findNodes, type Reference, typesOfNodes } from './nodes.ts'
import { CHECKS_ROWS } from './permits.ts'

/*
 * What a subgraph of Apollo Federation has beside its schema: `_service`, by which it is composed with others, and
 * `_entities`, by which a router reads what other subgraphs refer to. Every type of node is an entity, by its id.
 */

const MOST_ENTITIES = 1000

interface Representations {
  representations: unknown[]
}

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])'

const additions = (entities: readonly string[]) => `
  "A reference to an entity: its type and its id."
  scalar _Any
  "Every type that other subgraphs may refer to."
  union _Entity = ${entities.join(' | ')}
  "The schema of this subgraph."
  type _Service {
    "The schema, in the schema definition language, with the directives of federation."
    sdl: String!
  }
  extend type Query {
    "The schema of this subgraph, for composition."
    _service: _Service!
    "What references lead to, in their order. Null for what does not exist or the caller may not read."
    _entities("References, at most ${MOST_ENTITIES}." representations: [_Any!]!): [_Entity]!
  }`

const directive = (name: string, fields?: string) => ({
  kind: Kind.DIRECTIVE as const,
  name: { kind: Kind.NAME as const, value: name },
  arguments: fields
    ? [
        {
          kind: Kind.ARGUMENT as const,
          name: { kind: Kind.NAME as const, value: 'fields' },
          value: { kind: Kind.STRING as const, value: fields },
        },
      ]
    : [],
})

const isOfFederation = ({ name }: { name: { value: string } }) => name.value.startsWith('_')
const unlessOfFederation = (node: { name: { value: string } }) => (isOfFederation(node) ? null : undefined)

/** The schema as it is composed with others. Pages of lists look alike in many subgraphs. */
function sdlOf(schema: GraphQLSchema): string {
  const document = visit(parse(publishedText(schema)), {
    ScalarTypeDefinition: unlessOfFederation,
    UnionTypeDefinition: unlessOfFederation,
    FieldDefinition: unlessOfFederation,
    ObjectTypeDefinition(node) {
      if (isOfFederation(node)) return null
      if (node.interfaces?.some(({ name }) => name.value === 'Node'))
        return { ...node, directives: [directive('key', 'id')] }
      return node.name.value === 'PageInfo' ? { ...node, directives: [directive('shareable')] } : undefined
    },
  })
  return `${LINK}\n\n${print(document)}\n`
}

/** A reference out of whatever another subgraph sends. What names no id leads nowhere. */
function referenceOf(value: unknown): Reference {
  const { __typename, id } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return { __typename: String(__typename), id: typeof id === 'string' ? id : '' }
}

/** Makes a subgraph of a schema. */
export function subgraph(schema: GraphQLSchema): GraphQLSchema {
  const extended = extendSchema(schema, parse(additions(typesOfNodes(schema).map(({ name }) => name))))
  const { _service, _entities } = extended.getQueryType()?.getFields() ?? {}
  if (!_service || !_entities) throw new Error('The schema has no queries to extend')
  _service.resolve = (_source, _args, _ctx, { schema }) => ({ sdl: sdlOf(schema) })
  _entities.resolve = (_source, { representations }: Representations, ctx: Context, info) => {
    if (representations.length > MOST_ENTITIES)
      throw invalid({ representations: `must hold at most ${MOST_ENTITIES} references` })
    return findNodes(ctx, info, representations.map(referenceOf))
  }
  _entities.extensions = {
    ...CHECKS_ROWS,
    cost: ({ representations }: Representations) => 20 + lengthOf(representations),
  }
  return extended
}
