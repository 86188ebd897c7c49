import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser as logql } from '@grafana/lezer-logql'
import { parser as traceql } from '@grafana/lezer-traceql'
import { parser as promql } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

/** A query language of the stack. */
export type Language = 'promql' | 'logql' | 'traceql'

/** A query and its position. */
export interface Query {
  where: string
  language: Language
  expr: string
}

const parsers = { promql, logql, traceql }

/** Grafana's variables are not part of the language. A duration replaces each of them. */
export const withoutVariables = (expr: string) => expr.replace(/\$__(rate_interval|interval|range|auto)\b/g, '5m')

/** The syntax error of a query, if it has one. */
export const syntaxError = ({ where, language, expr }: Query): string | undefined => {
  const text = withoutVariables(expr)
  if (/\$\w/.test(text.replace(/\$\{__span[^}]*\}|\$\{__trace[^}]*\}/g, '')))
    return `${where}: unknown variable in ${expr}`
  let at = -1
  parsers[language].parse(text).iterate({
    enter: (node) => {
      if (node.type.isError && at < 0) at = node.from
    },
  })
  return at < 0 ? undefined : `${where}: not ${language} at character ${at + 1}: ${expr}`
}

interface RuleFile {
  groups: { rules: { alert?: string; record?: string; expr: string }[] }[]
}

const ofRules = (root: string, pattern: string, language: Language): Query[] =>
  globSync(pattern, { cwd: root })
    .sort()
    .flatMap((path) =>
      (parse(readFileSync(join(root, path), 'utf8')) as RuleFile).groups.flatMap(({ rules }) =>
        rules.map(({ alert, record, expr }) => ({ where: `${path}: ${alert ?? record}`, language, expr })),
      ),
    )

/** The query language of each type of data source. */
const LANGUAGES: Record<string, Language> = { prometheus: 'promql', loki: 'logql', tempo: 'traceql' }

interface Dashboard {
  panels: { title: string; targets?: { expr?: string; query?: string; datasource: { type: string } }[] }[]
}

const ofDashboards = (root: string): Query[] =>
  globSync('grafana/dashboards/*.json', { cwd: root })
    .sort()
    .flatMap((path) =>
      (JSON.parse(readFileSync(join(root, path), 'utf8')) as Dashboard).panels.flatMap(({ title, targets = [] }) =>
        targets
          // This is the id of a trace instead of a query.
          .filter(({ query }) => query !== '$trace')
          .map(({ expr, query, datasource }) => ({
            where: `${path}: ${title}`,
            language: LANGUAGES[datasource.type] ?? 'promql',
            expr: expr ?? query ?? '',
          })),
      ),
    )

/** Every query of the stack: alert rules on metrics and logs, and the panels of all dashboards. */
export const allQueries = (root: string): Query[] => [
  ...ofRules(root, 'prometheus/rules/*.yml', 'promql'),
  ...ofRules(root, 'loki/rules/*/*.yml', 'logql'),
  ...ofDashboards(root),
]
