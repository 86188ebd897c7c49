import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { readConfig } from '../../src/main/config.ts'
import { CHOSEN } from './gateway-settings.ts'
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

/**
 * The stack's own variables of `.env`, with their defaults. This schema allows an empty secret; `env check` reports it.
 */
const environment = z.strictObject({
  DASHBOARD_ADMIN_USER: z
    .string()
    .regex(/^(?!client-)./, "must be a name that does not begin with client-, as clients' viewers do")
    .default('admin'),
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
  COMPOSE_FILE: z
    .string()
    .regex(
      /^docker-compose\.yml(:docker-compose\.[\w-]+\.yml)*$/,
      'must be docker-compose.yml, and files that add to it',
    )
    .default('docker-compose.yml'),
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

/** Settings that only the gateway reads. `env check` has the gateway validate them. */
const ofGateway = CHOSEN.filter((name) => !(name in environment.shape))

/** The variables of each channel other than e-mail. A channel is on if all of its variables have a value. */
const CHANNELS = {
  slack: ['SLACK_CRITICAL_WEBHOOK_URL', 'SLACK_ALERTS_WEBHOOK_URL'],
  telegram: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_CHAT_ID'],
  teams: ['TEAMS_WEBHOOK_URL'],
} as const satisfies Record<string, (keyof z.output<typeof environment>)[]>

/** Refuses a channel that has only some of its values, because all of its messages would fail. */
const complete = environment.superRefine((env, context) => {
  for (const names of Object.values(CHANNELS)) {
    const [given] = names.filter((name) => env[name] !== '')
    for (const name of given ? names.filter((each) => env[each] === '') : [])
      context.addIssue({ code: 'custom', path: [name], message: `is empty, but ${given} is given: both or none` })
  }
})

/** Whether each channel that notifies people is on. */
export const channelsOf = (env: z.output<typeof environment>): Record<'email' | keyof typeof CHANNELS, boolean> => {
  const isOn = (channel: keyof typeof CHANNELS) => CHANNELS[channel].every((name) => env[name] !== '')
  return {
    email: env.SMTP_ENABLED === 'true',
    slack: isOn('slack'),
    telegram: isOn('telegram'),
    teams: isOn('teams'),
  }
}

/** The validated variables of the stack, and the gateway's settings as they are written in `.env`. */
export type Env = z.output<typeof environment> & { gateway: Record<string, string> }

export const variables = [...Object.keys(environment.shape), ...ofGateway]

/** Reads `.env`, or `.env.example` if there is no `.env`. Reports all problems at once, by variable. */
export const readEnv = (root: string): Env => {
  const file = existsSync(join(root, '.env')) ? '.env' : '.env.example'
  const given = Object.entries(parseEnv(readFileSync(join(root, file), 'utf8')))
  const isOfGateway = ([name]: [string, unknown]) => ofGateway.includes(name)
  const gateway = Object.fromEntries(given.filter(isOfGateway).map(([name, value]) => [name, value ?? '']))
  const result = complete.safeParse(Object.fromEntries(given.filter((entry) => !isOfGateway(entry))))
  if (result.success) return { ...result.data, gateway }
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${file}: ${key}: is not a variable of the stack`)
      : [`${file}: ${String(issue.path[0])}: ${issue.message}`],
  )
  throw new Error(problems.join('\n'))
}

/** Addresses that people and clients' hosts open. */
export const SERVED = ['DASHBOARD_ROOT_URL', 'PUSH_URL', 'GATEWAY_URL'] as const

/** The environment of the edge. If the edge is disabled, it has names that do not exist. */
export const edgeEnvironment = (env: Env): Record<string, string> =>
  env.COMPOSE_PROFILES === 'edge'
    ? { ...Object.fromEntries(SERVED.map((name) => [name, env[name]])), EDGE_TLS: env.EDGE_TLS }
    : {
        ...Object.fromEntries(SERVED.map((name, index) => [name, `https://edge-${index}.invalid`])),
        EDGE_TLS: 'internal',
      }

/** The problems of an enabled edge: each of the three addresses needs a name of its own. */
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

/** Variables of a channel that may be off. */
const MAIL = /^SMTP_|^ALERT_EMAIL_TO$/

/** Whether a value still is the value of the example. */
const isExample = (value: string): boolean => /[@./]example\.org/.test(value)

/** The mail server of the gateway: its own, or the mail server of the alerts if they are mailed. */
export const gatewaySmtpUrl = ({ SMTP_ENABLED, SMTP_HOST, SMTP_USER, SMTP_PASSWORD, gateway }: Env): string => {
  if (gateway.SMTP_URL || SMTP_ENABLED !== 'true') return gateway.SMTP_URL ?? ''
  const login = SMTP_USER ? `${encodeURIComponent(SMTP_USER)}:${encodeURIComponent(SMTP_PASSWORD)}@` : ''
  return SMTP_HOST.endsWith(':465') ? `smtps://${login}${SMTP_HOST}` : `smtp://${login}${SMTP_HOST}?requireTLS=true`
}

/** The problems that the gateway finds in its settings. */
const gatewayProblems = (env: Env): string[] => {
  const { gateway, ...own } = env
  const chosen = Object.entries({ ...own, ...gateway }).filter(([name]) => CHOSEN.includes(name))
  try {
    readConfig({
      ...Object.fromEntries(chosen),
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://database/gateway',
      SMTP_URL: gatewaySmtpUrl(env),
      // Empty secrets are already reported.
      SECRETS_KEY: env.SECRETS_KEY || 'A'.repeat(43),
    })
    return []
  } catch (error) {
    const [, ...lines] = error instanceof Error ? error.message.split('\n') : []
    return lines.map((line) => line.trim())
  }
}

/** The problems that prevent a deployment from working, by variable. */
export const missingFrom = (env: Env): string[] => {
  const needed: (keyof Env)[] = [
    'DASHBOARD_ADMIN_PASSWORD',
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
  const example = Object.entries({ ...env, ...env.gateway, gateway: '' })
    .filter(([name, value]) => isExample(value) && (env.SMTP_ENABLED === 'true' || !MAIL.test(name)))
    .map(([name]) => `${name}: still has the value of the example`)
  const on = channelsOf(env)
  const silent =
    on.email || on.slack
      ? []
      : ['SMTP_ENABLED: no channel takes warnings: switch e-mail on, or set the two webhooks of Slack']
  return [...empty, ...silent, ...example, ...edgeProblems(env), ...gatewayProblems(env)]
}

/** Empty optional variables, each with the consequence. */
export const advice = (env: Env): string[] => [
  ...(env.HEARTBEAT_URL ? [] : ['HEARTBEAT_URL: is empty: nobody is notified when this host is down']),
]

/** The records whose alerts would be sent to an address of the example. */
export const exampleContacts = (clients: ClientRecord[]): string[] =>
  clients
    .filter(({ contact }) => isExample(contact))
    .map(({ id }) => `clients/${id}.yml: contact: still has the value of the example`)

/** Variables whose values can be generated. */
export const GENERATED = [
  'DASHBOARD_ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'ALERTMANAGER_TOKEN',
  'POSTGRES_PASSWORD',
  'POSTGRES_OWNER_PASSWORD',
  'POSTGRES_ADMIN_PASSWORD',
  'POSTGRES_MONITORING_PASSWORD',
]

/** Generates a value for such a variable. */
export const generated = (): string => randomBytes(24).toString('base64url')

/** Creates `.env` from the example, with random secrets and this user's ids. Leaves an existing file unchanged. */
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
