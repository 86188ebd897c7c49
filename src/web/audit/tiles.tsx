import { useState } from 'preact/hooks'
import { AuditTilesDocument, PublishAuditTilesDocument, WithdrawAuditTilesDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Confirm } from '../components/confirm.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'

/** The address at which the hashes of the trail are published, for those who watch it without an account. */
export function Tiles() {
  const query = useQuery(AuditTilesDocument, {})
  return (
    <Panel title={t('audit:tiles.title')}>
      <p>{t('audit:tiles.about')}</p>
      <Loaded query={query}>
        {({ auditTilesAddress }) => (
          <>
            {auditTilesAddress ? (
              <p class="text">
                <code>{new URL(auditTilesAddress, location.href).href}</code>
              </p>
            ) : (
              <p>{t('audit:tiles.none')}</p>
            )}
            {session.may('org:provider:write') && <Actions isPublished={Boolean(auditTilesAddress)} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Actions({ isPublished }: { isPublished: boolean }) {
  const send = useSave()
  const [opened, setOpened] = useState<'renewal' | 'withdrawal'>()
  const close = () => setOpened(undefined)
  const publish = async () => {
    // Each renewal is a change of its own, although all of them have the same variables.
    await send(PublishAuditTilesDocument, {}, crypto.randomUUID())
    notify(t('audit:tiles.published'))
  }
  const withdraw = async () => {
    await send(WithdrawAuditTilesDocument, {}, crypto.randomUUID())
    notify(t('audit:tiles.withdrawn'))
  }
  return (
    <div class="actions">
      <button type="button" onClick={() => setOpened('renewal')}>
        {t(isPublished ? 'audit:tiles.renew' : 'audit:tiles.publish')}
      </button>
      {isPublished && (
        <button type="button" onClick={() => setOpened('withdrawal')}>
          {t('audit:tiles.withdraw')}
        </button>
      )}
      {opened === 'renewal' && (
        <Confirm
          title={t(isPublished ? 'audit:tiles.renew' : 'audit:tiles.publish')}
          consequence={t(isPublished ? 'audit:tiles.renewConsequence' : 'audit:tiles.publishConsequence')}
          action={t(isPublished ? 'audit:tiles.renew' : 'audit:tiles.publish')}
          confirm={publish}
          onClose={close}
        />
      )}
      {opened === 'withdrawal' && (
        <Confirm
          title={t('audit:tiles.withdraw')}
          consequence={t('audit:tiles.withdrawConsequence')}
          action={t('audit:tiles.withdraw')}
          confirm={withdraw}
          onClose={close}
        />
      )}
    </div>
  )
}
