/** @database none */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { timeStampChannel } from '../../src/features/audit/time-stamp.ts'
import { nothingOpen } from '../support/nothing-open.ts'
import { passTime } from '../support/organization.ts'
import { aClient } from '../support/samples.ts'
import { type Json, startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
const hasOpenssl = requireTool('openssl', 'apt-get install openssl')

const CONFIGURATION = `
[tsa]
default_tsa = own
[own]
dir = .
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
certs = tsa.pem
[request]
distinguished_name = name
prompt = no
[name]
CN = Time stamps for tests
[extensions]
extendedKeyUsage = critical,timeStamping
`

let folder: string
let url: string
/** The authority's answer to a query; by default that of OpenSSL. */
let answer: (query: string) => Promise<Buffer>

const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })

async function reply(query: string): Promise<Buffer> {
  await openssl('ts', '-reply', '-config', 'tsa.cnf', '-section', 'own', '-queryfile', query, '-out', 'reply.tsr')
  return readFile(join(folder, 'reply.tsr'))
}

setUp(async (opened) => {
  if (!hasOpenssl) return
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'gateway-tsa-'))).path
  await writeFile(join(folder, 'tsa.cnf'), CONFIGURATION)
  await writeFile(join(folder, 'serial'), '01\n')
  const request = ['-config', 'tsa.cnf', '-section', 'request', '-extensions', 'extensions', '-days', '2']
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.pem', ...request)
  answer = reply
  const authority = createServer(async (asked, response) => {
    await writeFile(join(folder, 'query.tsq'), await buffer(asked))
    const isQuery = asked.headers['content-type'] === 'application/timestamp-query'
    response.writeHead(isQuery ? 200 : 415, { 'Content-Type': 'application/timestamp-reply' })
    response.end(isQuery ? await answer('query.tsq') : '')
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
  opened.defer(() => void authority.close())
  url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`
})

async function verified(note: string, receipt: string): Promise<string> {
  await writeFile(join(folder, 'note'), note)
  await writeFile(join(folder, 'stamp.tsr'), Buffer.from(receipt, 'base64'))
  const { stdout } = await openssl('ts', '-verify', '-data', 'note', '-in', 'stamp.tsr', '-CAfile', 'tsa.pem')
  return stdout
}

test('a checkpoint is stamped with the time, and OpenSSL verifies it', async () => {
  if (!hasOpenssl) return
  const [isAsked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // No transaction is open, however slow the authority is.
  answer = async (asked) => {
    isAsked.resolve()
    await release.promise
    return reply(asked)
  }
  await using server = await startServer({ AUDIT_TSA_URL: url })
  const actor = server.actor()
  await aClient(actor)
  await passTime(server, actor, 'checkpoints', sql`select 1`)
  await isAsked.promise
  await nothingOpen(server)
  release.resolve()
  const query = '{ auditCheckpoints(limit: 1) { size note publications { channel receipt } } }'
  const checkpoint: Json = await until('a time stamp', async () => {
    const { body } = await actor.graphql(query)
    return body.data.auditCheckpoints.find(({ publications }: Json) => publications.length > 0)
  })
  const [{ channel, receipt }] = checkpoint.publications
  expect(channel).toBe('time-stamp')
  expect(await verified(checkpoint.note, receipt)).toMatch(/OK/)
  answer = reply
  await expect(verified(`${checkpoint.note} `, receipt)).rejects.toThrow(/ts -verify/)
})

test('an answer to another query, and a refusal, are not accepted as time stamps', async () => {
  if (!hasOpenssl) return
  const checkpoint = { organizationId: 'org', id: 'x', size: 1, note: 'a note', proofFrom: async () => [] }
  const channel = timeStampChannel(url)
  expect(await channel.publish(checkpoint, 0)).toMatch(/^MII/)
  await openssl('ts', '-query', '-digest', 'ab'.repeat(32), '-sha256', '-out', 'other.tsq')
  answer = () => reply('other.tsq')
  await expect(channel.publish(checkpoint, 0)).rejects.toThrow('another request than the one sent')
  await openssl('ts', '-query', '-digest', 'ab'.repeat(64), '-sha512', '-out', 'refused.tsq')
  answer = () => reply('refused.tsq')
  await expect(channel.publish(checkpoint, 0)).rejects.toThrow('refused (rejection)')
  answer = async () => Buffer.from('no answer')
  await expect(channel.publish(checkpoint, 0)).rejects.toThrow()
  answer = reply
})
