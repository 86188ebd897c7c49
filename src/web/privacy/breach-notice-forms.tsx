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
import { FormButton } from '../components/input-form.tsx'
import { longText, text, time } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'

const said = () => t('privacy:notices.recorded')

/** Records that the Regulator or the affected people were notified. */
export function Notification({ id, recipient }: { id: string; recipient: BreachRecipient }) {
  const send = useSave()
  return (
    <FormButton<Omit<BreachNotificationInput, 'recipient'>>
      label={t(recipient === 'REGULATOR' ? 'privacy:notices.notifiedRegulator' : 'privacy:notices.notifiedSubjects')}
      draft={`breach-notice ${recipient} ${id}`}
      rows={{ method: text(), reference: text(), notifiedAt: time() }}
      save={(input) => send(NotifyOfBreachDocument, { id, input: { ...input, recipient } }, { said })}
    />
  )
}

/** Records a later message to the Regulator. */
export function Update({ id }: { id: string }) {
  const send = useSave()
  return (
    <FormButton<BreachUpdateInput>
      label={t('privacy:notices.update')}
      draft={`breach-update ${id}`}
      rows={{ text: longText({ required: true }), reference: text(), sentAt: time() }}
      save={(input) => send(UpdateRegulatorDocument, { id, input }, { said })}
    />
  )
}

/** Records the permission to notify the affected people later. */
export function Delay({ id }: { id: string }) {
  const send = useSave()
  return (
    <FormButton<BreachDelayInput>
      label={t('privacy:notices.delay')}
      draft={`breach-delay ${id}`}
      rows={{
        authority: text({ required: true }),
        reference: text(),
        until: time({ required: true, hasNoHint: true }),
      }}
      save={(input) => send(DelayBreachNotificationDocument, { id, input }, { said })}
    />
  )
}
