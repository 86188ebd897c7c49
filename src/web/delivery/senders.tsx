import { ExportedSendersDocument, SenderOrderField, type SenderRowFragment, SendersDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { type FileColumn, statusColumn, textColumn } from '../components/columns.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { hrefOf } from '../route.ts'
import { Sender } from './sender.tsx'
import { SenderForm } from './sender-form.tsx'

const columns = (): FileColumn<SenderRowFragment>[] => [
  textColumn('name'),
  statusColumn(),
  textColumn('address', { isRoomy: true }),
]

const List = () => (
  <Records
    list="SENDERS"
    words="delivery:sender"
    {...useList(SendersDocument, ExportedSendersDocument, SenderOrderField)}
    hrefOf={({ id }) => hrefOf('delivery', ['senders', id])}
    mayWrite={session.may('org:provider:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={(editing) => <SenderForm {...editing} />}
  />
)

export const Senders = listOrRecord(1, List, Sender)
