import { useState } from 'preact/hooks'
import { ConsentChannel, DataSubjectRequestType, LodgeRequestDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { parseMoment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { goTo } from '../route.ts'
import { CorrectionFields, correctionIn } from './correction-fields.tsx'

const TYPES = Object.values(DataSubjectRequestType)
const CHANNELS = Object.values(ConsentChannel)

const isLimited = (type: string) =>
  type === DataSubjectRequestType.OBJECTION || type === DataSubjectRequestType.CONSENT_WITHDRAWAL

/** A form that records a received request. Its period starts with the receipt. */
export function RequestForm({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState('')
  const send = useSave()
  const save = async (entered: FormData) => {
    const { lodged } = await send(LodgeRequestDocument, { input: inputOf(entered) })
    onClose()
    goTo('privacy', ['requests', lodged.id])
  }
  const watch = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement && target.name === 'type') setType(target.value)
  }
  return (
    <Dialog title={t('privacy:requests.lodge')} onClose={onClose}>
      <div onInput={watch}>
        <Form draft="request-new" save={save} onCancel={onClose}>
          <SelectField
            name="type"
            label={t('enums:fields.type')}
            required
            none={t('form.choose')}
            choices={TYPES.map((value) => ({ value, label: label(value) }))}
          />
          <fieldset>
            <legend>{t('privacy:person')}</legend>
            <TextField name="name" label={t('name')} required />
            <div class="pair">
              <TextField name="email" label={t('privacy:email')} type="email" />
              <TextField name="phone" label={t('privacy:phone')} type="tel" />
              <TextField name="idNumber" label={t('privacy:requests.idNumber')} inputMode="numeric" />
              <TextField
                name="reference"
                label={t('privacy:requests.reference')}
                hint={t('privacy:requests.referenceHint')}
              />
            </div>
          </fieldset>
          <LongTextField
            name="details"
            label={t('privacy:requests.details')}
            hint={t('privacy:requests.detailsHint')}
          />
          {type === DataSubjectRequestType.CORRECTION && <CorrectionFields />}
          {isLimited(type) && (
            <div class="pair">
              <TextField name="purpose" label={t('privacy:consents.purpose')} hint={t('privacy:requests.limit')} />
              <SelectField
                name="channel"
                label={t('enums:fields.channel')}
                none={t('all')}
                choices={CHANNELS.map((value) => ({ value, label: label(value) }))}
              />
            </div>
          )}
          <TextField
            name="receivedAt"
            label={t('privacy:requests.received')}
            hint={t('enums:hints.notifiedAt')}
            type="datetime-local"
          />
        </Form>
      </div>
    </Dialog>
  )
}

function inputOf(entered: FormData) {
  const text = (name: string) => textOf(entered, name)
  const receivedAt = text('receivedAt')
  return {
    type: choiceOf(entered, 'type', TYPES),
    subject: {
      name: text('name') ?? '',
      email: text('email'),
      phone: text('phone'),
      idNumber: text('idNumber'),
      reference: text('reference'),
    },
    details: text('details'),
    correction: correctionIn(entered),
    purpose: text('purpose'),
    channel: CHANNELS.find((channel) => channel === text('channel')) ?? null,
    receivedAt: receivedAt === null ? undefined : parseMoment(receivedAt),
  }
}
