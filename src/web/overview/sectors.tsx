import { SectorsDocument, type SectorsQuery } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Bar } from '../components/bar.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { compact, compactRand, count, percent } from '../format.ts'
import { label } from '../i18n/language.ts'

/** It counts as two requests. */
const PAUSE_MS = 30_000

const nameOf = (sector: string | null) => (sector ? label(sector) : 'No client')

export function Sectors() {
  const query = useQuery(SectorsDocument, {}, { topics: ['dashboard'], pauseMs: PAUSE_MS })
  return (
    <Panel title="Sectors">
      <Loaded query={query}>{({ sectorAnalytics }) => <Split sectors={sectorAnalytics.trueSectors} />}</Loaded>
    </Panel>
  )
}

type SectorFigures = NonNullable<SectorsQuery['sectorAnalytics']>['trueSectors']

function Split({ sectors }: { sectors: SectorFigures }) {
  const all = sectors.reduce((sum, { campaigns }) => sum + campaigns, 0)
  if (all === 0) return <Empty>No client has a campaign yet.</Empty>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Sector</th>
          <th scope="col">Share of campaigns</th>
          <th scope="col" class="number">
            Campaigns
          </th>
          <th scope="col" class="number">
            Impressions
          </th>
          <th scope="col" class="number roomy">
            Spend
          </th>
        </tr>
      </thead>
      <tbody>
        {sectors.map(({ sector, campaigns, impressions, spendCents }) => (
          <tr key={sector}>
            <th scope="row">{nameOf(sector)}</th>
            <td>
              <span class="share">
                <Bar share={campaigns / all} tone={sector === 'GOVERNMENT' ? 'second' : ''} />
                {percent(campaigns / all)}
              </span>
            </td>
            <td class="number">{count(campaigns)}</td>
            <td class="number">{compact(impressions)}</td>
            <td class="number roomy">{compactRand(spendCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
