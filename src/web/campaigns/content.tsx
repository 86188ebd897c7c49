import { CampaignContentDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'

/** The content of a campaign. */
export function Content({ id }: { id: string }) {
  const query = useQuery(CampaignContentDocument, { id }, { topics: ['campaigns'] })
  return (
    <Panel title={t('campaigns:content')}>
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
