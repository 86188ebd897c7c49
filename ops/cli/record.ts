import { isMap, LineCounter, type ParsedNode, parseDocument, visit } from 'yaml'
import { z } from 'zod'

/** A client's id: it becomes a label, a tenant, a folder and a file name, so nothing but a lower-case slug will do. */
export const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'must be one line without control characters')

/** Names that other things already have: rule files, the stack's own tenant, Prometheus jobs. */
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

const hostAndPort = /^[A-Za-z0-9.-]+:\d{1,5}$/
const httpAddress = z.url({ protocol: /^https?$/ })

const probe = z
  .strictObject({
    target: z.string().max(2000),
    module: z.enum(MODULES, { error: `must be one of ${MODULES.join(', ')}` }),
  })
  .superRefine(({ target, module }, context) => {
    if (module === 'tcp_connect' ? hostAndPort.test(target) : httpAddress.safeParse(target).success) return
    const wanted = module === 'tcp_connect' ? '"host:port"' : 'an http or https address'
    context.addIssue({ code: 'custom', path: ['target'], message: `must be ${wanted} for module ${module}` })
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

/** How the client's activity log reaches Loki; without it there are no log rules and no log panels. */
const activity = z.strictObject({
  /** Drives both the cron line on the client's host and the offset of the log rules that are not about security. */
  shipIntervalMinutes: minutes.default(15),
  /** The same for what the security alerts count, which runs of its own ship. */
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

/** For how long the client's logs and traces are kept. Metrics are kept equally long for all. */
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

/** What holds for clients whose record says nothing, as in loki.yml and tempo.yml. */
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
    /** Empty means the usual one: the site's front page over TLS. */
    probes: z.array(probe).max(20).default([]),
    /** Whether the client's host serves `/api/metrics.php`. */
    metrics: z.boolean().default(true),
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

/** A client as every generator sees it: validated, with defaults filled in. */
export type ClientRecord = z.output<typeof clientRecord>

/** A record that cannot be used; the message names file, line and field, one per line. */
export class RecordError extends Error {
  override name = 'RecordError'
}

type Path = readonly PropertyKey[]

const isNode = (value: unknown): value is ParsedNode => typeof value === 'object' && value !== null && 'range' in value

/** What a client's own alerts begin with: `acme-water` gives `AcmeWater`. */
export const alertPrefix = (clientId: string): string =>
  clientId.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase())

/** The deepest part of the document on the way to a field: a field that is missing is reported at its parent. */
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

/** Reads a client record from YAML text; every problem at once, each with file, line and field. */
export const parseRecord = (yaml: string, file: string): ClientRecord => {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const fail = (problems: { offset: number; message: string }[]): never => {
    throw new RecordError(problems.map((p) => `${file}:${lines.linePos(p.offset).line}: ${p.message}`).join('\n'))
  }
  if (document.errors.length > 0)
    fail(document.errors.map((error) => ({ offset: error.pos[0], message: `not valid YAML: ${error.message}` })))
  visit(document, {
    // A record is short: an alias in it can only be a trap.
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
