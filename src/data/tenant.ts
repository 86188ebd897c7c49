import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  CamelCasePlugin,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  JoinNode,
  type KyselyPlugin,
  LimitNode,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely'

/** A table or its alias, if rows of it belong to a tenant. */
function tenantAlias(node: OperationNode, tenantTables: ReadonlySet<string>): OperationNode | undefined {
  const table = AliasNode.is(node) ? node.node : node
  if (!TableNode.is(table) || !tenantTables.has(table.table.identifier.name)) return undefined
  return AliasNode.is(node) ? node.alias : table.table.identifier
}

function renamed(row: UnknownRow, columns: readonly { stored: string; name: string }[]): UnknownRow {
  const named: UnknownRow = {}
  for (const { stored, name } of columns) named[name] = row[stored]
  return named
}

/** Names in camel case here, in snake case in the database; keys inside of JSON stay as they are. */
export class Names extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  /** The name in the database. */
  stored(name: string): string {
    return this.snakeCase(name)
  }

  /** Rows of a result have the same columns: their names are worked out once for all. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const columns = Object.keys(first).map((stored) => ({ stored, name: this.camelCase(stored) }))
    if (columns.every(({ stored, name }) => stored === name)) return result
    return { ...result, rows: result.rows.map((row) => renamed(row, columns)) }
  }
}

/** Every name of a query and of a result goes through it. */
export const names = new Names()

/**
 * Stands among the parameters of a statement for the organization that it is limited to: statements are the same for
 * all of them and may be kept, and only a transaction, which puts its own organization in, can send them.
 */
export const TENANT = Symbol('tenant')

class TenantTransformer extends OperationNodeTransformer {
  readonly #tables: ReadonlySet<string>
  readonly #names: Names

  constructor(tables: ReadonlySet<string>, names: Names) {
    super()
    this.#tables = tables
    this.#names = names
  }

  /** Inner nodes come first: whatever is limited below has the database's names already. */
  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return IdentifierNode.create(this.#names.stored(node.name))
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const query = super.transformSelectQuery(node)
    return this.#limit(query, query.from?.froms ?? [])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const query = super.transformUpdateQuery(node)
    return this.#limit(query, [...(query.table ? [query.table] : []), ...(query.from?.froms ?? [])])
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const query = super.transformDeleteQuery(node)
    return this.#limit(query, [...query.from.froms, ...(query.using?.tables ?? [])])
  }

  /** On the join and not in the where clause, so that an outer join keeps its unmatched rows. */
  protected override transformJoin(node: JoinNode): JoinNode {
    const join = super.transformJoin(node)
    const condition = this.#condition(join.table)
    if (!condition) return join
    return {
      ...join,
      on: OnNode.create(join.on ? AndNode.create(ParensNode.create(join.on.on), condition) : condition),
    }
  }

  /** As a parameter PostgreSQL takes it for a tenth of all rows, and plans the statement anew each time it is sent. */
  protected override transformLimit(node: LimitNode): LimitNode {
    const { limit } = super.transformLimit(node)
    return LimitNode.create(ValueNode.is(limit) ? ValueNode.createImmediate(limit.value) : limit)
  }

  /** What the query asks for itself stands in parentheses: raw SQL in it may hold an `or`. */
  #limit<Q extends { where?: WhereNode }>(query: Q, tables: readonly OperationNode[]): Q {
    const conditions = tables.flatMap((table) => this.#condition(table) ?? [])
    if (conditions.length === 0) return query
    const asked = query.where ? [ParensNode.create(query.where.where)] : []
    const all: OperationNode[] = [...asked, ...conditions]
    const where = all.reduce((a, b) => AndNode.create(a, b))
    return { ...query, where: WhereNode.create(where) }
  }

  #condition(from: OperationNode): OperationNode | undefined {
    const alias = tenantAlias(from, this.#tables)
    if (!alias || !IdentifierNode.is(alias)) return undefined
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('organization_id'), TableNode.create(alias.name)),
      OperatorNode.create('='),
      ValueNode.create(TENANT),
    )
  }
}

/**
 * Limits every tenant table that a Kysely query reads, joins or nests to one organization, and translates names on the
 * same walk over the query. The same line of defence as MikroORM's filter, for reads that skip entities; row-level
 * security is the other line.
 */
export class TenantQueries implements KyselyPlugin {
  readonly #transformer: TenantTransformer
  readonly #names: Names

  /** `tables`: by their names in the database. */
  constructor(tables: ReadonlySet<string>, names: Names) {
    this.#transformer = new TenantTransformer(tables, names)
    this.#names = names
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node)
  }

  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return this.#names.transformResult(args)
  }
}
