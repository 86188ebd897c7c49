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

/** The alias or name of a table with rows of organizations; undefined for other tables. */
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

/** Converts names: camel case in the code, snake case in the database. Keys inside of JSON stay unchanged. */
export class Names extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  /** The name of a table or column in the database. */
  stored(name: string): string {
    return this.snakeCase(name)
  }

  /** Converts the names once per result, because all its rows have the same columns. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const columns = Object.keys(first).map((stored) => ({ stored, name: this.camelCase(stored) }))
    if (columns.every(({ stored, name }) => stored === name)) return result
    return { ...result, rows: result.rows.map((row) => renamed(row, columns)) }
  }
}

/** The converter of all names of queries and results. */
export const names = new Names()

/**
 * Placeholder for the organization in the parameters of a statement. The statement is then the same for all
 * organizations, and can be cached. Only a transaction can send it, because the transaction replaces the placeholder
 * with its own organization.
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

  /** Inner nodes are converted first, so the tables that `#limit` sees have their names in the database. */
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

  /** Puts the condition on the join, not in the where clause, so that an outer join keeps its unmatched rows. */
  protected override transformJoin(node: JoinNode): JoinNode {
    const join = super.transformJoin(node)
    const condition = this.#condition(join.table)
    if (!condition) return join
    return {
      ...join,
      on: OnNode.create(join.on ? AndNode.create(ParensNode.create(join.on.on), condition) : condition),
    }
  }

  /**
   * Writes the limit as a literal. For a parameter, PostgreSQL assumes a tenth of all rows, and plans the statement
   * again at each execution.
   */
  protected override transformLimit(node: LimitNode): LimitNode {
    const { limit } = super.transformLimit(node)
    return LimitNode.create(ValueNode.is(limit) ? ValueNode.createImmediate(limit.value) : limit)
  }

  /** Adds the conditions. The query's own condition is in parentheses, because raw SQL in it may contain an `or`. */
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
 * Limits each table of a Kysely query, joins and subqueries included, to one organization, and converts names in the
 * same pass. This protects reads without entities as MikroORM's filter protects entities. Row-level security protects
 * both a second time.
 */
export class TenantQueries implements KyselyPlugin {
  readonly #transformer: TenantTransformer
  readonly #names: Names

  /** `tables` are names in the database. */
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
