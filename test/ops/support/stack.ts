import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

/** The project's own ops folder. */
export const OPS = resolve(import.meta.dirname, '../../../ops')

/** A file of the ops folder. */
export const readOps = (path: string): string => readFileSync(join(OPS, path), 'utf8')

/** A YAML file of a stack, as whatever the test says it is. */
export const readYaml = <T>(root: string, path: string): T => parse(readFileSync(join(root, path), 'utf8')) as T

/** A YAML file of the ops folder. */
export const yamlOps = <T>(path: string): T => readYaml(OPS, path)

/** A folder that goes when the test ends. */
export class TemporaryFolder implements Disposable {
  readonly path: string

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'ops-test-'))
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

const PARTS = [
  'clients',
  'prometheus',
  'alertmanager',
  'loki',
  'grafana',
  'blackbox',
  'alloy',
  'tempo',
  'push-proxy',
  'edge',
  'database',
  'gateway',
  'client-kit',
  'docker-compose.yml',
  '.env.example',
]

/** A copy of what the command reads and writes, without this machine's secrets. */
export const copyOfStack = (): TemporaryFolder => {
  const folder = new TemporaryFolder()
  for (const part of PARTS) cpSync(join(OPS, part), join(folder.path, part), { recursive: true })
  for (const target of globSync('prometheus/targets/metrics/*.json', { cwd: folder.path }))
    rmSync(join(folder.path, target))
  return folder
}

/** Values of `.env` with which every channel is on. */
export const EVERY_CHANNEL = {
  SMTP_ENABLED: 'true',
  SLACK_CRITICAL_WEBHOOK_URL: 'https://slack.test/a',
  SLACK_ALERTS_WEBHOOK_URL: 'https://slack.test/b',
  TELEGRAM_BOT_TOKEN: 'x',
  TELEGRAM_CHAT_ID: '1',
  TEAMS_WEBHOOK_URL: 'https://teams.test/x',
} as const

/** A client with everything a client can have. */
export const ACME = `id: acme-water
name: Acme "Water" & Sons
domain: www.acme.example
contact: it@acme.example
hosting: shared hosting
access: panel
database: mysql
probes:
  - { target: 'https://www.acme.example/', module: http_2xx_ssl }
  - { target: 'https://www.acme.example/admin', module: http_auth_protected }
  - { target: 'mail.acme.example:25', module: tcp_connect }
`

/** A client that sends traces as well. */
export const TRACED = `${ACME}traces: true\n`

/** Every file below a folder, with its content. */
export const filesBelow = (root: string): Map<string, string> =>
  new Map(
    globSync('**/{*,.*}', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  )
