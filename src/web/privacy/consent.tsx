import {
  ConsentDocument,
  type ConsentWholeFragment,
  type WithdrawalInput,
  WithdrawConsentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { FormButton } from '../components/input-form.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { longText } from '../components/record-fields.tsx'
import { OriginLink, useRecordNames } from '../components/record-names.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

/** One consent and its wording. It can be withdrawn here. */
export const Consent = ({ id }: { id: string }) => (
  <RecordPage id={id} document={ConsentDocument} nameOf={({ subject }) => subject.name}>
    {(consent) => <About consent={consent} />}
  </RecordPage>
)

function About({ consent }: { consent: ConsentWholeFragment }) {
  const { subject, status, withdrawalOrigin: origin, withdrawalReason } = consent
  const names = useRecordNames(origin ? [origin.resourceId] : [])
  const mayWithdraw = status === 'GRANTED' && session.may('org:privacy:write')
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
          [fieldName('email'), subject.email],
          [fieldName('phone'), subject.phone],
          [fieldName('version'), consent.version],
          [fieldName('source'), consent.source],
          [t('privacy:consents.granted'), moment(consent.grantedAt)],
          [fieldName('expiresAt'), consent.expiresAt && moment(consent.expiresAt)],
          [t('privacy:consents.withdrawn'), consent.withdrawnAt && moment(consent.withdrawnAt)],
          [t('privacy:reason'), origin ? <OriginLink origin={origin} names={names} /> : withdrawalReason],
          [t('privacy:recordedBy'), consent.creator?.name],
        ]}
      />
    </Panel>
  )
}

function Withdrawal({ consent: { id, subject } }: { consent: ConsentWholeFragment }) {
  const said = t('privacy:consents.done', { name: subject.name })
  return (
    <FormButton<WithdrawalInput>
      label={t('privacy:consents.withdraw')}
      title={t('privacy:consents.withdrawOf', { name: subject.name })}
      draft={`withdrawal ${id}`}
      rows={{ reason: longText() }}
      action={t('privacy:consents.withdraw')}
      save={(input) => session.save(WithdrawConsentDocument, { id, input }, { said })}
    >
      <p>{t('privacy:consents.consequence')}</p>
    </FormButton>
  )
}
