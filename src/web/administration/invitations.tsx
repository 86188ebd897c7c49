import { addressOf } from '../api/base-path.ts'
import {
  ExportedInvitationsDocument,
  type InvitationInput,
  InvitationOrderField,
  type InvitationRowFragment,
  InvitationStatus,
  InvitationsDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
  SendDemoInvitationDocument,
  SendInvitationDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { column, type FileColumn, labelColumn, statusColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { filterIn } from '../components/list.tsx'
import { longText, number, text } from '../components/record-fields.tsx'
import { Records, useList } from '../components/records.tsx'
import { reveal } from '../components/secret.tsx'
import { notify } from '../components/toasts.tsx'
import { label, t } from '../i18n/language.ts'
import { role } from './role-field.tsx'

/** The result of sending an invitation. */
interface Sent {
  email: string
  /** The link. Null if the invitation was mailed, or if the server does not know its own address. */
  acceptUrl: string | null
  token: string | null
}

/** Shows the link of an invitation, unless it was mailed. */
const tell = ({ email, acceptUrl, token }: Sent): void =>
  token
    ? reveal({
        title: t('administration:invitations.linkFor', { email }),
        name: t('administration:invitations.link'),
        value: acceptUrl ?? linkOf(token),
      })
    : notify(t('administration:invitations.sent', { email }))

/** The address where the invited person accepts. The server does not know its own address. */
const linkOf = (token: string) => `${location.origin}${addressOf('/invite')}#${token}`

const DEMO = { email: text({ type: 'email', required: true }), role }
const ROWS = { ...DEMO, expiresInDays: number(), message: longText({ word: 'invitationMessage' }) }

const InvitationForm = ({ onClose }: { onClose: () => void }) => (
  <InputForm<InvitationInput>
    title={t('administration:invitations.new')}
    draft="invitation-new"
    rows={ROWS}
    save={async (input) => tell((await session.save(SendInvitationDocument, { input })).sent)}
    onClose={onClose}
  />
)

/** A demo invitation is not mailed, and it expires in an hour. */
const DemoForm = () => (
  <FormButton<Pick<InvitationInput, keyof typeof DEMO>>
    label={t('administration:invitations.newDemo')}
    draft="demo-new"
    rows={DEMO}
    save={async (input) => tell((await session.save(SendDemoInvitationDocument, { input })).sent)}
  >
    <p>{t('administration:invitations.demoHint')}</p>
  </FormButton>
)

const FILTERS = { status: Object.values(InvitationStatus) }

const columns = (): FileColumn<InvitationRowFragment>[] => [
  textColumn('email'),
  statusColumn(),
  labelColumn('role', { isRoomy: true }),
  column('mail', t('administration:invitations.mail'), mailOf, {
    order: InvitationOrderField.EMAIL_STATUS,
    isRoomy: true,
  }),
  column('by', t('administration:invitations.by'), ({ inviter }) => inviter?.name, {
    order: InvitationOrderField.INVITER,
    isRoomy: true,
  }),
  timeColumn('expiresAt', { title: t('administration:invitations.expires') }),
]

function mailOf({ isDemo, emailStatus, emailError }: InvitationRowFragment) {
  if (isDemo || !emailStatus) return t('administration:invitations.noMail')
  return emailError ? `${label(emailStatus)}: ${emailError}` : label(emailStatus)
}

export function Invitations() {
  const mayInvite = session.may('org:invitations:write')
  return (
    <Records
      list="INVITATIONS"
      words="administration:invitations"
      search={t('administration:invitations.search')}
      {...useList(InvitationsDocument, ExportedInvitationsDocument, InvitationOrderField, {
        filter: filterIn(FILTERS),
      })}
      filters={FILTERS}
      actions={mayInvite && <DemoForm />}
      mayWrite={false}
      mayCreate={mayInvite}
      columns={columns()}
      nameOf={({ email }) => email}
      form={({ onClose }) => <InvitationForm onClose={onClose} />}
      rowActions={(invitation) => <Actions {...invitation} />}
    />
  )
}

/** The actions that the server allows the caller on an invitation. */
const Actions = ({ id, email, actions }: InvitationRowFragment) => (
  <>
    {actions.includes('resend') && (
      <ActionButton
        label={t('administration:invitations.resend')}
        name={t('administration:invitations.resendTo', { email })}
        run={async () => tell((await session.save(ResendInvitationDocument, { id })).sent)}
      />
    )}
    {actions.includes('revoke') && (
      <ConfirmButton
        isOfRow
        title={t('administration:invitations.revokeOf', { email })}
        consequence={t('administration:invitations.revokeConsequence')}
        action={t('administration:invitations.revoke')}
        confirm={() =>
          session.save(RevokeInvitationDocument, { id }, { said: t('administration:invitations.revoked', { email }) })
        }
      />
    )}
  </>
)
