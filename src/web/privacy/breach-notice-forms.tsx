import type { ComponentChildren } from 'preact'
import {
  type BreachRecipient,
  DelayBreachNotificationDocument,
  NotifyOfBreachDocument,
  UpdateRegulatorDocument,
} from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { textOf } from '../components/entered.ts'
import { LongTextField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'

interface Props {
  id: string
  onClose: () => void
}

const momentIn = (entered: FormData, name: string) => {
  const local = textOf(entered, name)
  return local === null ? undefined : parseMoment(local)
}

interface FrameProps extends Props {
  title: string
  save: (entered: FormData) => Promise<unknown>
  children: ComponentChildren
}

function Frame({ id, title, save, onClose, children }: FrameProps) {
  const finish = async (entered: FormData) => {
    await save(entered)
    notify(t('privacy:notices.recorded'))
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form draft={`${title} ${id}`} save={finish} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  )
}

const Reference = () => <TextField name="reference" label={t('privacy:notices.reference')} />

const When = ({ name }: { name: string }) => (
  <TextField name={name} label={t('privacy:notices.when')} hint={t('privacy:notices.now')} type="datetime-local" />
)

/** Records that the Regulator or the affected people were notified. */
export function NotificationForm({ id, recipient, onClose }: Props & { recipient: BreachRecipient }) {
  const send = useSave()
  const save = (entered: FormData) =>
    send(NotifyOfBreachDocument, {
      id,
      input: {
        recipient,
        method: textOf(entered, 'method'),
        reference: textOf(entered, 'reference'),
        notifiedAt: momentIn(entered, 'notifiedAt'),
      },
    })
  const title = t(recipient === 'REGULATOR' ? 'privacy:notices.notifiedRegulator' : 'privacy:notices.notifiedSubjects')
  return (
    <Frame id={id} title={title} save={save} onClose={onClose}>
      <TextField name="method" label={t('privacy:notices.method')} hint={t('privacy:notices.methodHint')} />
      <Reference />
      <When name="notifiedAt" />
    </Frame>
  )
}

/** Records a later message to the Regulator. */
export function UpdateForm({ id, onClose }: Props) {
  const send = useSave()
  const save = (entered: FormData) =>
    send(UpdateRegulatorDocument, {
      id,
      input: {
        text: textOf(entered, 'text') ?? '',
        reference: textOf(entered, 'reference'),
        sentAt: momentIn(entered, 'sentAt'),
      },
    })
  return (
    <Frame id={id} title={t('privacy:notices.update')} save={save} onClose={onClose}>
      <LongTextField name="text" label={t('privacy:notices.text')} required />
      <Reference />
      <When name="sentAt" />
    </Frame>
  )
}

/** Records the permission to notify the affected people later. */
export function DelayForm({ id, onClose }: Props) {
  const send = useSave()
  const save = (entered: FormData) =>
    send(DelayBreachNotificationDocument, {
      id,
      input: {
        authority: textOf(entered, 'authority') ?? '',
        reference: textOf(entered, 'reference'),
        until: momentIn(entered, 'until') ?? '',
      },
    })
  return (
    <Frame id={id} title={t('privacy:notices.delay')} save={save} onClose={onClose}>
      <TextField name="authority" label={t('privacy:notices.authority')} required />
      <Reference />
      <TextField
        name="until"
        label={t('privacy:notices.until')}
        hint={t('privacy:time')}
        type="datetime-local"
        required
      />
    </Frame>
  )
}
