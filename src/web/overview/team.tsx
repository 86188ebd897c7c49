import { TeamActivityDocument, type TeamActivityQuery } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, countColumn, timeColumn } from '../components/columns.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { label, t } from '../i18n/language.ts'

/** A read counts as two requests. */
const PAUSE_MS = 30_000
const MOST_SHOWN = 8

type Activity = NonNullable<TeamActivityQuery['teamAnalytics']>['activity'][number]

const columns = (): Column<Activity>[] => [
  {
    id: 'member',
    title: t('overview:member'),
    show: ({ name, role }) => (
      <>
        {name} <span class="quiet">{label(role)}</span>
      </>
    ),
  },
  countColumn('actions', { title: t('overview:actions') }),
  countColumn('openCampaigns', { title: t('overview:openCampaigns') }),
  timeColumn('lastActiveAt', { title: t('overview:lastActive'), none: t('overview:notActive') }),
]

export function Team() {
  const query = useQuery(TeamActivityDocument, {}, { topics: ['clients', 'campaigns'], pauseMs: PAUSE_MS })
  const team = query.data?.teamAnalytics
  const aside = team && (
    <span class="quiet">{t('overview:active', { active: team.activeMembers, members: team.members })}</span>
  )
  return (
    <QueryPanel title={t('overview:team')} aside={aside} query={query}>
      {({ teamAnalytics: { activity } }) => (
        <Table
          rows={activity.slice(0, MOST_SHOWN).map((row) => ({ ...row, id: row.memberId }))}
          columns={columns()}
          empty={t('overview:noMembers')}
        />
      )}
    </QueryPanel>
  )
}
