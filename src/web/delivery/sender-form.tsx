import {
  CreateSenderDocument,
  SenderDocument,
  type SenderInput,
  type SenderRowFragment,
  UpdateSenderDocument,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { changesOf, integerOf, textOf, updateOf } from '../components/entered.ts'
import { ChoicesField, TextField } from '../components/fields.tsx'
import { InputForm } from '../components/input-form.tsx'
import { amount, type FieldRow, number, text, yes } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'
import { goTo } from '../route.ts'

type Transport = SenderRowFragment['transport']

/** The sender's own mail server. Without a host, the server of the service is used. */
const transport: FieldRow<NonNullable<Transport>> = {
  isApart: true,
  control: ({ value }) => <Server transport={value ?? null} />,
  read: transportOf,
  show: ({ host, port }) => `${host}:${port}`,
}

export const fields = {
  name: text({ required: true, word: 'senderName', isApart: true }),
  address: text({ type: 'email', required: true, isHalf: true }),
  replyTo: text({ type: 'email', isHalf: true }),
  physicalAddress: text({ required: true }),
  telephone: text({ type: 'tel', required: true, isHalf: true }),
  perSecond: number({ isHalf: true }),
  pricePerThousandCents: amount(),
  quietHours: { ...yes(), initial: true },
  transport,
}

interface Props {
  sender: SenderRowFragment | undefined
  onClose: () => void
}

export function SenderForm({ sender, onClose }: Props) {
  const save = async ({ transport, ...input }: SenderInput, seen: SenderRowFragment | undefined) => {
    const given = { ...input, pricePerThousandCents: input.pricePerThousandCents ?? 0 }
    if (!seen) {
      const { made } = await session.save(CreateSenderDocument, { input: { ...given, transport } })
      return goTo('delivery', ['senders', made.id])
    }
    const isOther = isOtherTransport(seen, transport)
    await session.save(UpdateSenderDocument, updateOf(seen, { ...given, ...(isOther && { transport }) }))
  }
  return (
    <InputForm<SenderInput, SenderRowFragment>
      title={sender ? t('editNamed', { name: sender.name }) : t('delivery:sender.new')}
      draft={`sender ${sender?.id ?? 'new'}`}
      rows={fields}
      record={sender}
      {...(sender && { read: async () => (await session.request(SenderDocument, { id: sender.id })).sender })}
      save={save}
      onClose={onClose}
    />
  )
}

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
function isOtherTransport({ transport: before }: SenderRowFragment, after: SenderInput['transport']): boolean {
  if (!before || !after) return Boolean(before) !== Boolean(after)
  const { password, ...shown } = after
  return Boolean(password) || Object.keys(changesOf({ ...before }, shown)).length > 0
}
