import { useState } from 'preact/hooks'
import { ContentVersionsDocument, type ContentVersionsQuery, RestoreContentDocument } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Loaded, Panel } from '../components/panel.tsx'
import { notify } from '../components/toasts.tsx'
import { useBusy } from '../components/use-busy.ts'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

type Version = NonNullable<ContentVersionsQuery['contentVersions']>['nodes'][number]

/** The versions of a content item. Any two can be compared, and an earlier one can be restored. */
export function Versions({ id }: { id: string }) {
  const query = useQuery(ContentVersionsDocument, { id }, { topics: ['content'] })
  return (
    <Panel title={t('content:versions')}>
      <Loaded query={query}>{({ contentVersions: { nodes } }) => <Compared id={id} versions={nodes} />}</Loaded>
    </Panel>
  )
}

function Compared({ id, versions }: { id: string; versions: readonly Version[] }) {
  const session = useSession()
  const send = useSave()
  const { isBusy, run } = useBusy()
  const [chosen, choose] = useState<number>()
  const newest = versions[0]
  const other = versions.find(({ version }) => version === chosen) ?? versions[1]
  if (!newest || !other) return <p class="empty">{t('content:oneVersion')}</p>
  const restore = async () => {
    await send(RestoreContentDocument, { id, version: other.version })
    notify(t('content:restored', { version: other.version }))
  }
  return (
    <>
      <div class="toolbar">
        <div class="field">
          <label for="compared">{t('content:compare')}</label>
          <select
            id="compared"
            value={other.version}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          >
            {versions.slice(1).map(({ version, createdAt, author }) => (
              <option key={version} value={version}>
                {t('content:versionOf', { version, name: author?.name ?? '', time: moment(createdAt) })}
              </option>
            ))}
          </select>
        </div>
        {session.may('org:content:write') && (
          <button type="button" disabled={isBusy} onClick={() => run(restore)}>
            {t('content:restore', { version: other.version })}
          </button>
        )}
      </div>
      <div class="pair">
        {[other, newest].map(({ version, title, body }) => (
          <article key={version}>
            <p class="quiet">{t('content:version', { version })}</p>
            <h3>{title}</h3>
            <div class="text">{body}</div>
          </article>
        ))}
      </div>
    </>
  )
}
