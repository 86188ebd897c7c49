import { SendDemoInvitationDocument, SendInvitationDocument, TeamRole } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { t } from '../i18n/language.ts'
import { RoleField } from './role-field.tsx'

/** The result of sending an invitation. */
export interface Sent {
  email: string
  /** The link. Null if the invitation was mailed, or if the server does not know its own address. */
  acceptUrl: string | null
  token: string | null
}

interface Props {
  /** Whether it is a demo invitation: nothing is mailed, and it expires in an hour. */
  isDemo: boolean
  onSent: (sent: Sent) => void
  onClose: () => void
}

export function InvitationForm({ isDemo, onSent, onClose }: Props) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const email = textOf(entered, 'email') ?? ''
    const role = choiceOf(entered, 'role', Object.values(TeamRole))
    const { sent } = isDemo
      ? await send(SendDemoInvitationDocument, { input: { email, role } })
      : await send(SendInvitationDocument, {
          input: { email, role, expiresInDays: daysOf(entered), message: textOf(entered, 'message') },
        })
    onSent(sent)
  }
  const title = isDemo ? t('administration:invitations.newDemo') : t('administration:invitations.new')
  return (
    <Dialog title={title} onClose={onClose}>
      {isDemo && <p>{t('administration:invitations.demoHint')}</p>}
      <Form draft="invitation-new" save={save} onCancel={onClose}>
        <TextField name="email" label={t('administration:email')} type="email" required />
        <RoleField />
        {!isDemo && (
          <>
            <TextField
              name="expiresInDays"
              label={t('administration:invitations.days')}
              hint={t('administration:invitations.daysHint')}
              inputMode="decimal"
            />
            <LongTextField name="message" label={t('administration:invitations.message')} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** The entered validity in days. Undefined: the server's default. */
function daysOf(entered: FormData): number | undefined {
  const text = textOf(entered, 'expiresInDays')
  if (text === null) return undefined
  const days = Number(text)
  if (Number.isSafeInteger(days)) return days
  const fault = t('administration:notANumber')
  throw new RequestError('VALIDATION_ERROR', fault, { expiresInDays: fault })
}
