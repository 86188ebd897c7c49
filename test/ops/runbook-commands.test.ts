/** @database none */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { Command } from 'commander'
import { addClient } from '../../ops/cli/clients.ts'
import { opsProgram } from '../../ops/cli/program.ts'
import { type Language, syntaxError } from '../../ops/cli/queries.ts'
import { MODULES } from '../../ops/cli/record.ts'
import { VARIABLE_NAMES } from '../../src/main/config.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { type ClientDatabase, postgres, postgresInstalled } from './support/databases.ts'
import { ACME, copyOfStack, OPS, readOps, yamlOps } from './support/stack.ts'

/** Walks every command, query, name and file that a runbook has in backquotes. A text of an unknown kind is a failure. */

const PAGES = readdirSync(join(OPS, 'runbooks'))
const SPANS = [
  ...new Set(
    PAGES.flatMap((page) =>
      [...readOps(`runbooks/${page}`).matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replaceAll(/\s+/g, ' ')),
    ),
  ),
]

const SOURCE = globSync(['src/**/*.ts'], { cwd: join(OPS, '..'), exclude: ['src/web/**'] })
  .map((path) => readFileSync(join(OPS, '..', path), 'utf8'))
  .join('\n')

const { services } = yamlOps<{ services: Record<string, { mem_limit?: string }> }>('docker-compose.yml')
const RECORD = readOps('cli/record.ts')

/** Names that a reader replaces. */
const PLACEHOLDER = /\b(?:ADDRESS|FOLDER|HOST|ID|MODULE|MOUNT|NAME|PART|PID|PORT|PROGRAM|TABLE|WHY)\b/g

/** The command of a text `npm run ops -- ...` exists, and takes its arguments and options. */
const parses = (text: string): string[] => {
  const words = text.replace('npm run ops -- ', '').split(' ')
  const done: string[] = []
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {} })
    command.action(() => void done.push(command.name()))
    command.commands.forEach(quiet)
  }
  const program = opsProgram()
  quiet(program)
  program.parse(words, { from: 'user' })
  return done
}

const sql = (text: string) => text.replace('PID', '0').replace('TABLE', 'a_table')

/** The arguments of a command, as a shell splits them. */
const wordsOf = (command: string): string[] =>
  execFileSync('bash', ['-c', `for word in ${command}; do printf '%s\\n' "$word"; done`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

const isLog = (text: string) => /^\{\w+="/.test(text)
const ofKind = (pattern: RegExp) => SPANS.filter((text) => pattern.test(text))

const OPS_COMMANDS = ofKind(/^npm run ops -- /)
const COMPOSE = ofKind(/^docker compose /)
const SQL = ofKind(/^(select|vacuum|alter table) /)
const HOST = ofKind(/^(certbot|crontab|df|docker (image|stats|system)|du|echo|journalctl|top)\b/)
const LOGS = SPANS.filter(isLog)
const TRACES = SPANS.filter((text) => text.startsWith('{') && !isLog(text))
const ROUTES = ofKind(/^(GET|POST) \/api\//)
const VARIABLES = ofKind(/^[A-Z]+(_[A-Z]+)+$/)
const FILES = ofKind(/^[\w./-]*\.(yml|env|txt|php|log)$|^(grafana|loki|secrets)\/|^ship-logs\.php /)
/** Names of the record, of the compose file, of settings and of metrics and log lines. */
const NAMES = ofKind(/^(?!on$|by$|top$)[a-zA-Z_-]+(\.\w+)*$/).filter(
  (text) => ![...VARIABLES, ...FILES, ...HOST].includes(text),
)
/** Texts that other programs print, PostgreSQL's states and words of a query language. */
const PRINTED = [
  'by',
  'database:5432',
  'idle in transaction',
  'many-to-many matching',
  'no space left on device',
  'on',
  'password authentication failed',
  'too far behind',
  'too many connections',
  '/var/log',
]
/** Codes of the mail library, fields of Prometheus, settings and programs of PostgreSQL. */
const FOREIGN = [
  'EAUTH',
  'ECONNECTION',
  'ETIMEDOUT',
  'lastError',
  'malformed',
  'max_connections',
  'max_standby_streaming_delay',
  'pg_dump',
]
const ALERTS = ofKind(/^<Client>\w+/)
const MESSAGES = ofKind(/^the event loop was blocked$/)

test('every text in backquotes is of a kind that is walked below', () => {
  const known = [
    OPS_COMMANDS,
    COMPOSE,
    SQL,
    HOST,
    LOGS,
    TRACES,
    ROUTES,
    VARIABLES,
    FILES,
    NAMES,
    PRINTED,
    ALERTS,
    MESSAGES,
  ]
  expect(SPANS.filter((text) => !known.flat().includes(text))).toEqual([])
})

test.each(OPS_COMMANDS)('%s', (text) => {
  expect(parses(text)).toHaveLength(1)
})

describe('docker compose', () => {
  const isService = (name: string) => name in services || /^(PART|PROGRAM)$/.test(name)

  test.each(COMPOSE)('%s', (text) => {
    const [, , command = '', ...rest] = wordsOf(text)
    expect(['exec', 'logs', 'ps', 'restart', 'up']).toContain(command)
    if (command !== 'exec') {
      const options = rest.filter((word) => !isService(word)).join(' ')
      expect(['', '-d', '-d --force-recreate', '--tail 50', '--tail 100']).toContain(options)
      return
    }
    const [service = '', program = '', ...args] = rest
    expect(services).toHaveProperty([service])
    if (program === 'node') {
      expect(spawnSync('node', ['--check', '-'], { input: args[1] ?? '' }).status).toBe(0)
    } else if (program === 'psql') {
      expect(args.slice(0, 2)).toEqual(['-U', 'postgres'])
      expect(args.at(-2)).toBe('-c')
    } else if (program === 'promtool') {
      expect(args.slice(0, 3)).toEqual(['query', 'instant', 'http://localhost:9090'])
      expect(syntaxError({ where: text, language: 'promql', expr: args[3] ?? '' })).toBeUndefined()
    } else {
      expect([program, args[0]]).toEqual(['wget', '-qO-'])
      const { searchParams, port } = new URL(args.at(-1) ?? '')
      expect(['9090', '9115']).toContain(port)
      if (port === '9115') expect([...MODULES, 'MODULE']).toContain(searchParams.get('module'))
    }
  })
})

describe('a query', () => {
  const languages: [string, Language][] = [
    ...LOGS.map((text): [string, Language] => [text, 'logql']),
    ...TRACES.map((text): [string, Language] => [text, 'traceql']),
  ]

  test.each(languages)('%s', (text, language) => {
    expect(syntaxError({ where: 'runbook', language, expr: text })).toBeUndefined()
    // A text that nobody logs, or a field that no line has, finds nothing.
    for (const [, logged = ''] of text.matchAll(/\|= "([^"]+)"/g))
      expect([logged, SOURCE.includes(logged)]).toEqual([logged, true])
    for (const [, field = ''] of text.matchAll(/\| (\w+) ?!?=/g))
      expect(SOURCE).toMatch(new RegExp(`\\b${field}\\b[,:]`))
  })
})

;(postgresInstalled || requireTool('postgres', 'apt-get install postgresql') ? describe : describe.skip)('SQL', () => {
  let database: ClientDatabase
  setUp(async (opened) => {
    database = opened.use(await postgres())
    await database.run('create table a_table (id int)')
  })

  const ofPsql = COMPOSE.filter((text) => text.includes(' psql ')).map((text) => wordsOf(text).at(-1) ?? '')

  test.each([...SQL, ...ofPsql])('%s', async (text) => {
    // Planned only: the first needs a slot, the second a replica.
    const isPlanned = /pg_drop_replication_slot|pg_is_wal_replay_paused/.test(text)
    await database.run(`${isPlanned ? 'explain ' : ''}${sql(text)}`)
  })
})

test.each(HOST)('%s is a command for a shell', (text) => {
  expect(spawnSync('bash', ['-n', '-c', text.replaceAll(PLACEHOLDER, 'x')]).status).toBe(0)
})

test.each(ROUTES)('%s is an operation of the gateway', (text) => {
  const [method = '', path = ''] = text.split(' ')
  const { paths } = JSON.parse(readFileSync(join(OPS, '../schema/openapi.json'), 'utf8')) as {
    paths: Record<string, object>
  }
  expect(Object.keys(paths[path] ?? {})).toContain(method.toLowerCase())
})

test.each(VARIABLES)('%s is a variable of .env or of the gateway', (name) => {
  const variables = [...readOps('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, variable]) => variable)
  expect([...variables, ...VARIABLE_NAMES]).toContain(name)
})

test.each(FILES)('%s exists', (text) => {
  using stack = copyOfStack()
  addClient(stack.path, ACME, 'acme.yml')
  const [path = ''] = text.split(' ')
  const places = [path, `${path}.example`, `client-kit/${path}`, `prometheus/${path}`]
  expect(places.some((place) => existsSync(join(stack.path, place))) || readOps('cli/kit.ts').includes(path)).toBe(true)
})

test.each(NAMES.filter((name) => !FOREIGN.includes(name)))('%s is a name of the stack or of the gateway', (name) => {
  const [last = name] = name.split('.').slice(-1)
  const texts = [
    RECORD,
    readOps('docker-compose.yml'),
    readOps('prometheus/prometheus.yml'),
    readOps('loki/loki.yml'),
    SOURCE,
  ]
  expect(texts.some((text) => new RegExp(`\\b${last}\\b`).test(text))).toBe(true)
})

test.each(MESSAGES)('%s is a text of the log', (text) => {
  expect(SOURCE).toContain(text)
})
