import {
  ExportedSendersDocument,
  SavedViewList,
  SenderOrderField,
  type SenderRowFragment,
  SendersDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { statusColumn, textColumn } from '../components/columns.tsx'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Sender } from './sender.tsx'
import { SenderForm } from './sender-form.tsx'

const columns = (): Column<SenderRowFragment>[] => [
  textColumn('name', ({ name }) => name, { order: SenderOrderField.NAME }),
  statusColumn({ order: SenderOrderField.STATUS }),
  textColumn('address', ({ address }) => address, { order: SenderOrderField.ADDRESS, isRoomy: true }),
]

export function Senders() {
  const [, id] = route.value.path
  return id ? <Sender key={id} id={id} /> : <List />
}

function List() {
  const asked = pageOf(route.value.parameters, SenderOrderField)
  return (
    <Records
      list={SavedViewList.SENDERS}
      sentences={{
        create: t('delivery:sender.new'),
        empty: t('delivery:sender.none'),
        count: (count) => t('delivery:sender.count', { count }),
      }}
      query={useQuery(SendersDocument, asked)}
      readAll={async () => (await session.request(ExportedSendersDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('delivery', ['senders', id])}
      mayWrite={session.may('org:provider:write')}
      nameOf={({ name }) => name}
      form={({ row, onClose }) => <SenderForm sender={row} onClose={onClose} />}
    />
  )
}
