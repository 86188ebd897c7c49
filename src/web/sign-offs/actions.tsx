import { useState } from 'preact/hooks'
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
import { InputForm } from '../components/input-form.tsx'
import { type FieldRow, longText } from '../components/record-fields.tsx'
import { saveFile } from '../components/save-file.ts'
import { notify } from '../components/toasts.tsx'
import { useBusy } from '../components/use-busy.ts'
import { t } from '../i18n/language.ts'
import { isDecided, stateOf } from './state.ts'

/** Whether the caller may request and withdraw sign-offs of a campaign, or of content. */
export const mayRequest = (isOfCampaign: boolean): boolean =>
  session.may('org:content:write') && (!isOfCampaign || session.may('org:campaigns:write'))

/** What the caller can do with a sign-off now. */
export function Actions({ signOff }: { signOff: SignOffWholeFragment }) {
  const send = useSave()
  const { isBusy, run } = useBusy()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { id, title, status, campaignId } = signOff
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
        <button type="button" disabled={isBusy} onClick={() => run(remind)}>
          {t('sign-offs:remind')}
        </button>
      )}
      {mayWrite && (status === SignOffStatus.REQUESTED || status === SignOffStatus.APPROVED) && (
        <button type="button" onClick={() => setWithdrawing(true)}>
          {t('sign-offs:withdraw')}
        </button>
      )}
      {isDecided(signOff) && (
        <button type="button" disabled={isBusy} onClick={() => run(download)}>
          {t('sign-offs:certificate')}
        </button>
      )}
      {isWithdrawing && <Withdrawal id={id} title={title} onClose={() => setWithdrawing(false)} />}
    </>
  )
}

const WITHDRAWAL = { reason: longText({ hasNoHint: true }) } satisfies Record<keyof SignOffRevocation, FieldRow<string>>

function Withdrawal({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const send = useSave()
  const save = async (input: SignOffRevocation) => {
    await send(RevokeSignOffDocument, { id, input })
    notify(t('sign-offs:withdrawn', { title }))
  }
  return (
    <InputForm<SignOffRevocation>
      title={t('sign-offs:withdrawNamed', { title })}
      draft={`withdrawal ${id}`}
      rows={WITHDRAWAL}
      action={t('sign-offs:withdraw')}
      save={save}
      onClose={onClose}
    >
      <p>{t('sign-offs:withdrawConsequence')}</p>
    </InputForm>
  )
}
