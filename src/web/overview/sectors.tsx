import { SectorsDocument, type SectorsQuery } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, column, countColumn, figureColumn } from '../components/columns.tsx'
import { Empty, QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { Bar } from '../components/tile.tsx'
import { compact, compactRand, percent } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** A read counts as two requests. */
const PAUSE_MS = 30_000

const nameOf = (sector: string | null) => (sector ? label(sector) : t('noClient'))

export const Sectors = () => (
  <QueryPanel
    title={t('overview:sectors')}
    aside={<span class="quiet">{t('overview:allTime')}</span>}
    query={useQuery(SectorsDocument, {}, { topics: ['dashboard'], pauseMs: PAUSE_MS })}
  >
    {({ sectorAnalytics }) => <Split sectors={sectorAnalytics.trueSectors} />}
  </QueryPanel>
)

type SectorFigures = NonNullable<SectorsQuery['sectorAnalytics']>['trueSectors']

function Split({ sectors }: { sectors: SectorFigures }) {
  const all = sectors.reduce((sum, { campaigns }) => sum + campaigns, 0)
  if (all === 0) return <Empty>{t('overview:noSectors')}</Empty>
  const columns: Column<SectorFigures[number]>[] = [
    column('sector', t('overview:sector'), ({ sector }) => nameOf(sector)),
    {
      id: 'share',
      title: t('overview:share'),
      show: ({ sector, campaigns }) => (
        <span class="share">
          <Bar share={campaigns / all} tone={sector === 'GOVERNMENT' ? 'second' : ''} />
          {percent(campaigns / all)}
        </span>
      ),
    },
    countColumn('campaigns', { title: t('overview:campaigns') }),
    figureColumn('impressions', ({ impressions }) => compact(impressions), {
      title: t('overview:impressions'),
      isRoomy: true,
    }),
    figureColumn('spend', ({ spendCents }) => compactRand(spendCents), { title: t('overview:spend'), isRoomy: true }),
  ]
  return <Table rows={sectors.map((row) => ({ ...row, id: row.sector ?? '' }))} columns={columns} />
}
