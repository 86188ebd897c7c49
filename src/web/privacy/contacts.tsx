import { useState } from 'preact/hooks'
import {
  ConsentChannel,
  ContactDecision,
  ContactPurpose,
  MayContactDocument,
  type MayContactQuery,
  type MayContactQueryVariables,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Form } from '../components/form.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { address, Controls, choice, group, inputIn } from '../components/record-fields.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { Grounds } from './contact-grounds.tsx'
import { Suppressions } from './suppressions.tsx'

type Answer = NonNullable<MayContactQuery['mayContact']>

const rows = {
  contact: group(address),
  channel: choice(ConsentChannel, { required: true, isHalf: true, initial: ConsentChannel.EMAIL, hasNoHint: true }),
  purpose: choice(ContactPurpose, { required: true, isHalf: true, initial: ContactPurpose.MARKETING, hasNoHint: true }),
}

/** Answers whether a person may be contacted, and shows the grounds and the suppressions. */
export const Contacts = () => (
  <>
    <Question />
    <Suppressions />
  </>
)

function Question() {
  const [answer, setAnswer] = useState<Answer>()
  const ask = async (entered: FormData) => {
    setAnswer(undefined)
    const asked = inputIn<MayContactQueryVariables>(rows, entered, undefined)
    setAnswer((await session.request(MayContactDocument, asked)).mayContact)
  }
  return (
    <Panel title={t('privacy:contacts.question')} aside={session.may('org:privacy:create') && <Grounds />}>
      <Form save={ask} action={t('privacy:contacts.ask')}>
        <Controls rows={rows} record={undefined} />
      </Form>
      <div role="status">{answer && <Answered answer={answer} />}</div>
    </Panel>
  )
}

const TONES = {
  [ContactDecision.MAY]: 'good',
  [ContactDecision.MAY_ASK_ONCE]: 'wait',
  [ContactDecision.MAY_NOT]: 'bad',
}

const Answered = ({ answer: { decision, ground, reason, cause, until } }: { answer: Answer }) => (
  <>
    <p>
      <span class={`badge ${TONES[decision]}`}>{label(decision)}</span>
    </p>
    <Facts
      facts={[
        [t('privacy:contacts.ground'), ground && label(ground)],
        [t('privacy:reason'), reasonText(reason, cause)],
        [t('privacy:contacts.until'), until && moment(until)],
      ]}
    />
  </>
)
