/** @database none */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { witnessChannel } from '../../src/features/audit/checkpoint.channels.ts'
import { parseKeyText, type VerifierKey } from '../../src/features/audit/note.ts'
import { readPolicy } from '../../src/features/audit/verifier/verify.mjs'
import { WitnessPolicy } from '../../src/features/audit/witness-policy.ts'
import { asAdministrator } from '../support/database.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tamper } from '../support/tamper.ts'
import { until } from '../support/until.ts'
import { startWitness, Witness } from '../support/witness.ts'

const run = promisify(execFile)
const VERIFIER = join(import.meta.dirname, '../../src/features/audit/verifier/verify.mjs')
const METRICS_TOKEN = 'a-token-for-metrics'

type Lie = (response: ServerResponse, note: string) => void

let server: TestServer
let folder: string
let witnesses: Awaited<ReturnType<typeof startWitness>>[]
/** What the second witness answers, by the organization. */
const lies = new Map<string, Lie>()

/** Two of three witnesses must sign. The third one is always down. */
setUp(async (opened) => {
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'gateway-witnesses-'))).path
  witnesses = []
  for (const number of [1, 2, 3]) witnesses.push(await startWitness(`witness.example/w${number}`, number))
  const [, second, third] = witnesses
  if (!second || !third) throw new Error('three witnesses are started')
  second.answer = (response, received) => {
    const note = received.body.slice(received.body.indexOf('\n\n') + 2)
    const lie = lies.get(note.split('\n')[0]?.split('/audit/')[1] ?? '')
    if (lie) lie(response, note)
    else void second.witness.answer(response, received)
  }
  await third[Symbol.asyncDispose]()
  for (const each of witnesses.slice(0, 2)) opened.use(each)
  const lines = witnesses.map(({ witness, address }, index) => `witness w${index + 1} ${witness.key} ${address}`)
  const policy = join(folder, 'policy.txt')
  await writeFile(policy, `# Two of three\n\n${lines.join('\n')}\ngroup\ttwo 2  w1 w2 w3\nquorum two\n`)
  server = opened.use(await startServer({ AUDIT_WITNESS_POLICY: policy, METRICS_TOKEN }))
})

/** An organization whose public key all witnesses know. */
async function anOrganization(): Promise<Actor> {
  const actor = server.actor()
  await aClient(actor)
  const { publicKey } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
  for (const { witness } of witnesses) witness.logs.add(publicKey)
  return actor
}

interface Checkpoint {
  size: number
  isWitnessed: boolean
  cosigned: string
  witnesses: { name: string; signedAt: string | null }[]
  publications: { channel: string }[]
}

async function lastOf(actor: Actor): Promise<Checkpoint | undefined> {
  const { body } = await actor.graphql(`{ auditCheckpoints(limit: 1) {
    size isWitnessed cosigned witnesses { name publicKey signedAt } publications { channel }
  } }`)
  return body.data.auditCheckpoints[0]
}

const signersOf = ({ witnesses: all }: Checkpoint) => all.filter(({ signedAt }) => signedAt).map(({ name }) => name)

/** Makes the gateway sign and publish, and waits until the last checkpoint is as it should be. */
async function published(actor: Actor, isRight: (checkpoint: Checkpoint) => boolean): Promise<Checkpoint> {
  await passTime(server, actor, 'checkpoints', sql`select 1`)
  return until('the publication', async () => {
    const last = await lastOf(actor)
    return last && isRight(last) && last
  })
}

/** Waits until a turn has failed, and makes the next one due. */
async function failed(actor: Actor): Promise<void> {
  await until('a failed turn', async () => {
    const [row] = await inOrganization(
      server,
      actor,
      sql<{ failures: number }>`select failures from due_work where kind = 'publications' and lease is null`,
    )
    return (row?.failures ?? 0) > 0
  })
}

describe('a policy of two of three witnesses', () => {
  test('is met while one of them is down, and an auditor verifies that without the service', async () => {
    const actor = await anOrganization()
    const last = await published(actor, ({ isWitnessed }) => isWitnessed)
    expect(last.witnesses).toEqual([
      expect.objectContaining({ name: 'witness.example/w1', signedAt: '2023-11-14T22:13:20.000Z' }),
      expect.objectContaining({ name: 'witness.example/w2', signedAt: expect.any(String) }),
      expect.objectContaining({ name: 'witness.example/w3', signedAt: null }),
    ])
    expect(last.publications.map(({ channel }) => channel.split('+')[0])).toEqual([
      'witness:witness.example/w1',
      'witness:witness.example/w2',
    ])
    // The failure of the third is no failure of the work.
    await until('the end of the turn', async () => {
      const rows = await inOrganization(server, actor, sql`select 1 from due_work where kind = 'publications'`)
      return rows.length === 0
    })

    const files = { export: '', cosigned: last.cosigned, plain: '', policy: '', all: '' }
    files.export = String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body)
    files.policy = (await actor.graphql('{ auditWitnessPolicy }')).body.data.auditWitnessPolicy
    files.plain = last.cosigned.split('\n').slice(0, 5).join('\n')
    files.all = files.policy.replace('group two 2', 'group two all')
    expect(files.policy).not.toContain('http')
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const verify = (checkpoint: string, policy: string) =>
      run(process.execPath, [VERIFIER, 'export', '--checkpoint', checkpoint, '--policy', policy], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }) => stdout + stderr,
      )
    expect(await verify('cosigned', 'policy')).toContain('Enough witnesses signed the checkpoints that you kept')
    expect(await verify('plain', 'policy')).toContain('for the policy: none')
    expect(await verify('cosigned', 'all')).toContain('for the policy: w1, w2')
    const noCheckpoint = run(process.execPath, [VERIFIER, 'export', '--policy', 'policy'], { cwd: folder })
    await expect(noCheckpoint).rejects.toMatchObject({ stdout: expect.stringContaining('no checkpoint was given') })
  })

  const other = new Witness('witness.example/w2', 9)
  const signed = (witness: () => Witness | undefined, change = (note: string) => note) => {
    return (response: ServerResponse, note: string) => response.end(witness()?.signature(change(note)))
  }
  const second = () => witnesses[1]?.witness
  const conflict = (text: string) => (response: ServerResponse) =>
    response.writeHead(409, { 'Content-Type': 'text/x.tlog.size' }).end(text)

  test.each<[string, Lie]>([
    ['signs with another key of its name', signed(() => other)],
    ['answers with the signature of another witness', signed(() => witnesses[0]?.witness)],
    ['signs another tree', signed(second, (note) => note.replace(/\n\d+\n/, '\n1\n'))],
    ['signs for another log', signed(second, (note) => note.replace('/audit/', '/audit/x'))],
    [
      'signs with a time after the year 9999',
      (response, note) => {
        const late = new Witness('witness.example/w2', 2)
        late.time = 253_402_300_800n
        response.end(late.signature(note))
      },
    ],
    ['answers nothing', (response) => response.end()],
    ['answers without end', (response) => response.end('— witness.example/w2 A\n'.repeat(100_000))],
    ['closes the connection', (response) => response.destroy()],
    ['redirects', (response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
    ['names a size that is no number', conflict('NaN\n')],
    ['names a size that is negative', conflict('-1\n')],
    ['names a size above that of the trail', conflict('900719925474\n')],
    ['names the sent size again and again', conflict('0\n')],
    ['claims another tree of the sent size', (response) => response.writeHead(409).end()],
    ['refuses the proof', (response) => response.writeHead(422).end()],
  ])('is not met while the second witness %s', async (_, lie) => {
    const actor = await anOrganization()
    lies.set(actor.organizationId, lie)
    const last = await published(actor, (each) => signersOf(each).length > 0)
    expect([last.isWitnessed, signersOf(last)]).toEqual([false, ['witness.example/w1']])
    await failed(actor)
    // The trail grows, is signed, and goes to the honest witness.
    await aClient(actor)
    const next = await published(actor, (each) => each.size > last.size && signersOf(each).length > 0)
    expect([next.isWitnessed, signersOf(next)]).toEqual([false, ['witness.example/w1']])
    lies.delete(actor.organizationId)
    await failed(actor)
    await passTime(server, actor, 'publications', sql`select 1`)
    await published(actor, ({ isWitnessed }) => isWitnessed)
  })

  test('is not met by a signature that somebody wrote into the database', async () => {
    const [actor, other] = [await anOrganization(), await anOrganization()]
    await published(other, ({ isWitnessed }) => isWitnessed)
    await published(actor, ({ isWitnessed }) => isWitnessed)
    const [foreign] = await asAdministrator<{ receipt: string }>(
      server.connection,
      `select receipt from audit_publication where organization_id = '${other.organizationId}'
        and channel like 'witness:%w2+%' order by size limit 1`,
    )
    await tamper(
      server.connection,
      `update audit_publication set receipt = '${foreign?.receipt}'
        where organization_id = '${actor.organizationId}' and channel like 'witness:%w2+%'`,
    )
    const last = await lastOf(actor)
    expect(last && [last.isWitnessed, signersOf(last)]).toEqual([false, ['witness.example/w1']])
    expect(last?.cosigned).not.toContain('/w2 ')
  })

  test('counts for the alert after an hour without enough signatures, and names the witnesses', async () => {
    const metrics = async () => {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
      return String((await server.fetch('/metrics', { headers })).body)
    }
    const count = async () => Number(/^audit_checkpoints_unwitnessed_total (\d+)$/m.exec(await metrics())?.[1])
    const actor = await anOrganization()
    lies.set(actor.organizationId, (response) => response.writeHead(500).end())
    const before = await count()
    await published(actor, (each) => signersOf(each).length > 0)
    await failed(actor)
    expect(await count()).toBe(before)
    await tamper(
      server.connection,
      `update audit_checkpoint set created_at = now() - interval '61 minutes'
        where organization_id = '${actor.organizationId}'`,
    )
    await passTime(server, actor, 'publications', sql`select 1`)
    await until('the metric', async () => (await count()) > before)
    expect(await metrics()).toMatch(
      /audit_witness_answers_total\{witness="witness.example\/w3",outcome="failed"\} [1-9]/,
    )
  })
})

describe('a witness that does not answer in time', () => {
  afterEach(() => void jest.restoreAllMocks())

  test('is not asked again at once, so that it delays few organizations', async () => {
    await using silent = await startWitness('witness.example/silent', 5)
    const key = parseKeyText(silent.witness.key) as VerifierKey
    const witness = { name: 'silent', channel: 'witness', key, url: silent.address }
    const checkpoint = { organizationId: 'org', id: 'x', size: 1, note: 'one', proofFrom: async () => [] }
    const [resting, patient] = [witnessChannel(witness), witnessChannel(witness, 0)]
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
    await expect(resting.publish(checkpoint, 0)).rejects.toThrow('silent')
    await expect(patient.publish(checkpoint, 0)).rejects.toThrow('silent')
    jest.restoreAllMocks()
    await expect(resting.publish(checkpoint, 0)).rejects.toThrow('did not answer within the last minute')
    expect(silent.witness.asked).toEqual([])
    await expect(patient.publish(checkpoint, 0)).rejects.toThrow('answered 404')
  })
})

describe('a policy file', () => {
  const keys = [1, 2, 3, 4].map((seed) => new Witness(`w${seed}.example`, seed).key)
  const [one = '', two = '', three = '', four = ''] = keys.map(
    (key, index) => `witness w${index + 1} ${key} https://w${index + 1}.example/submit`,
  )
  const isMetBy = (policy: WitnessPolicy, signers: string) =>
    policy.isMetBy(new Map(signers.split(' ').map((name) => [name, { line: '', signedAt: new Date(0) }])))

  test.each([
    ['group A 2 w1 w2 w3\nquorum A', ['w1 w2', 'w1 w3', 'w1 w2 w3'], ['w1', 'w4', 'w1 w4']],
    [
      'group A any w1 w2\ngroup B all w3 w4\ngroup C all A B\nquorum C',
      ['w1 w3 w4', 'w2 w3 w4'],
      ['w3 w4', 'w1 w2 w3'],
    ],
    ['quorum w2', ['w2', 'w1 w2'], ['w1', 'w3 w4']],
    ['quorum none', ['w9', ''], []],
  ])('%j decides who must sign, for the service and for the verifier', async (rules, enough, tooFew) => {
    const text = `  # four\n${[one, two, three, four].join('\n')}\n\n${rules}\n`
    const policy = WitnessPolicy.parse(text)
    const published = await readPolicy(policy.textFor('log.example+12345678+AQ=='))
    for (const [signers, isMet] of [
      ...enough.map((each) => [each, true] as const),
      ...tooFew.map((each) => [each, false] as const),
    ]) {
      expect([signers, isMetBy(policy, signers)]).toEqual([signers, isMet])
      expect([signers, published.isMet?.(new Set(signers.split(' ')))]).toEqual([signers, isMet])
    }
  })

  test.each([
    ['', /quorum/],
    [`${one}\nquorum w2`, /w2 is not defined/],
    [`quorum w1\n${one}`, /w1 is not defined/],
    [`${one}\nquorum w1\nquorum w1`, /quorum/],
    [`${one}\n${one}\nquorum w1`, /another witness|twice/],
    [`${one}\n${one.replace('witness w1', 'witness w2')}\nquorum w1`, /another witness|twice/],
    [`${one}\n${two.replace('witness w2', 'witness w1')}\nquorum w1`, /twice/],
    [`${one}\n${two}\ngroup w1 all w2\nquorum w1`, /twice/],
    [`${one}\ngroup none any w1\nquorum none`, /twice/],
    [`${one}\ngroup A 2 w1\nquorum A`, /2/],
    [`${one}\ngroup A 0 w1\nquorum A`, /0/],
    [`${one}\ngroup A 1.0 w1\nquorum A`, /1\.0/],
    [`${one}\ngroup A all\nquorum A`, /0/],
    [`${one}\ngroup A any A\nquorum A`, /A is not defined/],
    [`${one}\n${two}\ngroup A 2 w1 w1\nquorum A`, /member twice/],
    [`${one}\n${two}\ngroup A any w1 w2\ngroup B 2 A w1\nquorum B`, /member twice/],
    [`witness w1 ${keys[0]?.replace(/.$/, 'x')} https://w1.example\nquorum w1`, /key of a witness/],
    [`witness w1 witness.example+12345678+AQ== https://w1.example\nquorum w1`, /key of a witness/],
    ['cosigner w1\nquorum none', /cosigner must be/],
  ])('%j is refused by the service and by the verifier', async (text, reason) => {
    expect(() => WitnessPolicy.parse(text)).toThrow(reason)
    await expect(readPolicy(text)).rejects.toThrow(reason)
  })

  test.each([
    [`witness w1 ${keys[0]}\nquorum w1`, /needs the address/],
    [`witness w1 ${keys[0]} file:///etc/passwd\nquorum w1`, /needs the address/],
    [`${one} more\nquorum w1`, /needs the address/],
    [`${one}\r\nquorum w1`, /line 1: has a control character/],
  ])('%j is refused by the service, which must ask the witness', (text, reason) => {
    expect(() => WitnessPolicy.parse(text)).toThrow(reason)
  })

  test('of the settings must exist, and not be combined with a single witness', async () => {
    const path = join(folder, 'policy.txt')
    expect(await readFile(path, 'utf8')).toContain('quorum two')
    const { readConfig } = await import('../../src/main/config.ts')
    expect(() => readConfig({ AUDIT_WITNESS_POLICY: join(folder, 'absent') })).toThrow('AUDIT_WITNESS_POLICY: ENOENT')
    const single = { AUDIT_WITNESS_URL: 'https://w.example', AUDIT_WITNESS_KEY: keys[0] }
    expect(() => readConfig({ AUDIT_WITNESS_POLICY: path, ...single })).toThrow('leave out AUDIT_WITNESS_URL')
  })
})
