import {
  RemindSignOffDocument,
  RevokeSignOffDocument,
  SignOffCertificateDocument,
  type SignOffRevocation,
  SignOffStatus,
  type SignOffWholeFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { FormButton } from '../components/input-form.tsx'
import { longText } from '../components/record-fields.tsx'
import { saveEncoded } from '../components/save-file.ts'
import { t } from '../i18n/language.ts'
import { isDecided, stateOf } from './state.ts'

/** Whether the caller may request and withdraw sign-offs of a campaign, or of content. */
export const mayRequest = (isOfCampaign: boolean): boolean =>
  session.may('org:content:write') && (!isOfCampaign || session.may('org:campaigns:write'))

/** What the caller can do with a sign-off now. */
export function Actions({ signOff }: { signOff: SignOffWholeFragment }) {
  const { id, status, campaignId } = signOff
  const mayWrite = mayRequest(campaignId !== null)
  const state = stateOf(signOff)
  const remind = () => session.save(RemindSignOffDocument, { id }, { said: t('sign-offs:reminded') })
  const download = async () => {
    const { certificate } = await session.request(SignOffCertificateDocument, { id })
    saveEncoded(certificate)
  }
  return (
    <>
      {mayWrite && (state === SignOffStatus.REQUESTED || state === 'OVERDUE') && (
        <ActionButton run={remind} label={t('sign-offs:remind')} />
      )}
      {mayWrite && (status === SignOffStatus.REQUESTED || status === SignOffStatus.APPROVED) && (
        <Withdrawal signOff={signOff} />
      )}
      {isDecided(signOff) && <ActionButton run={download} label={t('sign-offs:certificate')} />}
    </>
  )
}

const WITHDRAWAL = { reason: longText({ hasNoHint: true }) }

const Withdrawal = ({ signOff: { id, title } }: { signOff: SignOffWholeFragment }) => (
  <FormButton<SignOffRevocation>
    label={t('sign-offs:withdraw')}
    title={t('sign-offs:withdrawNamed', { title })}
    draft={`withdrawal ${id}`}
    rows={WITHDRAWAL}
    action={t('sign-offs:withdraw')}
    save={(input) => session.save(RevokeSignOffDocument, { id, input }, { said: t('sign-offs:withdrawn', { title }) })}
  >
    <p>{t('sign-offs:withdrawConsequence')}</p>
  </FormButton>
)
