import { TeamActivityDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { count, moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** A read counts as two requests. */
const PAUSE_MS = 30_000
const MOST_SHOWN = 8

export function Team() {
  const query = useQuery(TeamActivityDocument, {}, { topics: ['clients', 'campaigns'], pauseMs: PAUSE_MS })
  const team = query.data?.teamAnalytics
  const aside = team && (
    <span class="quiet">{t('overview:active', { active: team.activeMembers, members: team.members })}</span>
  )
  return (
    <Panel title={t('overview:team')} aside={aside}>
      <Loaded query={query}>
        {({ teamAnalytics: { activity } }) =>
          activity.length === 0 ? (
            <Empty>{t('overview:noMembers')}</Empty>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('overview:member')}</th>
                  <th scope="col" class="number">
                    {t('overview:actions')}
                  </th>
                  <th scope="col" class="number">
                    {t('overview:openCampaigns')}
                  </th>
                  <th scope="col" class="roomy">
                    {t('overview:lastActive')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {activity.slice(0, MOST_SHOWN).map(({ memberId, name, role, actions, openCampaigns, lastActiveAt }) => (
                  <tr key={memberId}>
                    <th scope="row">
                      {name} <span class="quiet">{label(role)}</span>
                    </th>
                    <td class="number">{count(actions)}</td>
                    <td class="number">{count(openCampaigns)}</td>
                    <td class="roomy">
                      {lastActiveAt ? (
                        <time dateTime={lastActiveAt}>{moment(lastActiveAt)}</time>
                      ) : (
                        t('overview:notActive')
                      )}
                    </td>
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
