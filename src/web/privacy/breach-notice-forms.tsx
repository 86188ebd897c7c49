import {
  type BreachDelayInput,
  type BreachNotificationInput,
  type BreachRecipient,
  type BreachUpdateInput,
  DelayBreachNotificationDocument,
  NotifyOfBreachDocument,
  UpdateRegulatorDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { FormButton } from '../components/input-form.tsx'
import { longText, text, time } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'

const said = () => t('privacy:notices.recorded')

/** Records that the Regulator or the affected people were notified. */
export const Notification = ({ id, recipient }: { id: string; recipient: BreachRecipient }) => (
  <FormButton<Omit<BreachNotificationInput, 'recipient'>>
    label={t(recipient === 'REGULATOR' ? 'privacy:notices.notifiedRegulator' : 'privacy:notices.notifiedSubjects')}
    draft={`breach-notice ${recipient} ${id}`}
    rows={{ method: text(), reference: text(), notifiedAt: time() }}
    save={(input) => session.save(NotifyOfBreachDocument, { id, input: { ...input, recipient } }, { said })}
  />
)

/** Records a later message to the Regulator. */
export const Update = ({ id }: { id: string }) => (
  <FormButton<BreachUpdateInput>
    label={t('privacy:notices.update')}
    draft={`breach-update ${id}`}
    rows={{ text: longText({ required: true }), reference: text(), sentAt: time() }}
    save={(input) => session.save(UpdateRegulatorDocument, { id, input }, { said })}
  />
)

/** Records the permission to notify the affected people later. */
export const Delay = ({ id }: { id: string }) => (
  <FormButton<BreachDelayInput>
    label={t('privacy:notices.delay')}
    draft={`breach-delay ${id}`}
    rows={{
      authority: text({ required: true }),
      reference: text(),
      until: time({ required: true, hasNoHint: true }),
    }}
    save={(input) => session.save(DelayBreachNotificationDocument, { id, input }, { said })}
  />
)
