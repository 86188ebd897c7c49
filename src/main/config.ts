import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { parseAddress } from '../data/server-address.ts'
import { parseWitnessKey, type VerifierKey } from '../features/audit/note.ts'
import { WitnessPolicy } from '../features/audit/witness-policy.ts'
import { ROLES } from '../security/auth/caller.ts'
import { type Profile, profileOf } from '../security/auth/profiles.ts'
import { parseKey } from '../security/secrets.ts'
import { misspelt, type Environment as ProcessEnvironment } from './environment-names.ts'
import { withSecretFiles } from './secret-files.ts'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
const hasLogin = (url: string) => URL.parse(url)?.username !== '' && URL.parse(url)?.password !== ''
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const flag = (fallback: boolean) => z.stringbool().default(fallback)

/**
 * Whether the gateway serves no path that starts with this base path. Otherwise it could not tell a request with the
 * base path from one without it.
 */
const isFreePath = (url: string) =>
  !/^\/(?:api|assets|audit|docs|graphql|hooks|mcp)(?:\/|$)/.test(new URL(url).pathname)

const PORT = 'must be a port number, 0 to 65535, such as 4000'
const PROXIES = 'must be IP addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal'

function isProxy(name: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(name)) return true
  const [address = '', bits, ...rest] = name.split('/')
  const version = isIP(address)
  return version > 0 && rest.length === 0 && (bits === undefined || isPrefix(bits, version === 4 ? 32 : 128))
}

const isPrefix = (bits: string, longest: number) =>
  /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest

const isDay = (text: string) => z.iso.date().safeParse(text).success

/** An address of a name server, with an optional port. */
function isDnsServer(text: string): boolean {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? (isIP(text) ? text : text.replace(/:\d{1,5}$/, ''))
  return isIP(bare) > 0
}

const OPENID = /^(\S+ )*openid( \S+)*$/

/** The name of a built-in profile, or a mapping of claims as JSON. */
function toProfile(setting: string, context: z.RefinementCtx): Profile {
  try {
    return profileOf(setting)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
}

/** Keys separated by commas, each 32 bytes in base64. */
function toKeys(texts: string[], context: z.RefinementCtx): Buffer[] {
  const keys = texts.flatMap((text) => parseKey(text) ?? [])
  if (keys.length < texts.length)
    context.addIssue('must be 32 bytes in base64; create it with `openssl rand -base64 32`')
  return keys
}

/** The public key of a witness: `<name>+<id>+<key>`. */
function toWitness(text: string, context: z.RefinementCtx): VerifierKey {
  const key = parseWitnessKey(text)
  if (key) return key
  context.addIssue('must be a public key of a witness, such as `witness.example/w1+1a2b3c4d+BA…`')
  return z.NEVER
}

/** The policy of witnesses in a file. */
function toWitnessPolicy(path: string, context: z.RefinementCtx): WitnessPolicy {
  try {
    return WitnessPolicy.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
}

/** An address of PostgreSQL, unchanged. */
function toAddress(text: string, context: z.RefinementCtx): string {
  try {
    parseAddress(text)
    return text
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT)
  .transform(Number)
  .refine((value) => value <= 65_535, PORT)

const variables = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.string().transform(toAddress).optional(),
  DATABASE_OWNER_URL: z.string().transform(toAddress).optional(),
  DATABASE_READ_URL: z.string().transform(toAddress).optional(),
  DATABASE_POOL_SIZE: count(10),
  REQUEST_DEADLINE_SECONDS: count(30),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  AUTH_ISSUER: z.url().optional(),
  AUTH_JWKS_URL: z.url().optional(),
  AUTH_AUDIENCE: list,
  AUTH_AUTHORIZED_PARTIES: list,
  AUTH_CLIENT_ID: z.string().optional(),
  AUTH_SCOPES: z
    .string()
    .regex(OPENID, 'must be scopes separated by blanks, including `openid`')
    .default('openid profile email'),
  AUTH_AUDIENCE_PARAMETER: z.string().regex(/^\w+$/, 'must be the name of a parameter').optional(),
  AUTH_ORGANIZATION_PARAMETER: z.string().regex(/^\w+$/, 'must be the name of a parameter, or `scope`').optional(),
  AUTH_PROFILE: z.string().default('generic').transform(toProfile),
  AUTH_DEFAULT_ROLE: z.enum(ROLES).default('admin'),
  SECRETS_KEY: list.transform(toKeys),
  AUDIT_SIGNING_KEY: list.transform(toKeys),
  AUDIT_CHECKPOINT_DIR: z.string().optional(),
  AUDIT_CHECKPOINT_MAIL: z.email().optional(),
  AUDIT_TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUDIT_WITNESS_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUDIT_WITNESS_KEY: z.string().transform(toWitness).optional(),
  AUDIT_WITNESS_POLICY: z.string().transform(toWitnessPolicy).optional(),
  FEDERATION: flag(false),
  PERSISTED_DOCUMENTS: z.string().optional(),
  PUBLIC_DOCS: z.stringbool().optional(),
  INTROSPECTION: z.stringbool().optional(),
  PUBLIC_HOLIDAYS: list.refine((days) => days.every(isDay), 'must be days such as 2029-05-23, separated by commas'),
  RATE_LIMIT_AUTHENTICATED: count(1000),
  RATE_LIMIT_ORGANIZATION: z.coerce.number().int().positive().optional(),
  RATE_LIMIT_ANONYMOUS: count(100),
  RATE_LIMIT_WINDOW_SECONDS: count(3600),
  TRUSTED_PROXIES: list.refine((proxies) => proxies.every(isProxy), PROXIES),
  CORS_ORIGINS: list,
  PUBLIC_URL: z.url().refine(isFreePath, 'must not have a path that the gateway serves, such as /api').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.string().default('no-reply@localhost'),
  DNS_SERVERS: list.refine(
    (servers) => servers.every(isDnsServer),
    'must be addresses with an optional port, such as 127.0.0.1:5353, separated by commas',
  ),
  REPORT_SMTP_PORT: port.optional(),
  REPORT_IMAP_URL: z
    .url({ protocol: /^imaps?$/ })
    .refine(hasLogin, 'must have a user name and a password')
    .optional(),
  SNS_ENDPOINT_URL: z.url({ protocol: /^https?$/ }).optional(),
  STREAMS_PER_USER: count(20),
  METRICS_TOKEN: z.string().min(16).optional(),
  ALERTMANAGER_TOKEN: z.string().min(16).optional(),
  ALERTMANAGER_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBHOOKS_ALLOW_PRIVATE: flag(false),
  ALERTMANAGER_ORGANIZATION: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SHUTDOWN_GRACE_SECONDS: count(10),
  DEMO_DATA: flag(true),
}

const Environment = z.object(
  Object.fromEntries(
    Object.entries(variables).map(([name, type]) => [name, z.preprocess(blankIsAbsent, type)]),
  ) as unknown as typeof variables,
)

type Settings = z.infer<typeof Environment>

/** The configuration of one gateway. docs/configuration.md describes it. Frozen. */
export type Config = Readonly<Settings & Record<'PUBLIC_DOCS' | 'INTROSPECTION', boolean>>

/**
 * Descriptions of the interface are on by default in development only. In production the operator decides to show them.
 */
function described(settings: Settings): Config {
  const { NODE_ENV, PUBLIC_DOCS = NODE_ENV !== 'production', INTROSPECTION = PUBLIC_DOCS } = settings
  return { ...settings, PUBLIC_DOCS, INTROSPECTION }
}

/** The names of all variables that the gateway reads. */
export const VARIABLE_NAMES = Object.keys(variables)

/** Settings that hold a secret: `NAME_FILE` names a file that has the value, so that no process list shows it. */
export const SECRET_NAMES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SECRETS_KEY',
  'AUDIT_SIGNING_KEY',
  'SMTP_URL',
  'REPORT_IMAP_URL',
  'METRICS_TOKEN',
  'ALERTMANAGER_TOKEN',
] as const satisfies (keyof typeof variables)[]

/**
 * Reads the whole configuration from environment variables.
 * @throws Error with one message that lists every malformed value, and every name that resembles a known one
 */
export function readConfig(given: ProcessEnvironment): Config {
  const { environment, problems } = withSecretFiles(given, SECRET_NAMES)
  const parsed = Environment.safeParse(environment)
  for (const issue of parsed.error?.issues ?? []) problems.push(`  ${issue.path.join('.')}: ${issue.message}`)
  for (const [name, meant] of misspelt(environment, VARIABLE_NAMES)) {
    problems.push(`  ${name}: unknown. If you mean ${meant}, correct the name; otherwise unset it for this process`)
  }
  const config = parsed.data
  if (config?.DATABASE_READ_URL && !config.DATABASE_URL) {
    problems.push('  DATABASE_READ_URL: needs DATABASE_URL, because it is a copy of that database')
  }
  if (config?.DATABASE_OWNER_URL && !config.DATABASE_URL) {
    problems.push('  DATABASE_OWNER_URL: needs DATABASE_URL, because the owner migrates but does not serve')
  }
  if (config?.AUTH_CLIENT_ID && !config.AUTH_ISSUER) {
    problems.push('  AUTH_CLIENT_ID: needs AUTH_ISSUER, where people sign in')
  }
  if (config?.AUTH_AUDIENCE_PARAMETER && config.AUTH_AUDIENCE.length === 0) {
    problems.push('  AUTH_AUDIENCE_PARAMETER: needs AUTH_AUDIENCE, whose first value it requests')
  }
  if (config && (config.AUDIT_WITNESS_URL === undefined) !== (config.AUDIT_WITNESS_KEY === undefined)) {
    problems.push('  AUDIT_WITNESS_URL, AUDIT_WITNESS_KEY: set both or neither')
  }
  if (config?.AUDIT_WITNESS_POLICY && config.AUDIT_WITNESS_URL) {
    problems.push('  AUDIT_WITNESS_POLICY: lists all witnesses; leave out AUDIT_WITNESS_URL and AUDIT_WITNESS_KEY')
  }
  if (config?.AUDIT_CHECKPOINT_MAIL && !config.SMTP_URL) {
    problems.push('  AUDIT_CHECKPOINT_MAIL: needs SMTP_URL, which sends the mail')
  }
  if (config?.NODE_ENV === 'production' && !config.AUTH_ISSUER) {
    problems.push('  AUTH_ISSUER: required in production, where the development issuer is refused')
  }
  if (config?.NODE_ENV === 'production' && config.SECRETS_KEY.length === 0) {
    problems.push('  SECRETS_KEY: required in production. Create one with `openssl rand -base64 32`, and keep it')
  }
  if (config?.NODE_ENV === 'production' && config.WEBHOOKS_ALLOW_PRIVATE) {
    problems.push('  WEBHOOKS_ALLOW_PRIVATE: refused in production, because callers could reach your own network')
  }
  if (config?.NODE_ENV === 'production' && config.SNS_ENDPOINT_URL) {
    problems.push('  SNS_ENDPOINT_URL: refused in production, because only Amazon may sign reports of Amazon SES')
  }
  if (problems.length > 0 || !config) throw new Error(`The configuration is not usable:\n${problems.join('\n')}`)
  return Object.freeze(described(config))
}
