import {
  RemindSignOffDocument,
  RevokeSignOffDocument,
  SignOffCertificateDocument,
  type SignOffRevocation,
  SignOffStatus,
  type SignOffWholeFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { ActionButton } from '../components/action-button.tsx'
import { InputForm } from '../components/input-form.tsx'
import { Opener } from '../components/opener.tsx'
import { longText } from '../components/record-fields.tsx'
import { saveFile } from '../components/save-file.ts'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { isDecided, stateOf } from './state.ts'

/** Whether the caller may request and withdraw sign-offs of a campaign, or of content. */
export const mayRequest = (isOfCampaign: boolean): boolean =>
  session.may('org:content:write') && (!isOfCampaign || session.may('org:campaigns:write'))

/** What the caller can do with a sign-off now. */
export function Actions({ signOff }: { signOff: SignOffWholeFragment }) {
  const send = useSave()
  const { id, status, campaignId } = signOff
  const mayWrite = mayRequest(campaignId !== null)
  const state = stateOf(signOff)
  const remind = async () => {
    await send(RemindSignOffDocument, { id }, crypto.randomUUID())
    notify(t('sign-offs:reminded'))
  }
  const download = async () => {
    const { certificate } = await session.request(SignOffCertificateDocument, { id })
    const bytes = Uint8Array.from(atob(certificate.content), (character) => character.charCodeAt(0))
    saveFile(certificate.filename, new Blob([bytes], { type: certificate.mediaType }))
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

function Withdrawal({ signOff: { id, title } }: { signOff: SignOffWholeFragment }) {
  const send = useSave()
  const save = async (input: SignOffRevocation) => {
    await send(RevokeSignOffDocument, { id, input })
    notify(t('sign-offs:withdrawn', { title }))
  }
  return (
    <Opener label={t('sign-offs:withdraw')}>
      {(close) => (
        <InputForm<SignOffRevocation>
          title={t('sign-offs:withdrawNamed', { title })}
          draft={`withdrawal ${id}`}
          rows={WITHDRAWAL}
          action={t('sign-offs:withdraw')}
          save={save}
          onClose={close}
        >
          <p>{t('sign-offs:withdrawConsequence')}</p>
        </InputForm>
      )}
    </Opener>
  )
}
