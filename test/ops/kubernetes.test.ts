import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { Metrics } from '../../src/common/metrics.ts'
import { readConfig, VARIABLE_NAMES } from '../../src/main/config.ts'
import { freePort } from '../support/redis.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import {
  type Autoscaler,
  build,
  invalid,
  type Manifest,
  manifests,
  metricsOf,
  type Pod,
  type Selector,
  selects,
} from './support/kubernetes.ts'
import { OPS, TemporaryFolder, yamlOps } from './support/stack.ts'

/** The manifests as `kubectl apply -k` would send them, by the schemas of Kubernetes; no cluster has run them. */

const installed = [
  requireTool('kustomize', 'test/ops/programs/kubernetes.sh FOLDER, with FOLDER in the PATH'),
  requireTool('redis-server', 'apt-get install redis-server'),
  requireTool('kubernetes-validate', 'test/ops/programs/kubernetes.sh FOLDER'),
]
const suite = installed.every(Boolean) ? describe : describe.skip

/** The oldest and the newest that these are for. */
const VERSIONS = ['1.32', '1.37']
const FOLDERS = ['gateway', 'migration', 'example/gateway', 'example/migration']

interface AdapterValues {
  rules: { custom: { seriesQuery: string; name: { as: string } }[] }
}

test('the adapter computes the metric of the autoscaler from one that the gateway has', async () => {
  const autoscaler = yamlOps<{ spec: Autoscaler }>('kubernetes/autoscaling/autoscaler.yaml')
  const { custom } = yamlOps<AdapterValues>('kubernetes/autoscaling/prometheus-adapter.yaml').rules
  const scaledBy = autoscaler.spec.metrics.flatMap(({ pods }) => pods?.metric.name ?? [])
  expect(custom.map(({ name }) => name.as)).toEqual(scaledBy)
  const ofGateway = (await new Metrics().registry.getMetricsAsJSON()).map(({ name }) => name)
  for (const { seriesQuery } of custom) expect(ofGateway).toContain(/^\w+/.exec(seriesQuery)?.[0])
})

suite('the manifests', () => {
  const folder = (name: string) => join(OPS, 'kubernetes', name)
  let gateway: Manifest[]
  let migration: Manifest[]

  setUp(async () => {
    gateway = manifests(build(folder('example/gateway')))
    migration = manifests(build(folder('example/migration')))
  })

  const find = (kind: string, name: string): Manifest => {
    const found = [...gateway, ...migration].find(
      (manifest) => manifest.kind === kind && manifest.metadata.name.startsWith(name),
    )
    if (!found) throw new Error(`no ${kind} ${name}`)
    return found
  }
  const pod = (kind: string, name: string): Pod => {
    const { template } = find(kind, name).spec
    if (!template) throw new Error(`no pods in ${kind} ${name}`)
    return template
  }
  const pods = () => [pod('Deployment', 'gateway'), pod('Deployment', 'redis'), pod('Job', 'gateway-migration')]
  const [OF_GATEWAY, OF_REDIS, OF_MIGRATION] = [0, 1, 2]
  const container = (index: number) => {
    const found = pods()[index]?.spec.containers[0]
    if (!found) throw new Error('no container')
    return found
  }

  test.each(FOLDERS.flatMap((name) => VERSIONS.map((kubernetes) => [name, kubernetes] as const)))(
    '%s are manifests of Kubernetes %s',
    (name, kubernetes) => {
      expect(invalid(build(folder(name)), kubernetes)).toEqual([])
    },
  )

  test.each([
    ['a field that is not known', 'replicas: 2', 'replicaz: 2', /replicaz/],
    ['text for a number', 'containerPort: 4000', 'containerPort: "4000"', /4000/],
    ['a field that is missing', 'containerPort: 4000', 'hostPort: 4000', /containerPort/],
    ['a field in the wrong place', 'terminationGracePeriodSeconds: 40', 'readOnlyRootFilesystem: true', /readOnly/],
  ])('the check notices %s', (_, from, to, problem) => {
    const yaml = build(folder('gateway'))
    expect(yaml).toContain(from)
    expect(invalid(yaml.replace(from, to), '1.37').join('\n')).toMatch(problem)
  })

  test('everything is in one namespace, and under a name of its own', () => {
    const all = [...gateway, ...migration]
    expect(new Set(all.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['campaign-management']))
    const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('no pod may do more than it has to', () => {
    for (const { spec } of pods()) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext, resources, image } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources?.limits.memory).toMatch(/^\d+[MG]i$/)
        expect(image).toMatch(/:\d+\.\d+\.\d+/)
      }
    }
  })

  describe('the gateway', () => {
    const environment = () => {
      const [config, secret] = container(OF_GATEWAY).envFrom ?? []
      expect(find('ConfigMap', 'gateway').metadata.name).toBe(config?.configMapRef?.name)
      expect(secret?.secretRef?.name).toBe('gateway')
      // NODE_ENV comes with the image; the others are the secret that README has made.
      return {
        NODE_ENV: 'production',
        ...find('ConfigMap', 'gateway').data,
        DATABASE_URL: 'postgres://gateway:x@db.example/gateway',
        SECRETS_KEY: 'A'.repeat(43),
        METRICS_TOKEN: 'a-token-of-random-characters',
      }
    }

    test('is given variables that it reads, with values that it takes', () => {
      expect(Object.keys(environment()).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
      const config = readConfig(environment())
      expect(config).toMatchObject({ HOST: '0.0.0.0', DEMO_DATA: false, REDIS_URL: 'redis://redis:6379' })
      expect(container(OF_GATEWAY).ports).toEqual([{ name: 'http', containerPort: config.PORT }])
    })

    test('is of the same version as the migration before it, which is the one of this checkout', () => {
      expect(container(OF_GATEWAY).image).toBe(container(OF_MIGRATION).image)
      const { version } = JSON.parse(readFileSync(join(OPS, '../package.json'), 'utf8')) as {
        version: string
      }
      expect(container(OF_GATEWAY).image?.split(':').at(-1)).toBe(version)
    })

    test('never runs as less than one of its replicas', () => {
      const { spec } = find('Deployment', 'gateway')
      expect(spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } })
      const budget = find('PodDisruptionBudget', 'gateway').spec
      expect(budget.maxUnavailable).toBe(1)
      expect(pods().map((each) => selects(budget.selector ?? {}, each))).toEqual([true, false, false])
    })

    test('is alive while it runs and ready while it has its database', () => {
      const { startupProbe, livenessProbe, readinessProbe } = container(OF_GATEWAY)
      const asks = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)
      expect(asks).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })))
    })

    test('has the time to finish what it has started', () => {
      const [gone, grace] = [
        container(OF_GATEWAY).lifecycle?.preStop.sleep.seconds ?? 0,
        readConfig(environment()).SHUTDOWN_GRACE_SECONDS,
      ]
      expect(gone).toBeGreaterThan(0)
      expect(pods()[OF_GATEWAY]?.spec.terminationGracePeriodSeconds).toBeGreaterThan(gone + grace)
    })

    test('serves with a login that does not own the tables; the migration has nothing but the owner', () => {
      const names = Object.keys(environment())
      expect(names).not.toContain('DATABASE_OWNER_URL')
      expect(container(OF_GATEWAY).env).toBeUndefined()
      const { env, envFrom, command } = container(OF_MIGRATION)
      expect(envFrom).toBeUndefined()
      expect(env).toEqual([
        {
          name: 'DATABASE_OWNER_URL',
          valueFrom: { secretKeyRef: { name: 'gateway-owner', key: 'DATABASE_OWNER_URL' } },
        },
      ])
      expect(command).toEqual(['node', '--enable-source-maps', 'dist/src/main/db.js', 'migrate'])
    })
  })

  test.each(['gateway', 'redis'])('the service %s leads to a port of its pods', (name) => {
    const { selector, ports } = find('Service', name).spec
    const target = pod('Deployment', name)
    expect(selects({ matchLabels: selector as Record<string, string> }, target)).toBe(true)
    expect(target.spec.containers[0]?.ports?.map((port) => port.name)).toContain(ports?.[0]?.targetPort)
    expect(selects(find('Deployment', name).spec.selector ?? {}, target)).toBe(true)
  })

  test.each(VERSIONS)('the autoscaler replaces the number of replicas, on Kubernetes %s', (kubernetes) => {
    using own = new TemporaryFolder()
    const kustomization = {
      resources: [relative(own.path, folder('example/gateway'))],
      components: [relative(own.path, folder('autoscaling'))],
    }
    writeFileSync(join(own.path, 'kustomization.yaml'), JSON.stringify(kustomization))
    const yaml = build(own.path)
    expect(invalid(yaml, kubernetes)).toEqual([])
    const scaled = manifests(yaml)
    const of = (kind: string) => scaled.find((each) => each.kind === kind && each.metadata.name === 'gateway')
    expect(of('Deployment')?.spec).not.toHaveProperty('replicas')
    expect(metricsOf(of('HorizontalPodAutoscaler')?.spec as unknown as Autoscaler)).toEqual([
      'Resource cpu',
      'Pods gateway_request_cost_per_second 100',
    ])
  })

  test('Redis takes its settings: it stores nothing, and forgets the oldest counters when it is full', async () => {
    const { args = [] } = container(OF_REDIS)
    const port = await freePort()
    const server = spawn('redis-server', [...args, '--bind', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
    const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null })
    redis.on('error', () => {})
    try {
      await until('Redis to answer', async () => (await redis.ping()) === 'PONG')
      const names = ['save', 'appendonly', 'maxmemory', 'maxmemory-policy']
      const settings = await Promise.all(names.map((name) => redis.config('GET', name)))
      expect(settings).toEqual([
        ['save', ''],
        ['appendonly', 'no'],
        ['maxmemory', String(128 * 1024 * 1024)],
        ['maxmemory-policy', 'volatile-ttl'],
      ])
    } finally {
      redis.disconnect()
      server.kill()
      await once(server, 'exit')
    }
  })

  describe('the monitoring, for the Prometheus Operator', () => {
    interface Resource {
      kind: string
      metadata: { namespace?: string }
      spec: {
        selector?: Selector
        endpoints?: { port: string; path: string; authorization: object; relabelings: { targetLabel: string }[] }[]
        groups?: { name: string; rules: { expr: string; alert?: string }[] }[]
      }
    }
    const resources = () => manifests(build(folder('monitoring'))) as unknown as Resource[]
    const of = (kind: string) => resources().find((resource) => resource.kind === kind)

    test('scrapes the service of the gateway by its port, with the token of its secret', () => {
      const monitor = of('ServiceMonitor')
      const service = find('Service', 'gateway')
      expect(monitor?.metadata.namespace).toBe(service.metadata.namespace)
      expect(service.metadata.labels).toMatchObject(monitor?.spec.selector?.matchLabels ?? { no: 'selector' })
      const [endpoint] = monitor?.spec.endpoints ?? []
      expect(service.spec.ports?.map(({ name }) => name)).toContain(endpoint?.port)
      expect(endpoint).toMatchObject({
        path: '/metrics',
        authorization: { credentials: { name: 'gateway', key: 'METRICS_TOKEN' } },
      })
      expect(endpoint?.relabelings.map(({ targetLabel }) => targetLabel)).toEqual(['client', 'client_name'])
    })

    test('has every alert of the gateway that Compose has', () => {
      const ofCompose = ['gateway-service', 'gateway-slo'].flatMap(
        (name) => yamlOps<{ groups: unknown[] }>(`prometheus/rules/${name}.yml`).groups,
      )
      expect(of('PrometheusRule')?.spec.groups).toEqual(ofCompose)
    })
  })

  describe('the network', () => {
    const policies = () => gateway.filter(({ kind }) => kind === 'NetworkPolicy')
    /** Who may reach a pod, and what it may reach, by the policies that choose it: `*` is anybody. */
    const allowed = (target: Pod, direction: 'ingress' | 'egress') =>
      policies()
        .filter(({ spec }) => selects(spec.podSelector ?? {}, target))
        .flatMap(({ spec }) => spec[direction] ?? [])
        .flatMap(({ from, to, ports }) => {
          const peers = (from ?? to)?.map((peer) => JSON.stringify(peer)) ?? ['*']
          return peers.flatMap((peer) => ports.map(({ port }) => `${peer} ${port}`))
        })
        .sort()
    const named = (name: string) => `{"podSelector":{"matchLabels":{"app.kubernetes.io/name":"${name}"}}}`

    test('is closed to every pod, both ways, but for what is listed', () => {
      const [closed] = policies().filter(({ metadata }) => metadata.name === 'default-deny')
      expect(closed?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
      for (const { spec } of policies()) {
        const written = (['ingress', 'egress'] as const).filter((direction) => spec[direction])
        expect(spec.policyTypes?.map((type) => type.toLowerCase())).toEqual(expect.arrayContaining(written))
      }
    })

    test('lets labelled namespaces call the gateway, the gateway call Redis, and nobody the migration', () => {
      const [ofGateway, ofRedis, ofMigration] = pods() as [Pod, Pod, Pod]
      expect(allowed(ofGateway, 'ingress')).toEqual([
        '{"namespaceSelector":{"matchLabels":{"campaign-management/may-call":"gateway"}}} http',
      ])
      expect(allowed(ofRedis, 'ingress')).toEqual([`${named('gateway')} redis`])
      expect(allowed(ofMigration, 'ingress')).toEqual([])
      expect(allowed(ofGateway, 'egress')).toEqual(expect.arrayContaining(['* 5432', `${named('redis')} redis`]))
      const names = '{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"kube-system"}}} 53'
      expect(allowed(ofMigration, 'egress')).toEqual(['* 5432', names, names])
      expect(allowed(ofRedis, 'egress')).toEqual([names, names])
    })

    test('keeps what is on the internet apart from what is inside', () => {
      const blocks = policies().flatMap(({ spec }) =>
        (spec.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])),
      )
      expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0'])
      const inside = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10']
      expect(blocks.flatMap(({ except }) => except)).toEqual(expect.arrayContaining(inside))
    })
  })
})
