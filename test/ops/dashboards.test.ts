import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { addClient } from '../../ops/cli/clients.ts'
import { allQueries, syntaxError } from '../../ops/cli/queries.ts'
import { Metrics } from '../../src/common/metrics.ts'
import { setUp } from '../support/set-up.ts'
import { copyOfStack, readOps, type TemporaryFolder, TRACED, yamlOps } from './support/stack.ts'

interface Panel {
  id: number
  type: string
  title: string
  datasource: { type: string; uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string; query?: string; refId: string; datasource: { uid: string } }[]
  options?: { reduceOptions?: { calcs: string[] } }
  fieldConfig?: {
    defaults: { mappings?: { options: Record<string, { text: string }> }[]; unit?: string }
    overrides?: object[]
  }
}

interface Dashboard {
  uid: string
  title: string
  editable: boolean
  schemaVersion: number
  panels: Panel[]
  templating: { list: { type: string; name: string }[] }
}

let stack: TemporaryFolder
let dashboards: Map<string, Dashboard>

setUp(async (opened) => {
  stack = opened.use(copyOfStack())
  addClient(stack.path, TRACED, 'acme.yml')
  dashboards = new Map(
    globSync('grafana/dashboards/*.json', { cwd: stack.path }).map((path) => [
      path.replace(/^.*\/|\.json$/g, ''),
      JSON.parse(readFileSync(join(stack.path, path), 'utf8')) as Dashboard,
    ]),
  )
})

const NAMES = ['acme-water', 'gateway', 'gateway-service', 'stack']
const panelsOf = (name: string) => dashboards.get(name)?.panels ?? []
const panel = (title: string) => panelsOf('acme-water').find((candidate) => candidate.title === title)

test('there is one dashboard per client, one of the stack and one of the gateway', () => {
  expect([...dashboards.keys()].sort()).toEqual(NAMES)
})

describe.each(NAMES)('%s', (name) => {
  test('is a dashboard that Grafana can lay out', () => {
    const dashboard = dashboards.get(name)
    expect(dashboard).toMatchObject({
      editable: false,
      uid: expect.stringMatching(/^[a-z0-9-]{1,40}$/),
      schemaVersion: expect.any(Number),
    })
    const panels = panelsOf(name)
    expect(panels.length).toBeGreaterThan(2)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
    for (const { title, gridPos, targets } of panels) {
      expect([title, gridPos.x + gridPos.w <= 24, targets.length > 0]).toEqual([title, true, true])
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    }
    const overlapping = panels.filter((a, index) =>
      panels.slice(0, index).some(({ gridPos: b }) => {
        const { x, y, w, h } = a.gridPos
        return x < b.x + b.w && b.x < x + w && y < b.y + b.h && b.y < y + h
      }),
    )
    expect(overlapping.map(({ title }) => title)).toEqual([])
  })

  test('single values say which value they show', () => {
    for (const { type, title, options } of panelsOf(name))
      if (type === 'stat') expect([title, options?.reduceOptions?.calcs]).toEqual([title, ['lastNotNull']])
  })

  test('asks data sources that are provisioned, each panel like its queries', () => {
    const provisioned = globSync('grafana/provisioning/datasources/*.yml', { cwd: stack.path }).flatMap((path) =>
      [...readFileSync(join(stack.path, path), 'utf8').matchAll(/uid: (\S+)/g)].map(([, uid]) => uid),
    )
    for (const { title, datasource, targets } of panelsOf(name)) {
      expect(provisioned).toContain(datasource.uid)
      expect([title, targets.map((target) => target.datasource.uid)]).toEqual([
        title,
        targets.map(() => datasource.uid),
      ])
    }
  })
})

describe("a client's dashboard", () => {
  test('has the panels of the source, from the store the source names', () => {
    const from = (store: string) =>
      panelsOf('acme-water')
        .filter(({ datasource }) => datasource.type === store)
        .map(({ title }) => title)
    expect(from('prometheus')).toEqual(expect.arrayContaining(['Website Status', 'Response Time', 'SSL Expiry']))
    expect(from('loki')).toEqual(['Activity Timeline', 'Login Activity', 'Error Events', 'User Activity'])
  })

  test('shows traces where a viewer may go: a click leads to the same dashboard', () => {
    expect(
      panelsOf('acme-water')
        .filter(({ datasource }) => datasource.uid === 'tempo-acme-water')
        .map(({ title }) => title),
    ).toEqual(['Traces', 'Failed Requests', 'Trace'])
    expect(panel('Trace')).toMatchObject({ type: 'traces', targets: [{ query: '$trace', queryType: 'traceql' }] })
    expect(dashboards.get('acme-water')?.templating.list).toMatchObject([{ type: 'textbox', name: 'trace' }])
    for (const title of ['Traces', 'Failed Requests'])
      expect(panel(title)?.fieldConfig?.overrides).toMatchObject([
        {
          matcher: { id: 'byName', options: 'traceID' },
          properties: [{ id: 'links', value: [{ url: expect.stringMatching(/^\$\{__url\.path\}\?.*&var-trace=\$/) }] }],
        },
      ])
  })

  test('shows 1 as ONLINE and 0 as OFFLINE', () => {
    const status = panel('Website Status')
    expect(status?.targets[0]?.expr).toBe('probe_success{client="acme-water"}')
    expect(status?.fieldConfig?.defaults.mappings?.[0]?.options).toMatchObject({
      '1': { text: 'ONLINE' },
      '0': { text: 'OFFLINE' },
    })
  })

  test.each(['database_up', 'users_total', 'sessions_active', 'disk_usage_percent', 'disk_free_bytes'])(
    'shows app_%s of his endpoint, and Prometheus keeps it',
    (name) => {
      const exprs = panelsOf('acme-water').flatMap(({ targets }) => targets.map(({ expr }) => expr))
      expect(exprs).toContain(`app_${name}{client="acme-water"}`)
      expect(readOps('prometheus/prometheus.yml')).toMatch(new RegExp(`regex: app_\\(.*\\b${name}\\b.*\\)`))
    },
  )

  test('asks for nobody else', () => {
    for (const { targets, datasource } of panelsOf('acme-water'))
      if (datasource.uid !== 'tempo-acme-water')
        for (const { expr } of targets) expect(expr).toMatch(/client="acme-water"/)
  })
})

describe('the gateway', () => {
  const metrics = new Metrics()
  metrics.auditQueueDepth(() => 0)
  metrics.poolConnections(() => ({ total: 0, idle: 0, waiting: 0 }))
  metrics.redisIsUp(true)
  /** What GET /metrics of the gateway shows, the default metrics of Node.js included. */
  const shown = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  const METRICS = [...shown.filter((name) => !/^(process|nodejs)_/.test(name)), 'nodejs_eventloop_lag_seconds']

  test.each(METRICS)('%s is on its dashboard', (metric) => {
    const all = panelsOf('gateway-service').flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(all.join('\n')).toContain(metric)
  })

  test('neither dashboard nor alerts ask for a metric that it does not show', () => {
    const text =
      readOps('prometheus/rules/gateway-service.yml') +
      readOps('prometheus/rules/gateway-slo.yml') +
      panelsOf('gateway-service')
        .flatMap(({ targets }) => targets.map(({ expr }) => expr))
        .join('\n')
    const asked = [...text.matchAll(/\b(\w+)\{job="gateway"/g)].map(([, name = '']) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(asked.length).toBeGreaterThan(15)
    expect([...new Set(asked)].filter((name) => !shown.includes(name))).toEqual([])
  })
})

describe('data sources', () => {
  interface Source {
    uid: string
    jsonData: {
      derivedFields?: { datasourceUid: string }[]
      tracesToLogsV2?: { datasourceUid: string; query: string }
      httpHeaderName1?: string
    }
    secureJsonData?: { httpHeaderValue1: string }
  }
  const { datasources } = yamlOps<{ datasources: Source[] }>('grafana/provisioning/datasources/datasources.yml')
  const source = (uid: string) => datasources.find((candidate) => candidate.uid === uid)

  test('lead from logs to traces and back', () => {
    expect(source('loki')?.jsonData.derivedFields?.[0]?.datasourceUid).toBe('tempo')
    expect(source('tempo')?.jsonData.tracesToLogsV2?.datasourceUid).toBe('loki')
    const query = source('tempo')?.jsonData.tracesToLogsV2?.query ?? ''
    // `$$` is how provisioning writes one `$`; what is in the variables is data.
    const expr = query.replace('$${__span.tags["service.name"]}', 'gateway').replace('$${__trace.traceId}', 'abc')
    expect(syntaxError({ where: 'tracesToLogsV2', language: 'logql', expr })).toBeUndefined()
  })

  test('lead nowhere that nothing writes to: no service graph of Tempo, no exemplars in Prometheus', () => {
    const generates = 'metrics_generator' in yamlOps<object>('tempo/tempo.yml')
    const stores = readOps('docker-compose.yml').includes('exemplar-storage')
    expect(['serviceMap' in (source('tempo')?.jsonData ?? {}), generates]).toEqual([false, false])
    expect(['exemplarTraceIdDestinations' in (source('prometheus')?.jsonData ?? {}), stores]).toEqual([false, false])
  })

  test.each(['loki', 'tempo'])("the stack's own in %s are a tenant of their own", (uid) => {
    expect(source(uid)).toMatchObject({
      jsonData: { httpHeaderName1: 'X-Scope-OrgID' },
      secureJsonData: { httpHeaderValue1: 'ops' },
    })
  })
})

test('Loki has a folder of rules for each tenant that Grafana asks it about', () => {
  interface Source {
    type: string
    secureJsonData?: { httpHeaderValue1: string }
  }
  const tenants = globSync('grafana/provisioning/datasources/*.yml', { cwd: stack.path })
    .flatMap((path) => (parse(readFileSync(join(stack.path, path), 'utf8')) as { datasources: Source[] }).datasources)
    .filter(({ type }) => type === 'loki')
    .map(({ secureJsonData }) => secureJsonData?.httpHeaderValue1)
  expect(tenants.sort()).toEqual(['acme-water', 'ops'])
  for (const tenant of tenants) {
    const files = globSync(`loki/rules/${tenant}/*`, { cwd: stack.path })
    expect(files.map((path) => Array.isArray(parse(readFileSync(join(stack.path, path), 'utf8')).groups))).toEqual([
      true,
    ])
  }
})

describe('queries', () => {
  test('every one in rules and dashboards parses', () => {
    const queries = allQueries(stack.path)
    expect(queries.flatMap((query) => syntaxError(query) ?? [])).toEqual([])
    expect(queries.filter(({ language }) => language === 'promql').length).toBeGreaterThan(60)
    expect(queries.filter(({ language }) => language === 'logql').length).toBeGreaterThan(10)
    expect(queries.filter(({ language }) => language === 'traceql').length).toBe(2)
  })

  test.each([
    ['promql', 'sum by (x (up)', 'not promql at character'],
    ['promql', 'rate(up[5m)', 'not promql at character'],
    ['promql', 'up[$interval]', 'unknown variable'],
    ['logql', '{client="a"} |= ', 'not logql at character'],
    ['logql', 'count_over_time({client="a"}[5m]', 'not logql at character'],
    ['traceql', '{ span.http.status_code = }', 'not traceql at character'],
  ] as const)('%s that is none is found: %s', (language, expr, problem) => {
    expect(syntaxError({ where: 'here', language, expr })).toContain(problem)
  })
})
