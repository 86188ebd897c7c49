import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import type { OpenDatabase } from '../src/data/open-database.ts'
import { eachApart, inBatches } from '../src/events/batches.ts'
import { renewLeases, takeJobs } from '../src/events/job.leases.ts'
import { type Job, startJobs } from '../src/events/jobs.ts'
import { jobs, prune } from '../src/main/features.ts'
import { asAdministrator, openTestDatabase } from './support/database.ts'
import { toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import { aWebhook } from './support/samples.ts'
import { type Actor, startServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const SYSTEM = { role: 'gateway_system' } as const

let connection: OpenDatabase
setUp(async (opened) => {
  connection = await openTestDatabase()
  opened.defer(() => connection.close())
})

const inSystem = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await connection.database.transaction(SYSTEM, ({ db }) => statement.execute(db))).rows

const aJob = (everySeconds: number, run: Job['run'] = async () => {}): Job => ({
  name: `job_${randomUUID()}`,
  everySeconds,
  run,
})

const start = (...jobs: Job[]) => startJobs(jobs, toolsOf(connection))

const dueIn = async ({ name }: Job) =>
  (
    await inSystem(
      sql<{ s: number }>`select extract(epoch from due_at - now())::float8 as s from job where name = ${name}`,
    )
  )[0]?.s

const makeDue = ({ name }: Job) => inSystem(sql`update job set due_at = now() - interval '1 hour' where name = ${name}`)

const isFree =
  ({ name }: Job) =>
  async () =>
    (await inSystem(sql`select 1 from job where name = ${name} and lease is null`)).length === 1

describe('when jobs run', () => {
  test('frequent ones as the process starts; rare ones are entered for later, and stay where they are', async () => {
    const ran: string[] = []
    const job = (everySeconds: number) => aJob(everySeconds, async () => void ran.push(String(everySeconds)))
    const [rare, frequent] = [job(7200), job(60)]
    const stop = start(rare, frequent)
    await until('the frequent job', async () => ran.length > 0 && (await isFree(frequent)()))
    await stop()
    expect(ran).toEqual(['60'])
    const first = (await dueIn(rare)) ?? 0
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(1200)
    // A process that comes later does not begin the waiting again.
    await start(rare)()
    expect(await dueIn(rare)).toBeLessThanOrEqual(first)
  })

  test('the database keeps when: what came due while no process lived runs in the next one', async () => {
    let runs = 0
    const job = aJob(60, async () => void runs++)
    const stop = start(job)
    await until('the first run', () => runs === 1)
    await stop()
    await start(job)()
    expect(runs).toBe(1)
    await makeDue(job)
    const stopAgain = start(job)
    await until('the second run', () => runs === 2)
    await stopAgain()
  })

  test('a job that fails is tried at its next time, and stops no other', async () => {
    const failing = aJob(60, () => Promise.reject(new Error('broken')))
    const good = aJob(60)
    const stop = start(failing, good)
    await until('both runs', async () => ((await dueIn(failing)) ?? 0) > 0 && ((await dueIn(good)) ?? 0) > 0)
    await stop()
  })
})

describe('replicas', () => {
  test('of several one runs a job', async () => {
    const ran: number[] = []
    const name = `job_${randomUUID()}`
    const release = Promise.withResolvers<void>()
    const replicas = [1, 2, 3].map((number) => {
      const run = async () => {
        ran.push(number)
        await release.promise
      }
      const other = aJob(60)
      return { stop: start({ name, everySeconds: 60, run }, other), other }
    })
    // Each has looked what is due: its own other job has run.
    for (const { other } of replicas) await until('the look', async () => ((await dueIn(other)) ?? 0) > 0)
    expect(ran).toHaveLength(1)
    release.resolve()
    await Promise.all(replicas.map(({ stop }) => stop()))
    expect(ran).toHaveLength(1)
  })

  test('two gateways on one database never run a job twice within its interval', async () => {
    await asAdministrator(
      connection,
      "alter table job add column runs timestamptz[] not null default '{}'",
      `create function note_run() returns trigger language plpgsql as $$ begin
        new.runs := new.runs || clock_timestamp(); return new; end $$`,
      `create trigger note_run before update on job for each row
        when (new.lease is not null and new.lease is distinct from old.lease) execute function note_run()`,
    )
    const open = async () => ({ ...connection, close: async () => {} })
    const [first, second] = await Promise.all([startServer({}, open), startServer({}, open)])
    const frequent = jobs.filter(({ everySeconds }) => everySeconds <= 60)
    expect(frequent.length).toBeGreaterThan(1)
    for (const job of frequent)
      await until(job.name, async () => ((await dueIn(job)) ?? 0) > 0 && (await isFree(job)()))
    // A stop waits for whoever is still looking.
    await Promise.all([first.close(), second.close()])
    const gaps = await inSystem<{ name: string; seconds: number | null }>(
      sql`select name, extract(epoch from at - lag(at) over (partition by name order by at))::float8 as seconds
        from job cross join unnest(runs) as at`,
    )
    for (const { name, everySeconds } of frequent) {
      const own = gaps.filter((gap) => gap.name === name)
      expect(own.length).toBeGreaterThan(0)
      for (const { seconds } of own) expect(seconds ?? everySeconds).toBeGreaterThan(everySeconds - 1)
    }
  })

  test('a job of a process that died is free when its lease has run out, and not before', async () => {
    const job = aJob(60)
    await start(job)()
    await makeDue(job)
    const { database } = connection
    expect((await takeJobs(database, [job.name])).names).toEqual([job.name])
    const other = await takeJobs(database, [job.name])
    expect(other.names).toEqual([])
    expect(other.nextIn).toBeGreaterThan(0)
    await inSystem(sql`update job set leased_until = now() - interval '1 second' where name = ${job.name}`)
    expect((await takeJobs(database, [job.name])).names).toEqual([job.name])
  })

  test('a process that lost a job hears of it when it renews its leases', async () => {
    const [lost, kept] = [aJob(60), aJob(60)]
    await start(lost, kept)()
    await makeDue(lost)
    await makeDue(kept)
    const { database } = connection
    const { lease } = await takeJobs(database, [lost.name, kept.name])
    await inSystem(sql`update job set leased_until = now() - interval '1 second' where name = ${lost.name}`)
    await takeJobs(database, [lost.name])
    const leases = new Map([lost, kept].map(({ name }) => [name, lease]))
    expect([...(await renewLeases(database, leases))]).toEqual([kept.name])
  })

  test('a stop ends a long job at its next batch, and leaves the rest due at once', async () => {
    const job = aJob(3600)
    let batches = 0
    await start(job)()
    await makeDue(job)
    const long: Job = {
      ...job,
      everySeconds: 60,
      run: async (tools) => {
        await inBatches(tools, 1, async () => ++batches)
      },
    }
    const stop = start(long)
    await until('some batches', () => batches > 2)
    await stop()
    expect(await dueIn(job)).toBeLessThanOrEqual(0)
    expect(await isFree(job)()).toBe(true)
  })
})

test('what fails for one organization is logged, and the next has its turn', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const worked: string[] = []
  const things = ['org_a', 'org_b', 'org_c'].map((organizationId) => ({ organizationId }))
  await eachApart(toolsOf(connection, { log }), things, async ({ organizationId }) => {
    if (organizationId === 'org_b') throw new Error('broken')
    worked.push(organizationId)
  })
  expect(worked).toEqual(['org_a', 'org_c'])
  expect(lines.join()).toContain('org_b')
})

test('between organizations others get their turn of the process', async () => {
  const organizations = Array.from({ length: 10 }, (_, index) => ({ organizationId: `org_${index}` }))
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await eachApart(toolsOf(connection), organizations, async () => {})
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('who has more than some batches of work lets others have their turn, and says so', async () => {
  let left = 5
  const work = async () => Math.min(left, 1, left--)
  expect(await inBatches(toolsOf(connection), 1, work, 3)).toBe(true)
  expect(await inBatches(toolsOf(connection), 1, work, 3)).toBe(false)
})

describe('cleaning up leaves nothing that is past its time, however much there is', () => {
  const OLD = 12_000

  test.each<[string, (actor: Actor, webhookId: string) => ReturnType<typeof sql>]>([
    [
      'idempotency_key',
      ({ organizationId }) => sql`insert into idempotency_key
          (organization_id, user_id, route, key_hash, body_hash, response, created_at)
        select organization_id, 'u', 'r', n::text, 'b', 'r', now() - interval '25 hours'
        from organization cross join generate_series(1, ${OLD}::int) n where organization_id = ${organizationId}`,
    ],
    [
      'notification',
      ({ organizationId }) => sql`insert into notification
          (id, organization_id, type, resource_type, created_at, updated_at)
        select md5(n::text)::uuid, organization_id, 'T', 'R', now() - interval '91 days', now()
        from organization cross join generate_series(1, ${OLD}::int) n where organization_id = ${organizationId}`,
    ],
    [
      'webhook_delivery',
      ({ organizationId }, webhookId) => sql`insert into webhook_delivery
          (id, organization_id, webhook_id, sequence, message_id, type, payload, status, attempts, created_at, updated_at)
        select md5(n::text)::uuid, organization_id, ${webhookId}::uuid, n, 'm', 'T', '{}', 'DEAD', '[]',
          now() - interval '31 days', now()
        from organization cross join generate_series(1, ${OLD}::int) n where organization_id = ${organizationId}`,
    ],
  ])('%s', async (table, insert) => {
    await using server = await startServer({}, async () => ({ ...connection, close: async () => {} }))
    const [actor, other] = [server.actor(), server.actor()]
    const count = async (of: Actor) =>
      (await inOrganization(server, of, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]?.n
    const before: (number | undefined)[] = []
    for (const each of [actor, other]) {
      const { id } = await aWebhook(each)
      before.push(await count(each))
      await inOrganization(server, each, insert(each, id))
    }
    expect(await count(actor)).toBeGreaterThanOrEqual(OLD)
    await prune.run(toolsOf(connection))
    expect([await count(actor), await count(other)]).toEqual(before)
  })
})
