import {
  ExportedWebhooksDocument,
  WebhookOrderField,
  type WebhookRowFragment,
  WebhooksDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { column, type FileColumn, textColumn } from '../components/columns.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { moment } from '../format.ts'
import { eventLabel, fieldName, label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Webhook, WebhookForm } from './webhook.tsx'

const stateOf = ({ status, failingSince }: WebhookRowFragment) => (
  <>
    <Badge status={status} />{' '}
    {failingSince && t('administration:webhooks.failingSince', { time: moment(failingSince) })}
  </>
)

const columns = (): FileColumn<WebhookRowFragment>[] => [
  textColumn('url'),
  {
    id: 'status',
    title: t('enums:fields.status'),
    show: stateOf,
    cell: ({ status }) => label(status),
  },
  column('events', fieldName('events'), ({ events }) => events.map(eventLabel).join(', '), { isRoomy: true }),
  textColumn('description', { isRoomy: true }),
]

const List = () => (
  <Records
    list="WEBHOOKS"
    words="administration:webhooks"
    {...useList(WebhooksDocument, ExportedWebhooksDocument, WebhookOrderField)}
    hrefOf={({ id }) => hrefOf('administration', ['webhooks', id])}
    mayWrite={session.may('org:provider:write')}
    columns={columns()}
    nameOf={({ url }) => url}
    form={(editing) => <WebhookForm {...editing} />}
  />
)

export const Webhooks = listOrRecord(1, List, Webhook)
