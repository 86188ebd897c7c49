import { useState } from 'preact/hooks'
import { CampaignResultsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Loaded, Panel } from '../components/panel.tsx'
import { Tile } from '../components/tile.tsx'
import { count, rand } from '../format.ts'
import { t } from '../i18n/language.ts'
import { RecordFile } from './record-file.tsx'
import { RecordForm } from './record-form.tsx'
import { Recorded } from './recorded.tsx'

/** The all-time figures of a campaign. */
export function Results({ id }: { id: string }) {
  const query = useQuery(CampaignResultsDocument, { id }, { topics: ['dashboard'] })
  return (
    <Panel title={t('campaigns:results')} aside={session.may('org:analytics:write') && <Recording campaignId={id} />}>
      <Loaded query={query}>
        {({ campaignAnalytics: { totals } }) => (
          <dl class="tiles">
            <Tile name={t('campaigns:impressions')} value={count(totals.impressions)} />
            <Tile name={t('campaigns:clicks')} value={count(totals.clicks)} />
            <Tile name={t('campaigns:conversions')} value={count(totals.conversions)} />
            <Tile name={t('campaigns:spend')} value={rand(totals.spendCents)} />
            <Tile name={t('campaigns:revenue')} value={rand(totals.revenueCents)} />
          </dl>
        )}
      </Loaded>
    </Panel>
  )
}

function Recording({ campaignId }: { campaignId: string }) {
  const [opened, open] = useState<'form' | 'file' | 'recorded'>()
  const close = () => open(undefined)
  return (
    <div class="actions">
      <button type="button" onClick={() => open('form')}>
        {t('campaigns:record.open')}
      </button>
      <button type="button" onClick={() => open('file')}>
        {t('campaigns:file.open')}
      </button>
      <button type="button" onClick={() => open('recorded')}>
        {t('campaigns:recorded.title')}
      </button>
      {opened === 'recorded' && <Recorded campaignId={campaignId} onClose={close} />}
      {opened === 'form' && <RecordForm campaignId={campaignId} onClose={close} />}
      {opened === 'file' && <RecordFile campaignId={campaignId} onClose={close} />}
    </div>
  )
}
