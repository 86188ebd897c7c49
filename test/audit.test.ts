import { hash, randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { permitsOf } from '../src/engine/access/permits.ts'
import { declared } from '../src/engine/declare/declarations.ts'
import { sharedSchema } from '../src/main/schema.ts'
import { opaqueId, opaqueIds } from '../src/security/audit/pseudonyms.ts'
import { maskedAddress, redact } from '../src/security/audit/redact.ts'
import { appendAudit, auditFacts } from '../src/security/audit/writer.ts'
import { SecretBox } from '../src/security/secrets.ts'
import { type Checkpoint, faultOf, readCsv, readNdjson } from './support/chain.ts'
import { asAdministrator } from './support/database.ts'
import { aCampaign, aClient, aMember, campaignBody, clientBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { tamper } from './support/tamper.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** How an id was written before pseudonyms had a key. */
const bareHash = (id: string) => `sha256:${hash('sha256', id).slice(0, 32)}`

const log = async (actor: Actor, query = ''): Promise<Json[]> =>
  (await actor.rest('GET', `/api/audit/log?limit=100${query}`)).body.data

const exported = async (actor: Actor) =>
  readNdjson(String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body))

const verdict = async (actor: Actor): Promise<Json> => (await actor.rest('GET', '/api/audit/verify')).body.data

describe('redaction', () => {
  test.each([
    ['a plain browser/1.0 (X11; Linux)', 'a plain browser/1.0 (X11; Linux)'],
    ['curl (jo@example.org)', 'curl [email])'],
    ['josé@example.org', '[email]'],
    ['"j o"@example.org', '"j [email]'],
    ['mail jo@[10.0.0.1] now', 'mail [email] now'],
    ['jo%40example.org', '[email]'],
    ['https://me:hush@example.org/', '[email]/'],
    ['Bearer abc.def-ghi', 'Bearer [token]'],
    ['Authorization: Bearer abc', 'Authorization: [secret] [token]'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.sig', '[token]'],
    ['password=hunter2,3;4', 'password=[secret]'],
    ['password="two words" x', 'password=[secret] x'],
    ['access_token=abc', 'access_token=[secret]'],
    ['x-api-key: abc', 'x-api-key: [secret]'],
    ['cmg_0123456789abcdef', '[token]'],
  ])('%j is written as %j', (text, written) => {
    expect(redact(text)).toBe(written)
  })

  const around = fc.tuple(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }))
  // The surrounding text may by chance equal the secret (for example "toString"). That is no leak.
  const standsAlone = (secret: string, ...others: string[]) => fc.pre(!others.some((text) => text.includes(secret)))

  test('no e-mail address is left of any text', () => {
    fc.assert(
      fc.property(around, fc.emailAddress(), ([before, after], email) => {
        standsAlone(email, before, after)
        expect(redact(before + email + after, 1000)).not.toContain(email)
      }),
    )
  })

  test('no bearer token is left of any text', () => {
    const token = fc.stringMatching(/^[\w.~+/-]{12,60}={0,2}$/)
    fc.assert(
      fc.property(around, token, ([before, after], secret) => {
        standsAlone(secret, before, after)
        expect(redact(`${before} Bearer ${secret} ${after}`, 1000)).not.toContain(secret)
      }),
    )
  })

  test('no password is left of any text', () => {
    const name = fc.constantFrom('password', 'passwd', 'user_password', 'client_secret', 'API-Key')
    fc.assert(
      fc.property(around, name, fc.stringMatching(/^[!-~]{8,40}$/), ([before, after], key, secret) => {
        fc.pre(!/["']/.test(secret))
        standsAlone(secret, before, key, after)
        expect(redact(`${before} ${key}=${secret} ${after}`, 1000)).not.toContain(secret)
      }),
    )
  })

  test('it is bounded', () => {
    for (const unit of ['a', 'a@', 'password', 'eyJ', 'bearer ', '"', 'a.', '=']) {
      expect(redact(unit.repeat(100_000)).length).toBeLessThanOrEqual(256)
    }
  })

  test('an id that is an address or a secret becomes a pseudonym, the same each time', () => {
    const box = new SecretBox(randomBytes(32))
    expect(opaqueId(box, 'org_1', 'user_2abc')).toBe('user_2abc')
    expect(opaqueId(box, 'org_1', 'jo@example.org')).toMatch(/^hmac:[0-9a-f]{32}$/)
    expect(opaqueId(box, 'org_1', 'jo@example.org')).toBe(opaqueId(box, 'org_1', 'jo@example.org'))
  })

  test('a pseudonym is another in each organization and under each key, and is found by all keys that are there', () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)]
    const [before, after] = [new SecretBox(old), new SecretBox(fresh, [old])]
    const id = 'jo@example.org'
    const first = opaqueId(before, 'org_1', id)
    expect(new Set([first, opaqueId(before, 'org_2', id), opaqueId(after, 'org_1', id)]).size).toBe(3)
    expect(opaqueIds(after, 'org_1', id)).toEqual([opaqueId(after, 'org_1', id), first, bareHash(id)])
    expect(opaqueIds(after, 'org_1', 'user_2abc')).toEqual(['user_2abc'])
  })

  test('a user who is called by an address is found under it, in earlier records too', async () => {
    const address = `jo${Date.now()}@example.org`
    const actor = server.actor({ userId: address })
    const { organizationId } = actor
    await aMember(actor, { userId: address, name: 'Jo', role: 'admin' })
    const source = { organizationId, userId: bareHash(address), ipAddress: 'unknown', userAgent: 'test' }
    const before = auditFacts({ action: 'CLIENT_VIEWED', resourceType: 'CLIENT', resourceId: null }, source)
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => appendAudit(unit, [before]))
    const ofUser = async (id: string) => (await actor.rest('GET', `/api/audit/log?limit=100&userId=${id}`)).body.data
    const found = await ofUser(encodeURIComponent(address))
    const ids: string[] = found.map(({ userId }: Json) => userId)
    expect(ids).toContain(bareHash(address))
    expect(ids.filter((id) => /^hmac:[0-9a-f]{32}$/.test(id))).toHaveLength(ids.length - 1)
    const [pseudonym = ''] = ids
    expect((await ofUser(pseudonym)).length).toBeGreaterThanOrEqual(ids.length - 1)
    const other = server.actor({ userId: address })
    await other.rest('GET', '/api/clients')
    expect((await other.rest('GET', `/api/audit/log?userId=${pseudonym}`)).body.data).toEqual([])
    const { body } = await actor.rest('GET', '/api/team/analytics')
    expect(body.data.activity).toMatchObject([{ userId: address, lastActiveAt: expect.any(String) }])
    expect(body.data.activity[0].actions).toBeGreaterThan(ids.length)
  })

  test('nothing personal reaches a record, whatever the headers and the body hold', async () => {
    const actor = server.actor({ userId: 'thandi@person.example', email: 'thandi@person.example' })
    const headers = {
      'User-Agent': 'tool/1 (sipho@person.example; password=hunter2; Bearer abcdefghijkl)',
      'X-Forwarded-For': '203.0.113.77, 10.0.0.1',
    }
    const body = clientBody({ contact: { email: 'info@person.example' }, password: 'hunter2' })
    await actor.rest('POST', '/api/clients', body, headers)
    await actor.rest('GET', '/api/clients?search=info@person.example', undefined, headers)
    const text = JSON.stringify(await exported(actor))
    expect(text).not.toMatch(/person\.example|hunter2|abcdefghijkl|203\.0\.113\.77/)
    expect(text).toContain('203.0.113.0')
  })
})

describe('addresses are masked', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0'],
    ['203.0.113.77, 198.51.100.1', '203.0.113.0'],
    ['203.0.113.77:4711', '203.0.113.0'],
    [' 203.0.113.77 ', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:1:2:8a2e:370:7334', '2001:db8:85a3::'],
    ['[2001:db8:85a3::1]:443', '2001:db8:85a3::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['fe80::1%eth0', 'fe80:0:0::'],
    ['::1', '0:0:0::'],
    ['256.1.1.1', 'unknown'],
    ['unknown', 'unknown'],
    ['<script>', 'unknown'],
    [', 203.0.113.77', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%j as %j', (header, masked) => {
    expect(maskedAddress(header)).toBe(masked)
  })
})

describe('what is recorded', () => {
  test('every root field says what it records and whom it lets in', async () => {
    const schema = await sharedSchema()
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    )
    const silent = roots.filter((field) => !declared(field).audit).map(({ name }) => name)
    const open = roots.filter((field) => permitsOf(field).length === 0).map(({ name }) => name)
    expect(roots.length).toBeGreaterThan(10)
    // They record each row that they find as its own lookup does, and find none that the caller may not read.
    const nodes = ['node', 'nodes']
    expect(silent).toEqual(nodes)
    // The token of an invitation is what lets these in; they say so themselves.
    const answers = ['receivedInvitation', 'acceptInvitation', 'declineInvitation']
    expect(roots.filter((field) => declared(field).withoutOrganization).map(({ name }) => name)).toEqual(answers)
    // Everyone may ask who he is himself.
    // The permission follows from the resource of a deleted record.
    const ofTrash = ['trash', 'restoreFromTrash']
    // The permission follows from the list that a view shows.
    const ofViews = ['savedViews', 'createSavedView', 'setDefaultView', 'updateSavedView', 'deleteSavedView']
    const ofMails = ['mailSettings', 'updateMailSettings']
    expect(open.toSorted()).toEqual([...nodes, ...ofTrash, ...ofViews, ...ofMails, 'caller', ...answers].toSorted())
  })

  test('each operation by its action, with the id of what it touched', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    await actor.rest('GET', `/api/clients/${id}`)
    await actor.rest('PUT', `/api/clients/${id}`, { name: 'B' })
    await actor.rest('PUT', `/api/clients/${id}/status`, { status: 'ACTIVE' })
    await actor.rest('GET', '/api/clients')
    await actor.rest('DELETE', `/api/clients/${id}`)
    const records = (await log(actor)).reverse()
    expect(records.map(({ action, resourceId }) => [action, resourceId])).toEqual([
      ['CLIENT_CREATED', id],
      ['CLIENT_VIEWED', id],
      ['CLIENT_UPDATED', id],
      ['CLIENT_STATUS_CHANGED', id],
      ['CLIENT_LISTED', null],
      ['CLIENT_DELETED', id],
    ])
    expect(new Set(records.map(({ userId }) => userId))).toEqual(new Set([actor.userId]))
  })

  test('an operation that fails leaves no record of having been done', async () => {
    const actor = server.actor()
    await actor.rest('POST', '/api/clients', clientBody({ sector: 'CHURCH' }))
    await actor.rest('GET', '/api/clients/nobody')
    await actor.rest('DELETE', '/api/clients/nobody')
    expect((await log(actor)).map(({ action }) => action)).toEqual(Array(3).fill('REQUEST_REFUSED'))
  })

  test('each item of a bulk operation, and none of a rehearsal', async () => {
    const actor = server.actor()
    const ids = [(await aCampaign(actor)).id, (await aCampaign(actor)).id]
    const bulk = { operation: 'UPDATE', ids, changes: { description: 'x' } }
    await actor.rest('POST', '/api/campaigns/bulk', { ...bulk, dryRun: true })
    await actor.rest('POST', '/api/campaigns/bulk', bulk)
    const updated = await log(actor, '&action=CAMPAIGN_UPDATED')
    expect(updated.map(({ resourceId }) => resourceId).sort()).toEqual(ids.sort())
    expect(await log(actor, '&action=CAMPAIGN_BULK_CHANGED')).toHaveLength(1)
  })

  test('the log is found by action, user, resource and time', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    await aCampaign(actor)
    const [record] = await log(actor, `&resourceId=${id}`)
    expect(record).toMatchObject({ action: 'CLIENT_CREATED', resourceType: 'CLIENT', resourceId: id })
    const at = encodeURIComponent(record.timestamp)
    for (const query of [
      '&action=CLIENT_CREATED',
      '&resourceType=CLIENT',
      `&userId=${actor.userId}&resourceId=${id}`,
    ]) {
      expect((await log(actor, query)).map((each) => each.id)).toEqual([record.id])
    }
    expect((await log(actor, `&from=${at}&resourceType=CLIENT`)).map((each) => each.id)).toEqual([record.id])
    expect(await log(actor, `&to=${at}&resourceType=CLIENT`)).toEqual([])
  })
})

describe('no data without a record', () => {
  const revoke = (role: string) => asAdministrator(server.connection, `revoke insert on audit_record from ${role}`)
  const grant = (role: string) => asAdministrator(server.connection, `grant insert on audit_record to ${role}`)

  test('a read whose record cannot be written fails, and returns nothing', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { name: 'Hidden' })
    await revoke('gateway_system')
    try {
      const rest = await actor.rest('GET', `/api/clients/${id}`)
      const graphql = await actor.graphql('query ($id: ID!) { client(id: $id) { name } }', { id })
      const stream = await actor.rest('GET', '/api/clients/export')
      expect(rest.status).toBe(500)
      expect(stream.status).toBe(500)
      expect(graphql.body.errors[0].extensions.code).toBe('INTERNAL_ERROR')
      expect(JSON.stringify([rest.body, graphql.body, stream.body])).not.toContain('Hidden')
    } finally {
      await grant('gateway_system')
    }
    expect((await actor.rest('GET', `/api/clients/${id}`)).status).toBe(200)
  })

  test('a change and its record are one transaction', async () => {
    const actor = server.actor()
    await aClient(actor)
    await revoke('gateway_tenant')
    try {
      expect((await actor.rest('POST', '/api/clients', clientBody())).status).toBe(500)
      expect((await actor.rest('POST', '/api/campaigns', campaignBody())).status).toBe(500)
    } finally {
      await grant('gateway_tenant')
    }
    expect((await actor.rest('GET', '/api/clients')).body.meta.total).toBe(1)
    expect((await actor.rest('GET', '/api/campaigns')).body.meta.total).toBe(0)
    expect(await verdict(actor)).toMatchObject({ valid: true })
  })
})

describe('append-only', () => {
  const CHANGES = [`update audit_record set action = 'X'`, 'delete from audit_record', 'truncate audit_record']

  test.each(CHANGES)('neither the tenant role nor the system role can: %s', async (statement) => {
    const actor = server.actor()
    await aClient(actor)
    for (const role of ['gateway_tenant', 'gateway_system'] as const) {
      const session = { role, organizationId: actor.organizationId }
      const change = server.database.transaction(session, ({ db }) => sql.raw(statement).execute(db))
      await expect(change).rejects.toThrow(/permission denied/)
    }
    expect(await verdict(actor)).toMatchObject({ valid: true, checked: 1 })
  })

  test.each(CHANGES)('the owner of the table cannot, row-level security lifted: %s', async (statement) => {
    const actor = server.actor()
    await aClient(actor)
    await asAdministrator(server.connection, 'alter table audit_record no force row level security')
    try {
      await expect(asAdministrator(server.connection, statement)).rejects.toThrow(/append-only/)
    } finally {
      await asAdministrator(server.connection, 'alter table audit_record force row level security')
    }
    expect(await verdict(actor)).toMatchObject({ valid: true, checked: 1 })
  })
})

describe('the hash chain', () => {
  test('is verified by a stranger from NDJSON and from CSV alone', async () => {
    const actor = server.actor({ userId: `=cmd|' /C calc'!A0` })
    await aClient(actor)
    await actor.rest('GET', '/api/clients', undefined, { 'User-Agent': 'quote " comma , line; Ünïcode \u00e9' })
    const ndjson = await actor.rest('GET', '/api/audit/export?format=ndjson')
    const { records, checkpoint } = readNdjson(String(ndjson.body))
    expect(records.length).toBe(2)
    expect(ndjson.headers.get('x-audit-checkpoint')).toBe(`${checkpoint.sequence}:${checkpoint.hash}`)
    expect(faultOf(records, checkpoint)).toBeUndefined()
    const csv = await actor.rest('GET', '/api/audit/export?format=csv')
    const [sequence, hash = ''] = (csv.headers.get('x-audit-checkpoint') ?? '').split(':')
    const rows = readCsv(String(csv.body))
    expect(rows.length).toBe(3)
    expect(faultOf(rows, { sequence: Number(sequence), hash })).toBeUndefined()
  })

  test('is exported whole, past one batch', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    const entry = { action: 'CLIENT_VIEWED', resourceType: 'CLIENT', resourceId: id }
    const { organizationId } = actor
    const source = { organizationId, ipAddress: 'unknown', userAgent: 'test' }
    const facts = Array.from({ length: 2345 }, (_, index) => auditFacts(entry, { ...source, userId: `u${index}` }))
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => appendAudit(unit, facts))
    const { records, checkpoint } = await exported(actor)
    expect(checkpoint.sequence).toBe(2346)
    expect(records).toHaveLength(2346)
    expect(faultOf(records, checkpoint)).toBeUndefined()
    expect(await verdict(actor)).toMatchObject({ valid: true, break: null })
  })

  test('has no gap when fifty reads of several organizations come at once', async () => {
    const actors = Array.from({ length: 5 }, () => server.actor())
    for (const actor of actors) await aClient(actor)
    const reads = Array.from({ length: 50 }, (_, index) => {
      const actor = actors[index % actors.length] as Actor
      return index % 2 ? actor.rest('GET', '/api/clients') : actor.graphql('{ clients { nodes { id } } }')
    })
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
    for (const actor of actors) {
      const { records, checkpoint } = await exported(actor)
      expect(records.map(({ action }) => action)).toEqual(['CLIENT_CREATED', ...Array(10).fill('CLIENT_LISTED')])
      expect(faultOf(records, checkpoint)).toBeUndefined()
    }
  })

  test.each(['after=-1', 'after=5000', 'after=1.5', 'after=x'])('verify and export refuse ?%s', async (query) => {
    const actor = server.actor()
    await aClient(actor)
    for (const path of ['/api/audit/verify', '/api/audit/export']) {
      const { status, body } = await actor.rest('GET', `${path}?${query}`)
      expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', ['after']])
    }
  })

  test('an export cannot be made to run after its own records', async () => {
    const actor = server.actor()
    await aClient(actor)
    const { status, body } = await actor.rest('GET', '/api/audit/export?upTo=9007199254740991')
    expect([status, body.details]).toEqual([400, { upTo: expect.stringContaining('record of the chain') }])
  })
})

describe('tampering is found', () => {
  async function chainOfFive(): Promise<{ actor: Actor; kept: Checkpoint }> {
    const actor = server.actor()
    await aClient(actor)
    for (let read = 0; read < 4; read++) await actor.rest('GET', '/api/clients')
    return { actor, kept: (await exported(actor)).checkpoint }
  }

  const own = (actor: Actor, sequence: number) =>
    `organization_id = '${actor.organizationId}' and sequence = ${sequence}`

  test.each([
    ['action', `'CLIENT_VIEWED'`],
    ['user_id', `'someone else'`],
    ['resource_id', `'another'`],
    ['timestamp', `(timestamp at time zone 'UTC' + interval '1 ms') at time zone 'UTC'`],
    ['ip_address', `'198.51.100.0'`],
    ['user_agent', `''`],
    ['id', `'00000000-0000-4000-8000-000000000000'`],
    ['hash', `repeat('a', 64)`],
  ])('a changed %s', async (column, value) => {
    const { actor, kept } = await chainOfFive()
    await tamper(server.connection, `update audit_record set ${column} = ${value} where ${own(actor, 3)}`)
    expect(await verdict(actor)).toMatchObject({ valid: false, break: { sequence: 3 } })
    expect(faultOf((await exported(actor)).records, kept)).toBe('record 3 was changed')
  })

  test('a record that was taken out', async () => {
    const { actor, kept } = await chainOfFive()
    await tamper(server.connection, `delete from audit_record where ${own(actor, 3)}`)
    expect(await verdict(actor)).toMatchObject({ valid: false, break: { reason: 'expected sequence 3' } })
    expect(faultOf((await exported(actor)).records, kept)).toBe('record 3 is missing')
  })

  test('an end that was cut off', async () => {
    const { actor } = await chainOfFive()
    const { sequence } = (await exported(actor)).checkpoint
    await tamper(server.connection, `delete from audit_record where ${own(actor, sequence + 1)}`)
    expect(await verdict(actor)).toMatchObject({ valid: false, break: { sequence: sequence + 1 } })
  })

  test('an end that was cut off together with the head, through the checkpoint that was kept', async () => {
    const { actor, kept } = await chainOfFive()
    const { organizationId } = actor
    await tamper(
      server.connection,
      `delete from audit_record where organization_id = '${organizationId}' and sequence > 2;
       update organization_head set audit_sequence = 2, audit_hash = (select hash from audit_record where ${own(actor, 2)})
       where organization_id = '${organizationId}'`,
    )
    const { records } = await exported(actor)
    expect(faultOf(records, kept)).toBe('the chain ends before record 5')
    expect((await verdict(actor)).checkpoint.sequence).toBeLessThan(kept.sequence)
  })

  test('an end that was rewritten, through the checkpoint that was kept', async () => {
    const { actor, kept } = await chainOfFive()
    const { organizationId } = actor
    await tamper(
      server.connection,
      `delete from audit_record where organization_id = '${organizationId}' and sequence > 2;
       update organization_head set audit_sequence = 2, audit_hash = (select hash from audit_record where ${own(actor, 2)})
       where organization_id = '${organizationId}'`,
    )
    for (let read = 0; read < 4; read++) await actor.rest('GET', '/api/clients')
    expect(await verdict(actor)).toMatchObject({ valid: true })
    expect(faultOf((await exported(actor)).records, kept)).toBe('record 5 is not the one that was kept')
  })
})
