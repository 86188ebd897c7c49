import { CampaignResultsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Opener } from '../components/opener.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { Tile } from '../components/tile.tsx'
import { count, rand } from '../format.ts'
import { fieldName, t } from '../i18n/language.ts'
import { RecordFile } from './record-file.tsx'
import { Recorded, Recording } from './recorded.tsx'

/** The all-time figures of a campaign. */
export const Results = ({ id }: { id: string }) => (
  <QueryPanel
    title={t('campaigns:results')}
    aside={session.may('org:analytics:write') && <Actions campaignId={id} />}
    query={useQuery(CampaignResultsDocument, { id }, { topics: ['dashboard'] })}
  >
    {({ campaignAnalytics: { totals } }) => (
      <dl class="tiles">
        <Tile name={fieldName('impressions')} value={count(totals.impressions)} />
        <Tile name={fieldName('clicks')} value={count(totals.clicks)} />
        <Tile name={fieldName('conversions')} value={count(totals.conversions)} />
        <Tile name={fieldName('spendCents')} value={rand(totals.spendCents)} />
        <Tile name={fieldName('revenueCents')} value={rand(totals.revenueCents)} />
      </dl>
    )}
  </QueryPanel>
)

const Actions = ({ campaignId }: { campaignId: string }) => (
  <div class="actions">
    <Recording campaignId={campaignId} />
    <Opener label={t('campaigns:file.open')}>
      {(close) => <RecordFile campaignId={campaignId} onClose={close} />}
    </Opener>
    <Opener label={t('campaigns:recorded.title')}>
      {(close) => <Recorded campaignId={campaignId} onClose={close} />}
    </Opener>
  </div>
)
