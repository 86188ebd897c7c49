import { sql } from 'kysely'
import type { Context } from '../../../engine/execute/context.ts'
import { formerPhoneNumbers, type Identifiers, type Mailbox, normalIdentifiers, partsOf } from './normal-form.ts'
import { subjectTables } from './subject.tables.ts'

/** The number of records of a resource that still contain an address or number of a subject. */
export interface Remaining {
  resource: string
  records: number
}

/** The description of this check in a certificate. */
export const SECOND_LOOK =
  'Each whole record as text, tables that are never searched included: letters and digits alone, without escapes, with ' +
  'and without tags, compared by the database'

/** An identifier reduced to letters and digits. */
const bare = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')

const JSON_ESCAPES = String.raw`\\(?:["\\/bfnrt]|u[0-9a-f]{4})`
const SIGNS = '[^a-z0-9]'
/** Escapes of URLs and HTML, which mostly hide signs. */
const ESCAPES = `%[0-9a-f]{2}|&#?[a-z0-9]{1,31};|${SIGNS}`
const TAGS = `<[^<>]*>|${ESCAPES}`

/** A regular expression of PostgreSQL for a mailbox with any sub-address. */
function tagged(mailbox: Mailbox): string {
  const [local, host] = partsOf(mailbox).map((part) => part.replace(/[^a-z\d]/g, String.raw`\$&`))
  return String.raw`${local}\+[^@\s]{0,64}@${host}`
}

/**
 * Searches for a subject independently of the matcher: the database compares whole records, including keys and kept
 * tables, without patterns, grounds or reviews.
 */
export async function secondLook(ctx: Context, subject: Identifiers): Promise<Remaining[]> {
  const { email, phone, idNumber } = normalIdentifiers(subject)
  const numbers = phone?.startsWith('+27') ? [phone.slice(3)] : phone ? formerPhoneNumbers(phone) : []
  const texts = [email, subject.email, ...numbers, idNumber?.replace(/^0+/, '')]
  const needles = texts.flatMap((text) => bare(text ?? '') || [])
  const like = (patterns: string[]) => sql`like any(${patterns.map((text) => `%${text}%`)}::text[])`
  const isLeft = [SIGNS, ESCAPES, TAGS].map(
    (unseen) => sql`regexp_replace(decoded.text, ${unseen}, '', 'g') ${like(needles)}`,
  )
  if (email) isLeft.push(sql`decoded.text ~ ${tagged(email)}`)
  const remaining: Remaining[] = []
  for (const { name, resource } of await subjectTables(ctx)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} t
      cross join lateral (select lower(normalize(to_jsonb(t)::text, NFKC)) as text offset 0) whole
      cross join lateral (select regexp_replace(whole.text, ${JSON_ESCAPES}, '', 'g') as text offset 0) decoded
      where t.organization_id = ${ctx.organizationId}
        and whole.text ${like(needles.map((text) => [...text].join('%')))}
        and (${sql.join(isLeft, sql` or `)})`.execute(ctx.db)
    const records = rows[0]?.count ?? 0
    if (records > 0) remaining.push({ resource, records })
  }
  return remaining
}
