import { saveFile } from '../../components/save-file.ts'
import type { Line } from '../../components/source.tsx'
import { Table } from '../../components/table.tsx'
import { attempt } from '../../components/toasts.tsx'
import { rowFault, t } from '../../i18n/language.ts'
import type { Fault, Faults } from './job.ts'
import { ERROR_COLUMN, FIELDS, labelOfField, type Mapping, namesOf } from './mapping.ts'

/** The user corrects up to this many rows here, and more in the file. */
const MOST_SHOWN = 50

interface Props {
  lines: readonly Line[]
  faults: Faults
  mapping: Mapping
  /** Absent if rows can no longer be corrected. */
  onEdit?: (number: number, column: number, text: string) => void
}

export function FailedRows({ lines, faults, mapping, onEdit }: Props) {
  const names = namesOf(mapping)
  const failed = lines.filter(({ number }) => faults.has(number))
  return (
    <>
      <Table
        rows={failed
          .slice(0, MOST_SHOWN)
          .flatMap((line) =>
            (faults.get(line.number) ?? []).map((fault) => ({ id: `${line.number} ${fault.field}`, line, fault })),
          )}
        columns={[
          { id: 'row', title: t('clients:import.row'), show: ({ line }) => line.number },
          {
            id: 'fault',
            title: t('clients:import.fault'),
            show: ({ line, fault }) => (
              <>
                {sentenceOf(fault)}
                {onEdit && <Cell line={line} column={columnOf(names, fault)} fault={fault} onEdit={onEdit} />}
              </>
            ),
          },
        ]}
      />
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

const sentenceOf = (fault: Fault): string => rowFault(fault, labelOf)

/** The column in which to correct a fault. For a missing contact it is the contact's name. */
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

/** Saves the failed rows with their faults, to be corrected and imported again. */
async function saveFailed(failed: readonly Line[], faults: Faults, { columns }: Mapping): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const rows = failed.map(({ number, cells }) => [
    ...columns.map((_, index) => cells[index]),
    faults.get(number)?.map(sentenceOf).join('; '),
  ])
  // Excel needs the byte order mark to read UTF-8.
  const text = stringify([[...columns, ERROR_COLUMN], ...rows], { bom: true })
  saveFile('clients-not-imported.csv', new Blob([text], { type: 'text/csv' }))
}
