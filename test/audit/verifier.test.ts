import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { writeRecords } from '../support/audit-records.ts'
import { auditVectors } from '../support/audit-vectors.ts'
import { readNdjson } from '../support/chain.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tamper } from '../support/tamper.ts'
import { requireTool } from '../support/tools.ts'

const run = promisify(execFile)
const VECTORS = join(import.meta.dirname, '../../docs/audit-vectors')
const PYTHON = 'python-rfc8785'
const hasPython = requireTool(PYTHON, 'test/audit/programs.sh FOLDER, and FOLDER on the PATH')

let server: TestServer
let folder: string
setUp(async (opened) => {
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'gateway-verifier-'))).path
  server = opened.use(await startServer())
  // As a third party gets it: without other files of the gateway.
  const { headers, body } = await server.fetch('/audit/verify.mjs')
  expect(headers.get('content-type')).toMatch(/javascript/)
  await write('verify.mjs', String(body))
})

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

interface Ended {
  code: number
  text: string
}

const ended = async (program: string, args: string[]): Promise<Ended> =>
  run(program, args).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  )

const verify = (...args: string[]) => ended(process.execPath, [join(folder, 'verify.mjs'), ...args])

interface Kept {
  checkpoint: string
  key: string
}

/** Files of an auditor: exports in both formats, a checkpoint and a key. */
async function keep(actor: Actor): Promise<Kept> {
  const { note, publicKey } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
  return { checkpoint: await write(`${actor.organizationId}.checkpoint`, note), key: publicKey }
}

async function exportOf(actor: Actor, format: string): Promise<string> {
  const { body } = await actor.rest('GET', `/api/audit/export?format=${format}`)
  return write(`${actor.organizationId}.${format}`, String(body))
}

async function aTrail(): Promise<Actor> {
  const actor = server.actor({ userId: `=cmd|' /C calc'!A0` })
  await aClient(actor)
  const headers = { 'User-Agent': 'quote " comma , tab \t Ünïcode \u00e9' }
  for (let read = 0; read < 4; read++) await actor.rest('GET', '/api/clients', undefined, headers)
  return actor
}

const own = ({ organizationId }: Actor) => `organization_id = '${organizationId}'`
const cutBehind = (actor: Actor, sequence: number) => `
  delete from audit_record where ${own(actor)} and sequence > ${sequence};
  update organization_head set audit_sequence = ${sequence}, audit_hash = (
    select hash from audit_record where ${own(actor)} and sequence = ${sequence}) where ${own(actor)}`

describe('verify.mjs, which is served with every export', () => {
  test.each(['ndjson', 'csv'])('takes an export as %s, with a checkpoint and a key', async (format) => {
    const actor = await aTrail()
    const { checkpoint, key } = await keep(actor)
    const file = await exportOf(actor, format)
    const { code, text } = await verify(file, '--checkpoint', checkpoint, '--key', key)
    expect([code, text]).toEqual([0, expect.stringContaining('none changed, none missing in between')])
    expect(text).toMatch(/signed: no record that they cover was removed or rewritten/)
  })

  test('accepts rows of GraphQL, and reports what it cannot verify without a checkpoint', async () => {
    const actor = await aTrail()
    const fields = 'sequence id action userId resourceType resourceId timestamp hash previousHash organizationId'
    const metadata = 'ipAddress userAgent details { attempted code count fields ids includes omitted outcome }'
    const { body } = await actor.graphql(`{ auditExport { rows { ${fields} metadata { ${metadata} } } } }`)
    const { code, text } = await verify(await write('rows.json', JSON.stringify(body.data.auditExport.rows)))
    expect([code, text]).toEqual([0, expect.stringContaining('No checkpoint was given')])
  })

  test('detects a change in place, in both formats', async () => {
    const actor = await aTrail()
    await tamper(server.connection, `update audit_record set user_id = 'x' where ${own(actor)} and sequence = 3`)
    for (const format of ['ndjson', 'csv']) {
      const { code, text } = await verify(await exportOf(actor, format))
      expect([code, text]).toEqual([1, expect.stringContaining('record 3 was changed')])
    }
  })

  test('detects a missing record, and a different end of the export', async () => {
    const actor = await aTrail()
    const lines = (await readFile(await exportOf(actor, 'ndjson'), 'utf8')).trim().split('\n')
    const without = await write('without.ndjson', lines.toSpliced(2, 1).join('\n'))
    expect(await verify(without)).toMatchObject({ code: 1, text: expect.stringContaining('record 3 is missing') })
    const cut = await write('cut.ndjson', lines.toSpliced(-2, 1).join('\n'))
    expect(await verify(cut)).toMatchObject({ code: 1, text: expect.stringContaining('ends with record 4') })
  })

  test('detects by a checkpoint that the end was deleted, or computed again', async () => {
    const actor = await aTrail()
    const kept = await keep(actor)
    const given = ['--checkpoint', kept.checkpoint, '--key', kept.key]
    await tamper(server.connection, cutBehind(actor, 2))
    const cut = await exportOf(actor, 'ndjson')
    expect((await verify(cut)).code).toBe(0)
    expect(await verify(cut, ...given)).toMatchObject({ code: 1, text: expect.stringContaining('before the end of') })
    for (let read = 0; read < 5; read++) await actor.rest('GET', '/api/clients')
    const rewritten = await exportOf(actor, 'csv')
    expect((await verify(rewritten)).code).toBe(0)
    expect(await verify(rewritten, ...given)).toMatchObject({
      code: 1,
      text: expect.stringContaining('are not those of'),
    })
  })

  test('refuses a changed checkpoint, and one of another key or organization', async () => {
    const [actor, other] = [await aTrail(), await aTrail()]
    const [kept, foreign] = [await keep(actor), await keep(other)]
    const file = await exportOf(actor, 'ndjson')
    const changed = await write('changed', (await readFile(kept.checkpoint, 'utf8')).replace('\n5\n', '\n4\n'))
    const none = await write('none', 'nothing')
    for (const [checkpoint, key, reason] of [
      [kept.checkpoint, foreign.key, 'is not signed by a key that you gave'],
      [foreign.checkpoint, foreign.key, 'is of another organization'],
      [changed, kept.key, 'is not signed by a key that you gave'],
      [none, kept.key, 'it must be the whole text'],
    ] as const) {
      const { code, text } = await verify(file, '--checkpoint', checkpoint, '--key', key)
      expect([code, text]).toEqual([1, expect.stringContaining(reason)])
    }
  })

  test('reports a file that is not an export', async () => {
    expect(await verify(await write('x.csv', 'a,"b'))).toMatchObject({ code: 2 })
    expect(await verify(await write('x.ndjson', '{'))).toMatchObject({ code: 2 })
    expect(await verify()).toMatchObject({ code: 2, text: expect.stringContaining('node verify.mjs EXPORT') })
  })
})

describe('an export', () => {
  test('names the program that verifies it, and describes how to undo the formula guard', async () => {
    const actor = await aTrail()
    const csv = await actor.rest('GET', '/api/audit/export?format=csv')
    expect(csv.headers.get('link')).toBe('</audit/verify.mjs>; rel="describedby"')
    expect(csv.headers.get('x-csv-formula-guard')).toBe(
      'in CSV, one apostrophe at the start of a cell, or after ; tab or line break, is not part of its value where a formula sign follows',
    )
    const ndjson = await actor.rest('GET', '/api/audit/export?format=ndjson')
    const { checkpoint } = readNdjson(String(ndjson.body)) as Json
    expect(checkpoint).toMatchObject({ verifier: '/audit/verify.mjs', note: expect.stringContaining('/audit/org_') })
  })

  test('ends with the hash of the head, whatever its last record contains', async () => {
    const actor = await aTrail()
    await writeRecords(server, actor, 1200)
    const { sequence, hash } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
    await tamper(
      server.connection,
      `update audit_record set hash = repeat('a', 64) where ${own(actor)} and sequence = ${sequence + 1};
       update organization_head set audit_hash = repeat('b', 64) where ${own(actor)}`,
    )
    expect(hash).not.toBe('b'.repeat(64))
    const { checkpoint } = readNdjson(String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body))
    expect(checkpoint).toMatchObject({ sequence: sequence + 1, hash: 'b'.repeat(64) })
  })
})

/** `RECORD_VECTORS=1` writes them again. */
if (process.env.RECORD_VECTORS)
  for (const [name, text] of Object.entries(await auditVectors())) await writeFile(join(VECTORS, name), text)

describe('the published test vectors', () => {
  const path = (name: string) => join(VECTORS, name)

  test('are the output of the gateway', async () => {
    const vectors = await auditVectors()
    expect((await readdir(VECTORS)).sort()).toEqual(Object.keys(vectors).sort())
    for (const [name, text] of Object.entries(vectors)) expect(await readFile(path(name), 'utf8')).toBe(text)
  })

  test.each(['export.ndjson', 'export.csv'])('are verified by verify.mjs: %s', async (name) => {
    const key = (await readFile(path('key.txt'), 'utf8')).trim()
    expect(await verify(path(name), '--checkpoint', path('checkpoint.txt'), '--key', key)).toMatchObject({ code: 0 })
  })

  test.each(['export.ndjson', 'export.csv'])('are verified by another language: %s', async (name) => {
    if (!hasPython) return
    const args = [path(name), path('checkpoint.txt'), path('key.txt')]
    expect(await python(...args)).toEqual({ code: 0, text: '7 records\n' })
    const changed = await write(name, (await readFile(path(name), 'utf8')).replace('CLIENT_CREATED', 'CLIENT_UPDATED'))
    expect(await python(changed, ...args.slice(1))).toMatchObject({ code: 1, text: 'record 7 was changed\n' })
  })

  test.each(['ndjson', 'csv'])(
    'are no special case: another language verifies what a server exports as %s',
    async (format) => {
      if (!hasPython) return
      const actor = await aTrail()
      const { checkpoint, key } = await keep(actor)
      const args = [await exportOf(actor, format), checkpoint, await write('key', key)]
      expect(await python(...args)).toMatchObject({ code: 0 })
      await tamper(server.connection, cutBehind(actor, 2))
      expect(await python(await exportOf(actor, format), ...args.slice(1))).toMatchObject({ code: 1 })
    },
  )
})

const python = (...args: string[]) => ended(PYTHON, [join(import.meta.dirname, 'verify.py'), ...args])
