import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readEnv } from './env.ts'
import { StackLock } from './lock.ts'
import type { ClientRecord } from './record.ts'
import { type Credentials, readCredentials } from './secrets.ts'

const FILES = ['metrics.php', 'ship-logs.php', 'rows.php', 'masking.php', 'push.php', 'tracing.php', 'README.md']

/** Formats a PHP string literal in single quotes. */
const php = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

const DSN = { mysql: 'mysql:charset=utf8mb4;host=', postgresql: 'pgsql:host=' }

/** Replaces the example's settings by the client's values. Every replacement must find its text. */
const configure = (example: string, client: ClientRecord, pushUrl: string): string => {
  const { activity, database } = client
  const replacements: [from: string, to: string][] = [
    ["'<CLIENT_ID>'", php(client.id)],
    ["'<CLIENT_NAME>'", php(client.name)],
    ["'<PUSH_URL>'", php(`${pushUrl}/loki/api/v1/push`)],
    ["'<TRACES_URL>'", php(client.traces ? `${pushUrl}/v1/traces` : '')],
    ["'SHIP_INTERVAL_MINUTES' => 15", `'SHIP_INTERVAL_MINUTES' => ${activity?.shipIntervalMinutes ?? 15}`],
    ["'SECURITY_INTERVAL_MINUTES' => 1", `'SECURITY_INTERVAL_MINUTES' => ${activity?.securityIntervalMinutes ?? 1}`],
    ["'TIME_ZONE' => 'Africa/Johannesburg'", `'TIME_ZONE' => ${php(activity?.timeZone ?? 'Africa/Johannesburg')}`],
  ]
  if (database === 'postgresql') replacements.push([`'${DSN.mysql}'`, `'${DSN.postgresql}'`])
  if (database === 'sqlite')
    replacements.push([
      `'${DSN.mysql}' . getenv('DB_HOST') . ';dbname=' . getenv('DB_NAME')`,
      `'sqlite:file:' . getenv('DB_NAME') . '?mode=ro'`,
    ])
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`client-kit/config.example.php has no ${from}`)
    return text.replace(from, () => to)
  }, example)
}

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const environment = ({ pushPassword, metricsToken, previous }: Credentials[string]) =>
  `# Readable by its owner only: chmod 600. Fill in the database's part; in DB_NAME SQLite takes the path of its file.
export DB_HOST=localhost DB_NAME= DB_USER= DB_PASSWORD=
export PUSH_PASSWORD=${shell(pushPassword)}
export METRICS_TOKEN=${shell(metricsToken)} METRICS_TOKEN_PREVIOUS=${shell(previous?.metricsToken ?? '')}
`

/** The cron field for an interval in minutes. Cron supports no step above 59. */
const every = (minutes: number) => (minutes >= 60 ? '0' : `*/${minutes}`)

const cron = ({ name, domain, activity }: ClientRecord) =>
  [
    `# On the host of ${name}; KIT is the folder these files were copied to.`,
    ...(activity
      ? [
          `${every(activity.shipIntervalMinutes)} * * * * . KIT/client.env; php KIT/ship-logs.php > /dev/null`,
          // The security run discards its output: its faults also occur in the other run, which mails them less often,
          // and missing reports raise an alert.
          `${every(activity.securityIntervalMinutes)} * * * * . KIT/client.env; php KIT/ship-logs.php security > /dev/null 2>&1`,
        ]
      : []),
    `*/5 * * * * curl -fsS -o /dev/null https://${domain}/api/health`,
    '',
  ].join('\n')

const instructions = (client: ClientRecord) => `# ${client.name}: what to do on the client's host

Access: ${client.access}. Hosting: ${client.hosting}. Database: ${client.database}.

1. Copy this folder to a place the web server does not serve; call it KIT below. \`chmod 600 KIT/client.env\`.
2. Fill in the database in \`client.env\`, and the table and columns of the activity log in \`config.php\`.
3. ${
  client.metrics
    ? `Serve the metrics: \`/api/metrics.php\` under the document root holds \`<?php require 'KIT/metrics.php';\`, with the
   values of \`client.env\` in PHP's environment (see README.md). Check: https://${client.domain}/api/metrics.php without the
   token must answer 403.`
    : 'This client has no metrics endpoint: leave metrics.php out.'
}
4. ${client.activity ? 'Ship once by hand: `. KIT/client.env; php KIT/ship-logs.php`, then the same with `security` behind it.' : 'This client ships no log: leave ship-logs.php out.'}
5. Add the lines of \`crontab.txt\` (\`crontab -e\`), with KIT replaced.
6. ${
  client.traces
    ? "Trace the application: load `KIT/tracing.php` before it (`auto_prepend_file`, see README.md), with `PUSH_PASSWORD` in\n   PHP's environment."
    : 'This client sends no traces: leave tracing.php out.'
}
7. Then, on the monitoring server: \`npm run ops -- client verify ${client.id}\`.
`

/** The folder of a client's kit. It is under secrets/, because it contains the client's credentials. */
export const kitPath = (root: string, id: string): string => join(root, 'secrets/kits', id)

/** Writes the bundle for a client's host, whole or not at all. Returns its folder. */
export const writeKit = (root: string, client: ClientRecord): string => {
  using _lock = new StackLock(root)
  const credentials = readCredentials(root)[client.id]
  if (!credentials)
    throw new Error(
      `client "${client.id}" has no credentials: it has neither metrics nor a log, or "render" has not run yet`,
    )
  const target = kitPath(root, client.id)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const staged = mkdtempSync(`${target}.`)
  try {
    for (const file of FILES) cpSync(join(root, 'client-kit', file), join(staged, file))
    const example = readFileSync(join(root, 'client-kit/config.example.php'), 'utf8')
    const write = (name: string, text: string, mode = 0o644) => writeFileSync(join(staged, name), text, { mode })
    write('config.php', configure(example, client, readEnv(root).PUSH_URL))
    write('client.env', environment(credentials), 0o600)
    write('crontab.txt', cron(client))
    write('INSTRUCTIONS.md', instructions(client))
    rmSync(target, { recursive: true, force: true })
    renameSync(staged, target)
  } catch (error) {
    rmSync(staged, { recursive: true, force: true })
    throw error
  }
  return target
}
