import { describe, expect, test } from '@jest/globals'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '../src/data/ids.ts'
import { type ForeignKey, insertOf, rowWithParents, type Table, tenantTables } from './support/catalogue.ts'
import { asAdministrator } from './support/database.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * The isolation that the database itself enforces against SQL in the session of one organization. Foreign keys and
 * tables come from the catalogue, so tables that are added later are attacked too.
 */

interface Scene {
  server: TestServer
  tables: Map<string, Table>
  mine: Actor
  theirs: Actor
}

async function sceneOf(server: TestServer): Promise<Scene> {
  const [mine, theirs] = [server.actor(), server.actor()]
  await Promise.all([aClient(mine), aClient(theirs)])
  return { server, tables: await tenantTables(server), mine, theirs }
}

const tableOf = ({ tables }: Scene, name: string): Table => {
  const table = tables.get(name)
  if (!table) throw new Error(`The database has no table ${name}`)
  return table
}

/** Inserts a row and the rows that it must reference. */
async function make(scene: Scene, name: string, actor: Actor, changes: Record<string, unknown> = {}): Promise<object> {
  const row = await rowOf(scene, name, actor, changes)
  await inOrganization(scene.server, actor, insertOf(name, row))
  return row
}

/** Inserts a row, unless the table allows only one and it exists. */
async function makeOne(scene: Scene, table: string, actor: Actor): Promise<void> {
  const refused = await refusalOf(make(scene, table, actor))
  if (refused) expect(refused).toMatchObject({ code: '23505' })
}

/** A row whose required and given references point to rows of the organization. */
const rowOf = ({ server, tables }: Scene, name: string, actor: Actor, changes: Record<string, unknown> = {}) =>
  rowWithParents(
    tables,
    name,
    (table, row) => inOrganization(server, actor, insertOf(table, row)),
    actor.organizationId,
    changes,
  )

async function makeParent(scene: Scene, parent: string, actor: Actor): Promise<string> {
  const id = newId()
  await make(scene, parent, actor, { id })
  return id
}

/** A refusal with this code, or one of Citus, which supports some statements for nobody. */
const refusal = (code: string) => expect.objectContaining({ code: expect.stringMatching(`^(${code}|0A000|XX000)$`) })

/** The facts of a refusal, without ids. */
async function refusalOf(work: Promise<unknown>, ...ids: string[]): Promise<Record<string, unknown> | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!error) return undefined
  const { code, message, detail, constraint, table } = error
  const text = ids.reduce(
    (said, id) => said.replaceAll(id, '[id]'),
    JSON.stringify({ code, message, detail, constraint, table }),
  )
  return JSON.parse(text)
}

const name = ({ table, column, parent }: ForeignKey) => `${table}.${column} to ${parent}`

/** Checks that no foreign key accepts a row of another organization, or distinguishes it from an unknown id. */
async function attackKeys(scene: Scene): Promise<void> {
  const { server, mine, theirs, tables } = scene
  const outcomes: Record<string, unknown> = {}
  const keys = [...tables.values()].flatMap(({ foreignKeys }) => foreignKeys)
  for (const key of keys) {
    const { table, column, parent } = key
    const [their, nobodys] = [await makeParent(scene, parent, theirs), newId()]
    const insert = async (id: string) =>
      inOrganization(server, mine, insertOf(table, await rowOf(scene, table, mine, { [column]: id })))
    const refused = await refusalOf(insert(their), their)
    expect(refused).toMatchObject({ code: '23503' })
    expect({ key: name(key), refused }).toEqual({ key: name(key), refused: await refusalOf(insert(nobodys), nobodys) })
    expect(await refusalOf(insert(await makeParent(scene, parent, mine)))).toBeUndefined()
    outcomes[name(key)] = await attackByUpdate(scene, key, their, nobodys)
  }
  // Keys that may be updated are also tried by an update.
  const updatable = keys.filter(({ table }) => tableOf(scene, table).privileges.includes('update'))
  expect(Object.keys(outcomes).filter((each) => outcomes[each])).toEqual(expect.arrayContaining(updatable.map(name)))
}

async function attackByUpdate({ server, mine, tables }: Scene, key: ForeignKey, their: string, nobodys: string) {
  const { table, column } = key
  const update = (id: string) =>
    inOrganization(
      server,
      mine,
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${id}::uuid where organization_id = ${mine.organizationId}
        and ${sql.ref(column)} is not null`,
    )
  if (!tables.get(table)?.privileges.includes('update')) return false
  const refused = await refusalOf(update(their), their)
  expect(refused).toMatchObject({ code: '23503' })
  expect({ key: name(key), refused }).toEqual({ key: name(key), refused: await refusalOf(update(nobodys), nobodys) })
  return true
}

describe('arbitrary SQL', () => {
  let scene: Scene
  setUp(async (opened) => {
    scene = await sceneOf(opened.use(await startServer()))
  })

  const asMe = <R>(statement: RawBuilder<R>) => inOrganization(scene.server, scene.mine, statement)

  test('a reference to their row fails like one to an unknown row, for every foreign key', () => attackKeys(scene))

  test('no row can be inserted for them, or moved to them, in any table', async () => {
    const { mine, theirs, tables } = scene
    for (const { name: table, privileges } of tables.values()) {
      if (privileges.includes('insert')) {
        const row = await rowOf(scene, table, mine)
        const forged = { ...row, organization_id: theirs.organizationId }
        expect(await refusalOf(asMe(insertOf(table, forged)))).toEqual(refusal('42501'))
      }
      if (!privileges.includes('update')) continue
      await makeOne(scene, table, mine)
      const move = sql`update ${sql.table(table)} set organization_id = ${theirs.organizationId}
        where organization_id = ${mine.organizationId}`
      expect([table, await refusalOf(asMe(move))]).toEqual([table, refusal('42501')])
    }
  })

  test('their rows are not read, changed or deleted by statements without conditions', async () => {
    const { theirs, tables } = scene
    const isTheirs = sql`organization_id = ${theirs.organizationId}`
    for (const { name: table, privileges } of tables.values()) {
      await makeOne(scene, table, theirs)
      const there = await inOrganization(scene.server, theirs, sql`select organization_id from ${sql.table(table)}`)
      expect([table, there.length > 0]).toEqual([table, true])
      expect(await asMe(sql`select organization_id from ${sql.table(table)} where ${isTheirs}`)).toEqual([])
      const all = sql<{ organizationId: string }>`select distinct organization_id from ${sql.table(table)}`
      for (const { organizationId } of await asMe(all)) expect(organizationId).toBe(scene.mine.organizationId)
      const changes = {
        update: sql`update ${sql.table(table)} set organization_id = organization_id`,
        delete: sql`delete from ${sql.table(table)}`,
      }
      for (const [privilege, change] of Object.entries(changes)) {
        if (!privileges.includes(privilege)) continue
        expect(await asMe(sql`${change} where ${isTheirs} returning organization_id`)).toEqual([])
      }
      expect(privileges).not.toContain('truncate')
      expect(await refusalOf(asMe(sql`truncate ${sql.table(table)} cascade`))).toEqual(refusal('42501'))
    }
  })

  test.each([
    ['a table of the same name that only the session sees', sql`create temporary table client (organization_id text)`],
    ['a table', sql`create table public.mine (a int)`],
    ['a trigger less', sql`alter table audit_record disable trigger all`],
    ['row-level security less', sql`alter table client disable row level security`],
    ['a policy more', sql`create policy all_of_it on client using (true)`],
    ['replication, which no trigger minds', sql`set local session_replication_role = replica`],
    [
      'a function in another’s place',
      sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'`,
    ],
  ])('the schema is out of reach: %s', async (_, statement) => {
    expect(await refusalOf(asMe(statement))).toEqual(refusal('42501'))
  })
})

/** Runs statements in a new session, as either role. */
const ROLES = ['gateway_tenant', 'gateway_system'] as const

describe('the audit trail', () => {
  let server: TestServer
  setUp(async (opened) => {
    server = opened.use(await startServer())
  })

  interface Head {
    auditSequence: number
    auditHash: string
    eventNumber: number
    at: Date
  }
  const headOf = async (actor: Actor): Promise<Head | undefined> =>
    (
      await inOrganization(
        server,
        actor,
        sql<Head>`select * from organization_head where organization_id = ${actor.organizationId}`,
      )
    )[0]
  const asRole = (role: (typeof ROLES)[number], { organizationId }: Actor, statement: RawBuilder<unknown>) =>
    server.database.transaction({ role, organizationId }, ({ db }) => statement.execute(db))

  /** Checks that the trail is complete and can continue. */
  async function expectWhole(actor: Actor, records: number): Promise<void> {
    expect((await actor.rest('PUT', '/api/service-provider/organization', { name: newId() })).status).toBe(200)
    const { body } = await actor.rest('GET', '/api/audit/verify')
    expect(body.data).toMatchObject({ valid: true, checked: records + 1 })
  }

  const HEADS: [what: string, change: string][] = [
    ['goes back', 'set audit_sequence = audit_sequence - 1'],
    [
      'goes back to a record',
      `set (audit_sequence, audit_hash, at) = (
      select sequence, hash, timestamp from audit_record r where r.organization_id = organization_head.organization_id and sequence = 1)`,
    ],
    ['names a record that there is not', 'set audit_sequence = audit_sequence + 1'],
    ['has another hash', `set audit_hash = repeat('f', 64)`],
    ['has its events numbered again', 'set event_number = event_number - 1'],
    ['leaves out numbers of events', 'set event_number = event_number + 1'],
    ['has no more numbers for events', 'set event_number = 9223372036854775807'],
    ['goes back in time', `set at = at - interval '1 second'`],
    ['runs ahead of time', `set at = at + interval '1 second'`],
    ['is beyond all time', `set at = 'infinity'`],
    ['becomes that of another', `set organization_id = 'org_other'`],
  ]

  test.each(ROLES.flatMap((role) => HEADS.map(([what, change]) => [role, what, change] as const)))(
    'as %s no head %s',
    async (role, _, change) => {
      const actor = server.actor()
      for (let client = 0; client < 2; client++) await aClient(actor)
      const head = await headOf(actor)
      const attack = sql`update organization_head ${sql.raw(change)} where organization_id = ${actor.organizationId}`
      expect(await refusalOf(asRole(role, actor, attack))).toEqual(refusal('42501'))
      expect(await headOf(actor)).toEqual(head)
      await expectWhole(actor, 2)
    },
  )

  test.each([
    ['numbers', [7, '0'.repeat(64), 0, '-infinity']],
    ['a hash', [0, 'f'.repeat(64), 0, '-infinity']],
    ['events', [0, '0'.repeat(64), 7, '-infinity']],
    ['a time', [0, '0'.repeat(64), 0, 'infinity']],
  ])('no head begins with %s of its own', async (_, [sequence, hash, event, at]) => {
    const actor = server.actor()
    const { organizationId } = actor
    const head = sql`insert into organization_head values (${organizationId}, ${sequence}, ${hash}, ${event}, ${at})`
    for (const role of ROLES) expect(await refusalOf(asRole(role, actor, head))).toEqual(refusal('42501'))
  })

  test('nobody deletes or changes heads or records', async () => {
    const actor = server.actor()
    await aClient(actor)
    const own = sql`organization_id = ${actor.organizationId}`
    const attacks = [
      sql`delete from organization_head where ${own}`,
      sql`truncate organization_head`,
      sql`delete from audit_record where ${own}`,
      sql`truncate audit_record`,
      sql`update audit_record set action = 'NOTHING' where ${own}`,
      sql`insert into audit_record select * from audit_record where ${own}
        on conflict (organization_id, sequence) do update set action = 'NOTHING'`,
      sql`merge into audit_record r using (select 1) as one on ${own} when matched then update set action = 'NOTHING'`,
    ]
    for (const role of ROLES)
      for (const attack of attacks) expect(await refusalOf(asRole(role, actor, attack))).toEqual(refusal('42501'))
    const where = `where organization_id = '${actor.organizationId}'`
    for (const attack of [
      `delete from organization_head ${where}`,
      `update organization_head set audit_sequence = 0 ${where}`,
      `delete from audit_record ${where}`,
      `update audit_record set action = 'NOTHING' ${where}`,
      'truncate audit_record',
    ]) {
      const unhidden = ['organization_head', 'audit_record'].map(
        (table) => `alter table ${table} no force row level security`,
      )
      const done = asAdministrator(server.connection, 'begin', ...unhidden, attack, 'rollback')
      expect(await refusalOf(done)).toEqual(refusal('42501'))
      await asAdministrator(server.connection, 'rollback')
    }
    await expectWhole(actor, 1)
  })

  const forged = (organizationId: string, changes: Record<string, unknown>) =>
    insertOf('audit_record', {
      organization_id: organizationId,
      id: newId(),
      action: 'FORGED',
      user_id: 'nobody',
      resource_type: 'NOTHING',
      ip_address: 'unknown',
      user_agent: 'unknown',
      ...changes,
    })

  test.each<[string, Record<string, unknown>]>([
    ['with a number to come', { sequence: 999 }],
    ['with a number that is taken', { sequence: 1 }],
    ['with no number at all', { sequence: -1 }],
    ['with a hash of its own', { hash: 'f'.repeat(64) }],
    ['from the past', { timestamp: '2001-01-01T00:00:00Z' }],
    ['from the future', { timestamp: '2999-01-01T00:00:00Z' }],
    ['from beyond all time', { timestamp: 'infinity' }],
  ])('a record %s is the next one, now, with the right hash; and the trail continues', async (_, changes) => {
    const actor = server.actor()
    await aClient(actor)
    const before = await headOf(actor)
    await asRole('gateway_tenant', actor, forged(actor.organizationId, changes))
    const records = await inOrganization(
      server,
      actor,
      sql<{
        sequence: number
        isNow: boolean
      }>`select sequence, timestamp between ${before?.at} and clock_timestamp() as is_now
        from audit_record where organization_id = ${actor.organizationId} and action = 'FORGED'`,
    )
    expect(records).toEqual([{ sequence: 2, isNow: true }])
    await expectWhole(actor, 2)
  })

  test('forged records among concurrent real ones do not start a second chain', async () => {
    const actor = server.actor()
    await aClient(actor)
    await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? aClient(actor) : asRole('gateway_tenant', actor, forged(actor.organizationId, {})),
      ),
    )
    const { body } = await actor.rest('GET', '/api/audit/verify')
    expect(body.data).toMatchObject({ valid: true })
  })

  test('a record of an organization without a head is refused', async () => {
    const actor = server.actor()
    const alone = asRole('gateway_tenant', actor, forged(actor.organizationId, { sequence: 1 }))
    expect(await refusalOf(alone)).toEqual(refusal('42501'))
  })
})

describe('with row-level security disabled', () => {
  test('keys alone keep references within the organization', async () => {
    await using server = await startServer()
    const scene = await sceneOf(server)
    const off = [...scene.tables.keys()].map((table) => `alter table ${table} disable row level security`)
    await asAdministrator(server.connection, ...off)
    await attackKeys(scene)
    const { mine, theirs } = scene
    const { id } = await aClient(theirs)
    const own = await aCampaign(mine)
    const steal = sql`update campaign set client_id = ${id}::uuid where id = ${own.id}`
    expect(await refusalOf(inOrganization(server, mine, steal))).toMatchObject({ code: '23503' })
    // A row cannot move without the rows that reference it.
    await inOrganization(
      server,
      mine,
      sql`update campaign set client_id = ${(await aClient(mine)).id}::uuid where id = ${own.id}`,
    )
    const move = sql`update client set organization_id = ${theirs.organizationId} where organization_id = ${mine.organizationId}`
    expect(await refusalOf(inOrganization(server, mine, move))).toEqual(refusal('23503'))
  })
})
