/** @long it waits until deadlines of silent connections have passed. */
import { readFileSync } from 'node:fs'
import { describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { Deadline } from '../../src/data/deadline.ts'
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { follow } from '../support/follow.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { aClient, clientBody } from '../support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const suite = hasPostgres() ? describe : describe.skip
const LATE = 'The database did not answer in time'

let cluster: Cluster
setUp(async (opened) => {
  if (hasPostgres()) cluster = opened.use(await startCluster())
})

/** Creates a client. Retries, because deadlines are short here and the machine may be busy. */
const made = (actor: Actor, changes: Record<string, unknown> = {}) =>
  until('a client', async () => {
    const { status, body } = await actor.rest('POST', '/api/clients', clientBody(changes))
    return status === 201 && (body.data as { id: string })
  })

const refuses = ({ status, headers, body }: Answer) => {
  expect([status, body.errors?.[0]?.extensions.code ?? body.code]).toEqual([503, 'NOT_READY'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

suite('a silent database', () => {
  let relay: Relay
  let server: TestServer
  setUp(async (opened) => {
    relay = opened.use(await startRelay(cluster.url))
    server = opened.use(await startServer({ REQUEST_DEADLINE_SECONDS: '3' }, () => openOn(relay.to(cluster.url))))
    opened.defer(() => relay.thaw())
  })

  const well = (actor: Actor) =>
    until('the service to be well again', async () => (await actor.rest('GET', '/api/clients')).status === 200)

  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    ['behind a network that carries nothing', async () => relay.freeze(), async () => relay.thaw()],
    ['since its processes are frozen', () => cluster.freeze(), () => cluster.thaw()],
  ])(
    '%s: all that waits is answered, more than there are connections, and then all is well',
    async (_, freeze, thaw) => {
      const actor = server.actor()
      const { id } = await made(actor)
      await freeze()
      const answers = await Promise.all([
        ...Array.from({ length: 12 }, () => actor.rest('GET', `/api/clients/${id}`)),
        ...Array.from({ length: 12 }, () => actor.rest('POST', '/api/clients', clientBody())),
        ...Array.from({ length: 4 }, () => actor.graphql('{ clients { nodes { id } } }')),
        actor.rest('GET', '/api/realtime/dashboard'),
        server.actor().rest('GET', '/api/clients'),
      ])
      for (const answer of answers) refuses(answer)
      await thaw()
      await well(actor)
      expect((await actor.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
    },
  )

  test('a change whose answer was lost is done once when it is repeated with the same key', async () => {
    const actor = server.actor()
    await made(actor)
    const key = { 'Idempotency-Key': 'once' }
    const body = clientBody({ name: 'Once' })
    // The commit arrives at the database, but its answer is lost.
    relay.loseAnswers('Once', 'commit\0')
    refuses(await actor.rest('POST', '/api/clients', body, key))
    relay.thaw()
    const again = await until('the answer', async () => {
      const answer = await actor.rest('POST', '/api/clients', body, key)
      return answer.status === 201 && answer
    })
    expect(again.headers.get('idempotency-replay')).toBe('true')
    const { data } = (await actor.rest('GET', '/api/clients?search=Once')).body
    expect(data).toEqual([expect.objectContaining({ id: again.body.data.id })])
  })

  test('readyz reports it with one check for all requests, and healthz does not', async () => {
    relay.freeze()
    await until(
      'the check behind the last one that was well',
      async () => (await server.fetch('/readyz')).status === 503,
    )
    const probes = await Promise.all(Array.from({ length: 20 }, () => server.fetch('/readyz')))
    for (const probe of probes) refuses(probe)
    expect((await server.fetch('/healthz')).status).toBe(200)
    relay.thaw()
    await until('the next check', async () => (await server.fetch('/readyz')).status === 200)
    // The check writes a row, because a read-only or full database refuses writes.
    expect(await cluster.admin('select from readiness_check')).not.toHaveLength(0)
  })

  test('an open stream receives events after the silence', async () => {
    const actor = server.actor()
    await made(actor)
    const stream = follow(server.url, actor.token, 'subscription { clientChanged { data { client { name } } } }')
    await stream.opened
    relay.freeze()
    refuses(await actor.rest('GET', '/api/clients'))
    relay.thaw()
    await well(actor)
    await made(actor, { name: 'Later' })
    expect((await stream.next()).data.clientChanged.data.client.name).toBe('Later')
    await stream.stop()
  })
})

suite('a request that takes too long', () => {
  let server: TestServer
  setUp(async (opened) => {
    server = opened.use(await startServer({ REQUEST_DEADLINE_SECONDS: '3' }, () => openOn(cluster.url, 3)))
  })

  test('is ended by the server and rolled back, and its connection is free for others', async () => {
    const actor = server.actor()
    await made(actor)
    await cluster.admin(
      'create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$',
      'create trigger dawdle before insert on client for each row execute function dawdle()',
    )
    const answers = await Promise.all(Array.from({ length: 6 }, () => actor.rest('POST', '/api/clients', clientBody())))
    for (const answer of answers) refuses(answer)
    expect(answers.map(({ body }) => body.message)).toContain(LATE)
    const sleeping = () => cluster.admin("select 1 from pg_stat_activity where wait_event = 'PgSleep'")
    await until('the end of the statements', async () => (await sleeping()).length === 0)
    await cluster.admin('drop function dawdle cascade')
    await made(actor)
    expect(await cluster.admin(`select from client where organization_id = '${actor.organizationId}'`)).toHaveLength(2)
  })

  test('notices a vanished server, because connections use keep-alive', async () => {
    await made(server.actor())
    const hex = (port: number | string) => Number(port).toString(16).toUpperCase().padStart(4, '0')
    const remote = hex(new URL(cluster.url).port)
    // Each line of the system's table contains our port, the remote port, and the running timer; 02 is keep-alive.
    const timerOf = (port: number) => {
      const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
      const columns = lines.map((line) => line.trim().split(/\s+/))
      const own = columns.find(([, from, to]) => from?.endsWith(`:${hex(port)}`) && to?.endsWith(`:${remote}`))
      return own?.[5]?.slice(0, 2)
    }
    // Another timer runs while data is in transit, and the pool closes a connection that is idle.
    await until('the keep-alive of each connection', async () => {
      const open = await cluster.admin<{ port: number }>(
        "select client_port as port from pg_stat_activity where usename = 'gateway' and client_port > 0",
      )
      return open.length > 0 && open.every(({ port }) => timerOf(port) === '02')
    })
  })

  test('uses new connections after their lifetime', async () => {
    const MINUTE = 60_000
    const expire: (() => void)[] = []
    const { setTimeout: real } = globalThis
    const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, delay = 0) => {
      const timer = real(work, delay)
      if (delay >= 5 * MINUTE && delay <= 60 * MINUTE) expire.push(work)
      return timer
    }) as typeof setTimeout)
    try {
      await using young = await startServer({}, () => openOn(cluster.url, 1))
      const pidOf = () =>
        young.database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
          return rows[0]?.pid
        })
      const pid = await pidOf()
      expect(expire).not.toHaveLength(0)
      for (const end of expire) end()
      await until('another connection', async () => (await pidOf()) !== pid)
    } finally {
      timers.mockRestore()
    }
  })

  test('because of a lock is answered, and other requests are served', async () => {
    const [held, other] = [server.actor(), server.actor()]
    const { id } = await made(held)
    const holder = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const session = { role: 'gateway_tenant', organizationId: held.organizationId } as const
    const holding = server.database.transaction(session, async ({ db }) => {
      await sql`select from client where id = ${id} for update`.execute(db)
      isHeld.resolve()
      await holder.promise
    })
    await isHeld.promise
    refuses(await held.rest('PUT', `/api/clients/${id}`, { name: 'Mine' }))
    await made(other)
    holder.resolve()
    await holding
    expect((await held.rest('PUT', `/api/clients/${id}`, { name: 'Mine' })).status).toBe(200)
  })

  test('over all its statements is refused the next one', async () => {
    const session = { role: 'gateway_system', deadline: new Deadline(2) } as const
    const asked = server.database.transaction(session, async ({ db }) => {
      for (;;) await sql`select pg_sleep(0.3)`.execute(db)
    })
    await expect(asked).rejects.toMatchObject({ code: '57014' })
  })
})

suite('a process frozen in a transaction', () => {
  test('is ended by the server, and the events of other organizations continue', async () => {
    await using server = await startServer({}, () => openOn(cluster.url))
    const actor = server.actor()
    const stream = follow(server.url, actor.token, 'subscription { clientChanged { data { client { name } } } }')
    await stream.opened
    const frozen = Promise.withResolvers<void>()
    const isOpen = Promise.withResolvers<void>()
    const session = { role: 'gateway_tenant', organizationId: 'org_frozen', deadline: new Deadline(2) } as const
    const idle = server.database.transaction(session, async ({ db }) => {
      await sql`select pg_current_xact_id()`.execute(db)
      isOpen.resolve()
      await frozen.promise
    })
    await isOpen.promise
    await aClient(actor, { name: 'Second' })
    expect((await stream.next()).data.clientChanged.data.client.name).toBe('Second')
    await until('the server to end it', async () => {
      const open = await cluster.admin(
        `select 1 from pg_stat_activity where usename = 'gateway' and state = 'idle in transaction'`,
      )
      return open.length === 0
    })
    frozen.resolve()
    await expect(idle).rejects.toThrow()
    await stream.stop()
  })
})
