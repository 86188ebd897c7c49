import { useSession } from '../api/session.ts'
import { Audit } from '../panels/audit.tsx'
import { Figures, Statuses, useDashboard } from '../panels/figures.tsx'
import { Sectors } from '../panels/sectors.tsx'
import { Team } from '../panels/team.tsx'
import { Trend } from '../panels/trend.tsx'

export function Overview() {
  const session = useSession()
  const dashboard = useDashboard()
  const mayRead = (feature: string) => session.may(`org:${feature}:read`)
  if (!mayRead('analytics')) return <p class="empty">Your role does not include the analytics.</p>
  return (
    <div class="overview">
      <Figures dashboard={dashboard} />
      <Trend />
      <Statuses dashboard={dashboard} />
      <Sectors />
      {mayRead('team') && <Team />}
      {mayRead('audit') && <Audit />}
    </div>
  )
}
