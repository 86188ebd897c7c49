import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookRowFragment,
  WebhookStatus,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { useRecord } from '../components/use-record.ts'
import { label, t } from '../i18n/language.ts'

const STATUSES = Object.values(WebhookStatus)

export type MadeWebhook = NonNullable<CreateWebhookMutation['made']>

interface Props {
  webhook: WebhookRowFragment | undefined
  onMade?: (made: MadeWebhook) => void
  onSaved: () => void
  onClose: () => void
}

export function WebhookForm({ webhook: given, onMade, onSaved, onClose }: Props) {
  const send = useSave()
  const { record: webhook, reread } = useRecord(
    given,
    async () => given && (await session.request(WebhookDocument, { id: given.id })).webhook,
  )
  const save = async (entered: FormData) => {
    const input = inputOf(entered)
    if (webhook) {
      const changed = { ...input, status: choiceOf(entered, 'status', STATUSES) }
      const { id, updatedAt: expectedUpdatedAt } = webhook
      await send(UpdateWebhookDocument, { id, expectedUpdatedAt, input: changesOf(webhook, changed) })
    } else onMade?.((await send(CreateWebhookDocument, { input })).made)
    onSaved()
  }
  const title = webhook ? t('editNamed', { name: webhook.url }) : t('administration:webhooks.new')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form draft={`webhook ${webhook?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="url" label={t('administration:webhooks.url')} required value={webhook?.url} />
        <LongTextField
          name="events"
          label={t('administration:webhooks.events')}
          hint={t('administration:webhooks.eventsHint')}
          required
          value={webhook?.events.join('\n')}
        />
        <TextField
          name="description"
          label={t('administration:webhooks.description')}
          value={webhook?.description ?? ''}
        />
        {webhook && (
          <SelectField
            name="status"
            label={t('enums:fields.status')}
            required
            none=""
            choices={STATUSES.map((value) => ({ value, label: label(value) }))}
            value={webhook.status}
          />
        )}
      </Form>
    </Dialog>
  )
}

const inputOf = (entered: FormData) => ({
  url: textOf(entered, 'url') ?? '',
  events: textOf(entered, 'events')?.split(/[\s,]+/) ?? [],
  description: textOf(entered, 'description'),
})
