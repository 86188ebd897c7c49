import { Download } from 'lucide'
import { t } from '../i18n/language.ts'
import { ActionButton } from './action-button.tsx'
import type { FileColumn } from './columns.tsx'
import { Menu } from './menu.tsx'
import { saveFile } from './save-file.ts'

interface Props<R> {
  /** The name of the file, without its ending. */
  name: string
  columns: readonly FileColumn<R>[]
  readAll: () => Promise<readonly R[]>
}

/** Saves a table as a file. */
export async function saveTable<R>(
  name: string,
  format: 'csv' | 'xlsx',
  columns: readonly FileColumn<R>[],
  rows: readonly R[],
): Promise<void> {
  const { csvOf, spreadsheetOf } = await import('./spreadsheet.ts')
  saveFile(`${name}.${format}`, format === 'csv' ? csvOf(columns, rows) : await spreadsheetOf(columns, rows))
}

/** Saves a list as it is filtered and ordered, with the given columns. */
export function SaveList<R>({ name, columns, readAll }: Props<R>) {
  const save = async (format: 'csv' | 'xlsx') => saveTable(name, format, columns, await readAll())
  return (
    <>
      <ActionButton run={() => save('xlsx')} label={t('views.spreadsheet')} />
      <ActionButton run={() => save('csv')} label={t('views.csv')} />
    </>
  )
}

/** A button that opens the formats, for a list without a menu of views. */
export const SaveMenu = <R,>(props: Props<R>) => (
  <Menu icon={Download} label={t('views.file')} title={t('views.file')}>
    <SaveList {...props} />
  </Menu>
)
