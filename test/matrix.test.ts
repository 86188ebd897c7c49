/**
 * @database none
 * @long it calls every operation as every role.
 */
import { describe, expect, test } from '@jest/globals'
import { print } from 'graphql'
import { sql } from 'kysely'
import type { CompiledRoute } from '../rest-compat/compile.ts'
import { permitsOf } from '../src/engine/access/permits.ts'
import { ROLES, type Role } from '../src/security/auth/caller.ts'
import { PERMISSIONS, permissionsOf } from '../src/security/auth/permissions.ts'
import { fingerprints } from './support/fingerprint.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import type { Operation } from './support/openapi.ts'
import { type Input, validInput } from './support/operation-samples.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aClient, aContent, aMember, campaignBody } from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { api, documentOf, type RootField, rootFields, rowOf, rows } from './support/surface.ts'

// More than 20 s: over 1,100 combinations of role, surface and operation, each a request on a resource of its own.

const ALL = ROLES
const AUDITORS: readonly Role[] = ['admin', 'compliance']
const EDITORS: readonly Role[] = ['admin', 'manager', 'member']
const MANAGERS: readonly Role[] = ['admin', 'manager']
const ADMINS: readonly Role[] = ['admin']

/** Section 5 of the contract: feature, verb, roles. A change here is a change of the contract. */
const TABLE: Readonly<Record<string, Readonly<Record<string, readonly Role[]>>>> = {
  clients: { read: ALL, write: EDITORS, delete: MANAGERS },
  campaigns: { read: ALL, write: EDITORS, delete: MANAGERS, start: MANAGERS },
  content: { read: ALL, write: EDITORS, delete: MANAGERS, approve: MANAGERS },
  analytics: { read: ALL, write: EDITORS, delete: MANAGERS },
  team: { read: ALL, write: ADMINS, delete: ADMINS },
  invitations: { read: ALL, write: MANAGERS, delete: ADMINS },
  privacy: { create: [...EDITORS, 'compliance'], read: [...EDITORS, 'compliance'], write: AUDITORS, decide: AUDITORS },
  audit: { read: AUDITORS, export: AUDITORS, verify: AUDITORS },
  provider: { read: ['admin', 'manager', 'compliance'], write: ADMINS, delete: ADMINS },
}

/** The feature that the paths below a prefix belong to; the longest prefix decides. */
const FEATURES: Record<string, string> = {
  '/api/clients': 'clients',
  '/api/campaigns': 'campaigns',
  '/api/campaigns/{id}/analytics': 'analytics',
  '/api/content': 'content',
  '/api/analytics': 'analytics',
  '/api/team': 'team',
  '/api/invitations': 'invitations',
  '/api/compliance': 'privacy',
  '/api/data-subject-requests': 'privacy',
  '/api/consents': 'privacy',
  '/api/breaches': 'privacy',
  '/api/audit': 'audit',
  '/api/service-provider': 'provider',
  '/api/realtime/dashboard': 'analytics',
  '/api/realtime/breaches': 'privacy',
}

const READING = ['read', 'export', 'verify']
const WRITING = ['write', 'create', 'decide']

/** The verb of a permission, where an operation of this kind may need it. */
function expectVerb(field: string, permission: string | undefined, usual: readonly string[]): void {
  const { verb } = OTHER_VERBS[field] ?? {}
  expect(verb ? [verb] : usual).toContain(permission?.split(':')[2])
}

/** Root fields that no REST row covers, and what they need. One line each. */
const GRAPHQL_ONLY: Record<string, string> = {
  clientImport: 'org:clients:read',
  startClientImport: 'org:clients:write',
  importRecipients: 'org:campaigns:write',
  createReportSchedule: 'org:analytics:write',
  updateReportSchedule: 'org:analytics:write',
  deleteReportSchedule: 'org:analytics:write',
  sendReport: 'org:analytics:read',
  reportSchedules: 'org:analytics:read',
  createSegment: 'org:campaigns:write',
  updateSegment: 'org:campaigns:write',
  deleteSegment: 'org:campaigns:delete',
  setCampaignSegment: 'org:campaigns:write',
  completeCleansing: 'org:privacy:write',
  startCleansing: 'org:privacy:write',
  registryCleansings: 'org:privacy:read',
  segment: 'org:campaigns:read',
  segments: 'org:campaigns:read',
  segmentSize: 'org:campaigns:read',
  addCampaignRecipients: 'org:campaigns:write',
  addOperator: 'org:privacy:write',
  addProcessingActivity: 'org:privacy:write',
  analyticsGroups: 'org:analytics:read',
  analyticsPeriod: 'org:analytics:read',
  analyticsRecords: 'org:analytics:read',
  apiKeys: 'org:provider:read',
  assessClient: 'org:privacy:write',
  auditCheckpoints: 'org:audit:read',
  auditWitnessPolicy: 'org:audit:read',
  auditTilesAddress: 'org:audit:verify',
  publishAuditTiles: 'org:provider:write',
  withdrawAuditTiles: 'org:provider:write',
  auditRecords: 'org:audit:read',
  backgroundWork: 'org:provider:read',
  breaches: 'org:privacy:read',
  campaignAudience: 'org:campaigns:read',
  campaigns: 'org:campaigns:read',
  clients: 'org:clients:read',
  commentOnContent: 'org:content:write',
  complianceAlert: 'org:privacy:read',
  consents: 'org:privacy:read',
  contents: 'org:content:read',
  correctAnalyticsRecord: 'org:analytics:write',
  createSender: 'org:provider:write',
  dataSubjectPreview: 'org:privacy:decide',
  dataSubjectRequests: 'org:privacy:read',
  delayBreachNotification: 'org:privacy:write',
  deleteAnalyticsRecord: 'org:analytics:delete',
  deleteSender: 'org:provider:delete',
  endDataSubjectGrace: 'org:provider:write',
  exportedAnalyticsRecords: 'org:analytics:read',
  exportedApiKeys: 'org:provider:read',
  exportedAuditRecords: 'org:audit:export',
  exportedBreaches: 'org:privacy:read',
  exportedCampaigns: 'org:campaigns:read',
  exportedCleansings: 'org:privacy:read',
  exportedClients: 'org:clients:read',
  exportedConsents: 'org:privacy:read',
  exportedContents: 'org:content:read',
  exportedDataSubjectRequests: 'org:privacy:read',
  exportedInvitations: 'org:invitations:read',
  exportedLegalHolds: 'org:privacy:read',
  exportedMessages: 'org:privacy:read',
  exportedNotifications: 'org:provider:read',
  exportedOperators: 'org:privacy:read',
  exportedProcessingActivities: 'org:privacy:read',
  exportedSegments: 'org:campaigns:read',
  exportedSenders: 'org:campaigns:read',
  exportedSignOffs: 'org:content:read',
  exportedSuppressions: 'org:privacy:read',
  exportedTeamMembers: 'org:team:read',
  eventTypes: 'org:provider:read',
  exportedWebhooks: 'org:provider:read',
  invitations: 'org:invitations:read',
  legalHolds: 'org:privacy:read',
  markMentionsRead: 'org:content:read',
  markNotificationsRead: 'org:provider:read',
  mayContact: 'org:privacy:read',
  mayContactEach: 'org:privacy:read',
  mentions: 'org:content:read',
  message: 'org:privacy:read',
  messages: 'org:privacy:read',
  notifications: 'org:provider:read',
  operators: 'org:privacy:read',
  paiaFigures: 'org:privacy:read',
  placeLegalHold: 'org:privacy:decide',
  previewMessage: 'org:content:read',
  privacyForm: 'org:privacy:read',
  privacySettings: 'org:privacy:read',
  processingActivities: 'org:privacy:read',
  recordBreachUpdate: 'org:privacy:write',
  recordConsentApproach: 'org:privacy:create',
  recordExistingCustomer: 'org:privacy:create',
  releaseLegalHold: 'org:privacy:decide',
  removeUncoveredRecipients: 'org:campaigns:write',
  renderTemplate: 'org:content:read',
  reopenContentComment: 'org:content:write',
  resendWebhookDelivery: 'org:provider:write',
  resolveContentComment: 'org:content:write',
  retryBackgroundWork: 'org:provider:write',
  retryMessages: 'org:campaigns:start',
  reviewDataSubjectRequest: 'org:privacy:decide',
  endSessions: 'org:team:write',
  rotateApiKey: 'org:provider:write',
  rotateSenderHookSecret: 'org:provider:write',
  rotateWebhookSecret: 'org:provider:write',
  signOff: 'org:content:read',
  signOffCertificate: 'org:content:read',
  signOffFigures: 'org:analytics:read',
  signOffs: 'org:content:read',
  requestSignOff: 'org:content:write',
  remindSignOff: 'org:content:write',
  revokeSignOff: 'org:content:write',
  sender: 'org:campaigns:read',
  senders: 'org:campaigns:read',
  sendTestMessage: 'org:campaigns:write',
  setCampaignSender: 'org:campaigns:write',
  setCampaignTracking: 'org:campaigns:write',
  suppressContact: 'org:privacy:create',
  suppressions: 'org:privacy:read',
  teamMembers: 'org:team:read',
  translateContent: 'org:content:write',
  undoDataSubjectCompletion: 'org:privacy:decide',
  updateOperator: 'org:privacy:write',
  updatePrivacySettings: 'org:provider:write',
  updateProcessingActivity: 'org:privacy:write',
  updateSecuritySettings: 'org:provider:write',
  updateApiKey: 'org:provider:write',
  updateSender: 'org:provider:write',
  verifySender: 'org:provider:write',
  webhook: 'org:provider:read',
  webhookDeliveries: 'org:provider:read',
  webhooks: 'org:provider:read',
  withdrawSuppression: 'org:privacy:write',
}

/** Root fields whose verb is not that of what they do, and why. */
const OTHER_VERBS: Record<string, { verb: string; reason: string }> = {
  markMentionsRead: { verb: 'read', reason: 'each user marks their own mentions' },
  markNotificationsRead: { verb: 'read', reason: 'each user marks what he has read; nobody else sees it' },
  dataSubjectExport: { verb: 'write', reason: 'hands out all that is held on a person: for who handles requests' },
  previewMessage: { verb: 'read', reason: 'composes a message and stores nothing' },
  retryMessages: { verb: 'start', reason: 'sends messages of a campaign again, as its start does' },
  sendReport: { verb: 'read', reason: 'mails the figures to the caller' },
  dataSubjectPreview: { verb: 'decide', reason: 'shows records of others that name a person, to callers who decide' },
}

/** Operations that anyone may call, and why. */
const FOR_ANYONE: Record<string, string> = {
  caller: 'tells each what his own token says',
  mailSettings: 'shows each member their own settings (test/provider/notification-mails.test.ts)',
  updateMailSettings: 'each member chooses their own e-mails (test/provider/notification-mails.test.ts)',
  node: 'finds only what the caller may read (test/nodes.test.ts)',
  nodes: 'finds only what the caller may read (test/nodes.test.ts)',
  savedViews: 'shows only views of lists that the caller may read (test/saved-views.test.ts)',
  createSavedView: 'saves only views of lists that the caller may read (test/saved-views.test.ts)',
  setDefaultView: 'each user sets their own views (test/saved-views.test.ts)',
  updateSavedView: 'each user changes their own views (test/saved-views.test.ts)',
  deleteSavedView: 'each user deletes their own views (test/saved-views.test.ts)',
  trash: 'shows only what the caller may delete (test/trash.test.ts)',
  restoreFromTrash: 'restores only what the caller may delete (test/trash.test.ts)',
  receivedInvitation: 'every holder of the token of an invitation may see it',
  acceptInvitation: 'every holder of the token of an invitation may answer it',
  declineInvitation: 'every holder of the token of an invitation may answer it',
}

/** @throws Error that names the operation whose permission the contract does not know */
function rolesFor(name: string, permission: string | undefined): readonly Role[] {
  const [, feature = '', verb = ''] = permission?.split(':') ?? []
  const roles = TABLE[feature]?.[verb]
  if (!roles) throw new Error(`${name} needs ${permission ?? 'no permission'}, which section 5 of the contract has not`)
  return roles
}

const SURFACES = ['REST', 'GraphQL'] as const
type Surface = (typeof SURFACES)[number]

let server: TestServer
let fingerprint: Awaited<ReturnType<typeof fingerprints>>
/** Someone of a role, and an admin of the same organization who makes what is acted on. */
type Pair = { actor: Actor; maker: Actor }
/** Per role and surface, an organization: what one does over REST is not in the way of the same over GraphQL. */
const cast = new Map<string, Pair>()

setUp(async (opened) => {
  server = opened.use(await startServer())
  fingerprint = await fingerprints(server)
  for (const role of ROLES) {
    for (const surface of SURFACES) {
      const maker = server.actor()
      await aClient(maker)
      cast.set(`${role} over ${surface}`, {
        maker,
        actor: server.actor({ organizationId: maker.organizationId, role }),
      })
    }
  }
})

/** Sends an operation over one of the surfaces. */
type Send = (actor: Actor, operation: Operation, input: Input) => Promise<Answer>

const overRest: Send = (actor, { method }, { path, query, body }) => {
  const search = new URLSearchParams(query).toString()
  return actor.rest(method, path + (search && `?${search}`), body)
}

/** The variables that a REST request becomes, for the document of its row. */
function variablesOf(row: CompiledRoute, operation: Operation, { path, query = {}, body }: Input): Json {
  const at = operation.path.split('/').indexOf('{id}')
  const fields = body as Json
  const sources = { path: path.split('/')[at], body, query: undefined, field: undefined }
  // A page of the usual size may cost more than one GraphQL query is allowed to.
  const given: Record<string, unknown> = { limit: 1, ...query }
  const pairs = row.variables.map(({ name, source, type }) => {
    const value = source === 'query' ? given[name] : source === 'field' ? fields?.[name] : sources[source]
    const isList = /^\[/.test(String(type)) && value !== undefined && !Array.isArray(value)
    return [name, isList ? [value] : value]
  })
  return Object.fromEntries(pairs)
}

const overGraphql: Send = (actor, operation, input) => {
  const row = rowOf(operation.key)
  if (!row) throw new Error(`${operation.key} has no row`)
  return actor.graphql(print(row.operation.document), variablesOf(row, operation, input))
}

/** What an answer refuses: the permission that is missing, or the code and the message of anything else. */
function faultOf({ status, body }: Answer): string | undefined {
  const items = body?.data?.failed ?? body?.data?.bulkCampaigns?.failed
  const failed = Array.isArray(items) ? items[0] : undefined
  const error = body?.errors?.[0]
  const { code, details, message = error?.message } = error?.extensions ?? failed ?? body ?? {}
  if (status < 300 && !error && !failed) return undefined
  return details?.permission ?? `${code ?? status}: ${message}`
}

/** Lets the role act, and holds what came of it against the table: a refusal names the permission and changes nothing. */
async function hold(
  [role, surface]: readonly [Role, Surface],
  permission: string | undefined,
  name: string,
  prepare: (pair: Pair) => Promise<() => Promise<Answer>>,
): Promise<void> {
  const pair = cast.get(`${role} over ${surface}`)
  if (!pair) throw new Error('unreachable')
  const act = await prepare(pair)
  if (rolesFor(name, permission).includes(role)) return expect(faultOf(await act())).toBeUndefined()
  const before = await fingerprint(pair.maker.organizationId)
  expect(faultOf(await act())).toBe(permission)
  expect(await fingerprint(pair.maker.organizationId)).toEqual(before)
  expect(await lastDenied(pair)).toEqual([{ userId: pair.actor.userId }])
}

/** Who was denied something in the organization, last. The trail itself says so: over HTTP each look would be recorded too. */
const lastDenied = ({ maker }: Pair) =>
  inOrganization(
    server,
    maker,
    sql<{ userId: string }>`select user_id from audit_record
      where organization_id = ${maker.organizationId} and action = 'ACCESS_DENIED' order by sequence desc limit 1`,
  )

const permitted = api.operations.filter(({ permission }) => permission)

describe('the contract', () => {
  test('knows every permission of the service, and gives it to the same roles', () => {
    for (const role of ROLES) {
      const expected = PERMISSIONS.filter((permission) => rolesFor(permission, permission).includes(role))
      expect([...permissionsOf(role, [])].sort()).toEqual([...expected].sort())
    }
    const names = Object.entries(TABLE).flatMap(([feature, verbs]) =>
      Object.keys(verbs).map((verb) => `org:${feature}:${verb}`),
    )
    expect([...PERMISSIONS].sort()).toEqual(names.sort())
  })

  test.each(api.operations.map((operation) => [operation.key, operation] as const))(
    '%s needs a permission of its feature, for what it does',
    (key, { permission, path, method }) => {
      const field = rowOf(key)?.field ?? ''
      if (field in FOR_ANYONE) return expect(permission).toBeUndefined()
      const [prefix] = Object.keys(FEATURES)
        .filter((each) => path === each || path.startsWith(`${each}/`))
        .sort((a, b) => b.length - a.length)
      expect(permission?.split(':')[1]).toBe(FEATURES[prefix ?? `no feature is listed for ${path}`])
      expectVerb(field, permission, method === 'GET' ? READING : method === 'DELETE' ? ['delete'] : WRITING)
    },
  )

  test.each(rootFields)('%s %s needs a permission for what it does', (kind, name, field) => {
    const [permit] = permitsOf(field)
    if (name in FOR_ANYONE) return expect(permit).toBeUndefined()
    if (!rows.some((row) => row.field === name)) expect(permit).toBe(GRAPHQL_ONLY[name] ?? `${name} is not listed`)
    expectVerb(name, permit, kind === 'query' ? READING : [...WRITING, 'delete'])
  })
})

/** Permissions that depend on what is asked for: operation, permission, and the input that needs it. */
type Conditional = [key: string, permission: string, what: string, make: (maker: Actor) => Promise<Input>]

const id = async (made: Promise<{ id: string }>) => (await made).id
const pending = (maker: Actor) => id(aCampaign(maker, { status: 'PENDING_APPROVAL' }))
const inReview = async (maker: Actor) => {
  const content = await id(aContent(maker))
  await maker.rest('PUT', `/api/content/${content}/status`, { status: 'IN_REVIEW' })
  return content
}
const moved =
  (collection: string, status: string, make: (maker: Actor) => Promise<string>) => async (maker: Actor) => ({
    path: `/api/${collection}/${await make(maker)}/status`,
    body: { status },
  })
const bulk = (operation: string, changes?: object) => async (maker: Actor) => ({
  path: '/api/campaigns/bulk',
  body: { operation, ids: [await pending(maker)], changes },
})
const startsAt = '2999-01-01T00:00:00Z'

const CONDITIONAL: Conditional[] = [
  [
    'POST /api/campaigns',
    'org:campaigns:start',
    'as ACTIVE',
    async () => ({ path: '/api/campaigns', body: campaignBody({ status: 'ACTIVE' }) }),
  ],
  [
    'POST /api/campaigns',
    'org:campaigns:start',
    'as SCHEDULED',
    async () => ({ path: '/api/campaigns', body: campaignBody({ status: 'SCHEDULED', startsAt }) }),
  ],
  [
    'POST /api/campaigns',
    'org:campaigns:write',
    'as PENDING_APPROVAL',
    async () => ({ path: '/api/campaigns', body: campaignBody({ status: 'PENDING_APPROVAL' }) }),
  ],
  ['PUT /api/campaigns/{id}/status', 'org:campaigns:start', 'to ACTIVE', moved('campaigns', 'ACTIVE', pending)],
  ['PUT /api/campaigns/{id}/status', 'org:campaigns:write', 'to DRAFT', moved('campaigns', 'DRAFT', pending)],
  ['PUT /api/content/{id}/status', 'org:content:approve', 'to APPROVED', moved('content', 'APPROVED', inReview)],
  [
    'PUT /api/content/{id}/status',
    'org:content:approve',
    'to CHANGES_REQUESTED',
    moved('content', 'CHANGES_REQUESTED', inReview),
  ],
  ['POST /api/campaigns/bulk', 'org:campaigns:start', 'STATUS ACTIVE', bulk('STATUS', { status: 'ACTIVE' })],
  ['POST /api/campaigns/bulk', 'org:campaigns:write', 'STATUS DRAFT', bulk('STATUS', { status: 'DRAFT' })],
  ['POST /api/campaigns/bulk', 'org:campaigns:write', 'DUPLICATE', bulk('DUPLICATE')],
  ['POST /api/campaigns/bulk', 'org:campaigns:delete', 'DELETE', bulk('DELETE')],
]

describe.each(ROLES)('%s', (role) => {
  describe.each(SURFACES)('over %s', (surface) => {
    const send = surface === 'REST' ? overRest : overGraphql
    const driven = permitted.filter(
      (operation) => send === overRest || rowOf(operation.key)?.operation.type !== 'subscription',
    )
    test.each(driven.map((operation) => [operation.key, operation] as const))('%s', (key, operation) =>
      hold([role, surface], operation.permission, key, async ({ actor, maker }) => {
        const input = await validInput(api, operation, maker)
        return () => send(actor, operation, input)
      }),
    )

    // A caller without the permission that the operation always needs is refused; the test above covers that.
    const conditional = CONDITIONAL.filter(([key]) => {
      const operation = permitted.find((each) => each.key === key)
      return rolesFor(key, operation?.permission).includes(role)
    })
    if (conditional.length > 0)
      test.each(conditional)('%s needs %s for %s', (key, permission, _what, make) =>
        hold([role, surface], permission, key, async ({ actor, maker }) => {
          const operation = permitted.find((each) => each.key === key)
          if (!operation) throw new Error(`there is no ${key}`)
          const input = await make(maker)
          return () => send(actor, operation, input)
        }),
      )
  })

  const others = rootFields.filter(([, name]) => !rows.some(({ field }) => field === name) && !(name in FOR_ANYONE))
  test.each(others)('%s %s', (...root: RootField) =>
    hold([role, 'GraphQL'], permitsOf(root[2])[0], root[1], async ({ actor, maker }) => {
      const ids = await idsFor(server, root, maker)
      // It mails the caller as a member of the team.
      if (root[1] === 'sendReport') await aMember(maker, { userId: actor.userId, role, email: 'caller@example.org' })
      return () => actor.graphql(documentOf(root), argumentsOf(root, ids))
    }),
  )
})
