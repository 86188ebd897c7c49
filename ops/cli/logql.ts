import { parser } from '@grafana/lezer-logql'

/** A condition on one label, in a stream selector or after a pipe. */
export interface Matcher {
  name: string
  op: '=' | '=~'
  value: string
}

/** A condition on the labels of a line. */
export type Filter =
  | { kind: 'matcher'; matcher: Matcher }
  | { kind: 'number'; name: string; op: Comparison; value: number }
  | { kind: 'and'; left: Filter; right: Filter }
  | { kind: 'or'; left: Filter; right: Filter }

/** A processing step of a line before it is counted. */
export type Stage =
  | { kind: 'json'; fields: { label: string; field: string }[] }
  | { kind: 'hour'; label: string }
  | { kind: 'filter'; filter: Filter }

/** The lines of a time window; all times are in milliseconds. */
export interface Range {
  kind: 'range'
  operation: 'count_over_time' | 'absent_over_time'
  matchers: Matcher[]
  stages: Stage[]
  range: number
  offset: number
}

/** The part of LogQL that the log rules use. */
export type Query =
  | Range
  | { kind: 'sum'; by: string[]; of: Query }
  | { kind: 'compare'; op: Comparison; left: Query; value: number }

const COMPARISONS = ['==', '!=', '>', '>=', '<', '<='] as const
/** A comparison with a number. */
export type Comparison = (typeof COMPARISONS)[number]

/** The only template of `label_format`: the hour of a line in UTC, which is the zone of Loki in this stack. */
export const HOUR_TEMPLATE = '{{ __timestamp__ | date "15" }}'

type Node = ReturnType<typeof parser.parse>['topNode']

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of a duration such as `1h30m`. */
export const milliseconds = (duration: string): number => {
  if (!/^(\d+(ms|[smhd]))+$/.test(duration)) throw new Error(`${duration} is not a duration`)
  return [...duration.matchAll(/(\d+)(ms|[smhd])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? Number.NaN),
    0,
  )
}

/** Parses LogQL. @throws Error for a text that is not LogQL, or uses a part of LogQL that the log rules do not use */
export const parseLogql = (text: string): Query => {
  const source = (node: Node): string => text.slice(node.from, node.to)
  const beyond = (node: Node): never => {
    throw new Error(`"${source(node)}" (${node.name}) is not in the part of LogQL that log rules use: ${text}`)
  }
  const child = (node: Node, name: string): Node => node.getChild(name) ?? beyond(node)
  const first = (node: Node): Node => node.firstChild ?? beyond(node)
  const within = (node: Node, name: string): Node[] => {
    const found: Node[] = []
    node.cursor().iterate((at) => {
      if (at.name === name) found.push(at.node)
      return at.name !== name
    })
    return found
  }
  const string = (node: Node): string => {
    const quoted = source(child(node, 'String'))
    return quoted.startsWith('`') ? quoted.slice(1, -1) : String(JSON.parse(quoted))
  }
  const comparison = (node: Node): Comparison => COMPARISONS.find((op) => op === source(node)) ?? beyond(node)

  const matcher = (node: Node): Matcher => {
    const op = child(node, 'Identifier').nextSibling ?? beyond(node)
    if (op.name !== 'Eq' && op.name !== 'Re') return beyond(op)
    return { name: source(child(node, 'Identifier')), op: op.name === 'Eq' ? '=' : '=~', value: string(node) }
  }

  const filter = (node: Node): Filter => {
    const [left, right] = node.getChildren('LabelFilter')
    if (left && right) return { kind: node.getChild('Or') ? 'or' : 'and', left: filter(left), right: filter(right) }
    const inner = first(node)
    if (inner.name === 'Matcher') return { kind: 'matcher', matcher: matcher(inner) }
    if (inner.name !== 'NumberFilter') return beyond(inner)
    const name = child(inner, 'Identifier')
    const op = comparison(name.nextSibling ?? beyond(inner))
    return { kind: 'number', name: source(name), op, value: Number(source(child(inner, 'LiteralExpr'))) }
  }

  const hour = (node: Node): Stage => {
    const [format, ...others] = within(node, 'LabelFormatMatcher')
    if (!format || others.length > 0 || string(format) !== HOUR_TEMPLATE) return beyond(node)
    return { kind: 'hour', label: source(child(format, 'Identifier')) }
  }

  const json = (node: Node): Stage => ({
    kind: 'json',
    fields: within(node, 'LabelExtractionExpression').map((field) => ({
      label: source(child(field, 'Identifier')),
      field: string(field),
    })),
  })

  const stage = (node: Node): Stage => {
    const inner = child(node, 'Pipe').nextSibling ?? beyond(node)
    if (inner.name === 'JsonExpressionParser') return json(inner)
    if (inner.name === 'LabelFormatExpr') return hour(inner)
    return inner.name === 'LabelFilter' ? { kind: 'filter', filter: filter(inner) } : beyond(inner)
  }

  const range = (node: Node): Range => {
    const operation = source(child(node, 'RangeOp'))
    if (operation !== 'count_over_time' && operation !== 'absent_over_time') return beyond(node)
    const lines = child(node, 'LogRangeExpr')
    const offset = lines.getChild('OffsetExpr')
    return {
      kind: 'range',
      operation,
      matchers: within(child(lines, 'Selector'), 'Matcher').map(matcher),
      stages: within(lines, 'PipelineStage').map(stage),
      range: milliseconds(source(child(child(lines, 'Range'), 'Duration'))),
      offset: offset ? milliseconds(source(child(offset, 'Duration'))) : 0,
    }
  }

  const sum = (node: Node): Query => {
    if (source(child(node, 'VectorOp')) !== 'sum') return beyond(node)
    const grouping = child(node, 'Grouping')
    if (!grouping.getChild('By')) return beyond(grouping)
    return { kind: 'sum', by: within(grouping, 'Identifier').map(source), of: query(child(node, 'MetricExpr')) }
  }

  const compare = (node: Node): Query => {
    const [left = beyond(node), right = beyond(node)] = node.getChildren('Expr')
    const [number = beyond(right)] = within(right, 'LiteralExpr')
    const op = comparison(left.nextSibling ?? beyond(node))
    return { kind: 'compare', op, left: query(left), value: Number(source(number)) }
  }

  const query = (node: Node): Query => {
    if (node.name === 'BinOpExpr') return compare(node)
    if (node.name === 'VectorAggregationExpr') return sum(node)
    if (node.name === 'RangeAggregationExpr') return range(node)
    return ['LogQL', 'Expr', 'MetricExpr'].includes(node.name) ? query(first(node)) : beyond(node)
  }

  const root = parser.parse(text).topNode
  root.cursor().iterate((at) => {
    if (at.type.isError) throw new Error(`not LogQL at character ${at.from + 1}: ${text}`)
  })
  return query(root)
}
