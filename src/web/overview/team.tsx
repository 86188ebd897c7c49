import { TeamActivityDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { count, moment } from '../format.ts'
import { label } from '../i18n/language.ts'

/** It counts as two requests. */
const PAUSE_MS = 30_000
const MOST_SHOWN = 8

export function Team() {
  const query = useQuery(TeamActivityDocument, {}, { topics: ['clients', 'campaigns'], pauseMs: PAUSE_MS })
  const team = query.data?.teamAnalytics
  const aside = team && (
    <span class="quiet">
      {count(team.activeMembers)} of {count(team.members)} active in 30 days
    </span>
  )
  return (
    <Panel title="Team activity" aside={aside}>
      <Loaded query={query}>
        {({ teamAnalytics: { activity } }) =>
          activity.length === 0 ? (
            <Empty>The team has no members yet.</Empty>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col" class="number">
                    Actions
                  </th>
                  <th scope="col" class="number">
                    Open campaigns
                  </th>
                  <th scope="col" class="roomy">
                    Last active
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
                      {lastActiveAt ? <time dateTime={lastActiveAt}>{moment(lastActiveAt)}</time> : 'Not in 30 days'}
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
