import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { TemporaryFolder } from './stack.ts'

interface Probe {
  httpGet?: { path: string; port: string }
}

/** A container of a pod, as far as the tests look at it. */
export interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  ports?: { name: string; containerPort: number }[]
  env?: { name: string; valueFrom: { secretKeyRef: { name: string; key: string } } }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  securityContext?: object
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  lifecycle?: { preStop: { sleep: { seconds: number } } }
  resources?: { requests: Record<string, string>; limits: Record<string, string> }
}

/** A pod's template. */
export interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    automountServiceAccountToken?: boolean
    enableServiceLinks?: boolean
    securityContext?: object
    terminationGracePeriodSeconds?: number
    containers: Container[]
  }
}

/** A rule of a network policy. */
export interface Rule {
  from?: { podSelector?: Selector; namespaceSelector?: Selector }[]
  to?: { podSelector?: Selector; ipBlock?: { cidr: string; except: string[] } }[]
  ports: { port: string | number }[]
}

/** Which pods something is about. */
export interface Selector {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}

/** A manifest of any kind, as far as the tests look at it. */
export interface Manifest {
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec: {
    replicas?: number
    selector?: Selector & Record<string, unknown>
    podSelector?: Selector
    template?: Pod
    ports?: { name: string; targetPort: string }[]
    maxUnavailable?: number
    strategy?: object
    ingress?: Rule[]
    egress?: Rule[]
    policyTypes?: string[]
  }
}

/** What `kubectl apply -k` would send. */
export const build = (folder: string): string =>
  execFileSync('kustomize', ['build', folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** The manifests of a stream of documents. */
export const manifests = (yaml: string): Manifest[] =>
  parseAllDocuments(yaml).map((document) => document.toJS() as Manifest)

/** What a version of Kubernetes would not take, a field that it does not know included. */
export const invalid = (yaml: string, version: string): string[] => {
  using folder = new TemporaryFolder()
  const file = join(folder.path, 'manifests.yaml')
  writeFileSync(file, yaml)
  const { status, stdout, stderr } = spawnSync('kubernetes-validate', ['--strict', '-k', version, file], {
    encoding: 'utf8',
  })
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  const problems = lines.filter((line) => !line.startsWith('INFO'))
  if (status !== 0 && problems.length === 0) return [`ended with ${status}`]
  return problems
}

/** Whether a selector chooses a pod. */
export const selects = (
  { matchLabels = {}, matchExpressions = [] }: Selector,
  { metadata: { labels } }: Pod,
): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))

/** An autoscaler's metrics. */
export interface Autoscaler {
  metrics: {
    type: string
    resource?: { name: string }
    pods?: { metric: { name: string }; target: { averageValue: string } }
  }[]
}

/** Type, name and target of each metric. */
export const metricsOf = ({ metrics }: Autoscaler): string[] =>
  metrics.map(({ type, resource, pods }) =>
    [type, resource?.name, pods?.metric.name, pods?.target.averageValue].filter(Boolean).join(' '),
  )
