import { useState } from 'preact/hooks'
import {
  ExportedWebhooksDocument,
  SavedViewList,
  WebhookOrderField,
  type WebhookRowFragment,
  WebhooksDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { textColumn } from '../components/columns.tsx'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { moment } from '../format.ts'
import { eventLabel, label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Webhook } from './webhook.tsx'
import { type MadeWebhook, WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

const stateOf = ({ status, failingSince }: WebhookRowFragment) => (
  <>
    <Badge status={status} />{' '}
    {failingSince && t('administration:webhooks.failingSince', { time: moment(failingSince) })}
  </>
)

const columns = (): Column<WebhookRowFragment>[] => [
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

export function Webhooks() {
  const [, id] = route.value.path
  return id ? <Webhook key={id} id={id} /> : <List />
}

function List() {
  const asked = pageOf(route.value.parameters, WebhookOrderField)
  const [made, setMade] = useState<MadeWebhook>()
  return (
    <>
      <Records
        list={SavedViewList.WEBHOOKS}
        sentences={{
          create: t('administration:webhooks.new'),
          empty: t('administration:webhooks.empty'),
          count: (count) => t('administration:webhooks.count', { count }),
        }}
        query={useQuery(WebhooksDocument, asked)}
        readAll={async () => (await session.request(ExportedWebhooksDocument, asked)).list.nodes}
        columns={columns()}
        hrefOf={({ id }) => hrefOf('administration', ['webhooks', id])}
        mayWrite={session.may('org:provider:write')}
        nameOf={({ url }) => url}
        form={({ row, onClose }) => <WebhookForm webhook={row} onMade={setMade} onClose={onClose} />}
      />
      <WebhookSecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}
