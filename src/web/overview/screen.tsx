import { session } from '../api/session.ts'
import { Below } from '../components/panel.tsx'
import { t } from '../i18n/language.ts'
import { Audit } from './audit.tsx'
import { Figures, Statuses, useDashboard } from './figures.tsx'
import { Needs } from './needs.tsx'
import { Sectors } from './sectors.tsx'
import { Team } from './team.tsx'
import { Trend } from './trend.tsx'

export default function Screen() {
  return (
    <div class="overview">
      <Needs>
        {session.may('org:analytics:read') ? <Analytics /> : <p class="empty">{t('overview:noAnalytics')}</p>}
      </Needs>
    </div>
  )
}

function Analytics() {
  const dashboard = useDashboard()
  const mayRead = (feature: string) => session.may(`org:${feature}:read`)
  return (
    <>
      <Figures dashboard={dashboard} />
      <Below query={dashboard}>
        <Trend />
        <Statuses dashboard={dashboard} />
        <Sectors />
        {mayRead('team') && <Team />}
        {mayRead('audit') && <Audit />}
      </Below>
    </>
  )
}
