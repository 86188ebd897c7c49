import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookInput,
  type WebhookPatch,
  type WebhookRowFragment,
  WebhookStatus,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { updateOf } from '../components/entered.ts'
import { idsOf } from '../components/held-record.ts'
import { InputForm } from '../components/input-form.tsx'
import { findEventTypes } from '../components/record-choices.ts'
import { choice, type FieldRow, text } from '../components/record-fields.tsx'
import type { Editing } from '../components/records.tsx'
import { RecordsField } from '../components/records-field.tsx'
import { reveal } from '../components/secret.tsx'
import { eventLabel, t } from '../i18n/language.ts'

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

export const fields = {
  url: text({ required: true, isApart: true }),
  events,
  description: text(),
}

/** Shows the new secret that signs a webhook's messages. */
export const revealSecret = ({ url, secret }: NonNullable<CreateWebhookMutation['made']>): void =>
  secret === null ? undefined : reveal({ title: url, name: t('administration:webhooks.secret'), value: secret })

export const WebhookForm = ({ row: webhook, onClose }: Editing<WebhookRowFragment>) =>
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
