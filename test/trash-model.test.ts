/** @long it takes random courses of deletions, restores, holds and retention. */
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { enforceRetention } from '../src/features/privacy/retention/retention.jobs.ts'
import { asked } from './support/answers.ts'
import { performFor, toolsOf } from './support/jobs.ts'
import { earlier, inOrganization } from './support/organization.ts'
import { aCampaign, aClient, aContent, aHold } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * Random courses of deletions, restores, legal holds, releases and retention, compared with a model that knows only the
 * rules: what is live, what is in the trash, what is gone, and which records belong together.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const PATHS = { CLIENT: 'clients', CAMPAIGN: 'campaigns', CONTENT_ITEM: 'content' } as const
const PERIOD_DAYS = 30
type Resource = keyof typeof PATHS
type Place = 'live' | 'trash' | 'gone'

interface Item {
  resource: Resource
  id: string
  /** The record that the item belongs to, if that record is live. */
  parent: Item | undefined
  place: Place
  days: number
  /** Records that belonged to the item when it was deleted, or came back since. A hold on one of them keeps the item. */
  linked: Set<Item>
}

interface Hold {
  id: string
  resource: Resource
  rowId: string | null
}

/** Two clients with a campaign each, and two content items in each campaign. */
async function aWorld(actor: Actor): Promise<Item[]> {
  const items: Item[] = []
  const add = (resource: Resource, { id }: Json, parent?: Item) => {
    const item: Item = { resource, id, parent, place: 'live', days: 0, linked: new Set() }
    items.push(item)
    return item
  }
  for (let index = 0; index < 2; index++) {
    const client = add('CLIENT', await aClient(actor))
    const campaign = add('CAMPAIGN', await aCampaign(actor, { clientId: client.id }), client)
    for (let each = 0; each < 2; each++)
      add('CONTENT_ITEM', await aContent(actor, { campaignId: campaign.id }), campaign)
  }
  return items
}

class Course {
  readonly #actor: Actor
  readonly #items: Item[]
  #holds: Hold[] = []

  constructor(actor: Actor, items: Item[]) {
    this.#actor = actor
    this.#items = items
  }

  #item(choice: number): Item {
    return this.#items[choice % this.#items.length] as Item
  }

  #isHeld({ resource, id }: Item): boolean {
    return this.#holds.some((hold) => hold.resource === resource && (hold.rowId ?? id) === id)
  }

  async delete(choice: number): Promise<void> {
    const item = this.#item(choice)
    const { status } = await this.#actor.rest('DELETE', `/api/${PATHS[item.resource]}/${item.id}`)
    expect(status).toBe(item.place !== 'live' ? 404 : this.#isHeld(item) ? 409 : 204)
    if (status !== 204) return
    const linked = this.#items.filter(({ parent, place }) => parent === item && place === 'live')
    Object.assign(item, { place: 'trash', days: 0, linked: new Set(linked) })
  }

  async restore(choice: number): Promise<void> {
    const item = this.#item(choice)
    const { body } = await this.#actor.graphql('mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', {
      id: item.id,
    })
    expect(body.errors?.[0]?.extensions.code).toBe(item.place === 'trash' ? undefined : 'NOT_FOUND')
    if (item.place !== 'trash') return
    item.place = 'live'
    if (item.parent?.place === 'trash') item.parent.linked.add(item)
  }

  async hold(choice: number, isWhole: boolean): Promise<void> {
    const item = this.#item(choice)
    const rowId = isWhole ? null : item.id
    const placed = aHold(this.#actor, { resource: item.resource, ...(rowId && { rowId }) })
    if (rowId && item.place === 'gone') await expect(placed).rejects.toThrow('VALIDATION_ERROR')
    else this.#holds.push({ id: (await placed).id, resource: item.resource, rowId })
  }

  async release(choice: number): Promise<void> {
    const [hold] = this.#holds.splice(choice % Math.max(1, this.#holds.length), 1)
    if (!hold) return
    await asked(this.#actor, 'mutation ($id: ID!) { releaseLegalHold(id: $id, input: { reason: "Closed" }) { id } }', {
      id: hold.id,
    })
  }

  async pass(days: number): Promise<void> {
    await inOrganization(server, this.#actor, sql`update trash_item set ${earlier(days * 24, 'deleted_at')}`)
    for (const item of this.#items) item.days += days
  }

  async retention(): Promise<void> {
    const RECORDS = sql<{ ids: string[] }>`select details::jsonb -> 'ids' as ids from audit_record
      where action = 'RETENTION_ENFORCED' and resource_type = 'TRASH' order by sequence`
    const before = await inOrganization(server, this.#actor, RECORDS)
    await performFor(this.#actor, enforceRetention, toolsOf(server))
    const purged = this.#items.filter(
      (item) =>
        item.place === 'trash' &&
        item.days >= PERIOD_DAYS &&
        ![item, ...item.linked].some((each) => this.#isHeld(each)),
    )
    for (const item of purged) item.place = 'gone'
    const after = await inOrganization(server, this.#actor, RECORDS)
    const recorded = after.slice(before.length).flatMap(({ ids }) => ids)
    expect(recorded.sort()).toEqual(purged.map(({ id }) => id).sort())
  }

  /** Compares everything that callers see, and the stored counts, with the model. */
  async compare(): Promise<void> {
    const found = await asked(
      this.#actor,
      `{ trash(first: 50) { totalCount nodes { id resource } }
        clients(first: 50) { nodes { id } } campaigns(first: 50) { nodes { id clientId } }
        contents(first: 50) { nodes { id campaignId } } }`,
    )
    const placed = (place: Place, resource?: Resource) =>
      this.#items.filter((item) => item.place === place && (!resource || item.resource === resource))
    const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort()
    const linked = (resource: Resource) =>
      placed('live', resource).map(({ id, parent }) => [id, parent?.place === 'live' ? parent.id : null])
    const sorted = (pairs: unknown[][]) => pairs.map((pair) => JSON.stringify(pair)).sort()
    expect(ids(found.trash.nodes)).toEqual(ids(placed('trash')))
    expect(found.trash.totalCount).toBe(placed('trash').length)
    expect(ids(found.clients.nodes)).toEqual(ids(placed('live', 'CLIENT')))
    expect(sorted(found.campaigns.nodes.map(({ id, clientId }: Json) => [id, clientId]))).toEqual(
      sorted(linked('CAMPAIGN')),
    )
    expect(sorted(found.contents.nodes.map(({ id, campaignId }: Json) => [id, campaignId]))).toEqual(
      sorted(linked('CONTENT_ITEM')),
    )
    const [head] = await inOrganization<{ counts: Record<string, Record<string, number>> }>(
      server,
      this.#actor,
      sql`select counts from organization_head`,
    )
    const counted = (table: string) => Object.values(head?.counts[table] ?? {}).reduce((sum, count) => sum + count, 0)
    expect([counted('client'), counted('campaign'), counted('content_item')]).toEqual(
      (['CLIENT', 'CAMPAIGN', 'CONTENT_ITEM'] as const).map((resource) => placed('live', resource).length),
    )
  }
}

const CHOICE = fc.nat(1000)
const STEP = fc.oneof(
  { weight: 5, arbitrary: CHOICE.map((choice) => (course: Course) => course.delete(choice)) },
  { weight: 4, arbitrary: CHOICE.map((choice) => (course: Course) => course.restore(choice)) },
  {
    weight: 2,
    arbitrary: fc.tuple(CHOICE, fc.nat(5)).map(
      ([choice, of]) =>
        (course: Course) =>
          course.hold(choice, of === 0),
    ),
  },
  { weight: 2, arbitrary: CHOICE.map((choice) => (course: Course) => course.release(choice)) },
  { weight: 3, arbitrary: fc.constantFrom(10, 20, 31).map((days) => (course: Course) => course.pass(days)) },
  { weight: 2, arbitrary: fc.constant((course: Course) => course.retention()) },
)

test('what is live, in the trash and gone follows the rules, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 15, maxLength: 40 }), async (steps) => {
      const actor = server.actor()
      const course = new Course(actor, await aWorld(actor))
      for (const step of steps) {
        await step(course)
        await course.compare()
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})
