import { AddRecipientsDocument, DirectChannel } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { faultText, label, t } from '../i18n/language.ts'

const CHANNELS = Object.values(DirectChannel)

/** People, by their address on a channel, one per line. */
export function AudienceForm({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const channel = choiceOf(entered, 'channel', CHANNELS)
    const addresses = (textOf(entered, 'contacts') ?? '')
      .split(/[\n,;]+/)
      .map((address) => address.trim())
      .filter(Boolean)
    const field = channel === DirectChannel.EMAIL ? 'email' : 'phone'
    const contacts = addresses.map((address) => ({ [field]: address }))
    await send(AddRecipientsDocument, { id: campaignId, input: { channel, contacts } }).catch((error: unknown) => {
      throw ofAddresses(error, addresses)
    })
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

/** Replaces the index in the server's fault (`contacts.3.email`) by the address. */
function ofAddresses(error: unknown, addresses: readonly string[]): unknown {
  if (!(error instanceof RequestError) || Object.keys(error.fields).length === 0) return error
  const faults = Object.entries(error.fields).map(
    ([name, fault]) => `${addresses[Number(name.split('.')[1])] ?? name}: ${faultText(fault, error.reasons[name])}`,
  )
  return new RequestError(error.code, error.message, { contacts: faults.join('; ') })
}
