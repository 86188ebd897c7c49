import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookInput,
  type WebhookPatch,
  type WebhookRowFragment,
  WebhookStatus,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Editing } from '../components/edit-button.tsx'
import { updateOf } from '../components/entered.ts'
import { idsOf } from '../components/held-record.ts'
import { InputForm } from '../components/input-form.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { findEventTypes } from '../components/record-choices.ts'
import { choice, type FieldRow, factsOf, text } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import type { FormProps } from '../components/records.tsx'
import { RecordsField } from '../components/records-field.tsx'
import { reveal } from '../components/secret.tsx'
import { eventLabel, t } from '../i18n/language.ts'
import { Deliveries } from './deliveries.tsx'

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

const events: FieldRow<string[]> = {
  required: true,
  control: ({ value, record: _, none: _none, ...props }) => (
    <RecordsField
      {...props}
      find={findEventTypes}
      none={t('administration:webhooks.findEvent')}
      value={value?.map((id) => ({ id, name: eventLabel(id) }))}
    />
  ),
  read: idsOf,
  show: (types) => types.map(eventLabel).join(', '),
}

const fields = {
  url: text({ required: true, isApart: true }),
  events,
  description: text(),
}

/** Shows the new secret that signs a webhook's messages. */
const revealSecret = ({ url, secret }: NonNullable<CreateWebhookMutation['made']>): void =>
  secret === null ? undefined : reveal({ title: url, name: t('administration:webhooks.secret'), value: secret })

export const WebhookForm = ({ row: webhook, onClose }: FormProps<WebhookRowFragment>) =>
  webhook ? (
    <InputForm<Omit<WebhookPatch, 'rotateSecret' | 'resend'>, WebhookRowFragment>
      title={t('editNamed', { name: webhook.url })}
      draft={`webhook ${webhook.id}`}
      rows={{ ...fields, status: choice(WebhookStatus, { required: true }) }}
      record={webhook}
      read={async () => (await session.request(WebhookDocument, { id: webhook.id })).record}
      save={(input, seen = webhook) => session.save(UpdateWebhookDocument, updateOf(seen, input))}
      onClose={onClose}
    />
  ) : (
    <InputForm<WebhookInput>
      title={t('administration:webhooks.new')}
      draft="webhook-new"
      rows={fields}
      save={async (input) => revealSecret((await session.save(CreateWebhookDocument, { input })).made)}
      onClose={onClose}
    />
  )
