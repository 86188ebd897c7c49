/** @database none */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { parse, stringify } from 'yaml'
import { SECRET_NAMES, VARIABLE_NAMES } from '../../src/main/config.ts'
import { requireTool } from '../support/tools.ts'
import { type Autoscaler, build, invalid, type Manifest, manifests, metricsOf } from './support/kubernetes.ts'
import { OPS, TemporaryFolder, yamlOps } from './support/stack.ts'

/** The Helm chart. Its templates change the manifests of kustomize, which kubernetes.test.ts tests. */

const CHART = join(OPS, 'kubernetes/chart')
const CONFIG = {
  AUTH_ISSUER: 'https://clerk.example.org',
  PUBLIC_URL: 'https://campaigns.example.org',
  TRUSTED_PROXIES: '10.0.0.0/8',
}

interface Schema {
  properties: { config: { propertyNames: { enum: string[] } } }
}
const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as Schema

describe('the values of the chart', () => {
  test('are valid as they are, with the two required settings', () => {
    const validate = new Ajv({ allErrors: true }).compile(schema)
    const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as object
    expect([validate({ ...values, config: CONFIG }), validate.errors]).toEqual([true, null])
    expect(validate(values)).toBe(false)
    expect(validate({ ...values, config: CONFIG, replicaz: 3 })).toBe(false)
  })

  test('take every setting of the gateway that is no secret, and no other', () => {
    const ofBase = ['DATA_DIR', 'DEMO_DATA', 'HOST', 'NODE_ENV', 'PORT']
    const refused: string[] = [...SECRET_NAMES, ...ofBase, 'WEBHOOKS_ALLOW_PRIVATE', 'SNS_ENDPOINT_URL']
    const wanted = [...VARIABLE_NAMES.filter((name) => !refused.includes(name)), 'REDIS_URL'].sort()
    expect(schema.properties.config.propertyNames.enum).toEqual(wanted)
  })

  test('are of the version of this checkout', () => {
    const { version } = JSON.parse(readFileSync(join(OPS, '../package.json'), 'utf8')) as { version: string }
    expect(yamlOps('kubernetes/chart/Chart.yaml')).toMatchObject({ version, appVersion: version })
  })
})

const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' })
const installed = [
  requireTool('helm', 'test/ops/programs/kubernetes.sh FOLDER, with FOLDER in the PATH'),
  requireTool('kustomize', 'test/ops/programs/kubernetes.sh FOLDER'),
  requireTool('kubernetes-validate', 'test/ops/programs/kubernetes.sh FOLDER'),
]
const suite = installed.every(Boolean) ? describe : describe.skip

suite('helm', () => {
  const run = (command: 'lint' | 'template', values: object) => {
    using folder = new TemporaryFolder()
    const file = join(folder.path, 'values.yaml')
    writeFileSync(file, stringify(values))
    const at = command === 'template' ? ['gateway', CHART, '-n', 'campaign-management'] : [CHART, '--strict']
    return helm(command, ...at, '--kube-version', '1.37.0', '-f', file)
  }
  const rendered = (values: object = {}): Manifest[] => {
    const { stdout, stderr, status } = run('template', { config: CONFIG, ...values })
    if (status !== 0) throw new Error(stderr)
    return manifests(stdout)
  }
  const kinds = (all: Manifest[]) =>
    all.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/-[a-z0-9]{10}$/, '')}`).sort()

  test('finds nothing to complain about', () => {
    const { status, stdout } = run('lint', { config: CONFIG })
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 chart(s) linted, 0 chart(s) failed')])
  })

  test('makes the manifests of kustomize, with the image, the settings and the labels of the release', () => {
    const image = { repository: 'registry.example.org/campaign-management-gateway' }
    const ofKustomize = ['gateway', 'migration'].flatMap((name) =>
      manifests(build(join(OPS, 'kubernetes/example', name))),
    )
    const ofHelm = rendered({ image })
    expect(kinds(ofHelm)).toEqual(kinds(ofKustomize))
    for (const { kind, metadata, spec, data } of ofKustomize) {
      const name = kind === 'ConfigMap' ? 'gateway' : metadata.name
      const [own] = ofHelm.filter((each) => each.kind === kind && each.metadata.name === name)
      // The name of the settings holds a hash in kustomize; the pods have an annotation for it in Helm.
      const plain = (value: unknown) =>
        JSON.parse(
          JSON.stringify(value ?? null)
            .replace(/gateway-[a-z0-9]{10}"/g, 'gateway"')
            .replace(/"annotations":\{"checksum[^}]*\},/g, '')
            .replace(/"imagePullPolicy":"IfNotPresent",/g, ''),
        ) as unknown
      expect([kind, name, plain(own?.spec), own?.data]).toEqual([kind, name, plain(spec), data])
      expect(own?.metadata).toMatchObject({ namespace: 'campaign-management', labels: metadata.labels })
    }
  })

  test.each(['1.32', '1.37'])('makes manifests of Kubernetes %s, with everything switched on', (version) => {
    const { stdout } = run('template', {
      config: CONFIG,
      autoscaling: { enabled: true, targetRequestCostPerSecond: 100 },
    })
    expect(invalid(stdout, version)).toEqual([])
  })

  test.each([
    [0, ['Resource cpu']],
    [120, ['Resource cpu', 'Pods gateway_request_cost_per_second 120']],
  ])('scales by CPU, and by a request cost of %s', (targetRequestCostPerSecond, wanted) => {
    const all = rendered({ autoscaling: { enabled: true, targetRequestCostPerSecond } })
    const scaler = all.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec as unknown as Autoscaler
    expect(metricsOf(scaler)).toEqual(wanted)
  })

  test('leaves out what is switched off, and adds what is switched on', () => {
    const all = rendered({
      redis: { enabled: false },
      networkPolicies: { enabled: false },
      autoscaling: { enabled: true },
      monitoring: { enabled: true, labels: { release: 'prometheus' } },
      secrets: { gateway: 'mine', owner: 'theirs' },
    })
    expect(kinds(all)).toEqual([
      'ConfigMap gateway',
      'Deployment gateway',
      'HorizontalPodAutoscaler gateway',
      'Job gateway-migration',
      'PodDisruptionBudget gateway',
      'PrometheusRule gateway',
      'Service gateway',
      'ServiceAccount gateway',
      'ServiceMonitor gateway',
    ])
    const of = (kind: string) => all.find((each) => each.kind === kind)
    expect(of('ConfigMap')?.data).not.toHaveProperty('REDIS_URL')
    expect(of('Deployment')?.spec).not.toHaveProperty('replicas')
    expect(of('ServiceMonitor')?.metadata.labels).toMatchObject({ release: 'prometheus' })
    const secretsOf = (kind: string) =>
      [...JSON.stringify(of(kind)).matchAll(/"(?:secretRef|secretKeyRef|credentials)":\{[^}]*"name":"(\w+)"/g)].map(
        ([, name]) => name,
      )
    expect([secretsOf('Deployment'), secretsOf('Job'), secretsOf('ServiceMonitor')]).toEqual([
      ['mine'],
      ['theirs'],
      ['mine'],
    ])
  })

  test('replaces the pods when a setting changes', () => {
    const annotations = (config: object) =>
      rendered({ config: { ...CONFIG, ...config } }).find(({ kind }) => kind === 'Deployment')?.spec.template?.metadata
    expect(annotations({ LOG_LEVEL: 'debug' })).not.toEqual(annotations({}))
  })

  test.each([
    ['a secret among the settings', { config: { ...CONFIG, DATABASE_URL: 'postgres://x' } }, /DATABASE_URL/],
    ['a setting that does not exist', { config: { ...CONFIG, PUBLIC_ULR: 'x' } }, /PUBLIC_ULR/],
    ['a missing setting', { config: { PUBLIC_URL: 'https://x.example' } }, /AUTH_ISSUER/],
    ['text for a number', { config: CONFIG, replicas: 'two' }, /replicas/],
    ['no limit of memory', { config: CONFIG, resources: { limits: null } }, /limits/],
  ])('refuses %s', (_, values, problem) => {
    const { status, stderr } = run('template', values)
    expect([status, stderr]).toEqual([1, expect.stringMatching(problem)])
  })
})
