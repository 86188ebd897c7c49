/** @long it tries every change of status of every resource. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { campaignTransitions } from '../src/features/campaigns/campaign.rules.ts'
import { clientTransitions } from '../src/features/clients/client.rules.ts'
import { contentTransitions } from '../src/features/content/content.rules.ts'
import { invitationTransitions } from '../src/features/invitations/invitation.rules.ts'
import { consentTransitions } from '../src/features/privacy/consents/consent.changes.ts'
import { holdWork } from './support/jobs.ts'
import { aCampaign, aClient, aConsent, aContent, anInvitation } from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const SURFACES = ['REST', 'GraphQL'] as const
type Surface = (typeof SURFACES)[number]

/** What is moved: its row, and the one who moves it, who is never its author. */
interface Thing {
  row: Json
  actor: Actor
}

/** A state machine of section 6 of the contract, and how callers drive it. */
interface Machine {
  /** Which states may follow each. A change here is a change of the contract. */
  table: Record<string, readonly string[]>
  /** The table of the service. */
  source: { readonly table: Readonly<Record<string, readonly string[]>> }
  make(author: Actor): Promise<Json>
  /** Brings a state about over a surface. States that no caller can ask for have no way. */
  to: Record<string, (thing: Thing, surface: Surface) => Promise<Answer>>
  /** Reads the state. */
  read(thing: Thing): Promise<string>
  /** The states to pass on the way to each, from the first. */
  wayTo: Record<string, readonly string[]>
}

/** A machine that one operation drives: `PUT .../status`, and its mutation. */
function byStatus(collection: string, mutation: string, type: string, wayTo: Machine['wayTo']) {
  const document = `mutation ($id: ID!, $status: ${type}!) { ${mutation}(id: $id, status: $status) { id } }`
  const move =
    (status: string) =>
    ({ row, actor }: Thing, surface: Surface) =>
      surface === 'REST'
        ? actor.rest('PUT', `/api/${collection}/${row.id}/status`, { status })
        : actor.graphql(document, { id: row.id, status })
  return {
    wayTo,
    to: Object.fromEntries(Object.keys(wayTo).map((status) => [status, move(status)])),
    read: async ({ row, actor }: Thing) => (await actor.rest('GET', `/api/${collection}/${row.id}`)).body.data.status,
  }
}

const IN_A_SECOND = 1000
/** A campaign that may be scheduled, and whose time is there when the others of its test have passed. */
const startable = () => ({ startsAt: new Date(Date.now() - IN_A_SECOND).toISOString() })

const call =
  (
    document: string,
    id: (thing: Thing) => string,
    rest: [string, (thing: Thing) => string] | undefined,
    body?: (thing: Thing) => object,
  ) =>
  (thing: Thing, surface: Surface): Promise<Answer> =>
    surface === 'REST' && rest
      ? thing.actor.rest(rest[0], rest[1](thing), body?.(thing))
      : thing.actor.graphql(document, { id: id(thing) })

const idOf = ({ row }: Thing) => row.id
const tokenOf = ({ row }: Thing) => row.token

/** The same, asked for by the person who was invited. */
const byInvited =
  (move: ReturnType<typeof call>): ReturnType<typeof call> =>
  ({ row }, surface) =>
    move({ row, actor: server.actor({ organizationId: null, email: row.email }) }, surface)

/** Makes the clock of an invitation run out: no caller can. */
async function expire({ row, actor: { organizationId } }: Thing): Promise<Answer> {
  await server.database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) =>
    sql`update invitation set expires_at = now() - interval '1 minute' where id = ${row.id} and status = 'PENDING'`.execute(
      db,
    ),
  )
  return { status: 200, headers: new Headers(), body: {} }
}

const MACHINES: Record<string, Machine> = {
  client: {
    table: {
      PENDING: ['ACTIVE', 'REJECTED'],
      ACTIVE: ['SUSPENDED', 'ARCHIVED'],
      SUSPENDED: ['ACTIVE', 'ARCHIVED'],
      REJECTED: ['ARCHIVED'],
      ARCHIVED: ['PENDING'],
    },
    source: clientTransitions,
    make: aClient,
    ...byStatus('clients', 'changeClientStatus', 'ClientStatus', {
      PENDING: [],
      ACTIVE: ['ACTIVE'],
      SUSPENDED: ['ACTIVE', 'SUSPENDED'],
      REJECTED: ['REJECTED'],
      ARCHIVED: ['ACTIVE', 'ARCHIVED'],
    }),
  },
  campaign: {
    table: {
      DRAFT: ['PENDING_APPROVAL', 'CANCELLED'],
      PENDING_APPROVAL: ['SCHEDULED', 'ACTIVE', 'DRAFT'],
      SCHEDULED: ['ACTIVE', 'DRAFT', 'CANCELLED'],
      ACTIVE: ['PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
      PAUSED: ['ACTIVE', 'CANCELLED'],
      FAILED: ['DRAFT', 'ARCHIVED'],
      COMPLETED: ['ARCHIVED'],
      CANCELLED: ['ARCHIVED'],
      ARCHIVED: [],
    },
    source: campaignTransitions,
    make: (author) => aCampaign(author, startable()),
    ...byStatus('campaigns', 'changeCampaignStatus', 'CampaignStatus', {
      DRAFT: [],
      PENDING_APPROVAL: ['PENDING_APPROVAL'],
      SCHEDULED: ['PENDING_APPROVAL', 'SCHEDULED'],
      ACTIVE: ['PENDING_APPROVAL', 'ACTIVE'],
      PAUSED: ['PENDING_APPROVAL', 'ACTIVE', 'PAUSED'],
      FAILED: ['PENDING_APPROVAL', 'ACTIVE', 'FAILED'],
      COMPLETED: ['PENDING_APPROVAL', 'ACTIVE', 'COMPLETED'],
      CANCELLED: ['CANCELLED'],
      ARCHIVED: ['CANCELLED', 'ARCHIVED'],
    }),
  },
  content: {
    table: {
      DRAFT: ['IN_REVIEW'],
      IN_REVIEW: ['APPROVED', 'CHANGES_REQUESTED'],
      CHANGES_REQUESTED: ['IN_REVIEW'],
      APPROVED: ['PUBLISHED'],
      PUBLISHED: ['ARCHIVED'],
      ARCHIVED: [],
    },
    source: contentTransitions,
    make: aContent,
    ...byStatus('content', 'changeContentStatus', 'ContentStatus', {
      DRAFT: [],
      IN_REVIEW: ['IN_REVIEW'],
      CHANGES_REQUESTED: ['IN_REVIEW', 'CHANGES_REQUESTED'],
      APPROVED: ['IN_REVIEW', 'APPROVED'],
      PUBLISHED: ['IN_REVIEW', 'APPROVED', 'PUBLISHED'],
      ARCHIVED: ['IN_REVIEW', 'APPROVED', 'PUBLISHED', 'ARCHIVED'],
    }),
  },
  invitation: {
    // PENDING again is what resending does.
    table: {
      PENDING: ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED'],
      ACCEPTED: [],
      DECLINED: [],
      REVOKED: [],
      EXPIRED: ['PENDING', 'REVOKED'],
    },
    source: invitationTransitions,
    make: anInvitation,
    to: {
      PENDING: call('mutation ($id: ID!) { resendInvitation(id: $id) { id } }', idOf, [
        'POST',
        ({ row }) => `/api/invitations/${row.id}/resend`,
      ]),
      ACCEPTED: byInvited(
        call(
          'mutation ($id: String!) { acceptInvitation(token: $id) { invitationId } }',
          tokenOf,
          ['POST', () => '/api/invitations/accept'],
          ({ row }) => ({ token: row.token }),
        ),
      ),
      // Over GraphQL alone: the legacy API has no way to decline.
      DECLINED: byInvited(call('mutation ($id: String!) { declineInvitation(token: $id) }', tokenOf, undefined)),
      REVOKED: call('mutation ($id: ID!) { revokeInvitation(id: $id) }', idOf, [
        'DELETE',
        ({ row }) => `/api/invitations/${row.id}`,
      ]),
    },
    wayTo: { PENDING: [], ACCEPTED: ['ACCEPTED'], DECLINED: ['DECLINED'], REVOKED: ['REVOKED'], EXPIRED: ['EXPIRED'] },
    read: async ({ row, actor }) => {
      const { body } = await actor.rest('GET', '/api/invitations')
      return body.data.find(({ id }: Json) => id === row.id).status
    },
  },
  consent: {
    table: { GRANTED: ['WITHDRAWN'], WITHDRAWN: [] },
    source: consentTransitions,
    make: aConsent,
    to: {
      WITHDRAWN: call('mutation ($id: ID!) { withdrawConsent(id: $id) { id } }', idOf, [
        'POST',
        ({ row }) => `/api/consents/${row.id}/withdraw`,
      ]),
    },
    wayTo: { GRANTED: [], WITHDRAWN: ['WITHDRAWN'] },
    read: async ({ row, actor }) => (await actor.rest('GET', `/api/consents/${row.id}`)).body.data.status,
  },
}

/** The answer to a refused transition. A transition after the end has a message of its own. */
const codeFor = (machine: string, from: string, to: string) =>
  machine === 'invitation' && from === 'EXPIRED' && ['ACCEPTED', 'DECLINED'].includes(to)
    ? 'INVITATION_EXPIRED'
    : 'INVALID_STATE_TRANSITION'

/** The code of a refusal, its sentence, and the states that it names. */
function refusalOf({ body }: Answer): { code?: string; message?: string; details?: Json } {
  const [error] = body?.errors ?? []
  return error ? { ...error.extensions, message: error.message } : (body ?? {})
}

describe.each(Object.entries(MACHINES))(
  'the states of a %s',
  (name, { table, source, make, to: ways, read, wayTo }) => {
    test('are those of the contract, and each can be reached here', () => {
      expect(source.table).toEqual(table)
      expect(Object.keys(wayTo).sort()).toEqual(Object.keys(table).sort())
    })

    const cases = Object.entries(table).flatMap(([from, allowed]) =>
      Object.keys(ways).map((to) => [from, to, allowed.includes(to) ? 'allowed' : 'refused'] as const),
    )
    test.each(cases)('%s to %s is %s on both surfaces', async (from, to, verdict) => {
      for (const surface of SURFACES) {
        const author = server.actor()
        await holdWork(server, author, 'campaigns')
        const actor = server.actor({ organizationId: author.organizationId })
        const thing = { row: await make(author), actor }
        for (const step of wayTo[from] ?? []) await (ways[step] ?? expire)(thing, surface)
        expect(await read(thing)).toBe(from)
        const answer = await ways[to]?.(thing, surface)
        if (!answer) throw new Error('unreachable')
        const { code, message, details } = refusalOf(answer)
        expect(code).toBe(verdict === 'allowed' ? undefined : codeFor(name, from, to))
        if (code === 'INVALID_STATE_TRANSITION') expect(details).toMatchObject({ from, to, allowed: table[from] })
        if (code && from === to) expect(message).toBe(`The status is already ${to}`)
        expect(await read(thing)).toBe(verdict === 'allowed' ? to : from)
      }
    })
  },
)
