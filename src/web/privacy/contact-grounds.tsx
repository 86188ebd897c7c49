import { useState } from 'preact/hooks'
import {
  type ConsentApproachInput,
  ConsentChannel,
  type ExistingCustomerInput,
  PrivacyFormKind,
  RecordConsentApproachDocument,
  RecordExistingCustomerDocument,
} from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { InputForm } from '../components/input-form.tsx'
import { Opener } from '../components/opener.tsx'
import { address, choice, group, longText, yes } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { usePrivacyForm } from './privacy-form.ts'

const approach = {
  contact: group(address),
  channel: choice(ConsentChannel, { required: true, initial: ConsentChannel.EMAIL, hasNoHint: true }),
  evidence: longText({ required: true }),
}

const customer = { ...approach, gotWithSale: yes(), ownSimilarProducts: yes(), couldObject: yes() }

/** Records a ground other than consent: an existing customer, or that a person is asked for consent. */
export function Grounds() {
  const send = useSave()
  const [asked, setAsked] = useState<string>()
  const recordCustomer = async (input: ExistingCustomerInput) => {
    await send(RecordExistingCustomerDocument, { input })
    notify(t('privacy:contacts.customerRecorded'))
  }
  const recordApproach = async (input: ConsentApproachInput) =>
    setAsked((await send(RecordConsentApproachDocument, { input })).saved.id)
  return (
    <div class="actions">
      <Opener label={t('privacy:contacts.customer')}>
        {(close) => (
          <InputForm<ExistingCustomerInput>
            title={t('privacy:contacts.customer')}
            draft="customer-new"
            rows={customer}
            save={recordCustomer}
            onClose={close}
          >
            <p>{t('privacy:contacts.customerHint')}</p>
          </InputForm>
        )}
      </Opener>
      <Opener label={t('privacy:contacts.approach')}>
        {(close) => (
          <InputForm<ConsentApproachInput>
            title={t('privacy:contacts.approach')}
            draft="approach-new"
            rows={approach}
            save={recordApproach}
            onClose={close}
          >
            <p>{t('privacy:contacts.approachHint')}</p>
          </InputForm>
        )}
      </Opener>
      {asked && <Recorded id={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Offers the form that asks the person for consent. */
function Recorded({ id, onClose }: { id: string; onClose: () => void }) {
  const saveForm = usePrivacyForm()
  return (
    <Dialog title={t('privacy:contacts.approachRecorded')} onClose={onClose}>
      <p>{t('privacy:contacts.formHint')}</p>
      <div class="actions">
        <ActionButton
          isPrimary
          run={() => saveForm(PrivacyFormKind.FORM_4, id)}
          label={t('privacy:saveForm', { number: 4 })}
        />
      </div>
    </Dialog>
  )
}
