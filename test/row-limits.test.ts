/** @long More than 20 s: it starts a gateway of its own, with a mail server and a name server. */
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type FaultCode, faultText } from '../src/common/errors.ts'
import { rowLimits } from '../src/engine/write/row-limits.ts'
import texts from '../src/web/i18n/en/faults.json' with { type: 'json' }
import { readyCampaign, senderInput, startDeliveryServer } from './support/delivery.ts'
import { type NameServer, startNameServer } from './support/dns.ts'
import { inOrganization } from './support/organization.ts'
import { runs } from './support/runs.ts'
import { aContent, aMember, aSubject, webhookBody } from './support/samples.ts'
import type { Actor, Answer, Json, TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { aReviewer, aSignOff, post, verifiedReviewer } from './support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from './support/smtp.ts'

let names: NameServer
let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startDeliveryServer(names, smtp.url))
})

type Call = () => Promise<Answer>

/** A limit of rows in a table. */
interface Limited {
  table: string
  /** The values in which the rows differ, in SQL, by column. `n` is the number of the row. */
  differing?: Record<string, string>
  /** Prepares the organization of the actor. Returns the call that adds a row. */
  prepare(actor: Actor): Call | Promise<Call>
}

const adding =
  (field: string, type: string, input: (call: number) => object) =>
  (actor: Actor): Call => {
    let calls = 0
    return () =>
      actor.graphql(`mutation ($input: ${type}!) { ${field}(input: $input) { id } }`, { input: input(++calls) })
  }

const view = (isShared: boolean) => () => ({ list: 'CAMPAIGNS', name: 'View', parameters: '', isShared })
const TEST =
  'mutation ($campaignId: ID!, $to: EmailAddress!) { sendTestMessage(campaignId: $campaignId, to: $to) { id } }'

const LIMITED: Partial<Record<FaultCode, Limited>> = {
  TOO_MANY_WEBHOOKS: { table: 'webhook', prepare: adding('createWebhook', 'WebhookInput', () => webhookBody()) },
  TOO_MANY_SENDERS: { table: 'sender', prepare: adding('createSender', 'SenderInput', () => senderInput()) },
  TOO_MANY_SEGMENTS: {
    table: 'segment',
    differing: { name: "'Copy ' || n" },
    prepare: adding('createSegment', 'SegmentInput', (call) => ({
      name: `Segment ${call}`,
      filter: { channel: 'EMAIL' },
    })),
  },
  TOO_MANY_KEYS: {
    table: 'api_key',
    differing: { hash: 'sha256(n::text::bytea)' },
    prepare: adding('createApiKey', 'ApiKeyInput', () => ({ name: 'Key', role: 'viewer' })),
  },
  TOO_MANY_VIEWS: { table: 'saved_view', prepare: adding('createSavedView', 'SavedViewInput', view(false)) },
  TOO_MANY_SHARED_VIEWS: {
    table: 'saved_view',
    differing: { created_by: "'colleague_' || n" },
    prepare: adding('createSavedView', 'SavedViewInput', view(true)),
  },
  TOO_MANY_SCHEDULES: {
    table: 'report_schedule',
    async prepare(actor) {
      const { userId } = actor
      await aMember(actor, { userId, role: 'admin', email: aSubject().email })
      const input = { sentOn: 'MONDAY', hour: 7, recipientIds: [userId] }
      return adding('createReportSchedule', 'ReportScheduleInput', () => input)(actor)
    },
  },
  TOO_MANY_TESTS: {
    table: 'test_message',
    async prepare(actor) {
      const { id } = await readyCampaign(server, actor, names)
      // Two campaigns, because the limit is one of the organization.
      const { id: other } = await readyCampaign(server, actor, names, { sender: { address: 'b@karoo.example' } })
      let calls = 0
      return () => actor.graphql(TEST, { campaignId: ++calls % 2 ? id : other, to: aSubject().email })
    },
  },
  TOO_MANY_COMMENTS: {
    table: 'sign_off_comment',
    async prepare(actor) {
      const { id: contentId } = await aContent(actor, { type: 'EMAIL' })
      const reviewer = aReviewer()
      await aSignOff(actor, { contentId, reviewers: [reviewer] })
      const { token, session } = await verifiedReviewer(server, smtp, reviewer.email)
      return () => post(server, 'comment', { token, session, text: 'Shorter, please.' })
    },
  },
}

test('each limit that a refusal names has a declaration, and a row here', () => {
  const named = Object.entries(texts).filter(([, text]) =>
    /^(An organization|A person|A reviewer) \w+ at most/.test(text),
  )
  expect([...rowLimits.keys()].sort()).toEqual(named.map(([code]) => code).sort())
  expect(Object.keys(LIMITED).sort()).toEqual([...rowLimits.keys()].sort())
})

const sizeOf = async (actor: Actor, table: string): Promise<number | undefined> =>
  (
    await inOrganization(
      server,
      actor,
      sql<{ size: number }>`select count(*)::integer as size from ${sql.table(table)}
    where organization_id = ${actor.organizationId}`,
    )
  )[0]?.size

/** Copies the only row of the table until it has `size` rows. */
async function fill(actor: Actor, { table, differing }: Limited, size: number): Promise<void> {
  const columns = (
    await inOrganization(
      server,
      actor,
      sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`,
    )
  ).map(({ name }) => name)
  const values: Json = { id: 'md5(id::text || n)::uuid', ...differing }
  const copied = columns.map((column) => (values[column] ? sql.raw(values[column]) : sql.ref(column)))
  await inOrganization(
    server,
    actor,
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(copied)} from ${sql.table(table)} cross join generate_series(2, ${size}::integer) as n
      where organization_id = ${actor.organizationId}`,
  )
}

const messageOf = ({ status, body }: Answer): string | null =>
  status === 200 && !body.errors ? null : (body.errors?.[0].message ?? body.message)

describe('calls at the same time', () => {
  test.each(Object.entries(LIMITED) as [FaultCode, Limited][])('never pass the limit of %s', async (code, limited) => {
    const most = rowLimits.get(code) ?? 0
    const property = fc.asyncProperty(fc.nat(2), fc.integer({ min: 1, max: 3 }), async (free, tooMany) => {
      const actor = server.actor()
      const add = await limited.prepare(actor)
      expect(messageOf(await add())).toBeNull()
      await fill(actor, limited, most - free)
      const answers = await Promise.all(Array.from({ length: free + tooMany }, add))
      const refusals = Array(tooMany).fill(faultText({ code, most }))
      expect(answers.map(messageOf).filter((message) => message !== null)).toEqual(refusals)
      expect(await sizeOf(actor, limited.table)).toBe(most)
    })
    await fc.assert(property, { numRuns: runs(6), examples: [[1, 1]] })
  })
})
