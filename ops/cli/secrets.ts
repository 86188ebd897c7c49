import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from './env.ts'
import type { GeneratedFile } from './files.ts'
import { MARK } from './fingerprint.ts'

/** Where the clients' credentials are kept: never in git, never mounted. */
export const CREDENTIALS = 'secrets/clients.json'

const credentials = z.record(z.string(), z.strictObject({ metricsToken: z.string(), pushPassword: z.string() }))

/** What a client's host needs to be scraped and to push logs, by client id. */
export type Credentials = z.output<typeof credentials>

const secret = () => randomBytes(32).toString('base64url')

/** The credentials on record. */
export const readCredentials = (root: string): Credentials => {
  const path = join(root, CREDENTIALS)
  return existsSync(path) ? credentials.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** The credentials of these clients, new ones for those that have none; what others had is dropped. */
export const credentialsFor = (root: string, ids: string[]): Credentials => {
  const known = readCredentials(root)
  return Object.fromEntries(ids.map((id) => [id, known[id] ?? { metricsToken: secret(), pushPassword: secret() }]))
}

/** Salted by the name, so that the file is the same at every render; the password is 256 random bits, which no table reaches. */
const ssha = (name: string, password: string) => {
  const salt = createHash('sha256').update(name).digest().subarray(0, 8)
  const digest = createHash('sha1').update(password).update(salt).digest()
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`
}

/** The files that Compose mounts as secrets, and the push proxy's password file. */
export const secretFiles = (env: Env, clients: Credentials): GeneratedFile[] => {
  const mounted: Record<string, string> = {
    smtp_password: env.SMTP_PASSWORD,
    slack_critical_url: env.SLACK_CRITICAL_WEBHOOK_URL,
    slack_alerts_url: env.SLACK_ALERTS_WEBHOOK_URL,
    telegram_bot_token: env.TELEGRAM_BOT_TOKEN,
    telegram_chat_id: env.TELEGRAM_CHAT_ID,
    teams_url: env.TEAMS_WEBHOOK_URL,
    heartbeat_url: env.HEARTBEAT_URL,
    alertmanager_token: env.ALERTMANAGER_TOKEN,
    gateway_metrics_token: env.METRICS_TOKEN,
    grafana_admin_password: env.DASHBOARD_ADMIN_PASSWORD,
    postgres_password: env.POSTGRES_PASSWORD,
    postgres_admin_password: env.POSTGRES_ADMIN_PASSWORD,
  }
  const users = Object.entries(clients).map(([id, { pushPassword }]) => `${id}:${ssha(id, pushPassword)}\n`)
  return [
    { path: CREDENTIALS, content: `${JSON.stringify(clients, null, 2)}\n`, kind: 'value', secret: true },
    ...Object.entries(mounted).map(
      ([name, content]): GeneratedFile => ({ path: `secrets/${name}`, content, kind: 'value', secret: true }),
    ),
    { path: 'secrets/push/htpasswd', content: `# ${MARK}\n${users.join('')}`, kind: 'generated', secret: true },
  ]
}
