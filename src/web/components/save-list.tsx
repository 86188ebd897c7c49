import { Download } from 'lucide'
import { t } from '../i18n/language.ts'
import { ActionButton } from './action-button.tsx'
import type { Column } from './columns.tsx'
import { Menu } from './menu.tsx'
import { saveFile } from './save-file.ts'

interface Props<R> {
  /** The name of the file, without its ending. */
  name: string
  columns: readonly Column<R>[]
  readAll: () => Promise<readonly R[]>
}

/** Saves a list as it is filtered and ordered, with the given columns. */
export function SaveList<R>({ name, columns, readAll }: Props<R>) {
  const save = async (format: 'csv' | 'xlsx') => {
    const [rows, { csvOf, spreadsheetOf }] = await Promise.all([readAll(), import('./spreadsheet.ts')])
    saveFile(`${name}.${format}`, format === 'csv' ? csvOf(columns, rows) : await spreadsheetOf(columns, rows))
  }
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
