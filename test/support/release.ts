import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql'
import { migrations } from '../../schema/migrations/index.ts'
import { checksumOf } from '../../src/data/store/migrations.ts'
import { binaries, startCluster } from './cluster.ts'
import { openOn } from './database.ts'
import { runExamples } from './example-run.ts'
import { clientBody, webhookBody } from './samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './server.ts'
import { schema } from './surface.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** The checksums of each release's migrations. */
export const RELEASED_MIGRATIONS = join(ROOT, 'schema/migrations/released.json')
/**
 * For each release: a dump of a database, the answers of the API, and the schema (`<version>.sql.gz`, `.json` and
 * `.graphql`).
 */
export const RELEASES = join(ROOT, 'test/releases')

/** The settings that a gateway needs to decrypt another gateway's data. */
export const ENVIRONMENT = {
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  ALERTMANAGER_TOKEN: 'a-token-for-alertmanager',
  ALERTMANAGER_ORGANIZATION: 'org_released',
}

/** A query and its result in a release. */
export interface Answers {
  query: string
  data: Json
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))

export const releasedMigrations = () => read<Record<string, Record<string, string>>>(RELEASED_MIGRATIONS)
/** The answers of a release. Those of early releases are one query. */
export const answersOf = (version: string) => [read<Answers | Answers[]>(join(RELEASES, `${version}.json`))].flat()
export const dumpOf = (version: string) =>
  gunzipSync(readFileSync(join(RELEASES, `${version}.sql.gz`))).toString('utf8')

export const adminOf = (server: TestServer) =>
  server.actor({ organizationId: ENVIRONMENT.ALERTMANAGER_ORGANIZATION, userId: 'user_released' })

/** Types and fields that change with time alone. Old notifications are deleted. */
const BY_CLOCK = ['Notification', 'Invitation.status', 'DataSubjectRequest.daysLeft', 'DataSubjectRequest.overdue']

const leavesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .map(({ name }) => name)
    .filter((name) => !BY_CLOCK.includes(`${type.name}.${name}`))

/**
 * A query of each list of the organization with all fields of its items. Each read adds to the audit trail, so only
 * its first records are read.
 */
function everything(): string[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type, args }) => {
    const connection = getNamedType(type)
    if (!connection.name.endsWith('Connection') || !isObjectType(connection) || args.some(isRequiredArgument)) return []
    const node = getNamedType(connection.getFields().nodes?.type)
    if (!isObjectType(node) || BY_CLOCK.includes(node.name)) return []
    const isTrail = node.name === 'AuditRecord'
    return `{ ${name}(${isTrail ? 'last: 50' : 'first: 50'}) { ${isTrail ? '' : 'totalCount'} nodes { ${leavesOf(node).join(' ')} } } }`
  })
}

async function post(actor: Actor, path: string, body: object, headers?: Record<string, string>): Promise<Json> {
  const answer = await actor.rest('POST', path, body, headers)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** Creates the data of one organization, with rows in every table, and of a second organization. */
async function fill(server: TestServer): Promise<void> {
  const admin = adminOf(server)
  await runExamples(server, admin.organizationId)
  const client = await post(admin, '/api/clients', clientBody(), { 'Idempotency-Key': 'once' })
  await post(admin, '/api/campaigns', { name: 'Still there', type: 'SOCIAL', clientId: client.id })
  await post(admin, '/api/invitations', { email: 'pending@example.org', role: 'viewer' })
  await post(admin, '/api/service-provider/webhooks', webhookBody({ events: ['BREACH_REPORTED'] }))
  await post(admin, '/api/service-provider/api-keys', { name: 'Nightly report', role: 'viewer' })
  await server.fetch('/hooks/alertmanager', {
    method: 'POST',
    headers: { Authorization: `Bearer ${ENVIRONMENT.ALERTMANAGER_TOKEN}` },
    body: JSON.stringify({ version: '4', alerts: [ALERT] }),
  })
  await server.fetch('/readyz')
  await post(server.actor({ organizationId: 'org_neighbour' }), '/api/clients', clientBody())
}

const ALERT = {
  status: 'firing',
  labels: { alertname: 'X' },
  annotations: {},
  startsAt: '2026-11-01T00:00:00Z',
  fingerprint: 'f',
}

/**
 * Records a release: its schema, its migrations, a database, and its answers. The dump contains no owners, no commands
 * of psql, and no rights that only a superuser can change.
 */
export async function recordRelease(version: string): Promise<void> {
  await using cluster = await startCluster()
  await using server = await startServer(ENVIRONMENT, () => openOn(cluster.url))
  await fill(server)
  // Queues a mail for a mail server that does not exist.
  await using sending = await startServer({ ...ENVIRONMENT, SMTP_URL: 'smtp://127.0.0.1:1' }, () => openOn(cluster.url))
  await post(adminOf(sending), '/api/invitations', { email: 'mailed@example.org', role: 'viewer' })
  const waiting = "select 1 from due_work where kind = 'events'"
  await until('the consumers of events', async () => (await cluster.admin(waiting)).length === 0)
  await adminOf(server).graphql('mutation { markNotificationsRead }')
  const answers: Answers[] = []
  for (const query of everything()) {
    const { body } = await adminOf(server).graphql(query)
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    answers.push({ query, data: body.data })
  }
  const url = Object.assign(new URL(cluster.administratorUrl), { pathname: 'gateway' }).href
  const { stdout } = await run(`${binaries()}pg_dump`, ['--no-owner', '--rows-per-insert=100', url], {
    maxBuffer: 2 ** 28,
  })
  const sql = stdout.replace(/^\\.*\n|^(GRANT|REVOKE) .* ON FUNCTION pg_catalog\..*\n/gm, '')
  writeFileSync(join(RELEASES, `${version}.sql.gz`), gzipSync(sql, { level: 9 }))
  writeFileSync(join(RELEASES, `${version}.json`), `${JSON.stringify(answers, null, 2)}\n`)
  copyFileSync(join(ROOT, 'schema/schema.graphql'), join(RELEASES, `${version}.graphql`))
  writeFileSync(join(ROOT, 'schema/breaking-changes.json'), '[]\n')
  const checksums = Object.fromEntries(migrations.map((each) => [each.name, checksumOf(each)]))
  writeFileSync(RELEASED_MIGRATIONS, `${JSON.stringify({ ...releasedMigrations(), [version]: checksums }, null, 2)}\n`)
}
