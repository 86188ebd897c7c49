import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Env, gatewaySmtpUrl } from './env.ts'
import type { GeneratedFile } from './files.ts'

/** The file of the clients' credentials. It is never in git and never mounted. */
export const CREDENTIALS = 'secrets/clients.json'

const pair = z.strictObject({ metricsToken: z.string(), pushPassword: z.string() })
const credentials = z.record(z.string(), pair.extend({ previous: pair.optional() }))

/**
 * The credentials of a client's host, by client id: for scrapes and for pushes. During a rotation also the previous
 * ones.
 */
export type Credentials = z.output<typeof credentials>

const secret = () => randomBytes(32).toString('base64url')

export const readCredentials = (root: string): Credentials => {
  const path = join(root, CREDENTIALS)
  return existsSync(path) ? credentials.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** Generates new credentials. */
export const newCredentials = () => ({ metricsToken: secret(), pushPassword: secret() })

/**
 * The credentials of these clients, with new ones for clients that have none. Credentials of other clients are dropped.
 */
export const credentialsFor = (known: Credentials, ids: string[]): Credentials =>
  Object.fromEntries(ids.map((id) => [id, known[id] ?? newCredentials()]))

/**
 * The secrets of the gateway and of its migration. Tokens that the gateway shares with other parts have other names.
 */
const gatewaySecrets = (env: Env): Record<string, string> => ({
  gateway_database_url: `postgresql://gateway_runtime:${env.POSTGRES_PASSWORD}@database:5432/gateway`,
  gateway_database_owner_url: `postgresql://gateway_owner:${env.POSTGRES_OWNER_PASSWORD}@database:5432/gateway`,
  gateway_database_read_url: env.gateway.DATABASE_READ_URL ?? '',
  gateway_redis_url: env.gateway.REDIS_URL ?? '',
  gateway_secrets_key: env.SECRETS_KEY,
  gateway_audit_signing_key: env.gateway.AUDIT_SIGNING_KEY ?? '',
  gateway_smtp_url: gatewaySmtpUrl(env),
  gateway_report_imap_url: env.gateway.REPORT_IMAP_URL ?? '',
  gateway_metrics_token: env.METRICS_TOKEN,
})

/** The file of the credentials, and the files that Compose mounts as secrets. */
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
    grafana_admin_password: env.DASHBOARD_ADMIN_PASSWORD,
    postgres_password: env.POSTGRES_PASSWORD,
    postgres_owner_password: env.POSTGRES_OWNER_PASSWORD,
    postgres_admin_password: env.POSTGRES_ADMIN_PASSWORD,
    postgres_monitoring_password: env.POSTGRES_MONITORING_PASSWORD,
    ...gatewaySecrets(env),
  }
  return [
    { path: CREDENTIALS, content: `${JSON.stringify(clients, null, 2)}\n`, kind: 'value', secret: true },
    ...Object.entries(mounted).map(
      ([name, content]): GeneratedFile => ({ path: `secrets/${name}`, content, kind: 'value', secret: true }),
    ),
  ]
}
