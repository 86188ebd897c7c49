import { AddRecipientsDocument, DirectChannel } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { label, t } from '../i18n/language.ts'

const CHANNELS = Object.values(DirectChannel)

/** People by their address on a channel, one a line. */
export function AudienceForm({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const channel = choiceOf(entered, 'channel', CHANNELS)
    const addresses = textOf(entered, 'contacts')?.split(/[\n,;]+/) ?? []
    const contacts = addresses
      .map((address) => address.trim())
      .filter(Boolean)
      .map((address) => (channel === DirectChannel.EMAIL ? { email: address } : { phone: address }))
    await send(AddRecipientsDocument, { id: campaignId, input: { channel, contacts } })
    notify(t('campaigns:audience.added', { count: contacts.length }))
    onClose()
  }
  return (
    <Dialog title={t('campaigns:audience.add')} onClose={onClose}>
      <Form draft={`audience ${campaignId}`} save={save} onCancel={onClose}>
        <SelectField
          name="channel"
          label={t('campaigns:audience.channel')}
          required
          none={t('form.choose')}
          choices={CHANNELS.map((value) => ({ value, label: label(value) }))}
        />
        <LongTextField
          name="contacts"
          label={t('campaigns:audience.addresses')}
          hint={t('campaigns:audience.addressesHint')}
          required
          rows={8}
        />
      </Form>
    </Dialog>
  )
}
