import {
  type BreachDelayInput,
  type BreachNotificationInput,
  type BreachRecipient,
  type BreachUpdateInput,
  DelayBreachNotificationDocument,
  NotifyOfBreachDocument,
  UpdateRegulatorDocument,
} from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { InputForm } from '../components/input-form.tsx'
import { Opener } from '../components/opener.tsx'
import { longText, text, time } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'

interface FormProps<Input> {
  id: string
  title: string
  rows: Readonly<Record<keyof Input, unknown>>
  record: (input: Input) => Promise<unknown>
}

/** A button that opens a form, which adds to the record of a breach. */
function Recording<Input>({ id, title, rows, record }: FormProps<Input>) {
  const save = async (input: Input) => {
    await record(input)
    notify(t('privacy:notices.recorded'))
  }
  return (
    <Opener label={title}>
      {(close) => <InputForm<Input> title={title} draft={`${title} ${id}`} rows={rows} save={save} onClose={close} />}
    </Opener>
  )
}

/** Records that the Regulator or the affected people were notified. */
export function Notification({ id, recipient }: { id: string; recipient: BreachRecipient }) {
  const send = useSave()
  return (
    <Recording<Omit<BreachNotificationInput, 'recipient'>>
      id={id}
      title={t(recipient === 'REGULATOR' ? 'privacy:notices.notifiedRegulator' : 'privacy:notices.notifiedSubjects')}
      rows={{ method: text(), reference: text(), notifiedAt: time() }}
      record={(input) => send(NotifyOfBreachDocument, { id, input: { ...input, recipient } })}
    />
  )
}

/** Records a later message to the Regulator. */
export function Update({ id }: { id: string }) {
  const send = useSave()
  return (
    <Recording<BreachUpdateInput>
      id={id}
      title={t('privacy:notices.update')}
      rows={{ text: longText({ required: true }), reference: text(), sentAt: time() }}
      record={(input) => send(UpdateRegulatorDocument, { id, input })}
    />
  )
}

/** Records the permission to notify the affected people later. */
export function Delay({ id }: { id: string }) {
  const send = useSave()
  return (
    <Recording<BreachDelayInput>
      id={id}
      title={t('privacy:notices.delay')}
      rows={{
        authority: text({ required: true }),
        reference: text(),
        until: time({ required: true, hasNoHint: true }),
      }}
      record={(input) => send(DelayBreachNotificationDocument, { id, input })}
    />
  )
}
