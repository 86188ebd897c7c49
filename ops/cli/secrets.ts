import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from './env.ts'
import type { GeneratedFile } from './files.ts'

/** Where the clients' credentials are kept: never in git, never mounted. */
export const CREDENTIALS = 'secrets/clients.json'

const pair = z.strictObject({ metricsToken: z.string(), pushPassword: z.string() })
const credentials = z.record(z.string(), pair.extend({ previous: pair.optional() }))

/** What a client's host needs to be scraped and to push, by client id; while they are changed, what held before too. */
export type Credentials = z.output<typeof credentials>

const secret = () => randomBytes(32).toString('base64url')

/** The credentials on record. */
export const readCredentials = (root: string): Credentials => {
  const path = join(root, CREDENTIALS)
  return existsSync(path) ? credentials.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** Credentials that nobody has yet. */
export const newCredentials = () => ({ metricsToken: secret(), pushPassword: secret() })

/** The credentials of these clients, new ones for those that have none; what others had is dropped. */
export const credentialsFor = (known: Credentials, ids: string[]): Credentials =>
  Object.fromEntries(ids.map((id) => [id, known[id] ?? newCredentials()]))

/** The credentials themselves, and the files that Compose mounts as secrets. */
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
    postgres_owner_password: env.POSTGRES_OWNER_PASSWORD,
    postgres_admin_password: env.POSTGRES_ADMIN_PASSWORD,
    postgres_monitoring_password: env.POSTGRES_MONITORING_PASSWORD,
  }
  return [
    { path: CREDENTIALS, content: `${JSON.stringify(clients, null, 2)}\n`, kind: 'value', secret: true },
    ...Object.entries(mounted).map(
      ([name, content]): GeneratedFile => ({ path: `secrets/${name}`, content, kind: 'value', secret: true }),
    ),
  ]
}
