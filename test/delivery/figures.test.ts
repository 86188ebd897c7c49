/** More than 20 s: it takes random courses of deliveries, each with a campaign of its own. */
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { serviceOf } from '../../src/background/work.ts'
import type { Transaction } from '../../src/data/transaction.ts'
import { MessageStatus } from '../../src/features/delivery/messages/message.entity.ts'
import { claimMessages } from '../../src/features/delivery/sending/sending.claims.ts'
import type { Claim } from '../../src/features/delivery/sending/sending.gate.ts'
import { type Outcome, RELEASED, SENT } from '../../src/features/delivery/sending/sending.outcome.ts'
import { endExpired, queueMessages } from '../../src/features/delivery/sending/sending.queue.ts'
import { storeOutcomes } from '../../src/features/delivery/sending/sending.settle.ts'
import { asked } from '../support/answers.ts'
import { addPeople, move, readyCampaign, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { holdWork } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aConsent } from '../support/samples.ts'
import type { TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

const PEOPLE = 6
/** Number of messages of a batch. */
const SIZE = 4
const PRICE = 7
const COURSES = { numRuns: 8, endOnFailure: true }

let names: NameServer
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  server = opened.use(await startDeliveryServer(names, 'smtp://127.0.0.1:9'))
})

const refused = (status: MessageStatus): Outcome => ({ status, reason: 'Refused', retryIn: 0, slows: null })
const OUTCOMES = [SENT, RELEASED, refused(MessageStatus.FAILED), refused(MessageStatus.UNKNOWN)]

/** A campaign whose delivery is held, so that the test does the work of its processes. */
async function held() {
  const actor = server.actor()
  const { id, approver, subjects, consents } = await readyCampaign(server, actor, names, {
    people: PEOPLE,
    sender: { pricePerThousandCents: PRICE },
  })
  for (const kind of ['delivery', 'message_spend'] as const) await holdWork(server, actor, kind)
  await move(approver, id, 'ACTIVE')
  const { organizationId } = actor
  const tools = { secrets: serviceOf(server.app, 'secrets'), settings: serviceOf(server.app, 'delivery') }
  const inTransaction = <T>(work: (unit: Transaction) => Promise<T>) =>
    server.database.transaction({ role: 'gateway_tenant', organizationId }, work)
  /** Claims of processes that have not stored the results yet. */
  const batches: Claim[][] = []
  const steps = {
    queue: () => inTransaction((unit) => queueMessages(unit, organizationId, SIZE, null)),
    async claim() {
      const claimed = await inTransaction((unit) =>
        claimMessages(unit, organizationId, { ...tools, quietUntil: null }, SIZE),
      )
      batches.push(...claimed.map(({ claims }) => claims).filter((claims) => claims.length > 0))
    },
    /** A process stores the results, in time or after its leases have expired. */
    async settle(choice: number) {
      const [claims = []] = batches.splice(choice % Math.max(1, batches.length), 1)
      const settled = claims.map((claim, index) => {
        return { claim, outcome: OUTCOMES[(choice + index) % OUTCOMES.length] ?? SENT, at: new Date() }
      })
      await inTransaction((unit) => storeOutcomes(unit, organizationId, settled))
    },
    /** The leases expire, as after a crash. A process that continues may store its results later. */
    async expire() {
      await inOrganization(server, actor, sql`update message set leased_until = now() where status = 'SENDING'`)
      await inTransaction((unit) => endExpired(unit, organizationId))
    },
    retry: (choice: number) =>
      asked(actor, 'mutation ($id: ID!, $of: MessageStatus!) { retryMessages(campaignId: $id, status: $of) }', {
        id,
        of: choice % 2 ? 'FAILED' : 'UNKNOWN',
      }),
    /** A person is removed from the audience and added again, while the campaign is paused. */
    async replace(choice: number) {
      const index = choice % PEOPLE
      await move(approver, id, 'PAUSED')
      await actor.rest('POST', `/api/consents/${consents[index].id}/withdraw`)
      await asked(actor, 'mutation ($id: ID!) { removeUncoveredRecipients(id: $id) { campaignId } }', { id })
      consents[index] = await aConsent(actor, { subject: subjects[index] })
      await addPeople(actor, id, [{ email: subjects[index].email }])
    },
    resume: async () => void ((await show(actor, id)).status === 'PAUSED' && (await move(approver, id, 'ACTIVE'))),
  }
  /** The spend, in thousandths of a cent. */
  const spend = async () => {
    const SPEND = sql<{ sum: number }>`select coalesce(sum(thousandths), 0)::int as sum from message_spend`
    return (await inOrganization(server, actor, SPEND))[0]?.sum
  }
  return { actor, id, steps, spend }
}

type Step = keyof Awaited<ReturnType<typeof held>>['steps']
const STEPS: Step[] = ['queue', 'claim', 'settle', 'expire', 'retry', 'replace', 'resume']
const course = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(23)), { minLength: 10, maxLength: 16 })

const sumOf = ({ queued, sending, sent, delivered, bounced, failed, skipped, unknown }: Record<string, number>) =>
  [queued, sending, sent, delivered, bounced, failed, skipped, unknown].reduce<number>(
    (sum, each) => sum + (each ?? 0),
    0,
  )

test('each person of a campaign is counted and charged once, whatever happens to the messages', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (taken) => {
      const { actor, id, steps, spend } = await held()
      for (const [step, choice] of taken) {
        if (step === 'replace' && (await show(actor, id)).status !== 'ACTIVE') continue
        await steps[step](choice)
        const { delivery } = await show(actor, id)
        expect([step, sumOf(delivery)]).toEqual([step, PEOPLE])
        expect([step, await spend()]).toEqual([step, PRICE * delivery.sent])
      }
    }),
    COURSES,
  )
})

test('a person who was removed and added again keeps the message', async () => {
  const { actor, id, steps } = await held()
  await steps.queue()
  await steps.replace(0)
  expect((await show(actor, id)).delivery).toMatchObject({ queued: PEOPLE })
  await steps.resume()
  await steps.claim()
  await steps.queue()
  await steps.claim()
  expect((await show(actor, id)).delivery).toMatchObject({ queued: 0, sending: PEOPLE, skipped: 0 })
})
