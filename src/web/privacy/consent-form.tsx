import { ConsentChannel, ContactPurpose, RecordConsentDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { parseMoment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

const CHANNELS = Object.values(ConsentChannel)
/** The purposes for which the service asks for consent. A consent to another purpose permits no message. */
const PURPOSES = [ContactPurpose.MARKETING, ContactPurpose.SERVICE, ContactPurpose.RESEARCH]

/** A form that records a person's consent. */
export function ConsentForm({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    await send(RecordConsentDocument, { input: inputOf(entered) })
    notify(t('privacy:consents.recorded'))
    onSaved()
  }
  return (
    <Dialog title={t('privacy:consents.record')} onClose={onClose}>
      <Form draft="consent-new" save={save} onCancel={onClose}>
        <TextField name="name" label={t('privacy:person')} required />
        <div class="pair">
          <TextField name="email" label={t('privacy:email')} type="email" />
          <TextField name="phone" label={t('privacy:phone')} type="tel" />
        </div>
        <div class="pair">
          <SelectField
            name="purpose"
            label={t('privacy:consents.purpose')}
            required
            none={t('form.choose')}
            choices={PURPOSES.map((value) => ({ value, label: label(value) }))}
          />
          <SelectField
            name="channel"
            label={t('enums:fields.channel')}
            required
            none={t('form.choose')}
            choices={CHANNELS.map((value) => ({ value, label: label(value) }))}
          />
        </div>
        <LongTextField
          name="wording"
          label={t('privacy:consents.wording')}
          hint={t('privacy:consents.wordingHint')}
          required
        />
        <div class="pair">
          <TextField name="source" label={t('privacy:consents.source')} hint={t('privacy:consents.sourceHint')} />
          <TextField name="version" label={t('privacy:consents.version')} />
        </div>
        <div class="pair">
          <TextField
            name="grantedAt"
            label={t('privacy:consents.granted')}
            hint={t('privacy:notices.now')}
            type="datetime-local"
          />
          <TextField
            name="expiresAt"
            label={t('privacy:consents.expires')}
            hint={t('privacy:time')}
            type="datetime-local"
          />
        </div>
      </Form>
    </Dialog>
  )
}

function inputOf(entered: FormData) {
  const text = (name: string) => textOf(entered, name)
  const momentIn = (name: string) => {
    const local = text(name)
    return local === null ? undefined : parseMoment(local)
  }
  return {
    subject: { name: text('name') ?? '', email: text('email'), phone: text('phone') },
    purpose: choiceOf(entered, 'purpose', PURPOSES),
    channel: choiceOf(entered, 'channel', CHANNELS),
    wording: text('wording') ?? '',
    source: text('source'),
    version: text('version'),
    grantedAt: momentIn('grantedAt'),
    expiresAt: momentIn('expiresAt'),
  }
}
