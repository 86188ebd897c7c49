import { AuditTilesDocument, PublishAuditTilesDocument, WithdrawAuditTilesDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { t } from '../i18n/language.ts'

/** The address at which the hashes of the trail are published, for those who watch it without an account. */
export const Tiles = () => (
  <Panel title={t('audit:tiles.title')}>
    <p>{t('audit:tiles.about')}</p>
    <Loaded query={useQuery(AuditTilesDocument, {})}>
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

const Actions = ({ isPublished }: { isPublished: boolean }) => (
  <div class="actions">
    <ConfirmButton
      consequence={t(isPublished ? 'audit:tiles.renewConsequence' : 'audit:tiles.publishConsequence')}
      action={t(isPublished ? 'audit:tiles.renew' : 'audit:tiles.publish')}
      confirm={() => session.save(PublishAuditTilesDocument, {}, { said: t('audit:tiles.published') })}
    />
    {isPublished && (
      <ConfirmButton
        consequence={t('audit:tiles.withdrawConsequence')}
        action={t('audit:tiles.withdraw')}
        confirm={() => session.save(WithdrawAuditTilesDocument, {}, { said: t('audit:tiles.withdrawn') })}
      />
    )}
  </div>
)
