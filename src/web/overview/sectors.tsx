import { SectorsDocument, type SectorsQuery } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Bar } from '../components/bar.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { compact, compactRand, count, percent } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** A read counts as two requests. */
const PAUSE_MS = 30_000

const nameOf = (sector: string | null) => (sector ? label(sector) : t('overview:noClient'))

export function Sectors() {
  const query = useQuery(SectorsDocument, {}, { topics: ['dashboard'], pauseMs: PAUSE_MS })
  return (
    <Panel title={t('overview:sectors')} aside={<span class="quiet">{t('overview:allTime')}</span>}>
      <Loaded query={query}>{({ sectorAnalytics }) => <Split sectors={sectorAnalytics.trueSectors} />}</Loaded>
    </Panel>
  )
}

type SectorFigures = NonNullable<SectorsQuery['sectorAnalytics']>['trueSectors']

function Split({ sectors }: { sectors: SectorFigures }) {
  const all = sectors.reduce((sum, { campaigns }) => sum + campaigns, 0)
  if (all === 0) return <Empty>{t('overview:noSectors')}</Empty>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('overview:sector')}</th>
          <th scope="col">{t('overview:share')}</th>
          <th scope="col" class="number">
            {t('overview:campaigns')}
          </th>
          <th scope="col" class="number roomy">
            {t('overview:impressions')}
          </th>
          <th scope="col" class="number roomy">
            {t('overview:spend')}
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
            <td class="number roomy">{compact(impressions)}</td>
            <td class="number roomy">{compactRand(spendCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
