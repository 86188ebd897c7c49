import { sql } from 'kysely'
import { newId } from '../../data/ids.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { Language } from '../content/content-item.entity.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { addressToSend, type Contact, contactOf, keysOf } from '../privacy/contacts/contact.ts'
import type { RecipientInput } from './audience.inputs.ts'

/** A person to add to an audience, and the address to send to. */
export interface NewRecipient {
  /**
   * All forms in which an audience may store the address of the person. Empty if the person has no address for the
   * channel.
   */
  keys: string[]
  contact: string
  language: Language | null
  attributes: Record<string, unknown>
}

/** The recipient of a channel that an input describes. */
export function recipientOf(channel: ConsentChannel, given: RecipientInput): NewRecipient {
  const field = channel === ConsentChannel.EMAIL ? 'email' : 'phone'
  const none: Contact = { email: null, phone: null }
  return {
    keys: keysOf({ ...none, [field]: contactOf(given)[field] }),
    contact: addressToSend(given[field] ?? ''),
    language: given.language ?? null,
    attributes: given.attributes ?? {},
  }
}

/** Number of people that one statement adds. */
const BATCH = 1000

interface Audience {
  organizationId: string
  campaignId: string
  channel: ConsentChannel
}

/**
 * Rows of an audience, or messages to it, by key: the id of each. Each key is one lookup in the index. With
 * `contact_key = any(keys)`, PostgreSQL would read the whole audience at each call until its statistics include the
 * campaign, and an import adds people faster than the statistics are updated.
 */
async function idsByKey(
  { db }: Pick<Transaction, 'db'>,
  table: 'campaign_recipient' | 'message',
  { organizationId, campaignId, channel }: Audience,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select asked.key, found.id from unnest(${[...keys]}::text[]) as asked(key) cross join lateral (
      select id from ${sql.table(table)} r where r.organization_id = ${organizationId} and r.campaign_id = ${campaignId}
        and r.channel = ${channel} and r.contact_key = asked.key limit 1
    ) as found`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/**
 * Adds people who are not in the audience yet, each once. The transaction has locked the campaign: otherwise two
 * transactions could add one person with two addresses. Returns their number.
 */
export async function insertRecipients(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  { organizationId, campaignId, channel }: Audience,
  given: readonly NewRecipient[],
): Promise<number> {
  const people = [...new Map(given.map((person) => [person.keys[0], person])).values()]
  let added = 0
  for (let start = 0; start < people.length; start += BATCH) {
    const batch = people.slice(start, start + BATCH)
    const keys = batch.flatMap((person) => person.keys)
    const audience = { organizationId, campaignId, channel }
    const known = await idsByKey({ db }, 'campaign_recipient', audience, keys)
    const messages = await idsByKey({ db }, 'message', audience, keys)
    const rows = batch
      .filter((person) => !person.keys.some((key) => known.has(key)))
      .map(({ keys: own, contact, language, attributes }) => {
        // A person who was removed and is added again may have a message. The recipient has the id of the message.
        const message = own.map((key) => messages.get(key)).find((id) => id !== undefined)
        const person = { contact, language, attributes: JSON.stringify(attributes) as never }
        const state = { id: message ?? newId(), queuedAt: message ? now : null, createdAt: now, updatedAt: now }
        return { organizationId, campaignId, channel, ...person, ...state }
      })
    if (rows.length > 0) await db.insertInto('campaignRecipient').values(rows).execute()
    added += rows.length
  }
  return added
}
