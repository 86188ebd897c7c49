import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { checkAddresses } from './checks/addresses.ts'
import { checkAlloy } from './checks/alloy.ts'
import { checkGrafana } from './checks/grafana.ts'
import { checkRouting } from './checks/routing.ts'
import { checkLoki, checkTempo } from './checks/stores.ts'
import { checkCompose } from './compose.ts'
import { copyTemplates, downgradeConfig } from './dialect.ts'
import { edgeEnvironment, readEnv, SERVED } from './env.ts'
import { isHalfWritten } from './journal.ts'
import { lintDetectable, logRules } from './log-rules.ts'
import { modeProblems } from './modes.ts'
import { allQueries, syntaxError, withoutVariables } from './queries.ts'
import { pendingChanges, readClients } from './stack.ts'
import { MissingTool, run, versionOf } from './tools.ts'

/** The result of one check: ok, failed, or skipped because its tool is missing. */
export interface Finding {
  check: string
  state: 'ok' | 'failed' | 'skipped'
  detail: string
}

const withFolder = <T>(use: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-check-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const list = (taken: string[]) => (taken.length ? `; not read by this version: ${taken.join(', ')}` : '')

/** Writes the panels' queries as rules: promtool uses Prometheus' own parser, which also checks types. */
const panelRules = (root: string): string => {
  const panels = allQueries(root).filter(({ where, language }) => language === 'promql' && where.startsWith('grafana/'))
  const rules = panels.map(({ where, expr }, index) => ({
    record: `panel_${index}`,
    expr: withoutVariables(expr),
    labels: { where },
  }))
  return stringify({ groups: [{ name: 'panels', rules }] })
}

/**
 * Checks a copy of Prometheus' folder that promtool can read: with secrets next to it, and without keys that are newer
 * than the installed version.
 */
const checkPrometheus = (root: string): string =>
  withFolder((folder) => {
    cpSync(join(root, 'prometheus'), folder, { recursive: true })
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'x')
    const path = join(folder, 'prometheus.yml')
    const { text, taken } = downgradeConfig(readFileSync(path, 'utf8'), 'prometheus', versionOf('promtool'))
    writeFileSync(path, text.replaceAll(/\/run\/secrets\/\w+/g, secret))
    // This also checks the rules that the configuration names.
    run('promtool', ['check', 'config', path])
    const panels = join(folder, 'panels.yml')
    writeFileSync(panels, panelRules(root))
    run('promtool', ['check', 'rules', panels])
    return `promtool check config, check rules${list(taken)}`
  })

/** A copy of Alertmanager's folder for the installed version, and the parts that were removed from it. */
export const copyAlertmanager = (root: string, folder: string, version: number): { path: string; taken: string[] } => {
  const templates = join(folder, 'templates')
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'https://127.0.0.1/')
  const { text, taken } = downgradeConfig(
    readFileSync(join(root, 'alertmanager/alertmanager.yml'), 'utf8'),
    'alertmanager',
    version,
  )
  const path = join(folder, 'alertmanager.yml')
  writeFileSync(
    path,
    text.replaceAll(/\/run\/secrets\/\w+/g, secret).replaceAll('/etc/alertmanager/templates', templates),
  )
  return { path, taken: [...new Set([...taken, ...copyTemplates(root, templates, version)])] }
}

const checkAlertmanager = (root: string): string =>
  withFolder((folder) => {
    const { path, taken } = copyAlertmanager(root, folder, versionOf('amtool'))
    run('amtool', ['check-config', path])
    return `amtool check-config${list(taken)}`
  })

/** The sites of an adapted Caddyfile, and those that have an access log. */
interface Adapted {
  apps: { http: { servers: Record<string, { logs?: { logger_names?: Record<string, unknown> } }> } }
}

/** The names without an access log, which the runbooks use. */
const withoutLog = (adapted: string, names: string[]): string[] => {
  const { apps } = JSON.parse(adapted) as Adapted
  const logged = Object.values(apps.http.servers).flatMap(({ logs }) => Object.keys(logs?.logger_names ?? {}))
  return names.filter((name) => !logged.includes(name)).map((name) => `edge/Caddyfile: ${name} has no access log`)
}

const problems = (found: string[], ok: string): string => {
  if (found.length > 0) throw new Error(found.join('\n'))
  return ok
}

const CHECKS: Record<string, (root: string) => string> = {
  records: (root) => `${readClients(root).length} clients`,
  rendered: (root) => {
    if (isHalfWritten(root)) throw new Error('an earlier run was killed during its changes: npm run ops -- render')
    return problems(
      // Each deployment generates its own secrets, so a new checkout has none.
      pendingChanges(root, readClients(root))
        .filter(({ secret }) => !secret)
        .map(({ action, path }) => `would ${action} ${path}: npm run ops -- render`),
      'generated files are as the records say',
    )
  },
  modes: (root) =>
    problems(modeProblems(root), 'containers can read their mounts, and other users cannot read secrets'),
  queries: (root) => {
    const queries = allQueries(root)
    return problems(
      queries.flatMap((query) => syntaxError(query) ?? []),
      `${queries.length} queries parse`,
    )
  },
  'log alerts': (root) =>
    problems(
      readClients(root).flatMap((client) => lintDetectable(logRules(client), client)),
      'every one can fire at its ship interval',
    ),
  compose: checkCompose,
  addresses: checkAddresses,
  routing: checkRouting,
  loki: checkLoki,
  tempo: checkTempo,
  alloy: checkAlloy,
  grafana: checkGrafana,
  prometheus: checkPrometheus,
  alertmanager: checkAlertmanager,
  edge: (root) =>
    withFolder((folder) => {
      // Until real names are configured, this checks the edge with names of its own.
      const served = edgeEnvironment(readEnv(root))
      const config = ['--adapter', 'caddyfile', '--config', join(root, 'edge/Caddyfile')]
      const env = { ...served, XDG_DATA_HOME: folder }
      run('caddy', ['validate', ...config], { env })
      const names = SERVED.map((name) => new URL(served[name] ?? '').hostname)
      return problems(
        withoutLog(run('caddy', ['adapt', ...config], { env }), names),
        `caddy validate, for ${Object.values(served).join(', ')}`,
      )
    }),
  blackbox: (root) => {
    run('blackbox', ['--config.check', `--config.file=${join(root, 'blackbox/blackbox.yml')}`])
    return 'blackbox_exporter --config.check'
  },
}

/** The parts of a check, in their order. */
export const CHECKED = Object.keys(CHECKS)

/** Checks without a running stack: all parts, or the named ones. */
export const checkStack = (root: string, parts = CHECKED): Finding[] =>
  parts.map((check): Finding => {
    const perform = CHECKS[check]
    if (!perform) throw new Error(`no check "${check}": ${CHECKED.join(', ')}`)
    try {
      return { check, state: 'ok', detail: perform(root) }
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return { check, state: error instanceof MissingTool ? 'skipped' : 'failed', detail }
    }
  })
