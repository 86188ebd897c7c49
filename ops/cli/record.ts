import { isMap, LineCounter, type ParsedNode, parseDocument, visit } from 'yaml'
import { z } from 'zod'

/** A client's id. It becomes a label, a tenant, a folder and a file name, so it must be a lower-case slug. */
export const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'must be one line without control characters')

/** Names that are already used: rule files, the stack's own tenant, Prometheus jobs. */
const reserved = [
  'alerts',
  'self-monitoring',
  'gateway-service',
  'gateway-slo',
  'postgresql',
  'datasources',
  'ops',
  'stack',
]

const id = z
  .string()
  .max(40, 'must have at most 40 characters')
  .regex(ID, 'must be a lower-case slug such as "acme-water" (letters, digits and single hyphens, a letter first)')
  .refine((value) => !reserved.includes(value), 'is reserved by the stack itself')

const domain = z
  .string()
  .max(253)
  .regex(
    /^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a bare host name in lower case, such as "www.acme.example": no scheme, no port, no path',
  )

/** Probe modules of `ops/blackbox/blackbox.yml`. */
export const MODULES = ['http_2xx', 'http_2xx_ssl', 'http_auth_protected', 'tcp_connect'] as const

const httpAddress = z.url({ protocol: /^https?$/ })

/** Host and port of an address without a scheme, as the TCP prober takes it. */
const isHostAndPort = (target: string): boolean => {
  const [, port = ''] = /^[A-Za-z0-9.-]+:(\d{1,5})$/.exec(target) ?? []
  return Number(port) >= 1 && Number(port) <= 65_535
}

/** The problem of a probe's target, or undefined. */
const targetProblem = (target: string, module: (typeof MODULES)[number]): string | undefined => {
  if (module === 'tcp_connect')
    return isHostAndPort(target) ? undefined : 'must be "host:port" with a port of 1 to 65535 for module tcp_connect'
  if (!httpAddress.safeParse(target).success) return `must be an http or https address for module ${module}`
  const { protocol, username, password } = new URL(target)
  if (username || password) return 'must not contain a user or a password: targets and messages show the address'
  if (module === 'http_2xx_ssl' && protocol !== 'https:') return 'must start with https:// for module http_2xx_ssl'
  return undefined
}

const probe = z
  .strictObject({
    target: z.string().max(2000),
    module: z.enum(MODULES, { error: `must be one of ${MODULES.join(', ')}` }),
  })
  .superRefine(({ target, module }, context) => {
    const message = targetProblem(target, module)
    if (message) context.addIssue({ code: 'custom', path: ['target'], message })
  })

/** Two probes of the same target would write the same series, or raise two alerts for one fault. */
const probes = z
  .array(probe)
  .max(20)
  .superRefine((all, context) => {
    const targets = all.map(({ target }) => (URL.canParse(target) ? new URL(target).href : target))
    targets.forEach((target, index) => {
      if (targets.indexOf(target) < index)
        context.addIssue({ code: 'custom', path: [index, 'target'], message: 'is a duplicate of an earlier probe' })
    })
  })

/** Addresses host:port without duplicates. */
const servers = z
  .array(z.string().refine(isHostAndPort, 'must be "host:port" with a port of 1 to 65535'))
  .max(20)
  .superRefine((all, context) => {
    all.forEach((address, index) => {
      if (all.indexOf(address) < index) context.addIssue({ code: 'custom', path: [index], message: 'is a duplicate' })
    })
  })

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):00$/, 'must be a full hour between "00:00" and "23:00"')

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}, 'must be an IANA time zone such as "Africa/Johannesburg"')

const count = z.int('must be a whole number').min(1, 'must be at least 1').max(1_000_000)

const minutes = z.int('must be a whole number').min(1).max(60, 'must be at most 60')

/** How the client's activity log reaches Loki. Without it there are no log rules and no log panels. */
const activity = z.strictObject({
  /** Sets the cron line on the client's host and the offset of the log rules that do not concern security. */
  shipIntervalMinutes: minutes.default(15),
  /** The interval of the separate runs that ship the lines that security alerts count. */
  securityIntervalMinutes: minutes.default(1),
  timeZone: timeZone.default('Africa/Johannesburg'),
  dayStarts: timeOfDay.default('07:00'),
  dayEnds: timeOfDay.default('18:00'),
})

const thresholds = z.strictObject({
  failedLogins: count.default(5),
  bruteForce: count.default(10),
  deletes: count.default(5),
  errors: count.default(5),
})

const days = z.int('must be a whole number').min(1, 'must be at least 1').max(400, 'must be at most 400')

/** How long the client's logs and traces are kept. Metrics are kept equally long for all clients. */
const retention = z
  .strictObject({
    logDays: days.default(30),
    /** Errors, logins, logouts and failed logins. */
    securityDays: days.default(90),
    traceDays: days.default(30),
  })
  .refine(({ logDays, securityDays }) => securityDays >= logDays, {
    path: ['securityDays'],
    message: 'must not be shorter than logDays',
  })

/** The retention of clients whose record has none, as in loki.yml and tempo.yml. */
export const DEFAULT_RETENTION = retention.parse({})

const clientRecord = z
  .strictObject({
    id,
    name: text(80),
    domain,
    contact: z.email('must be an e-mail address'),
    hosting: text(120),
    access: z.enum(['ssh', 'panel'], { error: 'must be "ssh" or "panel" (the hosting control panel)' }),
    database: z.enum(['mysql', 'postgresql', 'sqlite', 'none'], {
      error: 'must be mysql, postgresql, sqlite or none',
    }),
    /** Empty means the default: the site's front page over TLS. */
    probes: probes.default([]),
    /** Whether the client's host has `/api/metrics.php`. */
    metrics: z.boolean().default(true),
    /** Servers of the client with node-exporter. Only the monitoring host may reach these ports: node-exporter has no password. */
    servers: servers.default([]),
    /** The percentage of time in which each address shall be available. The rest is the error budget of the report. */
    objective: z
      .number('must be a number')
      .min(90, 'must be at least 90')
      .max(99.999, 'must be at most 99.999')
      .default(99.5),
    activity: activity.nullable().default(activity.parse({})),
    /** Whether the client's application sends traces. */
    traces: z.boolean().default(false),
    thresholds: thresholds.default(thresholds.parse({})),
    retention: retention.default(DEFAULT_RETENTION),
  })
  .transform((record) => ({
    ...record,
    probes: record.probes.length
      ? record.probes
      : [{ target: `https://${record.domain}/`, module: 'http_2xx_ssl' as const }],
  }))

/** A validated client record with its defaults. */
export type ClientRecord = z.output<typeof clientRecord>

/** An invalid record. The message names file, line and field, one problem per line. */
export class RecordError extends Error {
  override name = 'RecordError'
}

type Path = readonly PropertyKey[]

const isNode = (value: unknown): value is ParsedNode => typeof value === 'object' && value !== null && 'range' in value

/**
 * The prefix of a client's own alerts: `acme-water` gives `AcmeWater`. `a-1` gives `A_1`, which differs from the prefix
 * of `a1`.
 */
export const alertPrefix = (clientId: string): string =>
  clientId.replace(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase()).replaceAll('-', '_')

/** The position of the deepest existing node on the path to a field. A missing field is reported at its parent. */
const offsetOf = (document: ReturnType<typeof parseDocument>, path: Path): number => {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const key = path[depth - 1]
    const parent: unknown = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const pair = isMap(parent) ? parent.items.find((item) => String(item.key) === String(key)) : undefined
    const node: unknown = pair ? pair.key : document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

const fieldName = (path: Path): string =>
  path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}${name && '.'}${String(key)}`),
    '',
  )

const problemsOf = (issue: z.core.$ZodIssue): { path: Path; message: string }[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not a field of a client record' }))
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return [{ path: issue.path, message: missing ? 'is required' : issue.message }]
}

/** Parses a client record in YAML. Reports all problems at once, each with file, line and field. */
export const parseRecord = (yaml: string, file: string): ClientRecord => {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const fail = (problems: { offset: number; message: string }[]): never => {
    throw new RecordError(problems.map((p) => `${file}:${lines.linePos(p.offset).line}: ${p.message}`).join('\n'))
  }
  if (document.errors.length > 0)
    fail(document.errors.map((error) => ({ offset: error.pos[0], message: `not valid YAML: ${error.message}` })))
  visit(document, {
    // A record is short, so an alias in it can only be an attack.
    Alias: (_, alias) => fail([{ offset: alias.range?.[0] ?? 0, message: 'not valid YAML: aliases are not allowed' }]),
  })
  if (!isMap(document.contents)) fail([{ offset: 0, message: 'a client record must be a YAML mapping of fields' }])
  const result = clientRecord.safeParse(document.toJS(), { reportInput: true })
  if (result.success) return result.data
  return fail(
    result.error.issues
      .flatMap(problemsOf)
      .map(({ path, message }) => ({ offset: offsetOf(document, path), message: `${fieldName(path)}: ${message}` })),
  )
}
