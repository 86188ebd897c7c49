/**
 * More than 20 s: it starts a gateway of its own, whose imports the tests run step by step.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { RecipientInput } from '../src/features/campaigns/audience.inputs.ts'
import { insertRecipients, recipientOf } from '../src/features/campaigns/audience.ts'
import { readHeader, readRows } from '../src/features/campaigns/recipient-import.csv.ts'
import { importQueuedRecipients } from '../src/features/campaigns/recipient-import.work.ts'
import { ConsentChannel } from '../src/features/privacy/consents/consent.entity.ts'
import { asked } from './support/answers.ts'
import { holdWork, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aGrantedRequest, completeNow } from './support/samples.ts'
import { type Actor, type Json, startOwnServer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { aReviewer, aSignOff, REQUEST } from './support/sign-offs.ts'
import { until } from './support/until.ts'

let server: TestServer
let other: TestServer
setUp(async (opened) => {
  server = opened.use(await startOwnServer())
  other = opened.use(await startServer())
})

const IMPORT =
  'id status columns pieces total rows imported duplicates failed failure failureCause errors { line field message cause }'
const START = `mutation ($id: ID!, $input: RecipientImportInput!) { importRecipients(id: $id, input: $input) { ${IMPORT} } }`
const FOLLOW = `query ($id: ID!) { campaign(id: $id) { launchCheck { need } recipientImports(first: 10) { nodes { ${IMPORT} } } } }`

/** Sends a piece. Returns the import, or the extensions of the error. */
async function send(actor: Actor, id: string, input: object): Promise<Json> {
  const { body } = await actor.graphql(START, { id, input })
  return body.errors ? body.errors[0].extensions : body.data.importRecipients
}
const follow = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, FOLLOW, { id })).campaign.recipientImports.nodes[0]
const recipients = (actor: Actor) =>
  inOrganization(
    server,
    actor,
    sql<Json>`select contact, language, attributes from campaign_recipient order by contact`,
  )
const waitingRows = (actor: Actor) =>
  inOrganization(server, actor, sql<Json>`select rows from recipient_import_part order by number`)

/** An actor whose imports only the test runs, and a campaign. */
async function anImporter(changes: object = {}): Promise<{ actor: Actor; id: string }> {
  const actor = server.actor()
  await holdWork(server, actor, importQueuedRecipients.kind)
  const { id } = await aCampaign(actor, { type: 'EMAIL', ...changes })
  return { actor, id }
}

async function run({ organizationId }: Actor, changes = {}): Promise<void> {
  const tools = toolsOf(server, changes)
  while (!tools.signal.aborted && (await importQueuedRecipients.perform(tools, organizationId)));
}

/** The rows of audiences that adding new people to an audience read. The database has no statistics of the audience. */
const rowsRead = (actor: Actor, id: string, people: readonly string[]) =>
  server.database.transaction({ role: 'gateway_tenant', organizationId: actor.organizationId }, async (unit) => {
    const audience = { organizationId: actor.organizationId, campaignId: id, channel: ConsentChannel.EMAIL }
    const given = people.map((email) => recipientOf(audience.channel, Object.assign(new RecipientInput(), { email })))
    expect(await insertRecipients(unit, audience, given)).toBe(people.length)
    const { rows } = await sql<Json>`select (seq_tup_read + idx_tup_fetch)::int as count
      from pg_stat_xact_user_tables where relname = 'campaign_recipient'`.execute(unit.db)
    return rows[0]?.count
  })

const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `person${from + index}@example.org`)
const fileOf = (rows: readonly string[]) => ['email', ...rows, ''].join('\n')

/** About three parts of text, each of which is read in a transaction of its own. */
const PEOPLE = 6000
const LONG_FILE = fileOf(addresses(PEOPLE).map((address) => address.padEnd(30)))

test('new people cost no reading of those who are in the audience, however many', async () => {
  const { actor, id } = await anImporter()
  expect(await rowsRead(actor, id, addresses(4000))).toBe(0)
})

describe('a file with recipients', () => {
  test('becomes the audience of a campaign, with languages and attributes', async () => {
    const { actor, id } = await anImporter()
    const csv = '\uFEFFE-Mail;LANGUAGE;first_name;town\r\n'.replace('E-Mail', 'Email')
    const rows = 'Thandi@Example.org;ZU;Thandi;"Cape ""T"""\r\n\r\nsipho@example.org;;"Sipho\r\nNkosi";\r\n'
    const started = await send(actor, id, { csv: csv + rows })
    expect(started).toMatchObject({ status: 'QUEUED', columns: ['email', 'language', 'first_name', 'town'], rows: 0 })
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({ status: 'DONE', rows: 2, imported: 2, failed: 0, errors: [] })
    expect(await recipients(actor)).toEqual([
      { contact: 'sipho@example.org', language: null, attributes: { first_name: 'Sipho\nNkosi' } },
      { contact: 'thandi@example.org', language: 'zu', attributes: { first_name: 'Thandi', town: 'Cape "T"' } },
    ])
    const { body } = await actor.rest('GET', '/api/audit/log?action=CAMPAIGN_AUDIENCE_UPDATED')
    expect(body.data.map(({ resourceId, userId }: Json) => [resourceId, userId])).toEqual([[id, actor.userId]])
  })

  test('reports each invalid row with its line and reason, at most 100 of them', async () => {
    const { actor, id } = await anImporter()
    const rows = [
      'first@example.org,en,Ann',
      'no address,en,Ben',
      ',en,Cas',
      'second@example.org,xx,Dan',
      'third@example.org,en',
      '"quoted\nline"@example.org,en,Eve',
      `long@example.org,en,${'x'.repeat(5000)}`,
      'last@example.org,af,Fay',
    ]
    await send(actor, id, { csv: `email,language,name\n${rows.join('\n')}\n` })
    await run(actor)
    const { errors, ...counts } = await follow(actor, id)
    expect(counts).toMatchObject({ status: 'DONE', rows: 8, imported: 2, failed: 6 })
    expect(errors).toEqual([
      { line: 3, field: 'email', message: 'must be an e-mail address', cause: { code: 'NOT_EMAIL' } },
      { line: 4, field: 'email', message: 'is required', cause: { code: 'REQUIRED' } },
      {
        line: 5,
        field: 'language',
        message: expect.stringContaining('language code'),
        cause: { code: 'NOT_LANGUAGE' },
      },
      { line: 6, field: null, message: 'has 2 values, but the header has 3', cause: expect.anything() },
      { line: 7, field: 'email', message: 'must be an e-mail address', cause: { code: 'NOT_EMAIL' } },
      {
        line: 9,
        field: 'attributes',
        message: expect.stringContaining('4096 bytes'),
        cause: { code: 'JSON_TOO_LARGE', most: 4096 },
      },
    ])
    const { actor: second, id: bad } = await anImporter()
    await send(second, bad, { csv: fileOf(Array.from({ length: 3000 }, () => 'nobody')) })
    await run(second)
    const imported = await follow(second, bad)
    expect([imported.failed, imported.errors.length]).toEqual([3000, 100])
  })

  test('has each person once, by whatever address, beside those who are there already', async () => {
    const { actor, id } = await anImporter()
    const input = { channel: 'EMAIL', contacts: [{ email: 'sipho@example.org', language: 'af' }] }
    await asked(
      actor,
      'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
      { id, input },
    )
    await send(actor, id, { csv: fileOf(['Sipho+News@Example.org', 'ann@example.org', 'ANN+x@example.org']) })
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({ status: 'DONE', rows: 3, imported: 1, duplicates: 2, failed: 0 })
    expect((await recipients(actor)).map(({ contact, language }) => [contact, language])).toEqual([
      ['ann+x@example.org', null],
      ['sipho@example.org', 'af'],
    ])
  })

  test('arrives in pieces, of which each may be sent twice', async () => {
    const { actor, id } = await anImporter()
    const [first, second, third] = [addresses(3), addresses(3, 3), addresses(3, 6)].map((each) => each.join('\n'))
    const { id: importId } = await send(actor, id, { csv: `email\n${first}\n`, isLast: false })
    for (const _ of [1, 2])
      expect(await send(actor, id, { csv: `${second}\n`, importId, piece: 2, isLast: false })).toMatchObject({
        status: 'UPLOADING',
        pieces: 2,
      })
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({ status: 'UPLOADING', rows: 0 })
    expect(await send(actor, id, { csv: third, importId, piece: 4 })).toMatchObject({
      code: 'CONFLICT',
      details: { next: 3 },
    })
    for (const _ of [1, 2])
      expect(await send(actor, id, { csv: third, importId, piece: 3 })).toMatchObject({ status: 'QUEUED', pieces: 3 })
    expect(await send(actor, id, { csv: third, importId, piece: 4 })).toMatchObject({ code: 'CONFLICT' })
    await run(actor)
    const done = await follow(actor, id)
    expect(done).toMatchObject({ status: 'DONE', imported: 9, duplicates: 0 })
    expect(done.rows).toBe(done.total)
  })

  test('goes on where the process ended, and two replicas add nobody twice', async () => {
    const { actor, id } = await anImporter()
    await send(actor, id, { csv: LONG_FILE })
    const stop = new AbortController()
    let steps = 0
    const database = Object.create(server.database, {
      transaction: {
        value: async (...given: Parameters<typeof server.database.transaction>) => {
          const result = await server.database.transaction(...given)
          // One step is two transactions.
          steps += 1
          if (steps === 2) stop.abort()
          return result
        },
      },
    })
    await run(actor, { database, signal: stop.signal })
    const half = await follow(actor, id)
    expect(half.status).toBe('RUNNING')
    expect(half.imported).toBeLessThan(PEOPLE)
    await Promise.all([run(actor), run(actor)])
    expect(await follow(actor, id)).toMatchObject({ status: 'DONE', imported: PEOPLE, duplicates: 0, failed: 0 })
    expect(await recipients(actor)).toHaveLength(PEOPLE)
    expect(await waitingRows(actor)).toEqual([])
  })

  test('keeps a campaign from starting until it is read', async () => {
    const { actor, id } = await anImporter()
    await send(actor, id, { csv: fileOf(addresses(2)) })
    const needs = async () => (await asked(actor, FOLLOW, { id })).campaign.launchCheck.map(({ need }: Json) => need)
    expect(await needs()).toContain('IMPORT')
    await run(actor)
    expect(await needs()).not.toContain('IMPORT')
  })

  test('fails without its rows, and the next import has its turn', async () => {
    const { actor, id } = await anImporter()
    await send(actor, id, { csv: fileOf(addresses(2)) })
    const { id: next } = await aCampaign(actor, { type: 'EMAIL' })
    await send(actor, next, { csv: fileOf(addresses(1, 50)) })
    await inOrganization(server, actor, sql`delete from recipient_import_part where rows::text like '%person0%'`)
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('Import the file again'),
      failureCause: { code: 'IMPORT_ROWS_DELETED' },
    })
    expect(await follow(actor, next)).toMatchObject({ status: 'DONE', imported: 1 })
  })

  test('is replaced when its upload was not completed', async () => {
    const { actor, id } = await anImporter()
    const { id: importId } = await send(actor, id, { csv: fileOf(addresses(2)), isLast: false })
    await send(actor, id, { csv: fileOf(addresses(1, 20)) })
    const { nodes } = (await asked(actor, FOLLOW, { id })).campaign.recipientImports
    expect(nodes.find((each: Json) => each.id === importId)).toMatchObject({
      status: 'FAILED',
      failureCause: { code: 'IMPORT_REPLACED' },
    })
    expect(await send(actor, id, { csv: 'late@example.org', importId, piece: 2 })).toMatchObject({ code: 'CONFLICT' })
    await run(actor)
    expect((await recipients(actor)).map(({ contact }) => contact)).toEqual(['person20@example.org'])
  })
})

describe('a file that is refused', () => {
  test.each([
    ['has no column for the address', { csv: 'name\nAnn\n' }, /must have a column named email/],
    [
      'has a column that no variable can have',
      { csv: 'email,first name\na@example.org,Ann\n' },
      /column \\"first name/,
    ],
    ['has a column twice', { csv: 'email,town,town\n' }, /column town twice/],
    ['is a piece that ends within a line', { csv: 'email\na@exam', isLast: false }, /line break/],
    ['continues nothing', { csv: 'a@example.org\n', piece: 2 }, /is needed for every piece/],
    ['has a quotation mark that is never closed', { csv: 'email\na@example.org\n"open\nb@example.org\n' }, /line 3/],
    ['has one in its first line', { csv: 'email,"town\na@example.org,Cape Town\n' }, /line 1\b/],
    ['is empty', { csv: '' }, /required/],
  ])('because it %s', async (_, input, reason) => {
    const { actor, id } = await anImporter()
    const refused = await send(actor, id, input)
    expect([refused.code, JSON.stringify(refused.details)]).toEqual(['VALIDATION_ERROR', expect.stringMatching(reason)])
    expect(await waitingRows(actor)).toEqual([])
  })

  test('because the campaign was cancelled, before or after the upload', async () => {
    const { actor, id } = await anImporter()
    await send(actor, id, { csv: fileOf(addresses(2)) })
    await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'CANCELLED' })
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({
      status: 'FAILED',
      failure: 'The campaign got the status Cancelled before all rows were read',
      failureCause: { code: 'IMPORT_CAMPAIGN_CLOSED', status: 'CANCELLED' },
      rows: 0,
    })
    expect(await recipients(actor)).toEqual([])
    expect(await send(actor, id, { csv: fileOf(addresses(2)) })).toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
  })
})

describe('an import', () => {
  test('is for users who may write campaigns, in their own organization', async () => {
    const { actor, id } = await anImporter()
    const { id: importId } = await send(actor, id, { csv: fileOf(addresses(1)), isLast: false })
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    expect(await send(viewer, id, { csv: fileOf([]) })).toMatchObject({ code: 'FORBIDDEN' })
    const stranger = await anImporter()
    expect(await send(stranger.actor, id, { csv: fileOf([]) })).toMatchObject({ code: 'NOT_FOUND' })
    const piece = { csv: 'evil@example.org\n', importId, piece: 2 }
    expect(await send(stranger.actor, stranger.id, piece)).toMatchObject({ code: 'NOT_FOUND' })
    const { id: another } = await aCampaign(actor, { type: 'EMAIL' })
    expect(await send(actor, another, piece)).toMatchObject({ code: 'NOT_FOUND' })
    expect(JSON.stringify(await waitingRows(actor))).not.toContain('evil')
  })

  test('leaves out a person who is erased while the file waits', async () => {
    const { actor, id } = await anImporter()
    const subject = { name: 'Nomsa Zulu', email: 'nomsa.zulu@example.org' }
    await send(actor, id, { csv: fileOf(['ann@example.org', subject.email]) })
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const executor = server.actor({ organizationId: actor.organizationId })
    expect((await completeNow(executor, request.id)).body.data.status).toBe('COMPLETED')
    expect(JSON.stringify(await waitingRows(actor))).not.toContain('nomsa')
    await run(actor)
    expect(await follow(actor, id)).toMatchObject({ status: 'DONE', imported: 1, failed: 1 })
    expect((await recipients(actor)).map(({ contact }) => contact)).toEqual(['ann@example.org'])
  })

  test('goes with its campaign', async () => {
    const { actor, id } = await anImporter()
    await send(actor, id, { csv: fileOf(addresses(2)) })
    expect((await actor.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(204)
    await run(actor)
    expect(await waitingRows(actor)).toEqual([])
    expect(await inOrganization(server, actor, sql`select id from recipient_import`)).toEqual([])
  })
})

test('a server imports what is uploaded by itself', async () => {
  const actor = other.actor()
  const { id } = await aCampaign(actor, { type: 'EMAIL' })
  await send(actor, id, { csv: fileOf(addresses(3)) })
  await until('the import', async () => (await follow(actor, id)).status === 'DONE')
  expect(await follow(actor, id)).toMatchObject({ imported: 3 })
})

describe('the text of a file', () => {
  const read = (text: string, linesBefore: number, isEnd: boolean) =>
    readRows(text, { delimiter: ',', linesBefore, isEnd })

  test('is read the same, wherever it is divided', async () => {
    const text = 'a,"one\ntwo"\n\nb,"three ""four"""\nc,5" pipe\nd,é\n'
    const whole = await read(text, 1, true)
    expect(whole.rows).toEqual([
      { line: 2, cells: ['a', 'one\ntwo'] },
      { line: 5, cells: ['b', 'three "four"'] },
      { line: 6, cells: ['c', '5" pipe'] },
      { line: 7, cells: ['d', 'é'] },
    ])
    const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
    for (const end of ends) {
      const first = await read(text.slice(0, end), 1, false)
      const second = await read(first.rest + text.slice(end), first.lines, true)
      expect([...first.rows, ...second.rows]).toEqual(whole.rows)
    }
  })

  test('may be long, and have rows that are longer than what is parsed at once', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `person${index}@example.org,${'x'.repeat(index % 50)}`)
    const long = await read(`${rows.join('\n')}\n"${'y\n'.repeat(30_000)}",z\n`, 1, true)
    expect(long.rows.map(({ line }) => line)).toEqual(Array.from({ length: 5001 }, (_, index) => index + 2))
    await expect(read(`${rows.join('\n')}\n${'y'.repeat(100_000)}\n`, 1, true)).rejects.toThrow('line 5002')
    const header = { delimiter: '\t', columns: ['phone', 'name'], text: '1\t2' }
    expect(readHeader('phone\tname\n1\t2', 'phone')).toEqual(header)
  })
})

test('no sign-off is requested while people of an import join the audience, so none is approved without them', async () => {
  const { actor, id } = await anImporter()
  await send(actor, id, { csv: fileOf(addresses(1)) })
  const input = { campaignId: id, reviewers: [aReviewer()] }
  const { body } = await actor.graphql(REQUEST, { input })
  expect(body.errors[0].extensions).toMatchObject({ code: 'CONFLICT', reason: 'IMPORT_RUNNING' })
  await run(actor)
  expect(await aSignOff(actor, { campaignId: id })).toMatchObject({ status: 'REQUESTED' })
})
