import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stringify } from 'yaml'
import { alertmanagerFiles } from './alertmanager.ts'
import { clientDashboard } from './dashboards/client.ts'
import { gatewayDashboard, stackDashboard } from './dashboards/service.ts'
import { operatorDataSources } from './data-sources.ts'
import { type Env, readEnv } from './env.ts'
import { changesFor, type GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import type { Change } from './journal.ts'
import { kubernetesRules } from './kubernetes-rules.ts'
import { lintDetectable, logRules } from './log-rules.ts'
import { metricRules } from './metric-rules.ts'
import { pushFiles } from './push-users.ts'
import { type ClientRecord, ID, parseRecord, RecordError } from './record.ts'
import { type Credentials, credentialsFor, readCredentials, secretFiles } from './secrets.ts'
import { sloRules } from './slo.ts'
import { edgeTargets, metricsTargets, probeTargets, serverTargets } from './targets.ts'
import { tenantOverrides } from './tenant-limits.ts'

/** The path of a client's record. */
export const recordPath = (id: string): string => `clients/${id}.yml`

const byId = (one: ClientRecord, other: ClientRecord): number => (one.id < other.id ? -1 : 1)

/** Every client record, sorted by id. */
export const readClients = (root: string): ClientRecord[] =>
  globSync('clients/*.yml', { cwd: root })
    .map((path) => {
      const client = parseRecord(readFileSync(join(root, path), 'utf8'), path)
      if (client.id !== basename(path, '.yml'))
        throw new RecordError(`${path}:1: id: is "${client.id}", but the file is named ${basename(path)}`)
      return client
    })
    .sort(byId)

/** One client record. */
export const readClient = (root: string, id: string): ClientRecord => {
  const path = recordPath(id)
  if (!ID.test(id) || !existsSync(join(root, path)))
    throw new Error(`no client "${id}": see "npm run ops -- client list"`)
  return parseRecord(readFileSync(join(root, path), 'utf8'), path)
}

/** The client's log alerts (onboarding step 4). @throws Error for a rule that could never fire in time */
const logRuleFiles = (client: ClientRecord): GeneratedFile[] => {
  const rules = logRules(client)
  if (rules.groups.length === 0) return []
  const problems = lintDetectable(rules, client)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const content = `# ${notice(recordPath(client.id))}\n${stringify(rules, { lineWidth: 0 })}`
  return [{ path: `loki/rules/${client.id}/activity-alerts.yml`, kind: 'generated', content }]
}

/** All generated files of one client, in the order of the onboarding steps. */
export const clientFiles = (client: ClientRecord, credentials: Credentials): GeneratedFile[] => [
  probeTargets(client),
  ...metricsTargets(client, credentials),
  ...serverTargets(client),
  ...metricRules(client),
  ...logRuleFiles(client),
  clientDashboard(client),
  ...operatorDataSources(client),
]

const withoutTwins = (files: GeneratedFile[]): GeneratedFile[] => {
  const paths = files.map(({ path }) => path)
  const twin = paths.find((path, index) => paths.indexOf(path) < index)
  if (twin) throw new Error(`${twin} would be written twice: a client has the id of something else`)
  return files
}

/** All generated files of the stack. They depend only on the records (in any order), `.env` and the credentials. */
export const allFiles = (records: ClientRecord[], env: Env, credentials: Credentials): GeneratedFile[] => {
  const clients = records.toSorted(byId)
  return withoutTwins([
    ...clients.flatMap((client) => clientFiles(client, credentials)),
    ...edgeTargets(env),
    ...alertmanagerFiles(env, clients),
    ...tenantOverrides(clients),
    stackDashboard(),
    gatewayDashboard(),
    sloRules(),
    ...secretFiles(env, credentials),
    ...pushFiles(clients, credentials),
  ])
}

/** The changes that bring the stack's files up to date with the records. */
export const pendingChanges = (
  root: string,
  clients: ClientRecord[],
  more: GeneratedFile[] = [],
  gone: string[] = [],
  known: Credentials = readCredentials(root),
): Change[] => {
  const hosts = clients.filter(({ metrics, activity, traces }) => metrics || activity || traces).sort(byId)
  const credentials = credentialsFor(
    known,
    hosts.map(({ id }) => id),
  )
  return changesFor(root, [...more, kubernetesRules(root), ...allFiles(clients, readEnv(root), credentials)], gone)
}
