import { useState } from 'preact/hooks'
import { addressOf } from '../api/base-path.ts'
import {
  ExportedInvitationsDocument,
  InvitationOrderField,
  type InvitationRowFragment,
  InvitationStatus,
  InvitationsDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Filters, filterIn, Pager, pageOf, Search, Toolbar } from '../components/list.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { Secret } from '../components/secret.tsx'
import { type Column, Table } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { useBusy } from '../components/use-busy.ts'
import { label, t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { InvitationForm, type Sent } from './invitation-form.tsx'

const FILTERS = { status: Object.values(InvitationStatus) }

const columns = (): Column<InvitationRowFragment>[] => [
  { id: 'email', order: InvitationOrderField.EMAIL, title: t('administration:email'), show: ({ email }) => email },
  statusColumn(),
  labelColumn('role', ({ role }) => role, { order: InvitationOrderField.ROLE, isRoomy: true }),
  { id: 'mail', title: t('administration:invitations.mail'), isRoomy: true, show: mailOf },
  { id: 'by', title: t('administration:invitations.by'), isRoomy: true, show: ({ inviter }) => inviter?.name },
  timeColumn('expiry', ({ expiresAt }) => expiresAt, {
    order: InvitationOrderField.EXPIRES_AT,
    title: t('administration:invitations.expires'),
    isRoomy: true,
  }),
]

function mailOf({ isDemo, emailStatus, emailError }: InvitationRowFragment) {
  if (isDemo || !emailStatus) return t('administration:invitations.noMail')
  return emailError ? `${label(emailStatus)}: ${emailError}` : label(emailStatus)
}

export function Invitations() {
  const { parameters } = route.value
  const asked = { ...pageOf(parameters, InvitationOrderField), filter: filterIn(parameters, FILTERS) }
  const query = useQuery(InvitationsDocument, asked)
  const [form, setForm] = useState<'demo' | 'real'>()
  const [sent, setSent] = useState<Sent>()
  const tell = (result: Sent) => {
    setForm(undefined)
    if (result.token) setSent(result)
    else notify(t('administration:invitations.sent', { email: result.email }))
  }
  return (
    <div class="panel">
      <Toolbar>
        <Search label={t('administration:invitations.search')} />
        <Filters filters={FILTERS} />
        <SaveMenu
          name="invitations"
          columns={columns()}
          readAll={async () => (await session.request(ExportedInvitationsDocument, asked)).list.nodes}
        />
        {session.may('org:invitations:write') && (
          <>
            <button type="button" onClick={() => setForm('demo')}>
              {t('administration:invitations.newDemo')}
            </button>
            <button type="button" class="primary" onClick={() => setForm('real')}>
              {t('administration:invitations.new')}
            </button>
          </>
        )}
      </Toolbar>
      <Loaded query={query}>
        {({ list }) => (
          <>
            {list.nodes.length === 0 ? (
              <Empty>{t('administration:invitations.empty')}</Empty>
            ) : (
              <Table
                rows={list.nodes}
                columns={columns()}
                nameOf={({ email }) => email}
                rowActions={(invitation) => <Actions invitation={invitation} onSent={tell} />}
              />
            )}
            <Pager page={list} sentence={t('administration:invitations.count', { count: list.totalCount })} />
          </>
        )}
      </Loaded>
      {form && <InvitationForm isDemo={form === 'demo'} onSent={tell} onClose={() => setForm(undefined)} />}
      {sent?.token && (
        <Secret
          title={t('administration:invitations.linkFor', { email: sent.email })}
          name={t('administration:invitations.link')}
          value={sent.acceptUrl ?? linkOf(sent.token)}
          onClose={() => setSent(undefined)}
        />
      )}
    </div>
  )
}

/** The address where the invited person accepts. The server does not know its own address. */
const linkOf = (token: string) => `${location.origin}${addressOf('/invite')}#${token}`

/** The actions that the server allows the caller on an invitation. */
function Actions({ invitation, onSent }: { invitation: InvitationRowFragment; onSent: (sent: Sent) => void }) {
  const { id, email, actions } = invitation
  const send = useSave()
  const { isBusy, run } = useBusy()
  const [isRevoking, setRevoking] = useState(false)
  const revoke = async () => {
    await send(RevokeInvitationDocument, { id })
    notify(t('administration:invitations.revoked', { email }))
  }
  return (
    <div class="actions">
      {actions.includes('resend') && (
        <button
          type="button"
          disabled={isBusy}
          aria-label={t('administration:invitations.resendTo', { email })}
          onClick={() => run(async () => onSent((await send(ResendInvitationDocument, { id })).sent))}
        >
          {t('administration:invitations.resend')}
        </button>
      )}
      {actions.includes('revoke') && (
        <button
          type="button"
          aria-label={t('administration:invitations.revokeOf', { email })}
          onClick={() => setRevoking(true)}
        >
          {t('administration:invitations.revoke')}
        </button>
      )}
      {isRevoking && (
        <Confirm
          title={t('administration:invitations.revokeOf', { email })}
          consequence={t('administration:invitations.revokeConsequence')}
          action={t('administration:invitations.revoke')}
          confirm={revoke}
          onClose={() => setRevoking(false)}
        />
      )}
    </div>
  )
}
