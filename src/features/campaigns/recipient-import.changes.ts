import { type CodedFault, faultText, invalidFields, notFound, refusal, ServiceError } from '../../common/errors.ts'
import { type Cause, causeText } from '../../common/texts.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { DirectChannel } from './audience.inputs.ts'
import { Campaign } from './campaign.entity.ts'
import { isStart, TERMINAL_STATUSES } from './campaign.rules.ts'
import { type CsvRow, readHeader, readRows } from './recipient-import.csv.ts'
import {
  MOST_FAULTS,
  type RecipientFault,
  RecipientImport,
  RecipientImportPart,
  RecipientImportStatus,
  type StoredRow,
} from './recipient-import.entity.ts'
import type { RecipientImportInput } from './recipient-import.inputs.ts'

/*
 * A file arrives in pieces, because one request has at most 1 MiB. Each piece is an operation. It needs the permission,
 * counts for the limits, and can be sent again after a lost connection. The rows of each piece are stored, and
 * `recipient-import.work.ts` adds the people after the last piece.
 */

/** Maximum number of rows of one file. */
const MOST_ROWS = 1_000_000
/** Number of rows that one transaction adds. */
const ROWS_OF_PART = 1000
/** The numbers that each piece reserves for its parts. A piece has fewer parts. */
const PARTS_OF_PIECE = 1000

/** Whether recipients can be imported: a campaign that has started needs the check of each person. */
export const isImportable = ({ status }: Pick<Campaign, 'status'>) =>
  !isStart(status) && !TERMINAL_STATUSES.includes(status)

function demandImportable({ status }: Campaign): void {
  if (isImportable({ status })) return
  throw refusal('INVALID_STATE_TRANSITION', 'IMPORT_INTO_CLOSED', { status })
}

export const addressOn = (channel: ConsentChannel) => (channel === ConsentChannel.EMAIL ? 'email' : 'phone')

/** The values of an import that failed. */
export const failedBecause = (failureCause: Cause) => ({
  status: RecipientImportStatus.FAILED,
  failure: causeText(failureCause),
  failureCause,
})

const waiting = (input: RecipientImportInput) =>
  input.isLast === false ? RecipientImportStatus.UPLOADING : RecipientImportStatus.QUEUED

/** The state of an import that a piece changes. */
type Upload = Pick<RecipientImport, 'columns' | 'delimiter' | 'total' | 'rows' | 'lines' | 'rest' | 'failed' | 'errors'>

/** Reads the rows of a piece. Rows with too many or too few values are not valid. */
async function readPiece(upload: Upload, text: string, isEnd: boolean): Promise<{ stored: StoredRow[]; next: Upload }> {
  const { columns, delimiter, lines: linesBefore } = upload
  const { rows, rest, lines } = await readRows(upload.rest + text, { delimiter, linesBefore, isEnd })
  const total = upload.total + rows.length
  if (total > MOST_ROWS) throw invalidFields({ 'input.csv': { code: 'CSV_TOO_MANY_ROWS', most: MOST_ROWS } })
  const isFit = ({ cells }: CsvRow) => cells.length === columns.length
  const stored = rows.filter(isFit).map(({ line, cells }) => ({ line, values: valuesOf(columns, cells) }))
  const faults = rows
    .filter((row) => !isFit(row))
    .map(({ line, cells }): RecipientFault => {
      const cause: CodedFault = { code: 'CSV_ODD_ROW', values: cells.length, columns: columns.length }
      return { line, field: null, message: faultText(cause), cause }
    })
  const unfit = faults.length
  const errors = [...upload.errors, ...faults].slice(0, MOST_FAULTS)
  const counts = { total, rows: upload.rows + unfit, failed: upload.failed + unfit }
  return { stored, next: { ...upload, ...counts, lines, rest, errors } }
}

const valuesOf = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((name, index) => {
      const value = cells[index]?.trim()
      return value ? [[name, value]] : []
    }),
  )

function storeRows(ctx: Context, importId: string, piece: number, stored: readonly StoredRow[]): void {
  const { organizationId, now: createdAt } = ctx
  for (let start = 0; start < stored.length; start += ROWS_OF_PART) {
    const rows = stored.slice(start, start + ROWS_OF_PART)
    const number = piece * PARTS_OF_PIECE + start / ROWS_OF_PART
    ctx.insert(RecipientImportPart, [{ organizationId, importId, number, rows, createdAt }])
  }
}

/** Ends an import of the campaign whose upload was not completed. */
async function replaceUpload(ctx: Context, campaignId: string): Promise<void> {
  const replaced = await ctx.db
    .updateTable('recipientImport')
    .set({ ...failedBecause({ code: 'IMPORT_REPLACED' }), updatedAt: ctx.now })
    .where('campaignId', '=', campaignId)
    .where('status', '=', RecipientImportStatus.UPLOADING)
    .returning('id')
    .execute()
  for (const { id } of replaced) await ctx.db.deleteFrom('recipientImportPart').where('importId', '=', id).execute()
}

/** Starts an import with the first piece of a file. */
async function startImport(ctx: Context, campaign: Campaign, input: RecipientImportInput, csv: string) {
  if ((input.piece ?? 1) !== 1) throw invalidFields({ 'input.importId': 'PIECE_WITHOUT_IMPORT' })
  const channel = ConsentChannel[input.channel ?? DirectChannel.EMAIL]
  const { columns, delimiter, text } = readHeader(csv, addressOn(channel))
  const empty = { columns, delimiter, total: 0, rows: 0, lines: 1, rest: '', failed: 0, errors: [] }
  const { stored, next } = await readPiece(empty, text, input.isLast !== false)
  await replaceUpload(ctx, campaign.id)
  const started = addRow(ctx, RecipientImport, {
    ...next,
    campaignId: campaign.id,
    channel,
    status: waiting(input),
    pieces: 1,
    imported: 0,
    duplicates: 0,
    failure: null,
    failureCause: null,
    createdBy: ctx.caller.userId,
  })
  storeRows(ctx, started.id, 1, stored)
  return started
}

/** Adds the next piece to an import. A piece that is already stored changes nothing. */
async function continueImport(ctx: Context, campaign: Campaign, input: RecipientImportInput, text: string) {
  const current = await lockRow(ctx, RecipientImport, input.importId ?? '', 'Import')
  if (current.campaignId !== campaign.id) throw notFound('Import')
  const pieces = input.piece ?? 1
  if (pieces <= current.pieces) return current
  if (current.status !== RecipientImportStatus.UPLOADING)
    throw refusal('CONFLICT', 'IMPORT_CLOSED', { status: current.status })
  const expected = current.pieces + 1
  if (pieces !== expected)
    throw new ServiceError('CONFLICT', `The next piece is ${expected}, not ${pieces}`, { next: expected })
  const { stored, next } = await readPiece(current, text, input.isLast !== false)
  storeRows(ctx, current.id, pieces, stored)
  const { total, rows, lines, rest, failed, errors } = next
  const state = { total, rows, lines, rest, failed, errors, pieces, status: waiting(input) }
  return changeRow(ctx, RecipientImport, current, state)
}

/** Stores a piece of a file. After the last piece the import starts. */
export async function importRecipients(
  ctx: Context,
  campaignId: string,
  input: RecipientImportInput,
): Promise<RecipientImport> {
  const campaign = await lockRow(ctx, Campaign, campaignId, 'Campaign')
  demandImportable(campaign)
  const csv = input.csv.replace(/\r\n?/g, '\n')
  if (input.isLast === false && !csv.endsWith('\n')) throw invalidFields({ 'input.csv': 'LINE_BREAK_NEEDED' })
  const changed = input.importId
    ? await continueImport(ctx, campaign, input, csv)
    : await startImport(ctx, campaign, input, csv)
  if (input.isLast === false) return changed
  ctx.makeDue('recipient_imports')
  await voidSignOffs(ctx, { campaignIds: [campaignId] }, 'AUDIENCE_CHANGED')
  return changed
}
