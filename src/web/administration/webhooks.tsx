import { useState } from 'preact/hooks'
import {
  ExportedWebhooksDocument,
  SavedViewList,
  WebhookOrderField,
  type WebhookRowFragment,
  WebhooksDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { type FileColumn, textColumn } from '../components/columns.tsx'
import { pageOf } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { moment } from '../format.ts'
import { eventLabel, label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Webhook } from './webhook.tsx'
import { type MadeWebhook, WebhookForm, WebhookSecret } from './webhook-form.tsx'

const stateOf = ({ status, failingSince }: WebhookRowFragment) => (
  <>
    <Badge status={status} />{' '}
    {failingSince && t('administration:webhooks.failingSince', { time: moment(failingSince) })}
  </>
)

const columns = (): FileColumn<WebhookRowFragment>[] => [
  textColumn('url', ({ url }) => url),
  {
    id: 'status',
    order: WebhookOrderField.STATUS,
    title: t('enums:fields.status'),
    show: stateOf,
    cell: ({ status }) => label(status),
  },
  textColumn('events', ({ events }) => events.map(eventLabel).join(', '), { isRoomy: true }),
  textColumn('description', ({ description }) => description, { isRoomy: true }),
]

function List() {
  const [made, setMade] = useState<MadeWebhook>()
  return (
    <>
      <Records
        list={SavedViewList.WEBHOOKS}
        words="administration:webhooks"
        {...useList(WebhooksDocument, ExportedWebhooksDocument, pageOf(WebhookOrderField))}
        hrefOf={({ id }) => hrefOf('administration', ['webhooks', id])}
        mayWrite={session.may('org:provider:write')}
        columns={columns()}
        nameOf={({ url }) => url}
        form={({ row, onClose }) => <WebhookForm webhook={row} onMade={setMade} onClose={onClose} />}
      />
      <WebhookSecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

export const Webhooks = listOrRecord(1, List, Webhook)
