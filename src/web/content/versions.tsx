import { ContentVersionsDocument, type ContentVersionsQuery, RestoreContentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { t } from '../i18n/language.ts'
import { Compared } from './compared.tsx'

type Version = NonNullable<ContentVersionsQuery['contentVersions']>['nodes'][number]

/** The versions of a content item. Any of them can be compared with the newest, and an earlier one can be restored. */
export const Versions = ({ id }: { id: string }) => (
  <QueryPanel title={t('content:versions')} query={useQuery(ContentVersionsDocument, { id }, { topics: ['content'] })}>
    {({ contentVersions: { nodes } }) => {
      const [newest, ...earlier] = nodes
      if (!newest || earlier.length === 0) return <p class="empty">{t('content:oneVersion')}</p>
      return (
        <Compared newest={newest} earlier={earlier}>
          {(version) => session.may('org:content:write') && <Restore id={id} version={version} />}
        </Compared>
      )
    }}
  </QueryPanel>
)

function Restore({ id, version: { version } }: { id: string; version: Version }) {
  const restore = () =>
    session.save(RestoreContentDocument, { id, version }, { said: t('content:restored', { version }) })
  return <ActionButton run={restore} label={t('content:restore', { version })} />
}
