import {
  CampaignAudienceDocument,
  type CampaignAudienceQuery,
  RemoveUncoveredRecipientsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, countColumn, labelColumn } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { t } from '../i18n/language.ts'
import { AudienceForm } from './audience-form.tsx'

type Channels = NonNullable<CampaignAudienceQuery['campaignAudience']>['channels']

const columns = (): Column<Channels[number]>[] => [
  labelColumn('channel', { title: t('campaigns:audience.channel') }),
  countColumn('recipients', { title: t('campaigns:audience.people') }),
  countColumn('uncovered', { title: t('campaigns:audience.uncovered') }),
]

/**
 * The number of people in a campaign's audience, and the number of those who may not be contacted. `isOpen`: whether the
 * campaign can be edited.
 */
export function Audience({ id, isOpen }: { id: string; isOpen: boolean }) {
  const query = useQuery(CampaignAudienceDocument, { id }, { topics: ['campaigns'] })
  const channels = query.data?.campaignAudience.channels ?? []
  return (
    <QueryPanel
      title={t('campaigns:audience.title')}
      aside={<Changing id={id} isOpen={isOpen} channels={channels} />}
      query={query}
    >
      {({ campaignAudience }) => (
        <Table
          rows={campaignAudience.channels.map((row) => ({ ...row, id: row.channel }))}
          columns={columns()}
          empty={t('campaigns:audience.none')}
        />
      )}
    </QueryPanel>
  )
}

function Changing({ id, isOpen, channels }: { id: string; isOpen: boolean; channels: Channels }) {
  const uncovered = channels.reduce((sum, channel) => sum + channel.uncovered, 0)
  if (!session.may('org:campaigns:write')) return null
  return (
    <div class="actions">
      {isOpen && <AudienceForm campaignId={id} />}
      {uncovered > 0 && (
        <ConfirmButton
          title={t('campaigns:audience.remove')}
          consequence={t('campaigns:audience.consequence', { count: uncovered })}
          action={t('campaigns:audience.remove')}
          confirm={() =>
            session.save(RemoveUncoveredRecipientsDocument, { id }, { said: t('campaigns:audience.removed') })
          }
        />
      )}
    </div>
  )
}
