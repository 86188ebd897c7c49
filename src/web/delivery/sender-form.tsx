import {
  CreateSenderDocument,
  SenderDocument,
  type SenderInput,
  type SenderRowFragment,
  UpdateSenderDocument,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { changesOf, updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { amount, Controls, type FieldRow, inputIn, number, password, text, yes } from '../components/record-fields.tsx'
import type { FormProps } from '../components/records.tsx'
import { t } from '../i18n/language.ts'
import { goTo } from '../route.ts'

type Transport = SenderRowFragment['transport']

/** The hint about the password is for a server that is known: its password is not shown. */
const serverOf = (transport: Transport) => ({
  host: text({ isHalf: true }),
  port: number({ isHalf: true }),
  secure: yes(),
  user: text({ isHalf: true }),
  password: password({ isHalf: true, hasNoHint: transport === null }),
})

interface Entered {
  host: string | null
  port: number | null
  secure: boolean
  user: string | null
  password: string | null
}

/** The sender's own mail server. Without a host, the server of the service is used. */
const transport: FieldRow<NonNullable<Transport>> = {
  isApart: true,
  control: ({ name, value }) => <Server name={name} transport={value ?? null} />,
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

export function SenderForm({ row: sender, onClose }: FormProps<SenderRowFragment>) {
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
      {...(sender && { read: async () => (await session.request(SenderDocument, { id: sender.id })).record })}
      save={save}
      onClose={onClose}
    />
  )
}

interface ServerProps {
  name: string
  transport: Transport
}

const Server = ({ name, transport }: ServerProps) => (
  <details open={transport !== null}>
    <summary>{t('delivery:sender.server')}</summary>
    <p class="quiet">{t('delivery:sender.serverHint')}</p>
    <Controls rows={serverOf(transport)} record={transport ? { ...transport } : undefined} prefix={`${name}.`} />
  </details>
)

function transportOf(entered: FormData, name: string) {
  const { host, port, ...others } = inputIn<Entered>(serverOf(null), entered, undefined, `${name}.`)
  if (!host) return null
  if (port === null) throw new RequestError('VALIDATION_ERROR', '', { [`${name}.port`]: 'is required' })
  return { host, port, ...others }
}

/** Whether the mail server changes. The password is never shown, so an entered one is a change. */
function isOtherTransport({ transport: before }: SenderRowFragment, after: SenderInput['transport']): boolean {
  if (!before || !after) return Boolean(before) !== Boolean(after)
  const { password, ...shown } = after
  return Boolean(password) || Object.keys(changesOf({ ...before }, shown)).length > 0
}
