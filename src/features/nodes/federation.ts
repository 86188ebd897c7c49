import { extendSchema, type GraphQLSchema, Kind, parse, print, visit } from 'graphql'
import { invalidFields } from '../../common/errors.ts'
import { CHECKS_ROWS, lengthOf } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { publishedText } from '../../graphql/published.ts'
import { findNodes, type Reference, typesOfNodes } from './node.queries.ts'

/*
 * The additions that make the schema a subgraph of Apollo Federation: `_service`, for composition with other subgraphs,
 * and `_entities`, through which a router resolves references from other subgraphs. Every Node type is an entity,
 * identified by its id.
 */

const MOST_ENTITIES = 1000

interface Representations {
  representations: unknown[]
}

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])'

const additions = (entities: readonly string[]) => `
  "A reference to an entity: its type and its id."
  scalar _Any
  "All types that other subgraphs may refer to."
  union _Entity = ${entities.join(' | ')}
  "The schema of this subgraph."
  type _Service {
    "The schema, in the schema definition language, with the directives of federation."
    sdl: String!
  }
  extend type Query {
    "The schema of this subgraph, for composition."
    _service: _Service!
    "The referenced objects, in the order of the references. Null for an object that does not exist or that the caller may not read."
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

/** The schema for composition. Page types are shareable, because many subgraphs define equal ones. */
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

/** Parses a reference from another subgraph. A value without a valid id refers to nothing. */
function referenceOf(value: unknown): Reference {
  const { __typename, id } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return { __typename: String(__typename), id: typeof id === 'string' ? id : '' }
}

export function subgraph(schema: GraphQLSchema): GraphQLSchema {
  const extended = extendSchema(schema, parse(additions(typesOfNodes(schema).map(({ name }) => name))))
  const { _service, _entities } = extended.getQueryType()?.getFields() ?? {}
  if (!_service || !_entities) throw new Error('The schema has no queries to extend')
  _service.resolve = (_source, _args, _ctx, { schema }) => ({ sdl: sdlOf(schema) })
  _entities.resolve = (_source, { representations }: Representations, ctx: Context, info) => {
    if (representations.length > MOST_ENTITIES)
      throw invalidFields({ representations: { code: 'TOO_MANY_VALUES', most: MOST_ENTITIES } })
    return findNodes(ctx, info, representations.map(referenceOf))
  }
  _entities.extensions = {
    ...CHECKS_ROWS,
    cost: ({ representations }: Representations) => 20 + lengthOf(representations),
  }
  return extended
}
