import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readChecked } from './stores.ts'

const source = z.strictObject({
  name: z.string().min(1),
  uid: z.string().regex(/^[a-z0-9-]{1,40}$/, 'is not a uid of Grafana'),
  type: z.enum(['prometheus', 'loki', 'tempo', 'alertmanager']),
  access: z.literal('proxy'),
  url: z.url({ protocol: /^https?$/ }),
  isDefault: z.boolean().optional(),
  jsonData: z
    .looseObject({
      httpHeaderName1: z.string().optional(),
      derivedFields: z.array(z.looseObject({ datasourceUid: z.string().optional() })).optional(),
      tracesToLogsV2: z.looseObject({ datasourceUid: z.string() }).optional(),
    })
    .optional(),
  secureJsonData: z.strictObject({ httpHeaderValue1: z.string().min(1) }).optional(),
})

const sources = z.strictObject({
  apiVersion: z.literal(1),
  prune: z.boolean().optional(),
  datasources: z.array(source),
})

const providers = z.strictObject({
  apiVersion: z.literal(1),
  providers: z.array(
    z.strictObject({
      name: z.string(),
      folder: z.string(),
      type: z.literal('file'),
      allowUiUpdates: z.boolean(),
      disableDeletion: z.boolean(),
      updateIntervalSeconds: z.int().positive(),
      options: z.strictObject({
        path: z.literal('/var/lib/grafana/dashboards', 'is not where the dashboards are mounted'),
      }),
    }),
  ),
})

const asked = z.object({ datasource: z.object({ uid: z.string() }) })
const dashboard = z.looseObject({
  uid: z.string(),
  title: z.string().min(1),
  panels: z.array(asked.extend({ title: z.string(), targets: z.array(asked).default([]) })),
})

type Source = z.output<typeof source>

const twice = (what: string, values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index).map((value) => `${what} ${value} is defined twice`)

/** Stores with tenants refuse requests that name no tenant. */
const tenantProblems = ({ uid, type, jsonData, secureJsonData }: Source): string[] =>
  ['loki', 'tempo'].includes(type) && !(jsonData?.httpHeaderName1 === 'X-Scope-OrgID' && secureJsonData)
    ? [`data source ${uid} names no tenant`]
    : []

const linkProblems = (all: Source[]): string[] =>
  all.flatMap(({ uid, jsonData }) =>
    [...(jsonData?.derivedFields ?? []), ...(jsonData?.tracesToLogsV2 ? [jsonData.tracesToLogsV2] : [])]
      .flatMap(({ datasourceUid }) => datasourceUid ?? [])
      .filter((target) => !all.some((candidate) => candidate.uid === target))
      .map((target) => `data source ${uid} leads to ${target}, which is none`),
  )

/** Checks the provisioned data sources and dashboard folders, and the data sources that dashboards use. */
export const checkGrafana = (root: string): string => {
  readChecked(root, 'grafana/provisioning/dashboards/dashboards.yml', providers)
  const files = globSync('grafana/provisioning/datasources/*.yml', { cwd: root }).sort()
  const all = files.flatMap((file) => readChecked(root, file, sources).datasources)
  const dashboards = globSync('grafana/dashboards/*.json', { cwd: root })
    .sort()
    .map((file) => ({ file, ...dashboard.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))) }))
  const problems = [
    ...twice(
      'data source',
      all.map(({ uid }) => uid),
    ),
    ...twice(
      'data source',
      all.map(({ name }) => name),
    ),
    ...(all.filter(({ isDefault }) => isDefault).length === 1 ? [] : ['one data source must be the default']),
    ...all.flatMap(tenantProblems),
    ...linkProblems(all),
    ...twice(
      'dashboard',
      dashboards.map(({ uid }) => uid),
    ),
    ...dashboards.flatMap(({ file, panels }) =>
      panels.flatMap(({ title, datasource, targets }) =>
        [datasource, ...targets.map((target) => target.datasource)]
          .filter(({ uid }) => !all.some((candidate) => candidate.uid === uid))
          .map(({ uid }) => `${basename(file)}: ${title} asks ${uid}, which is no data source`),
      ),
    ),
  ]
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))
  return `${all.length} data sources, ${dashboards.length} dashboards`
}
