import { describe, expect, test } from '@jest/globals'
import { type Cluster, hasPostgres, startCluster, TERMINATE } from './support/cluster.ts'
import { openOn } from './support/database.ts'
import { follow } from './support/follow.ts'
import { aCampaign, campaignBody, clientBody } from './support/samples.ts'
import { type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const HOOK = { ALERTMANAGER_TOKEN: 'a-token-of-the-test', ALERTMANAGER_ORGANIZATION: 'org_alerts' }

const DEADLOCKS = "select deadlocks from pg_stat_database where datname = 'gateway'"

const suite = hasPostgres() ? describe : describe.skip

suite('a fault of the database is a 503 that says when to try again', () => {
  let cluster: Cluster
  let server: TestServer
  setUp(async (opened) => {
    cluster = opened.use(await startCluster())
    server = opened.use(await startServer(HOOK, () => openOn(cluster.url)))
  })

  const alertOnHook = () =>
    server.fetch('/hooks/alertmanager', {
      method: 'POST',
      headers: { Authorization: `Bearer ${HOOK.ALERTMANAGER_TOKEN}` },
      body: JSON.stringify({
        version: '4',
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'X' },
            annotations: {},
            startsAt: '2026-11-01T00:00:00Z',
            fingerprint: 'f',
          },
        ],
      }),
    })
  const refuses = ({ status, headers, body }: Answer, sentence: string) => {
    const said = body.errors?.[0]?.message ?? body.message
    expect([status, said, Number(headers.get('retry-after')) > 0]).toEqual([503, sentence, true])
  }

  /** Statements that make every insert of a client, campaign or alert fail with `code`. */
  const raising = (code: string) => [
    `create or replace function fail() returns trigger language plpgsql as
     $$ begin raise exception 'simulated' using errcode = '${code}'; end $$`,
    ...['client', 'campaign', 'security_alert'].map(
      (table) => `create or replace trigger fail before insert on ${table} for each row execute function fail()`,
    ),
  ]
  const healed = ['client', 'campaign', 'security_alert'].map((table) => `drop trigger if exists fail on ${table}`)

  test('a fault that also fails later statements is reported with its own reason', async () => {
    await cluster.admin(
      `create or replace function fail() returns trigger language plpgsql as
       $$ begin raise exception 'simulated' using errcode = '53100'; end $$`,
      'create or replace trigger fail before insert on audit_record for each row execute function fail()',
    )
    const actor = server.actor()
    const key = { 'Idempotency-Key': 'a-key' }
    const sentence = 'The database has run out of resources'
    refuses(await actor.rest('POST', '/api/clients', clientBody(), key), sentence)
    await cluster.admin('drop trigger fail on audit_record')
    expect((await actor.rest('POST', '/api/clients', clientBody(), key)).status).toBe(201)
  })

  test.each([
    ['disk full', '53100', 'The database has run out of resources'],
    ['an error of its files', '58030', 'The database has run out of resources'],
    ['a statement that was canceled', '57014', 'The database did not answer in time'],
    ['a lock that was not to be had', '55P03', 'Another change holds the record for too long'],
  ])('%s', async (_, code, sentence) => {
    await cluster.admin(...raising(code))
    const actor = server.actor()
    refuses(await actor.rest('POST', '/api/clients', clientBody()), sentence)
    refuses(await actor.rest('POST', '/api/campaigns', campaignBody()), sentence)
    const create = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'
    refuses(await actor.graphql(create, { input: clientBody() }), sentence)
    refuses(await alertOnHook(), sentence)
    await cluster.admin(...healed)
    expect((await actor.rest('POST', '/api/clients', clientBody())).status).toBe(201)
    expect((await alertOnHook()).status).toBe(204)
  })

  test('a read-only database, as after a failover', async () => {
    const sentence = 'The database accepts no changes at the moment'
    await cluster.admin("alter database gateway set default_transaction_read_only = 'on'", TERMINATE)
    const actor = server.actor()
    await until('connections of the new kind', async () => {
      const answer = await actor.rest('POST', '/api/clients', clientBody())
      return answer.body.message === sentence
    })
    refuses(await actor.rest('POST', '/api/clients', clientBody()), sentence)
    // A read fails too, because its audit record cannot be written.
    refuses(await actor.rest('GET', '/api/clients'), sentence)
    refuses(await actor.graphql('{ clients { nodes { id } } }'), sentence)
    await cluster.admin('alter database gateway reset default_transaction_read_only', TERMINATE)
    await until('a change', async () => (await actor.rest('POST', '/api/clients', clientBody())).status === 201)
  })

  test('too many connections', async () => {
    const sentence = 'The database accepts no more connections'
    await cluster.admin('alter role gateway connection limit 0', TERMINATE)
    const actor = server.actor()
    await until('the loss of the old ones', async () => {
      const answer = await actor.rest('GET', '/api/clients')
      return answer.body.message === sentence
    })
    refuses(await actor.rest('POST', '/api/clients', clientBody()), sentence)
    refuses(await actor.graphql('{ clients { nodes { id } } }'), sentence)
    refuses(await alertOnHook(), sentence)
    await cluster.admin('alter role gateway connection limit -1')
    await until('a change', async () => (await actor.rest('POST', '/api/clients', clientBody())).status === 201)
  })

  /** Makes the first inserts of clients fail, as after a deadlock or a serialization failure. */
  const failing = (code: string, times: number) => [
    'drop sequence if exists failures cascade',
    'create sequence failures',
    'grant usage on sequence failures to public',
    `create or replace function fail() returns trigger language plpgsql as $$ begin
       if nextval('failures') <= ${times} then raise exception 'simulated' using errcode = '${code}'; end if;
       return new; end $$`,
    'create or replace trigger fail before insert on client for each row execute function fail()',
  ]

  test.each(['40001', '40P01'])('a change that gave way twice (%s) is done once all the same', async (code) => {
    const actor = server.actor()
    await cluster.admin(...failing(code, 2))
    expect((await actor.rest('POST', '/api/clients', clientBody())).status).toBe(201)
    expect((await actor.rest('GET', '/api/clients')).body.data).toHaveLength(1)
    const log = (await actor.rest('GET', '/api/audit/log?action=CLIENT_CREATED')).body.data
    expect(log).toHaveLength(1)
    await cluster.admin(...failing(code, 3))
    refuses(await actor.rest('POST', '/api/clients', clientBody()), 'Too many changes at the same time')
    await cluster.admin(...healed)
    expect((await actor.rest('GET', '/api/clients')).body.data).toHaveLength(1)
  })

  test('a refusal in a retried transaction is recorded once', async () => {
    const organizationId = `org_refused_${Date.now()}`
    const admin = server.actor({ organizationId })
    await admin.rest('POST', '/api/clients', clientBody())
    const member = server.actor({ organizationId, role: 'member' })
    await cluster.admin(...failing('40001', 2))
    const both = `mutation ($input: ClientInput!, $id: ID!) {
      createClient(input: $input) { id } deleteClient(id: $id)
    }`
    const { body } = await member.graphql(both, { input: clientBody(), id: 'nobody' })
    await cluster.admin(...healed)
    expect(body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toContain(
      'FORBIDDEN',
    )
    const log = (await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')).body.data
    expect(log).toHaveLength(1)
  })

  test('bulk changes of the same campaigns in two orders do not deadlock', async () => {
    const actor = server.actor()
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push((await aCampaign(actor)).id)
    const [before] = await cluster.admin<{ deadlocks: string }>(DEADLOCKS)
    const bulk = (order: string[]) =>
      actor.rest('POST', '/api/campaigns/bulk', { operation: 'UPDATE', ids: order, changes: { description: order[0] } })
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([bulk(ids), bulk(ids.toReversed()), bulk(ids), bulk(ids.toReversed())])
      expect(answers.map(({ status, body }) => [status, body.data?.failed])).toEqual(Array(4).fill([200, []]))
    }
    const [after] = await cluster.admin<{ deadlocks: string }>(DEADLOCKS)
    expect(after).toEqual(before)
  })

  test('open streams receive events after the fault', async () => {
    const actor = server.actor()
    const stream = follow(server.url, actor.token, 'subscription { clientChanged { event data { client { name } } } }')
    await stream.opened
    await cluster.admin(TERMINATE)
    await until(
      'a change',
      async () => (await actor.rest('POST', '/api/clients', clientBody({ name: 'Later' }))).status === 201,
    )
    expect((await stream.next()).data.clientChanged.data.client.name).toBe('Later')
    await stream.stop()
  })
})
