/** @database none */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { writeRecords } from '../support/audit-records.ts'
import { readNdjson } from '../support/chain.ts'
import { asAdministrator } from '../support/database.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tamper } from '../support/tamper.ts'
import { leafOf, openCheckpoint, rootOver } from '../support/tlog.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { startWitness } from '../support/witness.ts'

const run = promisify(execFile)
const VERIFIER = join(import.meta.dirname, '../../src/features/audit/verifier/verify.mjs')
const READER = 'audit-tiles'
const hasReader = requireTool(READER, 'test/audit/programs.sh FOLDER, and FOLDER on the PATH')

let server: TestServer
let folder: string
let witness: Awaited<ReturnType<typeof startWitness>>

setUp(async (opened) => {
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'gateway-tiles-'))).path
  witness = opened.use(await startWitness('witness.example/w', 7))
  const policy = join(folder, 'settings.txt')
  await writeFile(policy, `witness w ${witness.witness.key} ${witness.address}\nquorum w\n`)
  server = opened.use(await startServer({ AUDIT_WITNESS_POLICY: policy, TRUSTED_PROXIES: 'loopback' }))
})

const publish = async (actor: Actor): Promise<string> =>
  (await actor.graphql('mutation { publishAuditTiles }')).body.data.publishAuditTiles

const addressOf = async (actor: Actor): Promise<string | null> =>
  (await actor.graphql('{ auditTilesAddress }')).body.data.auditTilesAddress

/** An organization with so many records at least, whose checkpoint the witness signed. */
async function aTrail(records: number): Promise<Actor> {
  const actor = server.actor()
  await aClient(actor)
  const { publicKey } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
  witness.witness.logs.add(publicKey)
  await writeRecords(server, actor, records)
  await signed(actor, records)
  return actor
}

async function signed(actor: Actor, atLeast: number): Promise<void> {
  await passTime(server, actor, 'checkpoints', sql`select 1`)
  await until('the witness', async () => {
    const rows = await inOrganization(
      server,
      actor,
      sql`select 1 from audit_publication where channel = 'witnessed' and size >= ${atLeast}`,
    )
    return rows.length > 0
  })
}

interface Files {
  export: string
  policy: string
}

/** What an auditor has: an export, and the policy with all public keys. */
async function filesOf(actor: Actor): Promise<Files> {
  const [exported, policy] = [join(folder, `${actor.organizationId}.ndjson`), join(folder, actor.organizationId)]
  await writeFile(exported, String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body))
  await writeFile(policy, (await actor.graphql('{ auditWitnessPolicy }')).body.data.auditWitnessPolicy)
  return { export: exported, policy }
}

/** The end of a program. */
const ended = (program: string, args: string[]) =>
  run(program, args).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  )

const verify = (address: string, files: Files) =>
  ended(process.execPath, [VERIFIER, files.export, '--policy', files.policy, '--tiles', server.url + address])

const readBy = (address: string, files: Files) => ended(READER, [server.url + address, files.policy])

const bytesAt = async (path: string) => {
  const response = await fetch(server.url + path)
  const { status, headers } = response
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('published tiles', () => {
  test('are read and verified by the program of the service and by a foreign one', async () => {
    const actor = await aTrail(700)
    const address = await publish(actor)
    await signed(actor, 702)
    const files = await filesOf(actor)
    expect(await verify(address, files)).toEqual({
      code: 0,
      text: expect.stringMatching(/The published hashes of 7\d\d records are signed, and match the export/),
    })
    if (!hasReader) return
    const { code, text } = await readBy(address, files)
    const exported = readNdjson((await actor.rest('GET', '/api/audit/export?format=ndjson')).body).records
    const read = text.trim().split('\n')
    expect([code, read.length]).toEqual([0, expect.any(Number)])
    expect(read.length).toBeGreaterThan(700)
    expect(read).toEqual(exported.slice(0, read.length).map(({ hash }) => hash))
  })

  test('have the hashes of the records and nothing else, for any cache to keep', async () => {
    const actor = await aTrail(300)
    const address = await publish(actor)
    const checkpoint = await bytesAt(`${address}/checkpoint`)
    const note = checkpoint.bytes.toString()
    const { publicKey } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
    const { size, root } = openCheckpoint(note.split('\n').slice(0, 5).join('\n').concat('\n'), publicKey)
    expect(note).toContain('\n— witness.example/w ')
    expect(Object.fromEntries(checkpoint.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
    })
    const etag = checkpoint.headers.get('etag') ?? ''
    const known = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }
    expect((await fetch(`${server.url}${address}/checkpoint`, { headers: known })).status).toBe(304)

    const [full, rest] = [
      await bytesAt(`${address}/tile/0/000`),
      await bytesAt(`${address}/tile/0/001.p/${size - 256}`),
    ]
    expect([full.status, full.bytes.length, rest.bytes.length]).toEqual([200, 8192, (size - 256) * 32])
    expect(Object.fromEntries(full.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const leaves = Buffer.concat([full.bytes, rest.bytes])
    const hashes = Array.from({ length: size }, (_, index) => leaves.subarray(index * 32, index * 32 + 32))
    expect(rootOver(hashes).equals(root)).toBe(true)
    const above = await bytesAt(`${address}/tile/1/000.p/1`)
    expect(above.bytes.equals(rootOver(hashes.slice(0, 256)))).toBe(true)
    const entries = await bytesAt(`${address}/tile/entries/001.p/2`)
    expect(entries.bytes.length).toBe(2 * 34)
    expect(leafOf(entries.bytes.subarray(2, 34).toString('hex')).equals(hashes[256] as Buffer)).toBe(true)
  })

  test('show a change of a record, and a rewritten tile, to both programs', async () => {
    const actor = await aTrail(600)
    const address = await publish(actor)
    const files = await filesOf(actor)
    const own = `organization_id = '${actor.organizationId}'`
    await tamper(
      server.connection,
      `update audit_tile set hash = sha256('x') where ${own} and level = 1 and number = 1`,
    )
    expect(await verify(address, files)).toMatchObject({
      code: 1,
      text: expect.stringContaining('level 1 do not follow from those below'),
    })
    if (hasReader) expect((await readBy(address, files)).code).not.toBe(0)
    await tamper(server.connection, `update audit_record set hash = repeat('0', 64) where ${own} and sequence = 5`)
    const { code, text } = await verify(address, files)
    expect([code, text]).toEqual([1, expect.stringContaining('record 5 is not the published one')])
    expect(text).toContain('the published hashes are not those of the published checkpoint')
    if (hasReader) expect((await readBy(address, files)).code).not.toBe(0)
  })

  test('end with the last signed record, and a tile has one path', async () => {
    const actor = await aTrail(260)
    const address = await publish(actor)
    const { size } = (await actor.graphql('{ auditCheckpoints(limit: 1) { size } }')).body.data.auditCheckpoints[0]
    await writeRecords(server, actor, 300)
    const status = async (path: string) => (await bytesAt(`${address}/${path}`)).status
    expect(await status(`tile/0/001.p/${size - 256}`)).toBe(200)
    for (const path of [
      `tile/0/001.p/${size - 255}`,
      'tile/0/001',
      'tile/0/002.p/1',
      'tile/1/000',
      'tile/1/000.p/2',
      'tile/2/000.p/1',
      'tile/63/000.p/1',
      'tile/64/000.p/1',
      'tile/00/000',
      'tile/-1/000',
      'tile/0/0',
      'tile/0/0000',
      'tile/0/x000/000',
      'tile/0/000.p/256',
      'tile/0/000.p/0',
      'tile/0/000.p/01',
      'tile/0/000.p/1/',
      'tile/0/000/',
      'tile/0/x999/x999/x999/x999/999',
      'tile/0/x999/x999/x999/x999/x999/999',
      'tile/0/%78000/000',
      'tile/entries/002.p/1',
      'tile/data/000',
      'tile/',
      'Checkpoint',
      'checkpoint/',
      '',
    ])
      expect([path, await status(path)]).toEqual([path, 404])
  })
})

describe('the address', () => {
  test('is off until an administrator publishes, and ends when it is renewed or withdrawn', async () => {
    const actor = await aTrail(3)
    expect(await addressOf(actor)).toBeNull()
    const first = await publish(actor)
    expect(await addressOf(actor)).toBe(first)
    expect((await bytesAt(`${first}/checkpoint`)).status).toBe(200)
    const second = await publish(actor)
    expect(second).not.toBe(first)
    expect((await bytesAt(`${first}/checkpoint`)).status).toBe(404)
    expect((await bytesAt(`${second}/tile/0/000.p/3`)).status).toBe(200)
    const withdraw = () => actor.graphql('mutation { withdrawAuditTiles }')
    expect((await withdraw()).body.data).toEqual({ withdrawAuditTiles: true })
    expect((await withdraw()).body.data).toEqual({ withdrawAuditTiles: false })
    expect((await bytesAt(`${second}/checkpoint`)).status).toBe(404)
    expect((await bytesAt(`${second}/tile/0/000.p/3`)).status).toBe(404)
    const { body } = await actor.rest('GET', '/api/audit/log?resourceType=AUDIT_TILES')
    const actions = body.data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['AUDIT_TILES_CREATED', 'AUDIT_TILES_WITHDRAWN']))
  })

  test('belongs to one organization, and cannot be guessed from it, from another, or from the database', async () => {
    const [actor, other] = [await aTrail(3), await aTrail(3)]
    const [own, foreign] = [await publish(actor), await publish(other)]
    const [key = '', foreignKey = ''] = [own, foreign].map((address) => address.split('/').at(-1))
    const base = `/audit/${actor.organizationId}`
    const [row] = await asAdministrator<{ tiles_nonce: string }>(
      server.connection,
      `select tiles_nonce from organization where organization_id = '${actor.organizationId}'`,
    )
    expect(key).toMatch(/^[\w-]{44}$/)
    expect(key.startsWith(row?.tiles_nonce ?? 'x')).toBe(true)
    for (const path of [
      `${base}/${foreignKey}`,
      `${base}/${key.slice(0, 22)}${foreignKey.slice(22)}`,
      `${base}/${key.slice(0, 22)}`,
      `${base}/${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      `${base}/${key}A`,
      `${base}/%00`,
      `/audit/${actor.organizationId}%00/${key}`,
      `/audit/${other.organizationId}/${key}`,
      `/audit/none/${key}`,
      `/audit/${'x'.repeat(3000)}/${key}`,
      `/audit/%F0%9F%92%A5/${key}`,
    ]) {
      expect([path, (await bytesAt(`${path}/checkpoint`)).status]).toEqual([path, 404])
      expect([path, (await bytesAt(`${path}/tile/0/000.p/1`)).status]).toEqual([path, 404])
    }
    const unknown = await bytesAt(`${base}/${foreignKey}/checkpoint`)
    const absent = await bytesAt(`/audit/none/${foreignKey}/checkpoint`)
    const bodyOf = ({ bytes }: { bytes: Buffer }) => bytes.toString().replace(/"requestId":"[^"]*"/, '')
    expect(bodyOf(unknown)).toBe(bodyOf(absent))
  })

  test('is shown to those who may verify, changed by administrators, and stored in no replay', async () => {
    const actor = await aTrail(3)
    const key = { 'Idempotency-Key': 'publish-once' }
    const { body } = await actor.graphql('mutation { publishAuditTiles }', {}, key)
    const again = await actor.graphql('mutation { publishAuditTiles }', {}, key)
    expect(again.body.data?.publishAuditTiles ?? null).not.toBe(body.data.publishAuditTiles)
    expect(await addressOf(actor)).toBe(body.data.publishAuditTiles)
    const { organizationId } = actor
    const officer = server.actor({ organizationId, role: 'compliance' })
    expect(await addressOf(officer)).toBe(body.data.publishAuditTiles)
    const refused = await officer.graphql('mutation { publishAuditTiles }')
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN')
    const manager = server.actor({ organizationId, role: 'manager' })
    for (const query of ['{ auditTilesAddress }', 'mutation { withdrawAuditTiles }', '{ auditWitnessPolicy }'])
      expect((await manager.graphql(query)).body.errors[0].extensions.code).toBe('FORBIDDEN')
  })

  test('can be read without an end by nobody, and reading it leaves no record', async () => {
    const actor = await aTrail(3)
    const address = await publish(actor)
    const size = async () =>
      (
        await inOrganization(server, actor, sql<{ size: number }>`select audit_sequence as size from organization_head`)
      )[0]?.size
    const before = await size()
    const headers = { 'X-Forwarded-For': '203.0.113.77' }
    const statuses: number[] = []
    for (let batch = 0; batch < 31; batch++) {
      const asked = Array.from({ length: 20 }, (_, index) =>
        fetch(`${server.url}${address}/tile/0/${String(index).padStart(3, '0')}`, { headers }),
      )
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(600)
    expect((await bytesAt(`${address}/checkpoint`)).status).toBe(200)
    expect(await size()).toBe(before)
  })
})
