import { beforeAll, describe, expect, test } from '@jest/globals'
import fc, { type Arbitrary } from 'fast-check'
import { sql } from 'kysely'
import { isOfActor } from '../../src/features/privacy/subjects/subject.hits.ts'
import { SubjectMatcher } from '../../src/features/privacy/subjects/subject.matcher.ts'
import { personalDataRules } from '../../src/security/personal-data.ts'
import { insertOf, rowWithParents, tenantTables } from '../support/catalogue.ts'
import { inOrganization } from '../support/organization.ts'
import { aGrantedRequest, completeNow, previewOf, review } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * However the identifiers of a person are written, and wherever: they are found, they are erased, and the text around them
 * keeps every character.
 */

const SUBJECT = {
  name: 'Nomsa Dlamini',
  email: 'nomsa.d+list@example.org',
  phone: '+27 82 765 0017',
  idNumber: '8001015009087',
}

const blank = fc.constantFrom(' ', '\t', '\n', '\r\n', '\u000b', '\u00a0', '\u2003', '\u3000', '    ', '\t \r\n  ')
const tag = fc.constantFrom('<b>', '</i>', '<wbr>', '<span class="x">', '</SPAN>')
const sign = fc.constantFrom('-', '.', '/', '–', ')')
const gap = fc.oneof(
  fc.constant(''),
  blank,
  sign,
  tag,
  fc.tuple(blank, sign, blank).map((parts) => parts.join('')),
)
const inCase = (text: string): Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''))
const joined = (groups: readonly string[]): Arbitrary<string> =>
  fc
    .array(gap, { minLength: groups.length - 1, maxLength: groups.length - 1 })
    .map((gaps) => groups.map((group, at) => group + (gaps[at] ?? '')).join(''))

const email = fc
  .tuple(
    inCase('nomsa'),
    fc.constantFrom('.', '.<wbr>', '&period;'),
    fc.constantFrom('d', 'D', 'd+z', 'd+LIST'),
    fc.constantFrom('@', '%40', '&#64;', '&commat;', ' (at) '),
    inCase('example.org'),
  )
  .map((parts) => parts.join(''))
const phone = fc
  .tuple(
    fc.constantFrom('0', '+27', '+27 ', '0027 ', '27', '+27 (0)', '(0)', '+27\t0'),
    joined(['82', '765', '00', '17']),
  )
  .map((parts) => parts.join(''))
const idNumber = joined(['800101', '5009', '08', '7'])
const space = fc.oneof(blank, fc.constantFrom('<br/>', ', ', '_', '</b> <i>', '&nbsp;'))
const name = fc.oneof(
  fc.tuple(inCase('nomsa'), space, inCase('dlamini')).map((parts) => parts.join('')),
  fc.tuple(inCase('dlamini'), space, inCase('nomsa')).map((parts) => parts.join('')),
)
const spelling = fc.oneof(email, phone, idNumber, name)
const before = fc.constantFrom('', 'Tel: ', 'Ask\n', '<p>', 'Écrire à\t', 'a ~ ', '&amp; ')
const after = fc.constantFrom('', '.', '\r\nand others', '</p>', ' ~ b', ', ü', ' &lt;')

const PSEUDONYM = String.raw`erased-[0-9a-f]+(?:@erased\.invalid)?`
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
/** What a text is after an erasure: tags within the identifier stay. */
const erased = (lead: string, spelt: string, rest: string) =>
  new RegExp(`^${literal(lead)}${PSEUDONYM}${literal((spelt.match(/<[^>]*>/g) ?? []).join(''))}${literal(rest)}$`)

test('every spelling is found, and is replaced without a character of its neighbours', () => {
  const matcher = new SubjectMatcher(SUBJECT)
  const by = { name: 'erased-1', email: 'erased-1@erased.invalid', phone: 'erased-1', idNumber: 'erased-1' }
  fc.assert(
    fc.property(before, spelling, after, (lead, spelt, rest) => {
      const value = lead + spelt + rest
      expect(matcher.read({ value })).toBeDefined()
      const rewritten = matcher.rewrite({ value }, by)
      expect([value, rewritten]).toEqual([value, expect.stringMatching(erased(lead, spelt, rest))])
      expect(matcher.read({ value: rewritten })).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

/** A column that may hold anything. */
interface Place {
  table: string
  column: string
  type: string
}

/** A text in a row. */
interface Planted extends Place {
  id: string
  lead: string
  spelt: string
  rest: string
}

/** What the service itself reads rows by is no place for a text of a client. */
const OF_THE_SERVICE = ['organization', 'organization_head', 'due_work']

/** Every column of text, lists and JSON that holds more than keys, in tables with ids that are not kept by a rule. */
const placesOf = (server: TestServer, actor: Actor) =>
  inOrganization<Place>(
    server,
    actor,
    sql`select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
        and has_column_privilege(c.oid, a.attnum, 'update') and a.attname <> 'organization_id'
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
        and exists (select 1 from pg_attribute i where i.attrelid = c.oid and i.attname = 'id')
        and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f') and a.attnum = any(k.conkey))
      order by 1, 2`,
  )

/** Shapes of JSON around a text, which is a value or a key. */
const shape = fc.constantFrom<(text: string) => unknown>(
  (text) => ({ contact: { note: text } }),
  (text) => ({ deep: [{ list: ['x', text, 7] }] }),
  (text) => ({ by: { [text]: true } }),
  (text) => [text],
)

const valueFor = (type: string, text: string, wrap: (text: string) => unknown): unknown => {
  if (type === 'text') return text
  return type === 'jsonb' ? JSON.stringify(wrap(text)) : ['one', text]
}

describe('in any column of any table', () => {
  let server: TestServer
  let actor: Actor
  let planted: Planted[]
  let certificate: Json
  let previewed: Set<string>
  setUp(async (opened) => {
    server = opened.use(await startServer())
  })

  async function plant(
    { table, column, type }: Place,
    lead: string,
    spelt: string,
    rest: string,
    wrap: (text: string) => unknown,
  ) {
    const { organizationId } = actor
    const insert = (name: string, row: Record<string, unknown>) => inOrganization(server, actor, insertOf(name, row))
    const value = valueFor(type, lead + spelt + rest, wrap)
    const row = await rowWithParents(tables, table, insert, organizationId, { [column]: value })
    await insert(table, row)
    planted.push({ table, column, type, id: String(row.id), lead, spelt, rest })
  }

  let tables: Awaited<ReturnType<typeof tenantTables>>
  beforeAll(async () => {
    actor = server.actor()
    planted = []
    tables = await tenantTables(server)
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject: SUBJECT })
    const rules = personalDataRules(server.database.orm.getMetadata())
    const places = (await placesOf(server, actor)).filter(
      ({ table }) => rules.get(table)?.erase !== 'keep' && !OF_THE_SERVICE.includes(table),
    )
    const seed = Math.floor(Math.random() * 2 ** 31)
    process.stdout.write(`Texts of seed ${seed}\n`)
    const texts = fc.sample(fc.tuple(before, spelling, after, shape), { numRuns: places.length, seed })
    for (const [index, place] of places.entries()) {
      const [lead = '', spelt = '', rest = '', wrap = JSON.stringify] = texts[index] ?? []
      // Some columns allow codes only, and some tables one row only.
      await plant(place, lead, spelt, rest, wrap).catch((error: unknown) =>
        expect(error).toMatchObject({ code: expect.stringMatching(/^235(?:14|05)$/) }),
      )
    }
    const { rows } = await previewOf(actor, id)
    // The parts of a key that has several.
    const idsOf = (rowId: string) => rowId.split('/')
    previewed = new Set(rows.flatMap(({ resource, rowId }: Json) => idsOf(rowId).map((id) => `${resource} ${id}`)))
    const open = rows.filter(({ standing }: Json) => standing === 'REVIEW')
    for (let at = 0; at < open.length; at += 100) {
      const verdicts = open.slice(at, at + 100).map(({ resource, rowId }: Json) => {
        return { resource, rowId, verdict: 'CONFIRM', reason: 'It is the same person' }
      })
      expect((await review(actor, id, verdicts)).body.errors).toBeUndefined()
    }
    const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), id)
    expect(body.data).toMatchObject({ status: 'COMPLETED', failure: null })
    // Work in the background may write a name again after the review. Such a record is left, and the outcome lists it.
    const left = body.data.outcome.left.map(({ rowId }: Json) => rowId)
    expect(planted.filter(({ id }) => left.includes(id))).toEqual([])
    certificate = JSON.parse(body.data.certificate.statement)
  })

  test('a preview names each record', () => {
    expect(planted.length).toBeGreaterThan(150)
    const missing = planted.filter(({ table, id }) => !previewed.has(`${table.toUpperCase()} ${id}`))
    expect(missing).toEqual([])
  })

  test('a second look finds none of the addresses and numbers after an erasure', () => {
    expect(certificate.secondLook.remaining).toEqual([])
  })

  test('the text around keeps each character', async () => {
    for (const { table, column, id, lead, spelt, rest } of planted) {
      const [row] = await inOrganization<{ value: unknown }>(
        server,
        actor,
        sql`select to_jsonb(t)->${column} as value from ${sql.table(table)} t where id = ${id}::uuid`,
      )
      if (!row) continue
      const texts: string[] = []
      JSON.stringify(row.value, (key, value) => {
        texts.push(key, ...(typeof value === 'string' ? [value] : []))
        return value
      })
      const place = `${table}.${column}`
      // The id of a user has no text around: the pseudonym replaces it as a whole.
      const expected = isOfActor({ path: column }) ? /^erased-[0-9a-f]+$/ : erased(lead, spelt, rest)
      expect([place, lead + spelt + rest, texts]).toEqual([
        place,
        lead + spelt + rest,
        expect.arrayContaining([expect.stringMatching(expected)]),
      ])
    }
  })
})
