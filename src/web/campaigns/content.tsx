import { CampaignContentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import type { Named } from '../components/held-record.ts'
import { NewRecord } from '../components/new-record.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { ContentForm } from '../content/content-form.tsx'
import { label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'

export function Content({ campaign }: { campaign: Named }) {
  const { id } = campaign
  const query = useQuery(CampaignContentDocument, { id }, { topics: ['campaigns'] })
  return (
    <Panel
      title={t('campaigns:content')}
      aside={session.may('org:content:write') && <NewContent campaign={campaign} />}
    >
      <Loaded query={query}>
        {({ contents: { nodes } }) =>
          nodes.length === 0 ? (
            <Empty>{t('campaigns:noContent')}</Empty>
          ) : (
            <table>
              <tbody>
                {nodes.map(({ id: each, title, type, status, language }) => (
                  <tr key={each}>
                    <th scope="row">
                      <a href={hrefOf('content', [each])}>{title}</a>
                    </th>
                    <td>
                      <Badge status={status} />
                    </td>
                    <td class="roomy">{label(type)}</td>
                    <td class="roomy">{label(language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Panel>
  )
}

const NewContent = ({ campaign }: { campaign: Named }) => (
  <NewRecord
    screen="content"
    action={t('palette.newContent')}
    form={(close) => <ContentForm content={undefined} campaign={campaign} onClose={close} />}
  />
)
