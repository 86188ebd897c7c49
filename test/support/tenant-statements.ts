import { type Node, parse, parsePlPgSQL } from 'libpg-query'

/*
 * Checks that a statement restricts every table of organizations to one organization: each table in `from`, `join`,
 * `using`, `update` and `delete` is compared with an organization at its own level of the query, and each insert
 * contains the column. Then a database that is distributed by organization uses one shard, and no row of another
 * organization is read even without row-level security.
 */

type Tree = Record<string, unknown>

/** A table of a query, and whether it is restricted to an organization. */
interface Source {
  table: string
  isTold: boolean
}

/** The tables that are visible at a level of a query. */
interface Level {
  sources: Map<string, Source>
  outer: Level | undefined
  ctes: ReadonlySet<string>
}

const QUERIES = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'] as const

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null
const listOf = (value: unknown): Tree[] => (Array.isArray(value) ? value.filter(isTree) : [])
const at = (tree: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), tree)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The names of a column, such as `c` and `organization_id`. */
const columnOf = (tree: unknown): string[] =>
  listOf(at(tree, 'ColumnRef', 'fields')).map((field) => text(at(field, 'String', 'sval')))

/**
 * Whether an expression is a parameter or literal, also inside casts. In a function: its argument `organization`, or
 * the row of a trigger.
 */
function isValue(tree: unknown): boolean {
  const cast = at(tree, 'TypeCast', 'arg')
  if (cast) return isValue(cast)
  const names = columnOf(tree)
  const isArgument =
    names.at(-1) === 'organization' || (['new', 'old'].includes(names[0] ?? '') && names[1] === 'organization_id')
  return isArgument || at(tree, 'ParamRef') !== undefined || at(tree, 'A_Const') !== undefined
}

/** The conditions that are joined by `and`. */
function conjuncts(tree: unknown): unknown[] {
  if (tree === undefined) return []
  if (at(tree, 'BoolExpr', 'boolop') !== 'AND_EXPR') return [tree]
  return listOf(at(tree, 'BoolExpr', 'args')).flatMap(conjuncts)
}

class Checker {
  readonly #tables: ReadonlySet<string>
  readonly faults: string[] = []

  constructor(tables: ReadonlySet<string>) {
    this.#tables = tables
  }

  check(tree: unknown, outer: Level | undefined): void {
    if (!isTree(tree)) return
    for (const [name, value] of Object.entries(tree)) {
      if (QUERIES.some((query) => query === name) && isTree(value)) this.#query(name, value, outer)
      else for (const each of Array.isArray(value) ? value : [value]) this.check(each, outer)
    }
  }

  #query(kind: string, query: Tree, outer: Level | undefined): void {
    const ctes = listOf(at(query, 'withClause', 'ctes')).map((cte) => text(at(cte, 'CommonTableExpr', 'ctename')))
    const level: Level = { sources: new Map(), outer, ctes: new Set([...(outer?.ctes ?? []), ...ctes]) }
    const conditions = conjuncts(query.whereClause)
    if (kind === 'UpdateStmt') this.#update(query)
    if (kind === 'InsertStmt') this.#insert(query)
    else if (query.relation) this.#addTable(query.relation, level)
    const from = [...listOf(query.fromClause), ...listOf(query.usingClause)]
    for (const each of from) conditions.push(...this.#addSources(each, level))
    // A restriction of one table may restrict another table through a join, so the conditions are applied repeatedly.
    for (let pass = 0; pass < level.sources.size; pass++) for (const each of conditions) this.#tell(each, level)
    for (const [alias, { table, isTold }] of level.sources)
      if (!isTold) this.faults.push(`${table}${alias === table ? '' : ` ${alias}`} without an organization`)
    for (const [name, value] of Object.entries(query)) {
      // The two sides of a union are queries without a node of their own.
      if ((name === 'larg' || name === 'rarg') && isTree(value)) this.#query('SelectStmt', value, level)
      else this.check({ [name]: value }, level)
    }
  }

  #addTable(range: unknown, { sources, ctes }: Level): void {
    const table = text(at(range, 'relname'))
    if (!this.#tables.has(table) || ctes.has(table)) return
    sources.set(text(at(range, 'alias', 'aliasname')) || table, { table, isTold: false })
  }

  /** Returns the conditions of the joins. */
  #addSources(tree: Tree, level: Level): unknown[] {
    this.#addTable(tree.RangeVar, level)
    const { JoinExpr: join } = tree
    if (!isTree(join)) return []
    const inner = [join.larg, join.rarg].flatMap((side) => (isTree(side) ? this.#addSources(side, level) : []))
    return [...inner, ...conjuncts(join.quals)]
  }

  #tell(condition: unknown, level: Level): void {
    if (at(condition, 'A_Expr', 'kind') !== 'AEXPR_OP') return
    const [operator] = listOf(at(condition, 'A_Expr', 'name'))
    if (text(at(operator, 'String', 'sval')) !== '=') return
    const sides = [at(condition, 'A_Expr', 'lexpr'), at(condition, 'A_Expr', 'rexpr')]
    for (const [one, other] of [sides, sides.toReversed()]) {
      const source = this.#sourceOf(one, level)
      if (source && (isValue(other) || this.#sourceOf(other, level)?.isTold)) source.isTold = true
    }
  }

  /** The table of an organization column, at this level or an outer one. */
  #sourceOf(tree: unknown, level: Level | undefined): Source | undefined {
    const names = columnOf(tree)
    if (!level || names.at(-1) !== 'organization_id') return undefined
    const [alias] = names.length > 1 ? names : [...level.sources.keys()]
    return (alias ? level.sources.get(alias) : undefined) ?? this.#sourceOf(tree, level.outer)
  }

  #update({ relation, targetList }: Tree): void {
    const table = text(at(relation, 'relname'))
    if (!this.#tables.has(table)) return
    for (const called of callsIn(targetList).filter((name) => VOLATILE.has(name)))
      this.faults.push(`update of ${table} to ${called}, which distributed tables do not take there`)
    for (const called of callsInChoices(targetList).filter((name) => STABLE.has(name)))
      this.faults.push(`update of ${table} by a choice with ${called}, which distributed tables do not take there`)
    for (const called of callsOfColumns(targetList).filter((name) => STABLE.has(name)))
      this.faults.push(`update of ${table} to ${called} of columns, which distributed tables do not take there`)
    if (comparesInCase(targetList))
      this.faults.push(`update of ${table} by "case x when y", which distributed tables do not take: "case when x = y"`)
  }

  /**
   * The rows of an insert must contain their organization. For selected rows it must be a column of a table of
   * organizations: with a value, Citus would fetch the rows first and copy them, which row-level security refuses.
   */
  #insert({ relation, cols, selectStmt, onConflictClause }: Tree): void {
    const table = text(at(relation, 'relname'))
    if (!this.#tables.has(table)) return
    for (const called of callsIn(onConflictClause).filter((name) => !STEADY.has(name)))
      this.faults.push(
        `insert into ${table} that meets a row with ${called}, which distributed tables do not take there`,
      )
    const columns = listOf(cols).map((column) => text(at(column, 'ResTarget', 'name')))
    const place = Math.max(0, columns.indexOf('organization_id'))
    if (columns.length > 0 && columns[place] !== 'organization_id') {
      this.faults.push(`insert into ${table} without an organization`)
      return
    }
    const select = at(selectStmt, 'SelectStmt')
    const selected = listOf(at(select, 'targetList'))[place]
    if (selected && columnOf(at(selected, 'ResTarget', 'val')).at(-1) !== 'organization_id')
      this.faults.push(`insert into ${table} of rows whose organization is no column`)
  }
}

/** Functions that always return the same result for the same arguments, and functions that never do. */
const STEADY = new Set(['array_remove'])
const VOLATILE = new Set(['gen_random_uuid', 'random', 'clock_timestamp', 'nextval'])
/** Functions whose result depends on the transaction or the settings, and those that the gateway uses for JSON. */
const STABLE = new Set([
  ...VOLATILE,
  'now',
  'SQLValueFunction',
  'to_char',
  'to_jsonb',
  'jsonb_build_object',
  'to_timestamp',
])

/** The name of a function that is called, without its schema. */
const calledIn = (call: unknown): string[] =>
  listOf(at(call, 'funcname'))
    .map((part) => text(at(part, 'String', 'sval')))
    .slice(-1)

/** The functions that a part of a statement calls, and the kinds of other computed expressions. */
function callsIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(callsIn)
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([kind, value]) => {
    const own = kind === 'FuncCall' ? calledIn(value) : ['SubLink', 'SQLValueFunction'].filter((each) => each === kind)
    return [...own, ...callsIn(value)]
  })
}

/** The functions that a part of a statement calls with columns, or with what is computed of them. */
function callsOfColumns(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(callsOfColumns)
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([kind, value]) => [
    ...(kind === 'FuncCall' && hasColumn(at(value, 'args')) ? calledIn(value) : []),
    ...callsOfColumns(value),
  ])
}

function hasColumn(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(hasColumn)
  return isTree(tree) && ('ColumnRef' in tree || Object.values(tree).some(hasColumn))
}

/** The functions that a part of a statement calls inside of `case` or `coalesce`. */
function callsInChoices(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(callsInChoices)
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([kind, value]) =>
    kind === 'CaseExpr' || kind === 'CoalesceExpr' ? callsIn(value) : callsInChoices(value),
  )
}

/**
 * Whether a part of a statement has `case x when y`. Citus sends it on as `case x when x = y`, which compares x with a
 * boolean.
 */
function comparesInCase(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(comparesInCase)
  if (!isTree(tree)) return false
  return at(tree, 'CaseExpr', 'arg') !== undefined || Object.values(tree).some(comparesInCase)
}

/** The faults of a statement on tables of organizations; empty if each table is restricted to an organization. */
export async function statementFaults(sql: string, tables: ReadonlySet<string>): Promise<string[]> {
  const checker = new Checker(tables)
  const { stmts = [] } = await parse(sql)
  for (const { stmt } of stmts as { stmt: Node }[]) checker.check(stmt, undefined)
  return checker.faults
}

/** The SQL texts in a parsed function. Parse mode 0 is a statement, 2 an expression. */
function textsIn(tree: unknown): { query: string; parseMode: number }[] {
  if (Array.isArray(tree)) return tree.flatMap(textsIn)
  if (!isTree(tree)) return []
  const { PLpgSQL_expr: own, ...others } = tree
  const inner = Object.values(others).flatMap(textsIn)
  return isTree(own) ? [{ query: text(own.query), parseMode: Number(own.parseMode) }, ...inner] : inner
}

/** The faults of the statements in a function, from its PL/pgSQL definition. */
export async function functionFaults(definition: string, tables: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = []
  for (const { query, parseMode } of textsIn(await parsePlPgSQL(definition))) {
    if (parseMode > 2) continue // An assignment.
    faults.push(...(await statementFaults(parseMode === 0 ? query : `select ${query}`, tables)))
  }
  return faults
}
