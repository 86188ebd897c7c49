import { useState } from 'preact/hooks'
import { ImportRecipientsDocument, type RecipientImportRowFragment } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { useFollowed } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { type Column, countColumn } from '../components/columns.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Form } from '../components/form.tsx'
import { Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { Table } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { rowFault, t } from '../i18n/language.ts'

/** Number of characters of one piece. With the escapes of JSON, a piece fits in a request. */
const PIECE = 300_000
const ACCEPTED = '.csv,.txt,text/csv'

/** The file in pieces of whole lines. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const last = text.lastIndexOf('\n', start + PIECE)
    const end = start + PIECE >= text.length ? text.length : last > start ? last + 1 : text.indexOf('\n', start) + 1
    pieces.push(text.slice(start, end || text.length))
    start = end || text.length
  }
  return pieces
}

/** Sends a CSV file to the audience of a campaign, piece by piece. */
export function ImportRecipients({ campaignId: id, onClose }: { campaignId: string; onClose: () => void }) {
  const [sent, setSent] = useState<number>()
  const save = async (entered: FormData) => {
    const file = entered.get('file')
    if (!(file instanceof File) || file.size === 0)
      throw new RequestError('VALIDATION_ERROR', '', { file: 'is required' })
    const pieces = piecesOf(await file.text())
    let importId: string | undefined
    for (const [index, csv] of pieces.entries()) {
      setSent(index / pieces.length)
      const input = { csv, piece: index + 1, isLast: index === pieces.length - 1, ...(importId && { importId }) }
      importId = (await session.save(ImportRecipientsDocument, { id, input })).made.id
    }
    notify(t('campaigns:import.started'))
    onClose()
  }
  return (
    <Dialog title={t('campaigns:import.open')} onClose={onClose}>
      <p>{t('campaigns:import.columns')}</p>
      <Form save={save} action={t('campaigns:import.open')} onCancel={onClose}>
        <div class="field">
          <label for="recipients-file">{t('campaigns:import.file')}</label>
          <input id="recipients-file" type="file" name="file" class="drop" accept={ACCEPTED} />
        </div>
        {sent !== undefined && <progress value={sent} aria-label={t('campaigns:import.sending')} />}
      </Form>
    </Dialog>
  )
}

const isUnderWay = ({ status }: RecipientImportRowFragment) => status === 'QUEUED' || status === 'RUNNING'

/** The imports of a campaign, with the errors of their rows. */
export function Imports({ imports, refresh }: { imports: readonly RecipientImportRowFragment[]; refresh: () => void }) {
  useFollowed(imports.some(isUnderWay), refresh)
  if (imports.length === 0) return null
  return (
    <Panel title={t('campaigns:import.title')}>
      <ul class="blocks">
        {imports.map((each) => (
          <li key={each.id}>
            <Import of={each} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const columns = (): Column<RecipientImportRowFragment['errors'][number]>[] => [
  countColumn('line', { title: t('campaigns:import.line') }),
  {
    id: 'reason',
    title: t('campaigns:import.reason'),
    show: (fault) => <span class="example">{rowFault(fault, (column) => column)}</span>,
  },
]

function Import({ of }: { of: RecipientImportRowFragment }) {
  const { createdAt, status, total, rows, imported, duplicates, failed, failure, failureCause, errors } = of
  return (
    <>
      <p>
        <time dateTime={createdAt}>{moment(createdAt)}</time> <Badge status={status} />{' '}
        {t('campaigns:import.result', { imported, duplicates, failed })}
      </p>
      {isUnderWay(of) && <progress value={total > 0 ? rows / total : 1} aria-label={t('campaigns:import.title')} />}
      {failure && <p class="fault">{reasonText(failure, failureCause)}</p>}
      {errors.length > 0 && (
        <details>
          <summary>{t('campaigns:import.errors', { count: failed })}</summary>
          <Table rows={errors.map((error) => ({ ...error, id: `${error.line} ${error.field}` }))} columns={columns()} />
        </details>
      )}
    </>
  )
}
