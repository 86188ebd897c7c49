import { describe, expect, test } from '@jest/globals'
import { getNamedType, isEnumType, isLeafType, isNonNullType, isObjectType, isRequiredArgument } from 'graphql'
import { sql } from 'kysely'
import { seedDemo } from '../src/demo/demo.ts'
import { SuspectReason } from '../src/features/analytics/analytics-record.entity.ts'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { MessageStatus } from '../src/features/delivery/messages/message.entity.ts'
import { ReportDay } from '../src/features/reports/report-schedule.entity.ts'
import { SavedViewList } from '../src/features/saved-views/saved-view.entity.ts'
import { SignOffStatus } from '../src/features/sign-off/sign-off.entity.ts'
import { DEMO_ORGANIZATIONS } from '../src/security/auth/demo-people.ts'
import { dumpOf } from './support/dump.ts'
import { fingerprints } from './support/fingerprint.ts'
import { performDue, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { schema } from './support/surface.ts'
import { until } from './support/until.ts'

const [FIRST, SECOND] = DEMO_ORGANIZATIONS
let server: TestServer
let admin: Actor
setUp(async (opened) => {
  // Mail is configured, but the demo must not send any.
  server = opened.use(await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'gateway@example.org' }))
  await seedDemo(server.app)
  admin = server.actor({ organizationId: FIRST.id, userId: FIRST.people[0].userId })
})

/** Enum values that no demo record has, with the reason. */
const NOT_TOLD: readonly (readonly [reason: string, ...values: string[]])[] = [
  ['The demo sends no mail', 'EmailStatus QUEUED', 'EmailStatus SENT', 'EmailStatus FAILED'],
  ['The demo sends no mail of campaigns', ...Object.keys(MessageStatus).map((each) => `MessageStatus ${each}`)],
  ['The demo has no client who signs off', ...Object.keys(SignOffStatus).map((each) => `SignOffStatus ${each}`)],
  ['The domain of the sender does not exist', 'SenderStatus VERIFIED', 'SenderStatus FAILED'],
  [
    'Mail or a registry would report them',
    ...['BOUNCED', 'COMPLAINED', 'REGISTRY'].map((each) => `SuppressionCause ${each}`),
  ],
  ['The demo asks no registry', 'CleansingStatus STARTED', 'CleansingStatus COMPLETED'],
  ['A webhook that is on would be called', 'WebhookStatus ACTIVE'],
  ['Keys do one thing each', 'Role admin', 'Role compliance', 'Role manager'],
  ['Campaigns that run are covered', 'ComplianceAlertType CAMPAIGN_WITHOUT_CONSENT'],
  ['The demo has an Information Officer', 'ComplianceAlertType INFORMATION_OFFICER_MISSING'],
  ['Nothing is older than its period', 'ComplianceAlertType RETENTION_BACKLOG'],
  ['The figures of the demo are right', ...Object.keys(SuspectReason).map((each) => `SuspectReason ${each}`)],
  ['Nobody gets reports', ...Object.keys(ReportDay).map((each) => `ReportDay ${each}`)],
  ['Nobody saved a view', ...Object.keys(SavedViewList).map((each) => `SavedViewList ${each}`)],
  ['Only a campaign was deleted', 'TrashResource CLIENT', 'TrashResource CONTENT_ITEM'],
  [
    'One ground of the law is example enough',
    ...['INTERNATIONAL_LAW', 'LEGAL_CLAIM', 'MADE_PUBLIC', 'REGULATOR', 'RESEARCH'].map(
      (each) => `ChildrenGround ${each}`,
    ),
    ...['INTERNATIONAL_LAW', 'LEGAL_CLAIM', 'MADE_PUBLIC', 'RESEARCH', 'SPECIFIC_AUTHORISATION'].map(
      (each) => `SpecialGround ${each}`,
    ),
  ],
  [
    'No campaign needs to know such things of people',
    ...['BIOMETRICS', 'CRIMINAL_BEHAVIOUR', 'POLITICS', 'RACE', 'RELIGION', 'SEX_LIFE', 'TRADE_UNION'].map(
      (each) => `SpecialCategory ${each}`,
    ),
  ],
]

/** A list, and the enum fields of its records. */
interface Shown {
  list: string
  fields: { name: string; type: string; values: string[] }[]
}

/** All lists without required arguments, with the enum fields of their records. */
function listsShown(): Shown[] {
  const roots = Object.values(server.app.gateway.schema.getQueryType()?.getFields() ?? {})
  return roots.flatMap(({ name: list, type, args }) => {
    const page = getNamedType(type)
    const isOpen = page.name.endsWith('Connection') && !args.some((each) => isNonNullType(each.type))
    // A list for a file has the rows of another list.
    const isForFile = list.startsWith('exported')
    const row = isObjectType(page) && isOpen && !isForFile ? getNamedType(page.getFields().nodes?.type) : undefined
    if (!isObjectType(row)) return []
    const fields = Object.values(row.getFields()).flatMap((field) => {
      const kind = getNamedType(field.type)
      if (!isEnumType(kind)) return []
      return [{ name: field.name, type: kind.name, values: kind.getValues().map((value) => value.name) }]
    })
    return [{ list, fields }]
  })
}

/** All records of a list for a user, with some of their fields. */
async function all(actor: Actor, list: string, fields: readonly string[]): Promise<Json[]> {
  const nodes: Json[] = []
  for (let after: string | null = null, isMore = true; isMore; ) {
    const query = `query ($after: String) { page: ${list}(first: 100, after: $after) {
      nodes { ${['__typename', ...fields].join(' ')} } pageInfo { hasNextPage endCursor } } }`
    const { body }: Json = await actor.graphql(query, { after })
    expect(body.errors).toBeUndefined()
    const { pageInfo, nodes: found } = body.data.page
    nodes.push(...found)
    after = pageInfo.endCursor
    isMore = pageInfo.hasNextPage
  }
  return nodes
}

describe('the demo organization', () => {
  test('has records of every kind and status of the schema', async () => {
    const missing = new Map<string, string[]>()
    for (const { list, fields } of listsShown()) {
      const nodes = await all(
        admin,
        list,
        fields.map(({ name }) => name),
      )
      for (const { name, type, values } of fields) {
        const found = new Set(nodes.flatMap((node) => node[name]))
        const lacking = values.filter((value) => !found.has(value)).map((value) => `${type} ${value}`)
        // It is enough if one list shows all values of an enum.
        if (lacking.length < (missing.get(type)?.length ?? Number.POSITIVE_INFINITY)) missing.set(type, lacking)
      }
    }
    expect(missing.size).toBeGreaterThan(20)
    expect([...missing.values()].flat().sort()).toEqual(NOT_TOLD.flatMap(([, ...values]) => values).sort())
  })

  test('was created by its people: each has done something, and is the author of the own records', async () => {
    const team = await all(admin, 'teamMembers', ['userId', 'role'])
    const ids = team.map(({ userId }) => userId)
    expect(ids).toEqual(expect.arrayContaining(FIRST.people.map(({ userId }) => userId)))
    for (const list of ['clients', 'campaigns', 'contents', 'consents', 'breaches', 'dataSubjectRequests'])
      for (const { createdBy } of await all(admin, list, ['createdBy'])) expect(ids).toContain(createdBy)
    const { body } = await admin.rest('GET', '/api/team/analytics')
    expect(body.data.activity.filter(({ actions }: Json) => actions === 0)).toEqual([])
    expect(body.data.byRole.filter(({ members }: Json) => members === 0)).toEqual([])
  })

  test('has one message in every official language, and comments of reviewers', async () => {
    const { body } = await admin.graphql(
      `{ contents(first: 100, filter: { search: "A bucket a day" }) { nodes { translationOf translations { language } } }
        said: contents(first: 100) { nodes { status comments { totalCount } } } }`,
    )
    const [original] = body.data.contents.nodes.filter(({ translationOf }: Json) => translationOf === null)
    expect(original.translations).toHaveLength(11)
    for (const { translations } of body.data.contents.nodes) expect(translations).toHaveLength(11)
    for (const { status, comments } of body.data.said.nodes)
      if (status === 'CHANGES_REQUESTED') expect(comments.totalCount).toBe(1)
  })

  test('has requests that are new, nearly due, overdue and done, on any day', async () => {
    const requests = await all(admin, 'dataSubjectRequests', ['status', 'daysLeft', 'overdue', 'receivedAt'])
    const open = requests.filter(({ daysLeft }) => daysLeft !== null)
    expect(open.some(({ overdue }) => overdue)).toBe(true)
    expect(open.some(({ daysLeft }) => daysLeft >= 0 && daysLeft <= 5)).toBe(true)
    expect(open.some(({ status, daysLeft }) => status === 'RECEIVED' && daysLeft >= 28)).toBe(true)
    expect(requests.every(({ receivedAt }) => Date.parse(receivedAt) <= Date.now())).toBe(true)
  })

  test('has breaches within and after the notification period, and one with all notifications', async () => {
    const known = 'regulatorNotification { notifiedAt } subjectsNotification { notifiedAt }'
    const breaches = await all(admin, 'breaches', ['status', known])
    const closed = breaches.find(({ status }) => status === 'CLOSED')
    expect([closed.regulatorNotification, closed.subjectsNotification]).not.toContain(null)
    expect(
      breaches.some(({ status, regulatorNotification }) => status === 'INVESTIGATING' && !regulatorNotification),
    ).toBe(true)
  })

  test('has months of results, with a weekly pattern that a forecast finds', async () => {
    const { body } = await admin.rest('GET', '/api/analytics/predictions?measure=clicks&horizon=14')
    const { observations, seasonLength, endedOn, points } = body.data
    expect([observations > 150, seasonLength, endedOn, points.length]).toEqual([true, 7, null, 14])
    const dashboard = (await admin.rest('GET', '/api/analytics/dashboard')).body.data
    expect(dashboard.last30Days.records).toBeGreaterThan(300)
  })

  test('has notifications of its events', async () => {
    const types = ['BREACH_REPORTED', 'CAMPAIGN_APPROVED', 'CAMPAIGN_BUDGET_REACHED', 'INVITATION_ACCEPTED']
    await until('the notifications', async () => {
      const known = new Set((await all(admin, 'notifications', ['type'])).map(({ type }) => type))
      return types.every((type) => known.has(type))
    })
  })

  test('stays the same: the job that moves due campaigns changes none', async () => {
    const states = () => all(admin, 'campaigns', ['name', 'status'])
    const before = await states()
    await performDue(moveDueCampaigns, toolsOf(server))
    expect(await states()).toEqual(before)
  })

  test('has a trail that verifies', async () => {
    const { body } = await admin.rest('GET', '/api/audit/verify')
    expect(body.data).toMatchObject({ valid: true })
  })
})

describe('both', () => {
  test('use addresses that belong to nobody', async () => {
    const addresses = (await dumpOf(server)).match(/[\w.+-]+@[\w.-]+\.\w+/g) ?? []
    expect(addresses.length).toBeGreaterThan(60)
    // An erasure leaves an address with a domain that does not exist.
    expect(addresses.filter((address) => !/([@.]example\.(org|com)|@erased\.invalid)$/.test(address))).toEqual([])
  })

  test('are created once, however often the gateway starts', async () => {
    const fingerprint = await fingerprints(server)
    const state = async () => [await fingerprint(FIRST.id), await fingerprint(SECOND.id)]
    const before = await state()
    await seedDemo(server.app)
    expect(await state()).toEqual(before)
  })
})

test('the second organization has only its people, and the records that this causes', async () => {
  const { id: organizationId, people } = SECOND
  const other = server.actor({ organizationId, userId: people[0].userId })
  const filled: string[] = []
  for (const { list } of listsShown()) if ((await all(other, list, [])).length > 0) filled.push(list)
  // It lacks an Information Officer, which causes an alert.
  expect(filled.sort()).toEqual(['auditRecords', 'complianceAlerts', 'teamMembers'])
  expect((await all(other, 'teamMembers', [])).length).toBe(people.length)
  expect(await inOrganization(server, other, sql`select name from organization`)).toEqual([{ name: SECOND.name }])
})

/** A computed field reads columns that the query may not select: it declares them with `Reads`. */
test('each field of the records of every list answers alone', async () => {
  const selections = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type, args }) => {
    const connection = getNamedType(type)
    if (!isObjectType(connection) || args.some(isRequiredArgument)) return []
    const node = getNamedType(connection.getFields().nodes?.type)
    const fields = isObjectType(node) ? Object.values(node.getFields()) : []
    return fields
      .filter((field) => !field.args.some(isRequiredArgument))
      .map(
        (field) =>
          `${name}(first: 3) { nodes { ${field.name}${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'} } }`,
      )
  })
  expect(selections.length).toBeGreaterThan(200)
  for (let index = 0; index < selections.length; index += 5) {
    const query = `{ ${selections
      .slice(index, index + 5)
      .map((each, at) => `a${at}: ${each}`)
      .join(' ')} }`
    const { body } = await admin.graphql(query)
    expect([query, body.errors]).toEqual([query, undefined])
  }
})
