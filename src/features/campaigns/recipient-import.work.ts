import { setImmediate } from 'node:timers/promises'
import { importWork } from '../../background/imports.ts'
import type { WorkTools } from '../../background/work.ts'
import { faultsIn, invalidFields } from '../../common/errors.ts'
import type { Perishable } from '../../data/perishable.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { validateInput } from '../../graphql/inputs.ts'
import { Language } from '../content/content-item.entity.ts'
import { RecipientInput } from './audience.inputs.ts'
import { insertRecipients, type NewRecipient, recipientOf } from './audience.ts'
import type { CampaignStatus } from './campaign.entity.ts'
import { failedBecause, isImportable } from './recipient-import.changes.ts'
import {
  MOST_FAULTS,
  type RecipientFault,
  type RecipientImport,
  RecipientImportStatus,
  type StoredRow,
} from './recipient-import.entity.ts'

const LANGUAGES: ReadonlySet<string> = new Set(Object.values(Language))
/** The pseudonyms that an erasure writes into rows that wait. */
const ERASED = /^erased-/

export const oldRecipientImports: Perishable = { table: 'recipient_import', hours: 30 * 24 }
/** Rows of uploads that were not completed. */
export const oldRecipientParts: Perishable = { table: 'recipient_import_part', hours: 7 * 24 }

const { DONE, QUEUED, RUNNING } = RecipientImportStatus

/** Converts a row to a recipient. @throws VALIDATION_ERROR that names the invalid columns */
function readRecipient({ channel }: RecipientImport, values: Record<string, string>): NewRecipient {
  const { email, phone, language, ...attributes } = values
  const contact = channel === 'EMAIL' ? { email } : { phone }
  const [field = '', address] = Object.entries(contact)[0] ?? []
  if (!address) throw invalidFields({ [field]: 'REQUIRED' })
  if (/[\s\p{Cc}]/u.test(email ?? '')) throw invalidFields({ email: 'NOT_EMAIL' })
  if (ERASED.test(address)) throw invalidFields({ [field]: 'ERASED_SINCE' })
  const spoken = language?.toLowerCase()
  if (spoken && !LANGUAGES.has(spoken)) throw invalidFields({ language: 'NOT_LANGUAGE' })
  const input = Object.assign(new RecipientInput(), { ...contact, language: spoken, attributes })
  validateInput(input)
  return recipientOf(channel, input)
}

interface ReadPart {
  people: NewRecipient[]
  failed: number
  errors: RecipientFault[]
}

/** Validates the rows of a part. */
async function readPeople(current: RecipientImport, rows: readonly StoredRow[]): Promise<ReadPart> {
  const read: ReadPart = { people: [], failed: 0, errors: [] }
  for (const [index, { line, values }] of rows.entries()) {
    // Lets requests run: validation blocks the event loop.
    if (index % 100 === 99) await setImmediate()
    try {
      read.people.push(readRecipient(current, values))
    } catch (error) {
      read.failed += 1
      if (current.errors.length + read.errors.length < MOST_FAULTS)
        read.errors.push(...faultsIn(error).map((fault) => ({ line, ...fault })))
    }
  }
  return read
}

/** Adds the people of the next part. The part is deleted in the same transaction, so that no row is read twice. */
async function readPart(ctx: Context, current: RecipientImport): Promise<RecipientImport> {
  const { organizationId, campaignId, channel, id } = current
  const parts = ctx.db.selectFrom('recipientImportPart').select(['number', 'rows']).where('importId', '=', id)
  const part = await parts.orderBy('number').limit(1).forUpdate().executeTakeFirst()
  if (!part) {
    const isWhole = current.rows >= current.total
    return { ...current, ...(isWhole ? { status: DONE } : failedBecause({ code: 'IMPORT_ROWS_DELETED' })) }
  }
  const { people, failed, errors } = await readPeople(current, part.rows)
  const imported = await insertRecipients(ctx, { organizationId, campaignId, channel }, people)
  const done = ctx.db.deleteFrom('recipientImportPart').where('importId', '=', id).where('number', '=', part.number)
  await done.execute()
  return {
    ...current,
    status: RUNNING,
    rows: current.rows + part.rows.length,
    imported: current.imported + imported,
    duplicates: current.duplicates + people.length - imported,
    failed: current.failed + failed,
    errors: [...current.errors, ...errors].sort((one, other) => one.line - other.line).slice(0, MOST_FAULTS),
  }
}

/** Takes the next step of an import. Returns its new state. */
async function step(ctx: Context, current: RecipientImport, status: CampaignStatus): Promise<RecipientImport> {
  if (isImportable({ status })) return readPart(ctx, current)
  return { ...current, ...failedBecause({ code: 'IMPORT_CAMPAIGN_CLOSED', status }) }
}

async function store({ db, now, trail }: Context, ended: RecipientImport): Promise<void> {
  const { id, campaignId, status, rows, imported, duplicates, failed, errors, failure, failureCause } = ended
  const progress = { status, rows, imported, duplicates, failed, failure, failureCause }
  await db
    .updateTable('recipientImport')
    .set({ ...progress, errors: JSON.stringify(errors) as never, updatedAt: now })
    .where('id', '=', id)
    .execute()
  if (status === RUNNING) return
  await db.deleteFrom('recipientImportPart').where('importId', '=', id).execute()
  const entry = { action: 'CAMPAIGN_AUDIENCE_UPDATED', resourceType: 'CAMPAIGN_AUDIENCE', resourceId: campaignId }
  trail.push({ ...entry, details: { count: imported }, payload: { imported, duplicates, failed } })
}

/** Locks an unfinished import and its campaign, and changes the import. */
const change = (
  tools: WorkTools,
  { organizationId, id, campaignId, createdBy }: RecipientImport,
  next: (ctx: Context, current: RecipientImport, status: CampaignStatus) => Promise<RecipientImport>,
): Promise<void> =>
  asService(
    tools,
    organizationId,
    'import',
    async (ctx) => {
      // The lock of the campaign prevents two transactions from adding the same person.
      const campaigns = ctx.db.selectFrom('campaign').select('status').where('id', '=', campaignId)
      const campaign = await campaigns.forUpdate().executeTakeFirst()
      const imports = ctx.db.selectFrom('recipientImport').selectAll().where('id', '=', id)
      const current = await imports.where('status', 'in', [QUEUED, RUNNING]).forUpdate().executeTakeFirst()
      if (campaign && current) await store(ctx, await next(ctx, current, campaign.status))
    },
    createdBy,
  )

/** Adds the people of imports, one part per turn. */
export const importQueuedRecipients = importWork<RecipientImport>({
  kind: 'recipient_imports',
  table: 'recipient_import',
  step: (tools, unfinished) => change(tools, unfinished, step),
  fail: (tools, unfinished) =>
    change(tools, unfinished, async (_, current) => ({ ...current, ...failedBecause({ code: 'IMPORT_BROKEN' }) })),
})
