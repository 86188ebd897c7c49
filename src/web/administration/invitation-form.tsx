import { type InvitationInput, SendDemoInvitationDocument, SendInvitationDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { longText, number, text } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'
import { role } from './role-field.tsx'

/** The result of sending an invitation. */
export interface Sent {
  email: string
  /** The link. Null if the invitation was mailed, or if the server does not know its own address. */
  acceptUrl: string | null
  token: string | null
}

interface Props {
  onSent: (sent: Sent) => void
  onClose: () => void
}

const DEMO = { email: text({ type: 'email', required: true }), role }
const ROWS = { ...DEMO, expiresInDays: number(), message: longText({ word: 'invitationMessage' }) }

export const InvitationForm = ({ onSent, onClose }: Props) => (
  <InputForm<InvitationInput>
    title={t('administration:invitations.new')}
    draft="invitation-new"
    rows={ROWS}
    save={async (input) => onSent((await session.save(SendInvitationDocument, { input })).sent)}
    onClose={onClose}
  />
)

/** A demo invitation is not mailed, and it expires in an hour. */
export const DemoForm = ({ onSent }: Pick<Props, 'onSent'>) => (
  <FormButton<Pick<InvitationInput, keyof typeof DEMO>>
    label={t('administration:invitations.newDemo')}
    draft="demo-new"
    rows={DEMO}
    save={async (input) => onSent((await session.save(SendDemoInvitationDocument, { input })).sent)}
  >
    <p>{t('administration:invitations.demoHint')}</p>
  </FormButton>
)
