import { useState } from 'preact/hooks'
import {
  ApiKeyOrderField,
  type ApiKeyRowFragment,
  ApiKeysDocument,
  ExportedApiKeysDocument,
  RevokeApiKeyDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { labelColumn } from '../components/columns.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Pager, pageOf, Toolbar } from '../components/list.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { Secret } from '../components/secret.tsx'
import { type Column, Table } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { EditKey, RotateKey } from './key-changes.tsx'
import { KeyForm, type MadeKey } from './key-form.tsx'

const columns = (): Column<ApiKeyRowFragment>[] => [
  { id: 'name', order: ApiKeyOrderField.NAME, title: t('name'), show: ({ name }) => name },
  {
    id: 'hint',
    title: t('administration:keys.hint'),
    isRoomy: true,
    show: (row) => <Hint {...row} />,
    cell: ({ oauthClientId, hint }) => oauthClientId ?? `${hint}…`,
  },
  labelColumn('role', ({ role }) => role, { order: ApiKeyOrderField.ROLE, isRoomy: true }),
  { id: 'creator', title: t('administration:keys.creator'), isRoomy: true, show: ({ creator }) => creator?.name },
  {
    id: 'lastUse',
    order: ApiKeyOrderField.LAST_USED_AT,
    title: t('administration:keys.lastUsed'),
    show: (row) => <LastUse {...row} />,
    cell: ({ lastUsedAt }) => lastUsedAt && { time: lastUsedAt },
  },
  {
    id: 'expiry',
    order: ApiKeyOrderField.EXPIRES_AT,
    title: t('administration:keys.expires'),
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

function LastUse({ lastUsedAt, lastUsedNetwork: network }: ApiKeyRowFragment) {
  return (
    <>
      {lastUsedAt ? moment(lastUsedAt) : t('administration:keys.neverUsed')}
      {network && <p class="quiet">{t('administration:keys.lastNetwork', { network })}</p>}
    </>
  )
}

function Expiry({ expiresAt, exceedsPolicy, oldKeyUntil }: ApiKeyRowFragment) {
  return (
    <>
      {expiresAt ? moment(expiresAt) : t('administration:keys.neverExpires')}
      {exceedsPolicy && <span class="badge wait">{t('administration:keys.beyondPolicy')}</span>}
      {oldKeyUntil && <p class="quiet">{t('administration:keys.oldKey', { time: moment(oldKeyUntil) })}</p>}
    </>
  )
}

/** The change of a key for which a dialog is open. */
interface Change {
  kind: 'edit' | 'rotate' | 'revoke'
  of: ApiKeyRowFragment
}

export function Keys() {
  const asked = pageOf(route.value.parameters, ApiKeyOrderField)
  const query = useQuery(ApiKeysDocument, asked)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [change, setChange] = useState<Change>()
  const [mayWrite, mayRevoke] = [session.may('org:provider:write'), session.may('org:provider:delete')]
  const close = () => setChange(undefined)
  const tell = (key: MadeKey) => {
    setMaking(false)
    close()
    if (key.key) setMade(key)
    else notify(t('administration:keys.saved', { name: key.name }))
  }
  return (
    <div class="panel">
      <Toolbar>
        <SaveMenu
          name="api-keys"
          columns={columns()}
          readAll={async () => (await session.request(ExportedApiKeysDocument, asked)).list.nodes}
        />
        {mayWrite && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            {t('administration:keys.new')}
          </button>
        )}
      </Toolbar>
      <Loaded query={query}>
        {({ list }) => (
          <>
            {list.nodes.length === 0 ? (
              <Empty>{t('administration:keys.empty')}</Empty>
            ) : (
              <Table
                rows={list.nodes}
                columns={columns()}
                nameOf={({ name }) => name}
                rowActions={
                  mayWrite || mayRevoke
                    ? (row) => (
                        <div class="actions">
                          {mayWrite && <Act kind="edit" of={row} onClick={setChange} />}
                          {change?.kind === 'edit' && change.of.id === row.id && <EditKey of={row} onClose={close} />}
                          {mayWrite && <Act kind="rotate" of={row} onClick={setChange} />}
                          {mayRevoke && <Act kind="revoke" of={row} onClick={setChange} />}
                        </div>
                      )
                    : undefined
                }
              />
            )}
            <Pager page={list} sentence={t('administration:keys.count', { count: list.totalCount })} />
          </>
        )}
      </Loaded>
      {isMaking && <KeyForm onMade={tell} onClose={() => setMaking(false)} />}
      {made?.key && (
        <Secret
          title={made.name}
          name={t('administration:keys.key')}
          value={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
      {change?.kind === 'rotate' && <RotateKey of={change.of} onMade={tell} onClose={close} />}
      {change?.kind === 'revoke' && <Revoking of={change.of} onClose={close} />}
    </div>
  )
}

function Act({ kind, of, onClick }: Change & { onClick: (change: Change) => void }) {
  const verb = kind === 'rotate' && of.oauthClientId ? 'renew' : kind
  return (
    <button
      type="button"
      aria-label={t(`administration:keys.${verb}Named`, { name: of.name })}
      onClick={() => onClick({ kind, of })}
    >
      {t(`administration:keys.${verb}`)}
    </button>
  )
}

function Revoking({ of: { id, name }, onClose }: { of: ApiKeyRowFragment; onClose: () => void }) {
  const send = useSave()
  const revoke = async () => {
    await send(RevokeApiKeyDocument, { id })
    notify(t('administration:keys.revoked', { name }))
  }
  return (
    <Confirm
      title={t('administration:keys.revokeNamed', { name })}
      consequence={t('administration:keys.revokeConsequence')}
      action={t('administration:keys.revoke')}
      confirm={revoke}
      onClose={onClose}
    />
  )
}
