import { sql } from 'kysely'
import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { invalidItems, itemFault, refusal } from '../../../common/errors.ts'
import { Audit, Cost, Fails, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../../graphql/arguments.ts'
import { listOf } from '../../../graphql/lists.ts'
import { ContactPurpose } from '../consents/consent.purposes.ts'
import { type Contact, contactAt } from '../contacts/contact.ts'
import { SuppressionCause } from '../contacts/suppression.entity.ts'
import { marksOf, suppress, suppressionsFor } from '../contacts/suppression.ts'
import { originText } from '../origin.ts'
import { CleansingStatus, RegistryCleansing } from './cleansing.entity.ts'
import { CleansingAnswerInput, CleansingFile, MOST_ANSWERED } from './cleansing.inputs.ts'

const registryCleansings = listOf('registryCleansing', RegistryCleansing, {
  description: 'Page of cleansings.',
  where: {},
  sortBy: ['createdAt', 'status', 'contacts', 'matches', 'completedAt'],
})

/** Both operations read or change many rows. */
const POINTS = 5000

/** Number of contacts in one batch of the file. */
const BATCH = 50_000
/** Time for reading all contacts, and for suppressing the contacts of one answer. */
const SECONDS = 60
const RESOURCE_NAME = 'Cleansing'

/** All known contacts, in their normal form. Excludes the pseudonyms that an erasure leaves in evidence. */
const knownContacts = (organizationId: string) => sql`(
  select contact_key as contact from campaign_recipient where organization_id = ${organizationId}
  union select contact_key from consent where organization_id = ${organizationId} and contact_key is not null
  union select contact_key from contact_basis where organization_id = ${organizationId}
) as known where contact not like 'erased-%'`

async function countContacts({ db, organizationId }: Context): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${knownContacts(organizationId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A batch of the file for the registry. */
async function fileOf(ctx: Context, cleansing: RegistryCleansing, after: string): Promise<CleansingFile> {
  const { rows } = await sql<{ contact: string }>`select contact from ${knownContacts(ctx.organizationId)}
    and contact collate "C" > ${after} order by contact collate "C" limit ${sql.lit(BATCH)}`.execute(ctx.db)
  const lines = rows.map(({ contact }) => (/[",\n]/.test(contact) ? `"${contact.replaceAll('"', '""')}"` : contact))
  const next = rows.length === BATCH ? (rows.at(-1)?.contact ?? null) : null
  return { cleansing, csv: `${['contact', ...lines].join('\n')}\n`, next }
}

async function lockStarted(ctx: Context, id: string): Promise<RegistryCleansing> {
  const cleansing = await lockRow(ctx, RegistryCleansing, id, RESOURCE_NAME)
  if (cleansing.status === CleansingStatus.STARTED) return cleansing
  throw refusal('CONFLICT', 'CLEANSING_COMPLETE')
}

/** The contacts of an answer. @throws VALIDATION_ERROR that names each line without a contact, except a header */
function contactsIn(csv: string): Contact[] {
  const cells = csv.split(/\r?\n/).map((line) =>
    line
      .replace(/[,;\t].*/s, '')
      .trim()
      .replace(/^"|"$/g, ''),
  )
  const values = cells.filter((value, index) => value !== '' && (index > 0 || isContact(value)))
  if (values.length > MOST_ANSWERED) throw refusal('VALIDATION_ERROR', 'TOO_MANY_ANSWERS', { most: MOST_ANSWERED })
  const contacts = values.map((value) => (isContact(value) ? contactAt(value) : undefined))
  const faults = contacts.flatMap((contact, index) => (contact ? [] : [itemFault(index, 'csv', 'NOT_CONTACT')]))
  if (faults.length > 0) throw invalidItems(faults)
  return contacts.flatMap((contact) => contact ?? [])
}

const isContact = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value) || /^\+?[\s().-]*(\d[\s().-]*){7,}$/.test(value)

/**
 * Suppresses a contact for direct marketing, unless it is already suppressed because of the registry. Returns whether
 * this call suppressed it.
 */
async function block(ctx: Context, contact: Contact, cleansingId: string): Promise<boolean> {
  const inForce = await suppressionsFor(ctx, marksOf(ctx, contact))
  if (inForce.some(({ cause }) => cause === SuppressionCause.REGISTRY)) return false
  await suppress(ctx, {
    contact,
    cause: SuppressionCause.REGISTRY,
    purpose: ContactPurpose.MARKETING,
    channel: null,
    note: originText('REGISTRY_CLEANSING', cleansingId),
  })
  return true
}

/** Comparison of the contacts with the opt-out registry. */
@Resolver()
export class CleansingResolver {
  @ListRoot(
    registryCleansings,
    'REGISTRY_CLEANSING',
    'The cleansings of the organization. Default order: newest first.',
    { exported: 'exportedCleansings' },
  )
  declare readonly registryCleansings: RootField

  @Mutation(() => CleansingFile, {
    description:
      'Starts a cleansing, and returns the file for the opt-out registry: all known contacts, 50,000 per batch. With `id` ' +
      'and `after`, returns the next batch of a started cleansing. CONFLICT if the cleansing is COMPLETED.',
  })
  @Permit('org:privacy:write')
  @Audit('REGISTRY_CLEANSING', 'CREATED')
  @Cost(POINTS)
  @Fails('CONFLICT')
  async startCleansing(
    @Arg('id', () => ID, {
      nullable: true,
      description: 'Id of a started cleansing. Absent: starts another cleansing.',
    })
    id: string | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Value of `next` of the previous batch.' })
    after: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CleansingFile> {
    await ctx.extend(SECONDS)
    if (id) return fileOf(ctx, await lockStarted(ctx, id), after ?? '')
    const started = addRow(ctx, RegistryCleansing, {
      status: CleansingStatus.STARTED,
      contacts: await countContacts(ctx),
      matches: 0,
      suppressed: 0,
      completedAt: null,
      completedBy: null,
      createdBy: ctx.caller.userId,
    })
    return fileOf(ctx, started, '')
  }

  @Mutation(() => RegistryCleansing, {
    description:
      'Records the answer of the registry. Each contact is suppressed for MARKETING on every channel, with the cause ' +
      'REGISTRY; its consents for MARKETING are withdrawn. The last piece completes the cleansing. CONFLICT if it is ' +
      'already COMPLETED.',
  })
  @Permit('org:privacy:write')
  @Audit('REGISTRY_CLEANSING', 'UPDATED')
  @Cost(POINTS)
  @Fails('CONFLICT')
  async completeCleansing(
    @IdArg('cleansing') id: string,
    @InputArg(CleansingAnswerInput, 'The answer.') { csv, isLast }: CleansingAnswerInput,
    @Ctx() ctx: Context,
  ): Promise<RegistryCleansing> {
    const contacts = contactsIn(csv ?? '')
    await ctx.extend(SECONDS)
    const cleansing = await lockStarted(ctx, id)
    let suppressed = 0
    for (const contact of contacts) if (await block(ctx, contact, cleansing.id)) suppressed += 1
    const end = isLast !== false && {
      status: CleansingStatus.COMPLETED,
      completedAt: ctx.now,
      completedBy: ctx.caller.userId,
    }
    return changeRow(ctx, RegistryCleansing, cleansing, {
      matches: cleansing.matches + contacts.length,
      suppressed: cleansing.suppressed + suppressed,
      ...end,
    })
  }
}
