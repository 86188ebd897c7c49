import { AddRecipientsDocument, DirectChannel } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { textOf } from '../components/entered.ts'
import { FormButton } from '../components/input-form.tsx'
import { choice, longText } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { faultText, t } from '../i18n/language.ts'

interface Entered {
  channel: DirectChannel
  contacts: string[]
}

const fields = {
  channel: choice(DirectChannel, { required: true, hasNoHint: true }),
  contacts: {
    ...longText({ required: true, rows: 8 }),
    read: (entered: FormData, name: string) =>
      (textOf(entered, name) ?? '').split(/[\n,;]+/).flatMap((address) => address.trim() || []),
  },
}

/** People, by their address on a channel, one per line. */
export function AudienceForm({ campaignId }: { campaignId: string }) {
  const save = async ({ channel, contacts: addresses }: Entered) => {
    const field = channel === DirectChannel.EMAIL ? 'email' : 'phone'
    const contacts = addresses.map((address) => ({ [field]: address }))
    await session
      .save(AddRecipientsDocument, { id: campaignId, input: { channel, contacts } })
      .catch((error: unknown) => {
        throw ofAddresses(error, addresses)
      })
    notify(t('campaigns:audience.added', { count: contacts.length }))
  }
  return (
    <FormButton<Entered>
      label={t('campaigns:audience.add')}
      draft={`audience ${campaignId}`}
      rows={fields}
      save={save}
    />
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
