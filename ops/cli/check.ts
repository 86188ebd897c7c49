import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { checkAddresses } from './checks/addresses.ts'
import { checkAlloy } from './checks/alloy.ts'
import { checkGrafana } from './checks/grafana.ts'
import { checkLoki, checkTempo } from './checks/stores.ts'
import { checkCompose } from './compose.ts'
import { copyTemplates, downgradeConfig } from './dialect.ts'
import { edgeEnvironment, readEnv } from './env.ts'
import { lintDetectable, logRules } from './log-rules.ts'
import { allQueries, syntaxError, withoutVariables } from './queries.ts'
import { pendingChanges, readClients } from './stack.ts'
import { MissingTool, run, versionOf } from './tools.ts'

/** What one check found: nothing wrong, problems, or that its tool is missing. */
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

/** The panels' queries as rules: promtool has Prometheus' own parser, which knows types and not only syntax. */
const panelRules = (root: string): string => {
  const panels = allQueries(root).filter(({ where, language }) => language === 'promql' && where.startsWith('grafana/'))
  const rules = panels.map(({ where, expr }, index) => ({
    record: `panel_${index}`,
    expr: withoutVariables(expr),
    labels: { where },
  }))
  return stringify({ groups: [{ name: 'panels', rules }] })
}

/** Prometheus' folder as promtool can read it: secrets beside it, newer keys out. */
const checkPrometheus = (root: string): string =>
  withFolder((folder) => {
    cpSync(join(root, 'prometheus'), folder, { recursive: true })
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'x')
    const path = join(folder, 'prometheus.yml')
    const { text, taken } = downgradeConfig(readFileSync(path, 'utf8'), 'prometheus', versionOf('promtool'))
    writeFileSync(path, text.replaceAll(/\/run\/secrets\/\w+/g, secret))
    // The rules are checked with the configuration that names them.
    run('promtool', ['check', 'config', path])
    const panels = join(folder, 'panels.yml')
    writeFileSync(panels, panelRules(root))
    run('promtool', ['check', 'rules', panels])
    return `promtool check config, check rules${list(taken)}`
  })

/** A copy of Alertmanager's folder that the installed version reads, and what was taken out of it. */
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

const problems = (found: string[], ok: string): string => {
  if (found.length > 0) throw new Error(found.join('\n'))
  return ok
}

const CHECKS: Record<string, (root: string) => string> = {
  records: (root) => `${readClients(root).length} clients`,
  rendered: (root) =>
    problems(
      // Secrets are made by each deployment for itself, so a fresh checkout rightly has none.
      pendingChanges(root, readClients(root))
        .filter(({ secret }) => !secret)
        .map(({ action, path }) => `would ${action} ${path}: npm run ops -- render`),
      'generated files are as the records say',
    ),
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
  loki: checkLoki,
  tempo: checkTempo,
  alloy: checkAlloy,
  grafana: checkGrafana,
  prometheus: checkPrometheus,
  alertmanager: checkAlertmanager,
  edge: (root) =>
    withFolder((folder) => {
      // Of its own names, until there are real ones.
      const served = edgeEnvironment(readEnv(root))
      run('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'edge/Caddyfile')], {
        env: { ...served, XDG_DATA_HOME: folder },
      })
      return `caddy validate, for ${Object.values(served).join(', ')}`
    }),
  blackbox: (root) => {
    run('blackbox', ['--config.check', `--config.file=${join(root, 'blackbox/blackbox.yml')}`])
    return 'blackbox_exporter --config.check'
  },
}

/** Everything that can be checked without a running stack. */
export const checkStack = (root: string): Finding[] =>
  Object.entries(CHECKS).map(([check, perform]): Finding => {
    try {
      return { check, state: 'ok', detail: perform(root) }
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return { check, state: error instanceof MissingTool ? 'skipped' : 'failed', detail }
    }
  })
