import {
  ResendWebhookDeliveryDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
  WebhookDeliveryOrderField,
  type WebhookRowFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { type Column, column, figureColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { pageOf } from '../components/list.tsx'
import { Panel } from '../components/panel.tsx'
import { TablePage } from '../components/table.tsx'
import { count } from '../format.ts'
import { eventLabel, t } from '../i18n/language.ts'

type Delivery = NonNullable<WebhookDeliveriesQuery['list']>['nodes'][number]

const columns = (): Column<Delivery>[] => [
  column('event', t('administration:webhooks.event'), ({ type }) => eventLabel(type), {
    order: WebhookDeliveryOrderField.TYPE,
  }),
  statusColumn(),
  timeColumn('createdAt', { title: t('created') }),
  figureColumn('attempts', ({ attempts }) => count(attempts.length), {
    title: t('administration:webhooks.attempts'),
    isRoomy: true,
  }),
  column('answer', t('administration:webhooks.answer'), answerOf, { isRoomy: true }),
]

/** The last answer of the endpoint. */
function answerOf({ attempts }: Delivery) {
  const last = attempts.at(-1)
  return last && (last.error ?? last.status)
}

/** The messages to a webhook. A failed message can be sent again. */
export function Deliveries({ webhook }: { webhook: WebhookRowFragment }) {
  const query = useQuery(WebhookDeliveriesDocument, {
    webhookId: webhook.id,
    ...pageOf(WebhookDeliveryOrderField),
  })
  // A disabled webhook sends nothing.
  const mayResend = session.may('org:provider:write') && webhook.status === 'ACTIVE'
  const actions = ({ id, type, status }: Delivery) => {
    const said = t('administration:webhooks.resent', { event: eventLabel(type) })
    const resend = () => session.save(ResendWebhookDeliveryDocument, { id }, { said })
    return status !== 'PENDING' && <ActionButton run={resend} label={t('administration:webhooks.resend')} />
  }
  return (
    <Panel title={t('administration:webhooks.deliveries')}>
      <TablePage
        query={query}
        columns={columns()}
        orders={WebhookDeliveryOrderField}
        rowActions={mayResend ? actions : undefined}
        empty={t('administration:webhooks.noDeliveries')}
        sentence={(count) => t('administration:webhooks.messages', { count })}
      />
    </Panel>
  )
}
