import { ExportedClientsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { saveFile } from '../components/save-file.ts'
import { t } from '../i18n/language.ts'

/** Saves all clients as NDJSON, the format that an import accepts. */
export function Export() {
  const save = async () => {
    const { list } = await session.request(ExportedClientsDocument, {})
    const lines = list.nodes.map((client) => JSON.stringify(client))
    saveFile('clients.ndjson', new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }))
  }
  return <ActionButton run={save} label={t('clients:export')} />
}
