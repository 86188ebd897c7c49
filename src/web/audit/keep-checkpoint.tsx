import { useState } from 'preact/hooks'
import { CurrentCheckpointDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Panel } from '../components/panel.tsx'
import { saveFile } from '../components/save-file.ts'
import { warn } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'

/**
 * Offers a checkpoint of the current trail, and the key that verifies it. `signed`: the size of the last stored
 * checkpoint.
 */
export function KeepCheckpoint({ signed }: { signed: number }) {
  const [key, setKey] = useState('')
  const save = async () => {
    const { verifyAudit } = await session.request(CurrentCheckpointDocument, { after: signed })
    const { sequence, note, publicKey } = verifyAudit.checkpoint
    if (note === null) return warn(t('audit:keep.changed'))
    saveFile(`audit-checkpoint-${sequence}.txt`, new Blob([note], { type: 'text/plain' }))
    setKey(publicKey)
  }
  return (
    <Panel title={t('audit:keep.title')}>
      <p>{t('audit:keep.about')}</p>
      <div class="actions">
        <ActionButton run={save} label={t('audit:keep.save')} />
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
