import {
  ConsentChannel,
  type DataSubjectRequestInput,
  DataSubjectRequestType,
  LodgeRequestDocument,
  type RequestCorrectionInput,
  type RequestRowFragment,
  type RequestSubjectInput,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { InputForm } from '../components/input-form.tsx'
import { address, choice, group, longText, text, time } from '../components/record-fields.tsx'
import { useEntered } from '../components/use-entered.ts'
import { label, t } from '../i18n/language.ts'
import { goTo } from '../route.ts'

/** The name of a request. */
export const titleOf = ({ type, subject }: RequestRowFragment): string => `${label(type)}: ${subject.name}`

export const subject = group<RequestSubjectInput>({
  name: text({ required: true }),
  ...address,
  idNumber: text({ inputMode: 'numeric', isHalf: true }),
  reference: text({ word: 'customerReference', isHalf: true }),
})

/** The corrected values. Empty fields stay unchanged. */
export const correction = group<RequestCorrectionInput>({ name: text(), ...address })

const { OBJECTION, CONSENT_WITHDRAWAL, CORRECTION } = DataSubjectRequestType

/** The further fields of a type of request. */
const ofType = (type: string) => ({
  ...(type === CORRECTION && { correction }),
  ...((type === OBJECTION || type === CONSENT_WITHDRAWAL) && {
    purpose: text({ word: 'limitedPurpose', isHalf: true }),
    channel: choice(ConsentChannel, { word: 'limitedChannel', isHalf: true }),
  }),
})

type Common = Omit<DataSubjectRequestInput, 'correction' | 'purpose' | 'channel'>

/** A form that records a received request. Its period starts with the receipt. */
export function RequestForm({ onClose }: { onClose: () => void }) {
  const { value: type, watch } = useEntered('type')
  const save = async (input: Common) => {
    const { lodged } = await session.save(LodgeRequestDocument, { input })
    goTo('privacy', ['requests', lodged.id])
  }
  return (
    <div onInput={watch}>
      <InputForm<Common>
        title={t('privacy:requests.new')}
        draft="request-new"
        rows={{
          type: choice(DataSubjectRequestType, { required: true }),
          subject,
          details: longText(),
          ...ofType(type),
          receivedAt: time(),
        }}
        save={save}
        onClose={onClose}
      />
    </div>
  )
}
