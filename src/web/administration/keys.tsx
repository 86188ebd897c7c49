import {
  ApiKeyOrderField,
  type ApiKeyRowFragment,
  ApiKeysDocument,
  ExportedApiKeysDocument,
  RevokeApiKeyDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, textColumn } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { Records, useList } from '../components/records.tsx'
import { moment } from '../format.ts'
import { fieldName, t } from '../i18n/language.ts'
import { EditKey, NewKey, RotateKey } from './key-form.tsx'

const columns = (): FileColumn<ApiKeyRowFragment>[] => [
  textColumn('name'),
  {
    id: 'hint',
    title: t('administration:keys.hint'),
    isRoomy: true,
    show: (row) => <Hint {...row} />,
    cell: ({ oauthClientId, hint }) => oauthClientId ?? `${hint}…`,
  },
  labelColumn('role', { isRoomy: true }),
  column('creator', t('administration:keys.creator'), ({ creator }) => creator?.name, { isRoomy: true }),
  {
    id: 'lastUsedAt',
    title: t('administration:keys.lastUsed'),
    show: (row) => <LastUse {...row} />,
    cell: ({ lastUsedAt }) => lastUsedAt && { time: lastUsedAt },
  },
  {
    id: 'expiresAt',
    title: fieldName('keyExpiresAt'),
    isRoomy: true,
    show: (row) => <Expiry {...row} />,
    cell: ({ expiresAt }) => expiresAt && { time: expiresAt },
  },
]

function Hint({ oauthClientId, hint }: ApiKeyRowFragment) {
  if (!oauthClientId) return <code>{hint}…</code>
  return (
    <>
      <span class="badge">{t('administration:keys.oauthClient')}</span> <code>{oauthClientId}</code>
    </>
  )
}

const LastUse = ({ lastUsedAt, lastUsedNetwork: network }: ApiKeyRowFragment) => (
  <>
    {lastUsedAt ? moment(lastUsedAt) : t('administration:keys.neverUsed')}
    {network && <p class="quiet">{t('administration:keys.lastNetwork', { network })}</p>}
  </>
)

const Expiry = ({ expiresAt, exceedsPolicy, oldKeyUntil }: ApiKeyRowFragment) => (
  <>
    {expiresAt ? moment(expiresAt) : t('administration:keys.neverExpires')}
    {exceedsPolicy && <span class="badge wait">{t('administration:keys.beyondPolicy')}</span>}
    {oldKeyUntil && <p class="quiet">{t('administration:keys.oldKey', { time: moment(oldKeyUntil) })}</p>}
  </>
)

export function Keys() {
  const mayWrite = session.may('org:provider:write')
  const mayRevoke = session.may('org:provider:delete')
  return (
    <Records
      list="API_KEYS"
      words="administration:keys"
      {...useList(ApiKeysDocument, ExportedApiKeysDocument, ApiKeyOrderField)}
      mayWrite={mayWrite}
      columns={columns()}
      nameOf={({ name }) => name}
      form={({ row, onClose }) => (row ? <EditKey of={row} onClose={onClose} /> : <NewKey onClose={onClose} />)}
      rowActions={
        mayWrite || mayRevoke
          ? (row) => (
              <>
                {mayWrite && <RotateKey of={row} />}
                {mayRevoke && <Revocation {...row} />}
              </>
            )
          : undefined
      }
    />
  )
}

const Revocation = ({ id, name }: ApiKeyRowFragment) => (
  <ConfirmButton
    isOfRow
    title={t('administration:keys.revokeNamed', { name })}
    consequence={t('administration:keys.revokeConsequence')}
    action={t('administration:keys.revoke')}
    confirm={() => session.save(RevokeApiKeyDocument, { id }, { said: t('administration:keys.revoked', { name }) })}
  />
)
