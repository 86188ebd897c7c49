import { CreateSenderDocument, SenderDocument, type SenderRowFragment, UpdateSenderDocument } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, integerOf, textOf } from '../components/entered.ts'
import { centsOf } from '../components/entered-cents.ts'
import { ChoicesField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { useRecord } from '../components/use-record.ts'
import { editableRand } from '../format.ts'
import { t } from '../i18n/language.ts'
import { goTo } from '../route.ts'

interface Props {
  sender: SenderRowFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function SenderForm({ sender: given, onSaved, onClose }: Props) {
  const send = useSave()
  const { record: sender, reread } = useRecord(
    given,
    async () => given && (await session.request(SenderDocument, { id: given.id })).sender,
  )
  const save = async (entered: FormData) => {
    const input = inputOf(entered)
    const transport = transportOf(entered)
    if (sender) {
      const { id, updatedAt: expectedUpdatedAt } = sender
      const changed = { ...input, ...(isOtherTransport(sender, transport) && { transport }) }
      await send(UpdateSenderDocument, { id, expectedUpdatedAt, input: changesOf({ ...sender }, changed) })
      onSaved()
    } else {
      const { made } = await send(CreateSenderDocument, { input: { ...input, transport } })
      onSaved()
      goTo('delivery', ['senders', made.id])
    }
  }
  const title = sender ? t('editNamed', { name: sender.name }) : t('delivery:sender.new')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form draft={`sender ${sender?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="name" label={t('delivery:sender.name')} required value={sender?.name} />
        <div class="pair">
          <TextField
            name="address"
            label={t('delivery:sender.address')}
            type="email"
            required
            value={sender?.address}
          />
          <TextField
            name="replyTo"
            label={t('delivery:sender.replyTo')}
            type="email"
            value={sender?.replyTo ?? undefined}
          />
        </div>
        <TextField
          name="physicalAddress"
          label={t('delivery:sender.physicalAddress')}
          hint={t('delivery:sender.footerHint')}
          required
          value={sender?.physicalAddress}
        />
        <div class="pair">
          <TextField
            name="telephone"
            label={t('delivery:sender.telephone')}
            type="tel"
            required
            value={sender?.telephone}
          />
          <TextField
            name="perSecond"
            label={t('delivery:sender.perSecond')}
            inputMode="numeric"
            value={sender?.perSecond?.toString()}
          />
        </div>
        <TextField
          name="pricePerThousandCents"
          label={t('delivery:sender.price')}
          hint={t('delivery:sender.priceHint')}
          inputMode="decimal"
          value={sender ? editableRand(sender.pricePerThousandCents) : undefined}
        />
        <ChoicesField
          name="quietHours"
          label={t('delivery:sender.quietHours')}
          hint={t('delivery:sender.quietHoursHint')}
          choices={[{ value: 'on', label: t('delivery:sender.quietHoursOn') }]}
          values={(sender?.quietHours ?? true) ? ['on'] : []}
        />
        <Server transport={sender?.transport ?? null} />
      </Form>
    </Dialog>
  )
}

type Transport = SenderRowFragment['transport']

/** The sender's own mail server. Without a host, the server of the service is used. */
const Server = ({ transport }: { transport: Transport }) => (
  <details open={transport !== null}>
    <summary>{t('delivery:sender.server')}</summary>
    <p class="quiet">{t('delivery:sender.serverHint')}</p>
    <div class="pair">
      <TextField name="transport.host" label={t('delivery:sender.host')} value={transport?.host} />
      <TextField
        name="transport.port"
        label={t('delivery:sender.port')}
        inputMode="numeric"
        value={transport?.port.toString()}
      />
    </div>
    <ChoicesField
      name="secure"
      label={t('delivery:sender.encryption')}
      choices={[{ value: 'on', label: t('delivery:sender.secure') }]}
      values={transport?.secure ? ['on'] : []}
    />
    <div class="pair">
      <TextField name="transport.user" label={t('delivery:sender.user')} value={transport?.user ?? undefined} />
      <TextField
        name="transport.password"
        label={t('delivery:sender.password')}
        {...(transport && { hint: t('delivery:sender.passwordHint') })}
      />
    </div>
  </details>
)

const inputOf = (entered: FormData) => ({
  name: textOf(entered, 'name') ?? '',
  address: textOf(entered, 'address') ?? '',
  replyTo: textOf(entered, 'replyTo'),
  physicalAddress: textOf(entered, 'physicalAddress') ?? '',
  telephone: textOf(entered, 'telephone') ?? '',
  perSecond: integerOf(entered, 'perSecond', t('delivery:sender.number')),
  pricePerThousandCents: centsOf(entered, 'pricePerThousandCents') ?? 0,
  quietHours: entered.get('quietHours') === 'on',
})

function transportOf(entered: FormData) {
  const host = textOf(entered, 'transport.host')
  if (!host) return null
  const port = integerOf(entered, 'transport.port', t('delivery:sender.number'))
  if (port === null) throw new RequestError('VALIDATION_ERROR', '', { 'transport.port': 'is required' })
  return {
    host,
    port,
    secure: entered.get('secure') === 'on',
    user: textOf(entered, 'transport.user'),
    password: textOf(entered, 'transport.password'),
  }
}

/** Whether the mail server changes. The password is never shown, so an entered one is a change. */
function isOtherTransport({ transport: before }: SenderRowFragment, after: ReturnType<typeof transportOf>): boolean {
  if (!before || !after) return Boolean(before) !== Boolean(after)
  const { password, ...shown } = after
  return Boolean(password) || Object.keys(changesOf({ ...before }, shown)).length > 0
}
