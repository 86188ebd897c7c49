import { useState } from 'preact/hooks'
import {
  type ConsentApproachInput,
  ConsentChannel,
  type ExistingCustomerInput,
  PrivacyFormKind,
  RecordConsentApproachDocument,
  RecordExistingCustomerDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButton } from '../components/input-form.tsx'
import { address, choice, group, longText, yes } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'
import { PrivacyForm } from './privacy-form.tsx'

const approach = {
  contact: group(address),
  channel: choice(ConsentChannel, { required: true, initial: ConsentChannel.EMAIL, hasNoHint: true }),
  evidence: longText({ required: true }),
}

const customer = { ...approach, gotWithSale: yes(), ownSimilarProducts: yes(), couldObject: yes() }

/** Records a ground other than consent: an existing customer, or that a person is asked for consent. */
export function Grounds() {
  const [asked, setAsked] = useState<string>()
  return (
    <div class="actions">
      <FormButton<ExistingCustomerInput>
        label={t('privacy:contacts.customer')}
        draft="customer-new"
        rows={customer}
        save={(input) =>
          session.save(RecordExistingCustomerDocument, { input }, { said: t('privacy:contacts.customerRecorded') })
        }
      >
        <p>{t('privacy:contacts.customerHint')}</p>
      </FormButton>
      <FormButton<ConsentApproachInput>
        label={t('privacy:contacts.approach')}
        draft="approach-new"
        rows={approach}
        save={async (input) => setAsked((await session.save(RecordConsentApproachDocument, { input })).saved.id)}
      >
        <p>{t('privacy:contacts.approachHint')}</p>
      </FormButton>
      {asked && <Recorded id={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Offers the form that asks the person for consent. */
const Recorded = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <Dialog title={t('privacy:contacts.approachRecorded')} onClose={onClose}>
    <p>{t('privacy:contacts.formHint')}</p>
    <div class="actions">
      <PrivacyForm isPrimary form={PrivacyFormKind.FORM_4} number={4} id={id} />
    </div>
  </Dialog>
)
