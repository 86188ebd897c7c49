import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  WebhookDocument,
  type WebhookRowFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Editing } from '../components/edit-button.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { factsOf } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { t } from '../i18n/language.ts'
import { Deliveries } from './deliveries.tsx'
import { fields, revealSecret, WebhookForm } from './webhook-form.tsx'

/** A webhook and its messages. */
export const Webhook = ({ id }: { id: string }) => (
  <RecordPage id={id} document={WebhookDocument} nameOf={({ url }) => url}>
    {(webhook) => (
      <>
        <Panel title={webhook.url} aside={<Actions webhook={webhook} />}>
          <p>
            <Badge status={webhook.status} /> {reasonText(webhook.disabledReason, webhook.disabledCause)}
          </p>
          <Facts
            facts={[...factsOf(fields, { ...webhook }), [t('administration:keys.creator'), webhook.creator?.name]]}
          />
        </Panel>
        <Deliveries webhook={webhook} />
      </>
    )}
  </RecordPage>
)

function Actions({ webhook }: { webhook: WebhookRowFragment }) {
  const { id, url } = webhook
  const rotate = async () => revealSecret((await session.save(RotateWebhookSecretDocument, { id })).made)
  return (
    <div class="actions">
      {session.may('org:provider:write') && (
        <>
          <Editing id={id}>{(close) => <WebhookForm row={webhook} onClose={close} />}</Editing>
          <ConfirmButton
            title={t('administration:webhooks.rotate')}
            consequence={t('administration:webhooks.rotateConsequence')}
            action={t('administration:webhooks.rotate')}
            confirm={rotate}
          />
        </>
      )}
      {session.may('org:provider:delete') && (
        <DeleteButton
          record={{ id, name: url }}
          document={DeleteWebhookDocument}
          consequence={t('administration:webhooks.deleteConsequence')}
          list={['administration', ['webhooks']]}
        />
      )}
    </div>
  )
}
