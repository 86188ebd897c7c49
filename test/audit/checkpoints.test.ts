/** @long it writes long audit trails. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { Metrics } from '../../src/common/metrics.ts'
import { signCheckpoints } from '../../src/features/audit/checkpoint.jobs.ts'
import { openAuditSigner } from '../../src/features/audit/signer.ts'
import { writeRecords } from '../support/audit-records.ts'
import { readNdjson } from '../support/chain.ts'
import { asAdministrator } from '../support/database.ts'
import { performFor, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aClient, aWebhook } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tamper } from '../support/tamper.ts'
import { isConsistent, isIncluded, leafOf, openCheckpoint, openProof, rootOver } from '../support/tlog.ts'

const SEED = Buffer.alloc(32, 5)
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ AUDIT_SIGNING_KEY: SEED.toString('base64') }))
})

const haveRecords = (actor: Actor, count: number) => writeRecords(server, actor, count)

async function aTrail(count: number): Promise<Actor> {
  const actor = server.actor()
  await aClient(actor)
  if (count > 1) await haveRecords(actor, count - 1)
  return actor
}

const verify = async (actor: Actor, query: Record<string, string> = {}): Promise<Json> => {
  const answer = await actor.rest('GET', `/api/audit/verify?${new URLSearchParams(query)}`)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** A checkpoint as a third party stores it. */
const keep = async (actor: Actor): Promise<{ note: string; publicKey: string; sequence: number }> =>
  (await verify(actor)).checkpoint

const hashesOf = async (actor: Actor): Promise<Buffer[]> =>
  readNdjson(String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body)).records.map(({ hash }) =>
    leafOf(hash),
  )

/** Runs the job as if it were due. */
async function sign(actor: Actor, log: string[] = [], metrics = new Metrics()): Promise<void> {
  const signer = await openAuditSigner([SEED], '', undefined)
  const logger = pino({ level: 'error' }, { write: (line) => void log.push(line) })
  await performFor(actor, signCheckpoints, toolsOf(server, { services: { auditSigner: signer }, log: logger, metrics }))
}

const stored = (actor: Actor) =>
  inOrganization(
    server,
    actor,
    sql<{ size: number; note: string }>`select size, note from audit_checkpoint
    where organization_id = ${actor.organizationId} order by size`,
  )

const tiles = (actor: Actor) =>
  inOrganization(
    server,
    actor,
    sql<{ level: number; count: number }>`select level, count(*)::int as count from audit_tile
    where organization_id = ${actor.organizationId} group by level order by level`,
  )

describe('a checkpoint', () => {
  test('is signed on demand, and contains the root of the export’s hashes', async () => {
    const actor = await aTrail(5)
    const { note, publicKey, sequence } = await keep(actor)
    const { origin, size, root } = openCheckpoint(note, publicKey)
    expect([origin, size]).toEqual([`localhost/audit/${actor.organizationId}`, sequence])
    expect(root).toEqual(rootOver((await hashesOf(actor)).slice(0, size)))
  })

  test('that many request at once is stored and published once', async () => {
    const actor = await aTrail(20)
    await aWebhook(actor, { events: ['AUDIT_CHECKPOINT_SIGNED'] })
    const kept = await Promise.all(Array.from({ length: 6 }, () => keep(actor)))
    const hashes = await hashesOf(actor)
    for (const { note, publicKey } of kept) {
      const { size, root } = openCheckpoint(note, publicKey)
      expect(root).toEqual(rootOver(hashes.slice(0, size)))
    }
    await Promise.all([sign(actor), sign(actor), sign(actor)])
    const sizes = (await stored(actor)).map(({ size }) => size)
    expect(new Set(sizes).size).toBe(sizes.length)
    const announcements = sql<{
      payload: Json
    }>`select payload from webhook_delivery where organization_id = ${actor.organizationId}`
    const announced = (await inOrganization(server, actor, announcements)).map(({ payload }) => payload.size)
    expect(announced.toSorted()).toEqual(sizes.toSorted())
  })

  test('is the same with and without the stored tree, over several tiles', async () => {
    const actor = await aTrail(700)
    const before = await keep(actor)
    await sign(actor)
    expect(await tiles(actor)).toEqual([{ level: 1, count: 2 }])
    const answer = await verify(actor, { checkpoint: before.note })
    expect(answer).toMatchObject({ valid: true, consistency: { consistent: true, size: before.sequence } })
    const leaves = await hashesOf(actor)
    const after = openCheckpoint(answer.consistency.checkpoint, answer.consistency.publicKey)
    expect(after.root).toEqual(rootOver(leaves.slice(0, after.size)))
  })

  test('proves to a third party that the trail continues from a stored checkpoint', async () => {
    const actor = await aTrail(300)
    const kept = await keep(actor)
    await haveRecords(actor, 333)
    const { consistency } = await verify(actor, { checkpoint: kept.note })
    const older = openCheckpoint(kept.note, kept.publicKey)
    const newer = openCheckpoint(consistency.checkpoint, consistency.publicKey)
    expect(newer.size).toBeGreaterThan(600)
    const proof = consistency.proof.map((hash: string) => Buffer.from(hash, 'base64'))
    expect(isConsistent(older, newer, proof)).toBe(true)
    expect(isConsistent({ ...older, root: newer.root }, newer, proof)).toBe(false)
  })

  test('proves that a record is included, also over GraphQL', async () => {
    const actor = await aTrail(300)
    const query = 'query ($record: SafeInt) { verifyAudit(record: $record) { inclusion checkpoint { publicKey } } }'
    const leaves = await hashesOf(actor)
    for (const record of [1, 256, 257, 300]) {
      const { inclusion, checkpoint } = (await actor.graphql(query, { record })).body.data.verifyAudit
      const proof = openProof(inclusion)
      const { size, root } = openCheckpoint(proof.checkpoint, checkpoint.publicKey)
      expect(proof.index).toBe(record - 1)
      expect(isIncluded(proof.index, size, leaves[record - 1] as Buffer, proof.hashes, root)).toBe(true)
      expect(isIncluded(proof.index, size, leaves[record % 300] as Buffer, proof.hashes, root)).toBe(false)
    }
  })

  test('of an empty trail can be stored, and later ones continue from it', async () => {
    const actor = server.actor()
    const kept = await keep(actor)
    expect(openCheckpoint(kept.note, kept.publicKey)).toMatchObject({ size: 0 })
    expect((await verify(actor, { checkpoint: kept.note })).consistency).toMatchObject({ consistent: true, proof: [] })
  })

  test.each(['record=0', 'record=-1', 'record=99999', 'record=x'])('verify refuses ?%s', async (query) => {
    const actor = await aTrail(2)
    const { status, body } = await actor.rest('GET', `/api/audit/verify?${query}`)
    expect([status, Object.keys(body.details)]).toEqual([400, ['record']])
  })

  test('that is malformed, changed or of another organization is refused with the reason', async () => {
    const [actor, other] = [await aTrail(2), await aTrail(2)]
    const { note } = await keep(actor)
    const foreign = await keep(other)
    const stranger = await openAuditSigner([Buffer.alloc(32, 6)], '', undefined)
    for (const [text, reason] of [
      ['2', 'must be a signed checkpoint, with its line breaks'],
      [note.replaceAll('\n', ' '), 'must be a signed checkpoint, with its line breaks'],
      [foreign.note, 'must be a checkpoint of this organization'],
      [note.replace('\n2\n', '\n1\n'), 'must be signed by the key of this service'],
      [stranger.sign(actor.organizationId, 2, Buffer.alloc(32)), 'must be signed by the key of this service'],
      [
        foreign.note.replaceAll(other.organizationId, actor.organizationId),
        'must be signed by the key of this service',
      ],
    ] as const) {
      const { status, body } = await actor.rest('GET', `/api/audit/verify?${new URLSearchParams({ checkpoint: text })}`)
      expect([status, body.details]).toEqual([400, { checkpoint: reason }])
    }
  })

  test('that was signed with a replaced key is still valid', async () => {
    const [older, newer] = [Buffer.alloc(32, 8), Buffer.alloc(32, 9)]
    const before = await openAuditSigner([older], '', 'https://old.example')
    const after = await openAuditSigner([newer, older], '', 'https://new.example')
    const note = before.sign('org', 3, Buffer.alloc(32))
    expect(after.read('org', note)).toMatchObject({ size: 3, origin: 'old.example/audit/org' })
    expect((await openAuditSigner([newer], '', undefined)).read('org', note)).toBe('CHECKPOINT_NOT_SIGNED')
  })
})

test('instances that share only SECRETS_KEY produce the same signatures, and accept those of a replaced key', async () => {
  const { organizationId } = server.actor()
  const checkpointBy = async (environment: Record<string, string>, kept?: string) => {
    await using instance = await startServer(environment)
    const query = kept ? `?${new URLSearchParams({ checkpoint: kept })}` : ''
    return (await instance.actor({ organizationId }).rest('GET', `/api/audit/verify${query}`)).body
  }
  const [older, newer] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  const [one, other] = [
    await checkpointBy({ SECRETS_KEY: `${older}` }),
    await checkpointBy({ SECRETS_KEY: `${newer},${older}` }),
  ]
  expect((await checkpointBy({ SECRETS_KEY: `${older}` })).data.checkpoint.publicKey).toBe(
    one.data.checkpoint.publicKey,
  )
  expect(other.data.checkpoint.publicKey).not.toBe(one.data.checkpoint.publicKey)
  const { note } = one.data.checkpoint
  expect((await checkpointBy({ SECRETS_KEY: `${newer},${older}` }, note)).details).toBeUndefined()
  expect((await checkpointBy({ SECRETS_KEY: `${newer}` }, note)).details).toEqual({
    checkpoint: 'must be signed by the key of this service',
  })
})

const own = ({ organizationId }: Actor) => `organization_id = '${organizationId}'`
const cutAfter = (actor: Actor, sequence: number) => `
  delete from audit_record where ${own(actor)} and sequence > ${sequence};
  delete from audit_tile where ${own(actor)};
  delete from audit_checkpoint where ${own(actor)};
  update organization_head set audit_sequence = ${sequence}, audit_hash = coalesce((
    select hash from audit_record where ${own(actor)} and sequence = ${sequence}), repeat('0', 64))
  where ${own(actor)}`

describe('a stored checkpoint detects changes by the owner of the database:', () => {
  test('the last records deleted, and the head set back', async () => {
    const actor = await aTrail(400)
    const { note, sequence } = await keep(actor)
    await tamper(server.connection, cutAfter(actor, 300))
    expect(await verify(actor)).toMatchObject({ valid: true })
    expect(await verify(actor, { checkpoint: note })).toMatchObject({
      valid: false,
      break: { reason: `the trail ends before record ${sequence}, which the checkpoint covers` },
      consistency: { consistent: false, size: sequence, proof: [], checkpoint: null },
    })
  })

  test('the trail deleted and started again', async () => {
    const actor = await aTrail(300)
    const { note, sequence } = await keep(actor)
    await tamper(server.connection, cutAfter(actor, 0))
    await haveRecords(actor, 500)
    expect(await verify(actor)).toMatchObject({ valid: true })
    expect(await verify(actor, { checkpoint: note })).toMatchObject({
      valid: false,
      break: { sequence, reason: 'the records up to here do not match the checkpoint' },
    })
  })

  test('the chain and the tree computed again from the middle', async () => {
    const actor = await aTrail(600)
    const { note, sequence } = await keep(actor)
    await sign(actor)
    await tamper(server.connection, cutAfter(actor, 290))
    await haveRecords(actor, 400)
    await sign(actor)
    expect(await tiles(actor)).toEqual([{ level: 1, count: 2 }])
    expect(await verify(actor)).toMatchObject({ valid: true })
    expect(await verify(actor, { checkpoint: note })).toMatchObject({
      valid: false,
      break: { sequence, reason: 'the records up to here do not match the checkpoint' },
      consistency: { consistent: false, checkpoint: null },
    })
  })

  test('records computed again, and the stored tree left unchanged', async () => {
    const actor = await aTrail(600)
    const { note } = await keep(actor)
    await sign(actor)
    await tamper(
      server.connection,
      `create temporary table kept as select * from audit_tile where ${own(actor)};
       ${cutAfter(actor, 290)}; insert into audit_tile select * from kept; drop table kept`,
    )
    await haveRecords(actor, 400)
    for (const query of [{}, { checkpoint: note }]) {
      expect(await verify(actor, query)).toMatchObject({
        valid: false,
        break: { sequence: 512, reason: 'the stored tree does not match the records' },
      })
    }
  })

  test('a record changed in place', async () => {
    const actor = await aTrail(5)
    const { note } = await keep(actor)
    await tamper(server.connection, `update audit_record set user_id = 'x' where ${own(actor)} and sequence = 3`)
    expect(await verify(actor, { checkpoint: note })).toMatchObject({ valid: false, break: { sequence: 3 } })
  })
})

describe('a stored checkpoint binds the service', () => {
  const cutTail = (actor: Actor, sequence: number) =>
    tamper(server.connection, cutAfter(actor, sequence).replace(/delete from audit_checkpoint[^;]*;/, ''))
  const alerts = (actor: Actor) =>
    inOrganization(
      server,
      actor,
      sql<{ name: string; description: string }>`select name, description from security_alert
        where organization_id = ${actor.organizationId}`,
    )

  test('a shorter trail is invalid, and no smaller tree is signed', async () => {
    const actor = await aTrail(300)
    await sign(actor)
    await cutTail(actor, 290)
    const answer = await verify(actor)
    expect(answer).toMatchObject({
      valid: false,
      break: { reason: 'the trail ends before record 300, which the checkpoint covers' },
      checkpoint: { note: null },
    })
    const query = '{ verifyAudit(record: 3) { valid inclusion } }'
    expect((await actor.graphql(query)).body.data.verifyAudit).toEqual({ valid: false, inclusion: null })
  })

  test('a cut trail that has grown again is invalid, and is not signed', async () => {
    const actor = await aTrail(300)
    await sign(actor)
    await cutTail(actor, 290)
    await haveRecords(actor, 50)
    expect(await verify(actor)).toMatchObject({ valid: false, checkpoint: { note: null } })
    await sign(actor)
    expect((await stored(actor)).map(({ size }) => size)).toEqual([300])
  })

  test.each([
    ['cut', 290],
    ['emptied', 0],
  ] as const)('a trail that was %s raises one alert, and is logged each time', async (_, end) => {
    const actor = await aTrail(300)
    await sign(actor)
    await cutTail(actor, end)
    const log: string[] = []
    const metrics = new Metrics()
    await sign(actor, log, metrics)
    await sign(actor, log, metrics)
    expect(log.filter((line) => /no longer holds the 300 records whose checkpoint was signed/.test(line))).toHaveLength(
      2,
    )
    const changed = {
      name: 'AuditTrailChanged',
      description: expect.stringContaining('no longer holds the 300 records'),
    }
    expect(await alerts(actor)).toEqual([changed])
    expect(await metrics.registry.metrics()).toMatch(/^audit_trail_changed_total 2$/m)
  })
})

describe('signing', () => {
  test('is due after the first record since a checkpoint, and covers all of them', async () => {
    const actor = await aTrail(3)
    const due = () =>
      inOrganization(
        server,
        actor,
        sql<{ kind: string; isLater: boolean }>`select kind, due_at > now() as is_later
        from due_work where organization_id = ${actor.organizationId} and kind = 'checkpoints'`,
      )
    expect(await due()).toEqual([{ kind: 'checkpoints', isLater: true }])
    await sign(actor)
    expect((await stored(actor)).map(({ size }) => size)).toEqual([3])
    expect(await due()).toEqual([])
    // Another role records reads.
    await actor.rest('GET', '/api/clients')
    expect(await due()).toEqual([{ kind: 'checkpoints', isLater: true }])
    await sign(actor)
    await sign(actor)
    expect((await stored(actor)).map(({ size }) => size)).toEqual([3, 4])
  })

  test('stores tiles of tiles', async () => {
    const actor = await aTrail(1)
    // Writing the records of a level 2 tile would take minutes, so its tiles of level 1 are inserted.
    await asAdministrator(
      server.connection,
      `insert into audit_tile select '${actor.organizationId}', 1, n, sha256(n::text::bytea) from generate_series(0, 254) n`,
    )
    const { organizationId } = actor
    await tamper(
      server.connection,
      `update organization_head set audit_sequence = 65280 where organization_id = '${organizationId}'`,
    )
    await haveRecords(actor, 256)
    await sign(actor)
    expect(await tiles(actor)).toEqual([
      { level: 1, count: 256 },
      { level: 2, count: 1 },
    ])
  })

  test('no organization can change or delete signed checkpoints', async () => {
    const actor = await aTrail(300)
    await sign(actor)
    for (const table of ['audit_tile', 'audit_checkpoint', 'audit_publication']) {
      for (const statement of [`delete from ${table}`, `update ${table} set size = 1`, `truncate ${table}`]) {
        await expect(inOrganization(server, actor, sql.raw(statement))).rejects.toThrow(
          /permission denied|does not exist/,
        )
      }
    }
  })
})
