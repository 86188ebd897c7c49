import { useState } from 'preact/hooks'
import { CurrentCheckpointDocument, type KeptCheckpointsQuery, WitnessPolicyDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { saveFile } from '../components/save-file.ts'
import { warn } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

type Stored = NonNullable<KeptCheckpointsQuery['auditCheckpoints']>

const save = (name: string, text: string) => saveFile(name, new Blob([text], { type: 'text/plain' }))

/** The witnesses that signed the last checkpoint, and the last checkpoint that enough of them signed. */
export function Witnesses({ stored }: { stored: Stored }) {
  const [last] = stored
  const witnessed = stored.find(({ isWitnessed }) => isWitnessed)
  if (!last || last.witnesses.length === 0) return null
  const savePolicy = async () => {
    const { auditWitnessPolicy } = await session.request(WitnessPolicyDocument, {})
    save('audit-witness-policy.txt', auditWitnessPolicy ?? '')
  }
  return (
    <Panel title={t('audit:witnesses.title')}>
      <p>{t('audit:witnesses.about')}</p>
      {witnessed ? (
        <p>{t('audit:witnesses.met', { count: witnessed.size, moment: moment(witnessed.signedAt) })}</p>
      ) : (
        <p class="fault">{t('audit:witnesses.unmet')}</p>
      )}
      <Facts
        facts={last.witnesses.map(({ name, signedAt }) => [
          name,
          signedAt ? t('audit:witnesses.signed', { moment: moment(signedAt) }) : t('audit:witnesses.unsigned'),
        ])}
      />
      <div class="actions">
        {witnessed && (
          <button type="button" onClick={() => save(`audit-checkpoint-${witnessed.size}.txt`, witnessed.cosigned)}>
            {t('audit:witnesses.save')}
          </button>
        )}
        <ActionButton run={savePolicy} label={t('audit:witnesses.policy')} />
      </div>
    </Panel>
  )
}

/**
 * Offers a checkpoint of the current trail, and the key that verifies it. `signed`: the size of the last stored
 * checkpoint.
 */
export function KeepCheckpoint({ signed }: { signed: number }) {
  const [key, setKey] = useState('')
  const keep = async () => {
    const { verifyAudit } = await session.request(CurrentCheckpointDocument, { after: signed })
    const { sequence, note, publicKey } = verifyAudit.checkpoint
    if (note === null) return warn(t('audit:keep.changed'))
    save(`audit-checkpoint-${sequence}.txt`, note)
    setKey(publicKey)
  }
  return (
    <Panel title={t('audit:keep.title')}>
      <p>{t('audit:keep.about')}</p>
      <div class="actions">
        <ActionButton run={keep} label={t('audit:keep.save')} />
      </div>
      <div role="status">
        {key && (
          <p class="text">
            {t('audit:keep.key')}: <code>{key}</code>
          </p>
        )}
      </div>
    </Panel>
  )
}
