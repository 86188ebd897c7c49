/** @long it compares the offered with the accepted changes of status, of every resource. */
import { describe, expect, test } from '@jest/globals'
import { follow } from './support/follow.ts'
import { holdWork } from './support/jobs.ts'
import { aBreach, aCampaign, aClient, aConsent, aContent } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'

/* What is shown of the next statuses is what changing the status then does, for everybody, from every status. */

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

interface Kind {
  /** The root field of the list, and its table. */
  list: string
  table: string
  statuses: readonly string[]
  make(author: Actor): Promise<Json>
  /** How rows differ beside the status: what is set of each, in SQL. */
  situations: Record<string, string>
  /** The mutation that changes the status, of `$id` to `$to`. */
  mutation: string
}

const byStatus = (name: string, type: string) =>
  `mutation ($id: ID!, $to: ${type}!) { ${name}(id: $id, status: $to) { status } }`

const KINDS: Record<string, Kind> = {
  client: {
    list: 'clients',
    table: 'client',
    statuses: ['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'ARCHIVED'],
    make: aClient,
    situations: { plain: "type = 'MUNICIPALITY'" },
    mutation: byStatus('changeClientStatus', 'ClientStatus'),
  },
  content: {
    list: 'contents',
    table: 'content_item',
    statuses: ['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'PUBLISHED', 'ARCHIVED'],
    make: aContent,
    situations: { plain: 'version = 1', 'edited by someone else': "edited_by = 'user_editor'" },
    mutation: byStatus('changeContentStatus', 'ContentStatus'),
  },
  campaign: {
    list: 'campaigns',
    table: 'campaign',
    statuses: [
      'DRAFT',
      'PENDING_APPROVAL',
      'SCHEDULED',
      'ACTIVE',
      'PAUSED',
      'COMPLETED',
      'CANCELLED',
      'FAILED',
      'ARCHIVED',
    ],
    make: aCampaign,
    situations: {
      'without dates': 'starts_at = null',
      'whose time has come': "starts_at = now() - interval '1 hour'",
      'that is early': "starts_at = now() + interval '1 day', ends_at = now() + interval '2 days'",
      'whose end has passed': "starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'",
      'without consent': "type = 'MULTI_CHANNEL', channels = '{SMS,WHATSAPP}', starts_at = now() - interval '1 hour'",
      'with consent': "type = 'EMAIL', starts_at = now() - interval '1 hour'",
    },
    mutation: byStatus('changeCampaignStatus', 'CampaignStatus'),
  },
  breach: {
    list: 'breaches',
    table: 'breach',
    statuses: ['DISCOVERED', 'INVESTIGATING', 'CONTAINED', 'CLOSED'],
    make: aBreach,
    situations: { plain: "severity = 'HIGH'" },
    mutation: 'mutation ($id: ID!, $to: BreachStatus!) { updateBreach(id: $id, input: { status: $to }) { status } }',
  },
}

/** Everybody who may ask: each role, as the author of the rows and as somebody else, and tokens with a part of the rights. */
function callersOf({ organizationId, userId }: Actor): [string, Actor][] {
  const roles = (['admin', 'manager', 'member', 'compliance', 'viewer'] as const).flatMap((role): [string, Actor][] => [
    [`the author as ${role}`, server.actor({ organizationId, userId, role })],
    [`another ${role}`, server.actor({ organizationId, role })],
  ])
  const some = ['org:campaigns:start', 'org:content:approve']
  const all = ['org:campaigns:write', 'org:content:write', ...some]
  return [
    ...roles,
    ['an editor', server.actor({ organizationId, userId: 'user_editor' })],
    ['a viewer who may decide', server.actor({ organizationId, role: 'viewer', permissions: some })],
    ['a viewer who may decide and write', server.actor({ organizationId, role: 'viewer', permissions: all })],
  ]
}

const inDatabase = ({ organizationId }: Actor, ...statements: string[]) =>
  server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    for (const statement of statements) await unit.rows(statement, [])
  })

const listOf = (list: string) => `{ ${list}(first: 100) { nodes { id status transitions { to allowed reason } } } }`

describe.each(Object.entries(KINDS))('of a %s', (_, { list, table, statuses, make, situations, mutation }) => {
  test.each(Object.entries(situations))('%s they are what changing it does', async (_situation, set) => {
    const author = server.actor()
    await holdWork(server, author, 'campaigns')
    const rows = new Map<string, string>()
    for (const status of statuses) rows.set((await make(author)).id, status)
    await aConsent(author, { channel: 'EMAIL' })
    const put = (id: string) =>
      `update ${table} set status = '${rows.get(id)}', ${set}
        where organization_id = '${author.organizationId}' and id = '${id}'`
    await inDatabase(author, ...[...rows.keys()].map(put))
    const seen = new Set<boolean>()
    for (const [who, caller] of callersOf(author)) {
      const { body } = await caller.graphql(listOf(list))
      const shown = new Map<string, Json[]>(
        (body.data?.[list]?.nodes ?? []).map((node: Json) => [node.id, node.transitions]),
      )
      if (body.errors) expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
      else expect([...shown.keys()].sort()).toEqual([...rows.keys()].sort())
      for (const [id, from] of rows) {
        for (const to of body.errors ? statuses : new Set([...(shown.get(id) ?? []).map((next) => next.to), from])) {
          const { data, errors } = (await caller.graphql(mutation, { id, to })).body
          const next = shown.get(id)?.find((each) => each.to === to)
          const observed = [who, from, to, errors?.[0].message ?? null]
          if (next) expect([who, from, to, next.reason]).toEqual(observed)
          if (next) expect(next.allowed).toBe(!errors)
          else if (body.errors) expect(errors?.[0].extensions.code).toBe('FORBIDDEN')
          if (next) seen.add(next.allowed)
          if (data) await inDatabase(author, put(id))
        }
      }
    }
    expect(seen.has(false)).toBe(true)
  })

  test('they name every status that may follow, and none that may not', async () => {
    const author = server.actor()
    await holdWork(server, author, 'campaigns')
    const { id } = await make(author)
    const colleague = server.actor({ organizationId: author.organizationId })
    for (const from of statuses) {
      const put = `update ${table} set status = '${from}' where organization_id = '${author.organizationId}' and id = '${id}'`
      await inDatabase(author, put)
      const { body } = await colleague.graphql(listOf(list))
      const [{ transitions }] = body.data[list].nodes
      for (const to of statuses.filter(
        (status) => status !== from && !transitions.some((next: Json) => next.to === status),
      )) {
        const { errors } = (await colleague.graphql(mutation, { id, to })).body
        expect([from, to, errors?.[0].extensions.code]).toEqual([from, to, 'INVALID_STATE_TRANSITION'])
      }
    }
  })
})

const NEXT = 'transitions { to allowed reason }'

test('many campaigns cost one statement more, and none where no direct channel is used', async () => {
  const author = server.actor()
  await holdWork(server, author, 'campaigns')
  const counts: number[] = []
  for (const type of ['SOCIAL', 'SOCIAL', 'EMAIL', 'EMAIL', 'SMS']) {
    await aCampaign(author, { type })
    const put = `update campaign set status = 'PAUSED' where organization_id = '${author.organizationId}'`
    await inDatabase(author, put)
    const before = statementsOf(transactions, author.organizationId).length
    const { body } = await author.graphql(`{ campaigns { nodes { ${NEXT} } } }`)
    expect(body.errors).toBeUndefined()
    counts.push(statementsOf(transactions, author.organizationId).length - before)
  }
  const [first = 0] = counts
  expect(counts).toEqual([first, first, first + 1, first + 1, first + 1])
})

test('what changed in the same operation is seen', async () => {
  const author = server.actor()
  await holdWork(server, author, 'campaigns')
  const { id } = await aCampaign(author, { type: 'EMAIL', status: 'PENDING_APPROVAL' })
  const { body } = await server.actor({ organizationId: author.organizationId }).graphql(
    `mutation ($id: ID!) {
      before: updateCampaign(id: $id, input: {}) { ${NEXT} }
      recordConsent(input: {
        subject: { name: "Nomsa Dlamini", email: "nomsa@example.org" }, purpose: "Marketing", channel: EMAIL, wording: "Yes."
      }) { id }
      after: updateCampaign(id: $id, input: {}) { ${NEXT} }
    }`,
    { id },
  )
  expect(body.errors).toBeUndefined()
  const active = (transitions: Json[]) => transitions.find(({ to }) => to === 'ACTIVE')
  expect(active(body.data.before.transitions)).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('EMAIL'),
  })
  expect(active(body.data.after.transitions)).toEqual({ to: 'ACTIVE', allowed: true, reason: null })
})

test('each follower of the same subscription is shown what he may do himself', async () => {
  const author = server.actor({ role: 'member' })
  await holdWork(server, author, 'campaigns')
  const manager = server.actor({ organizationId: author.organizationId, role: 'manager' })
  const { id } = await aCampaign(author)
  const query = `subscription { campaignChanged { data { campaign { ${NEXT} } } } }`
  const streams = [author, manager, author].map(({ token }) => follow(server.url, token, query))
  const awaited = streams.map((stream) => stream.next())
  await Promise.all(streams.map(({ opened }) => opened))
  await author.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
  const [own, others, again] = (await Promise.all(awaited)).map(({ data }) =>
    data.campaignChanged.data.campaign.transitions.map(({ to, allowed }: Json) => [to, allowed]),
  )
  expect(own).toEqual([
    ['SCHEDULED', false],
    ['ACTIVE', false],
    ['DRAFT', true],
  ])
  expect(others).toEqual([
    ['SCHEDULED', false],
    ['ACTIVE', true],
    ['DRAFT', true],
  ])
  expect(again).toEqual(own)
  await Promise.all(streams.map((stream) => stream.stop()))
})
