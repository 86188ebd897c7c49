import { type ClientRowFragment, ExportClientsDocument } from '../api/generated.ts'
import { type Session, useSession } from '../api/session.ts'
import { saveFile } from '../components/save-file.ts'
import { useBusy } from '../components/use-busy.ts'
import { t } from '../i18n/language.ts'

/** Saves all clients as NDJSON, the format that an import accepts. */
export function Export() {
  const session = useSession()
  const { isBusy, run } = useBusy()
  const save = async () => {
    const lines = (await allClients(session)).map((client) => JSON.stringify(client))
    saveFile('clients.ndjson', new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }))
  }
  return (
    <button type="button" disabled={isBusy} onClick={() => run(save)}>
      {t('clients:export')}
    </button>
  )
}

async function allClients(session: Session): Promise<ClientRowFragment[]> {
  const rows: ClientRowFragment[] = []
  let after: string | null = null
  do {
    const { clientExport }: { clientExport: { rows: ClientRowFragment[]; next: string | null } } =
      await session.request(ExportClientsDocument, { after })
    rows.push(...clientExport.rows)
    after = clientExport.next
  } while (after !== null)
  return rows
}
