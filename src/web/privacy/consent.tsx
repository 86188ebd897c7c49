import { useState } from 'preact/hooks'
import { ConsentDocument, ConsentStatus, type ConsentWholeFragment, WithdrawConsentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Badge } from '../components/badge.tsx'
import { Dialog } from '../components/dialog.tsx'
import { textOf } from '../components/entered.ts'
import { Facts } from '../components/facts.tsx'
import { LongTextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { History } from '../components/history.tsx'
import { isUnknown, Loaded, Panel } from '../components/panel.tsx'
import { useRecordName } from '../components/record-name.ts'
import { notify } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** One consent and its wording. It can be withdrawn here. */
export function Consent({ id }: { id: string }) {
  const query = useQuery(ConsentDocument, { id })
  useRecordName(query.data?.consent.subject.name)
  return (
    <>
      <Loaded query={query}>{({ consent }) => <About consent={consent} />}</Loaded>
      {!isUnknown(query) && <History id={id} />}
    </>
  )
}

function About({ consent }: { consent: ConsentWholeFragment }) {
  const { subject, status } = consent
  const mayWithdraw = status === ConsentStatus.GRANTED && session.may('org:privacy:write')
  return (
    <Panel title={subject.name} aside={mayWithdraw && <Withdrawal consent={consent} />}>
      <p>
        <Badge status={status} />
      </p>
      <blockquote class="text">{consent.wording}</blockquote>
      <Facts
        facts={[
          [t('privacy:consents.purpose'), `${label(consent.purposeCode)} (${consent.purpose})`],
          [t('enums:fields.channel'), label(consent.channel)],
          [t('privacy:consents.address'), consent.address],
          [t('privacy:email'), subject.email],
          [t('privacy:phone'), subject.phone],
          [t('privacy:consents.version'), consent.version],
          [t('privacy:consents.source'), consent.source],
          [t('privacy:consents.granted'), moment(consent.grantedAt)],
          [t('privacy:consents.expires'), consent.expiresAt && moment(consent.expiresAt)],
          [t('privacy:consents.withdrawn'), consent.withdrawnAt && moment(consent.withdrawnAt)],
          [t('privacy:reason'), consent.withdrawalReason],
          [t('privacy:recordedBy'), consent.creator?.name],
        ]}
      />
    </Panel>
  )
}

function Withdrawal({ consent: { id, subject } }: { consent: ConsentWholeFragment }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const send = useSave()
  const save = async (entered: FormData) => {
    await send(WithdrawConsentDocument, { id, input: { reason: textOf(entered, 'reason') } })
    notify(t('privacy:consents.done', { name: subject.name }))
    close()
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('privacy:consents.withdraw')}
      </button>
      {isOpen && (
        <Dialog title={t('privacy:consents.withdrawOf', { name: subject.name })} onClose={close}>
          <p>{t('privacy:consents.consequence')}</p>
          <Form draft={`withdrawal ${id}`} save={save} action={t('privacy:consents.withdraw')} onCancel={close}>
            <LongTextField name="reason" label={t('privacy:reason')} />
          </Form>
        </Dialog>
      )}
    </>
  )
}
