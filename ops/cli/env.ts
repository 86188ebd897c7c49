import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import type { ClientRecord } from './record.ts'

const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const origin = httpAddress
  .refine((address) => new URL(address).origin === address.replace(/\/$/, ''), 'must be an address without a path')
  .transform((address) => new URL(address).origin)
const optionalAddress = z.union([z.literal(''), httpAddress]).default('')
const secret = z.string().default('')
const inUrl = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/, 'goes into a URL: letters, digits, - and _ only')
  .default('')

/** Every variable of `.env`, with its default. An empty secret is allowed here and named by `env check`. */
const environment = z.strictObject({
  DASHBOARD_ADMIN_USER: z.string().min(1).default('admin'),
  DASHBOARD_ADMIN_PASSWORD: secret,
  DASHBOARD_ROOT_URL: origin.default('http://localhost:3000'),
  SMTP_ENABLED: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  SMTP_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.-]+:\d{1,5}$/, 'must be host:port')
    .default('smtp.example.org:587'),
  SMTP_USER: z.string().default(''),
  SMTP_PASSWORD: secret,
  SMTP_FROM: z.email('must be an e-mail address').default('alerts@example.org'),
  ALERT_EMAIL_TO: z.email('must be an e-mail address').default('operations@example.org'),
  SLACK_CRITICAL_WEBHOOK_URL: optionalAddress,
  SLACK_ALERTS_WEBHOOK_URL: optionalAddress,
  TELEGRAM_BOT_TOKEN: secret,
  TELEGRAM_CHAT_ID: z
    .string()
    .regex(/^-?\d*$/, 'must be a numeric chat id')
    .default(''),
  TEAMS_WEBHOOK_URL: optionalAddress,
  HEARTBEAT_URL: optionalAddress,
  PUSH_URL: origin.default('https://push.example.org'),
  GATEWAY_URL: origin.default('http://localhost:4000'),
  COMPOSE_PROFILES: z.enum(['', 'edge'], { error: 'must be edge or empty' }).default(''),
  EDGE_TLS: z
    .union([z.literal(['', 'internal']), z.email()], { error: 'must be an e-mail address or internal' })
    .default(''),
  RUNBOOK_URL: httpAddress
    .refine((address) => address.length <= 200, 'must have at most 200 characters')
    .default('https://git.example.org/ops/runbooks'),
  BIND_ADDRESS: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }).default('127.0.0.1'),
  OPS_UID: z.string().regex(/^\d+$/, 'must be a numeric user id').default('1000'),
  OPS_GID: z.string().regex(/^\d+$/, 'must be a numeric group id').default('1000'),
  METRICS_TOKEN: secret,
  SECRETS_KEY: z
    .string()
    .regex(/^([\w+/-]{43}=?(,|$))*$/, 'must be 32 bytes in base64; several by commas')
    .default(''),
  ALERTMANAGER_TOKEN: secret,
  ALERTMANAGER_ORGANIZATION: z.string().default('org_operator'),
  POSTGRES_PASSWORD: inUrl,
  POSTGRES_OWNER_PASSWORD: inUrl,
  POSTGRES_ADMIN_PASSWORD: secret,
  POSTGRES_MONITORING_PASSWORD: secret,
  TRUSTED_PROXIES: z.string().default(''),
  AUTH_ISSUER: httpAddress.default('https://clerk.example.org'),
})

/** The validated contents of `.env`. */
export type Env = z.output<typeof environment>

/** The names of all variables, in the order of `.env.example`. */
export const variables = Object.keys(environment.shape)

/** Reads `.env`, or `.env.example` where there is none; every problem at once, by variable. */
export const readEnv = (root: string): Env => {
  const file = existsSync(join(root, '.env')) ? '.env' : '.env.example'
  const result = environment.safeParse(parseEnv(readFileSync(join(root, file), 'utf8')))
  if (result.success) return result.data
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${file}: ${key}: is not a variable of the stack`)
      : [`${file}: ${String(issue.path[0])}: ${issue.message}`],
  )
  throw new Error(problems.join('\n'))
}

const SERVED = ['DASHBOARD_ROOT_URL', 'PUSH_URL', 'GATEWAY_URL'] as const

/** What the edge is told; names that nobody has, where it is switched off. */
export const edgeEnvironment = (env: Env): Record<string, string> =>
  env.COMPOSE_PROFILES === 'edge'
    ? { ...Object.fromEntries(SERVED.map((name) => [name, env[name]])), EDGE_TLS: env.EDGE_TLS }
    : {
        ...Object.fromEntries(SERVED.map((name, index) => [name, `https://edge-${index}.invalid`])),
        EDGE_TLS: 'internal',
      }

/** What keeps the edge from serving, where it is switched on: each of the three needs a name of its own. */
const edgeProblems = (env: Env): string[] => {
  if (env.COMPOSE_PROFILES !== 'edge') return []
  const plain = SERVED.filter((name) => !env[name].startsWith('https://'))
  const taken = SERVED.filter((name, index) => SERVED.slice(0, index).some((other) => env[other] === env[name]))
  return [
    ...(env.EDGE_TLS === '' ? ['EDGE_TLS: is empty'] : []),
    ...plain.map((name) => `${name}: must begin with https:// for the edge`),
    ...taken.map((name) => `${name}: has the address of another one; the edge tells them apart by name`),
  ]
}

/** Whether a value was left as the example has it. */
const isExample = (value: string): boolean => /[@./]example\.org/.test(value)

/** What keeps a deployment with these values from working, variable by variable. */
export const missingFrom = (env: Env): string[] => {
  const needed: (keyof Env)[] = [
    'DASHBOARD_ADMIN_PASSWORD',
    'SLACK_CRITICAL_WEBHOOK_URL',
    'SLACK_ALERTS_WEBHOOK_URL',
    'TELEGRAM_BOT_TOKEN',
    'TELEGRAM_CHAT_ID',
    'TEAMS_WEBHOOK_URL',
    'HEARTBEAT_URL',
    'METRICS_TOKEN',
    'SECRETS_KEY',
    'ALERTMANAGER_TOKEN',
    'POSTGRES_PASSWORD',
    'POSTGRES_OWNER_PASSWORD',
    'POSTGRES_ADMIN_PASSWORD',
    'POSTGRES_MONITORING_PASSWORD',
    ...(env.SMTP_ENABLED === 'true' && env.SMTP_USER ? (['SMTP_PASSWORD'] as const) : []),
  ]
  const empty = needed.filter((name) => env[name] === '').map((name) => `${name}: is empty`)
  const example = Object.entries(env)
    .filter(([name, value]) => isExample(value) && (env.SMTP_ENABLED === 'true' || !name.startsWith('SMTP_')))
    .map(([name]) => `${name}: still has the value of the example`)
  return [...empty, ...example, ...edgeProblems(env)]
}

/** Records whose alerts would go to an address of the example. */
export const exampleContacts = (clients: ClientRecord[]): string[] =>
  clients
    .filter(({ contact }) => isExample(contact))
    .map(({ id }) => `clients/${id}.yml: contact: still has the value of the example`)

/** Variables that nobody needs to choose. */
export const GENERATED = [
  'DASHBOARD_ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'ALERTMANAGER_TOKEN',
  'POSTGRES_PASSWORD',
  'POSTGRES_OWNER_PASSWORD',
  'POSTGRES_ADMIN_PASSWORD',
  'POSTGRES_MONITORING_PASSWORD',
]

/** A value for one of them. */
export const generated = (): string => randomBytes(24).toString('base64url')

/** Makes `.env` from the example with random secrets and this user's ids; an existing one is left alone. */
export const initEnv = (root: string): string => {
  const values: Record<string, string> = {
    OPS_UID: String(process.getuid?.() ?? 1000),
    OPS_GID: String(process.getgid?.() ?? 1000),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ...Object.fromEntries(GENERATED.map((name) => [name, generated()])),
  }
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const text = example.replace(/^(\w+)=.*$/gm, (line, name: string) =>
    values[name] ? `${name}=${values[name]}` : line,
  )
  const path = join(root, '.env')
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  return path
}
