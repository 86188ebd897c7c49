import { useEffect, useState } from 'preact/hooks'
import type { Changes, Dashboard } from '../api/insights.ts'
import { useSession } from '../api/session.ts'
import { Bar } from '../components/bar.tsx'
import { Empty, Panel } from '../components/panel.tsx'
import { change, compact, compactRand, count, label, percent, rand } from '../format.ts'

/** The figures of the dashboard, as the live connection tells them. */
export function Figures() {
  const { live } = useSession()
  const [dashboard, setDashboard] = useState<Dashboard>()
  useEffect(() => live.on('dashboard', ({ data }) => data && setDashboard(data)), [live])
  return (
    <>
      <Panel title="Last 30 days" class="wide" aside={<span class="quiet">against the 30 days before</span>}>
        {dashboard ? <Tiles {...dashboard} /> : <p class="loading">Loading…</p>}
      </Panel>
      <Panel title="Campaigns by status">
        {dashboard ? <Statuses {...dashboard} /> : <p class="loading">Loading…</p>}
      </Panel>
    </>
  )
}

function Tiles({ clients, campaigns, last30Days, change: changes }: Dashboard) {
  const { impressions, clicks, conversions, spendCents, revenueCents, roi } = last30Days
  return (
    <dl class="tiles">
      <Tile name="Clients" value={count(clients)} />
      <Tile name="Campaigns" value={count(campaigns)} />
      <Tile name="Impressions" value={compact(impressions)} exact={count(impressions)} change={changes.impressions} />
      <Tile name="Clicks" value={compact(clicks)} exact={count(clicks)} change={changes.clicks} />
      <Tile name="Conversions" value={compact(conversions)} exact={count(conversions)} change={changes.conversions} />
      <Tile name="Spend" value={compactRand(spendCents)} exact={rand(spendCents)} change={changes.spendCents} />
      <Tile name="Revenue" value={compactRand(revenueCents)} exact={rand(revenueCents)} change={changes.revenueCents} />
      <Tile name="Return on investment" value={roi === null ? 'None' : percent(roi)} />
    </dl>
  )
}

interface TileProps {
  name: string
  value: string
  exact?: string
  change?: Changes[keyof Changes]
}

function Tile({ name, value, exact, change: share }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={exact}>
        <span class="value">{value}</span>
        {share != null && <span class={share < 0 ? 'change down' : 'change up'}>{change(share)}</span>}
      </dd>
    </div>
  )
}

function Statuses({ campaigns, byStatus }: Dashboard) {
  if (campaigns === 0) return <Empty>There are no campaigns yet.</Empty>
  const most = Math.max(...byStatus.map((each) => each.campaigns))
  return (
    <ul class="bars">
      {byStatus.map(({ status, campaigns: number }) => (
        <li key={status} class={number === 0 ? 'none' : ''}>
          <span>{label(status)}</span>
          <Bar share={number / most} />
          <span class="number">{count(number)}</span>
        </li>
      ))}
    </ul>
  )
}
