import { saveFile } from '../../components/save-file.ts'
import type { Line } from '../../components/sheet.ts'
import { attempt } from '../../components/toasts.tsx'
import { t } from '../../i18n/language.ts'
import type { Fault, Faults } from './job.ts'
import { ERROR_COLUMN, FIELDS, labelOfField, type Mapping, namesOf } from './mapping.ts'

/** A person mends these here, and more of them in the file. */
const MOST_SHOWN = 50

interface Props {
  lines: readonly Line[]
  faults: Faults
  mapping: Mapping
  /** Absent where nothing can be mended any more. */
  onEdit?: (number: number, column: number, text: string) => void
}

/** What is wrong with which row. */
export function FailedRows({ lines, faults, mapping, onEdit }: Props) {
  const names = namesOf(mapping)
  const failed = lines.filter(({ number }) => faults.has(number))
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('clients:import.row')}</th>
            <th scope="col">{t('clients:import.fault')}</th>
          </tr>
        </thead>
        <tbody>
          {failed.slice(0, MOST_SHOWN).flatMap((line) =>
            (faults.get(line.number) ?? []).map((fault) => (
              <tr key={`${line.number} ${fault.field}`}>
                <th scope="row">{line.number}</th>
                <td>
                  {sentenceOf(fault)}
                  {onEdit && <Cell line={line} column={columnOf(names, fault)} fault={fault} onEdit={onEdit} />}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {failed.length > MOST_SHOWN && <p class="quiet">{t('clients:more', { count: failed.length - MOST_SHOWN })}</p>}
      <div class="actions">
        <button type="button" onClick={() => attempt(() => saveFailed(failed, faults, mapping))}>
          {t('clients:import.saveFailed')}
        </button>
      </div>
    </>
  )
}

const labelOf = (name: string): string => {
  const field = FIELDS.find((each) => each === name)
  return field ? labelOfField(field) : name === 'contact' ? t('clients:contact') : name
}

/** The commonest fault in the page's language; the others are the server's words. */
function sentenceOf({ field, message }: Fault): string {
  if (field === null) return message
  if (message === `${field} is required`) return `${labelOf(field)} ${t('form.required')}`
  return message.startsWith(`${field} `) ? message : `${labelOf(field)} ${message}`
}

/** The column in which a fault is mended; a client needs any contact, which the name is. */
function columnOf(names: readonly (string | undefined)[], { field }: Fault): number {
  const exact = names.indexOf(field ?? undefined)
  return exact < 0 && field === 'contact' ? names.findIndex((name) => name?.startsWith('contact.')) : exact
}

interface CellProps {
  line: Line
  column: number
  fault: Fault
  onEdit: (number: number, column: number, text: string) => void
}

function Cell({ line: { number, cells }, column, fault, onEdit }: CellProps) {
  if (fault.field === null || column < 0) return null
  return (
    <input
      aria-label={t('clients:import.valueOf', { number, field: labelOf(fault.field) })}
      value={String(cells[column] ?? '')}
      onInput={({ currentTarget }) => onEdit(number, column, currentTarget.value)}
    />
  )
}

/** Saves them as they were given, with what is wrong, to be mended and given again. */
async function saveFailed(failed: readonly Line[], faults: Faults, { columns }: Mapping): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const rows = failed.map(({ number, cells }) => [
    ...columns.map((_, index) => cells[index]),
    faults.get(number)?.map(sentenceOf).join('; '),
  ])
  // Excel takes a file for UTF-8 by this sign.
  const text = stringify([[...columns, ERROR_COLUMN], ...rows], { bom: true })
  saveFile('clients-not-imported.csv', new Blob([text], { type: 'text/csv' }))
}
