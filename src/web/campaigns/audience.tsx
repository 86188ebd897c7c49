import {
  CampaignAudienceDocument,
  type CampaignAudienceQuery,
  RemoveUncoveredRecipientsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { Opener } from '../components/opener.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { count } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { AudienceForm } from './audience-form.tsx'

type Channels = NonNullable<CampaignAudienceQuery['campaignAudience']>['channels']

/**
 * The number of people in a campaign's audience, and the number of those who may not be contacted. `isOpen`: whether the
 * campaign can be edited.
 */
export function Audience({ id, isOpen }: { id: string; isOpen: boolean }) {
  const query = useQuery(CampaignAudienceDocument, { id }, { topics: ['campaigns'] })
  const channels = query.data?.campaignAudience.channels ?? []
  return (
    <Panel title={t('campaigns:audience.title')} aside={<Changing id={id} isOpen={isOpen} channels={channels} />}>
      <Loaded query={query}>
        {({ campaignAudience }) =>
          campaignAudience.channels.length === 0 ? (
            <Empty>{t('campaigns:audience.none')}</Empty>
          ) : (
            <Counts channels={campaignAudience.channels} />
          )
        }
      </Loaded>
    </Panel>
  )
}

const Counts = ({ channels }: { channels: Channels }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{t('campaigns:audience.channel')}</th>
        <th scope="col" class="number">
          {t('campaigns:audience.people')}
        </th>
        <th scope="col" class="number">
          {t('campaigns:audience.uncovered')}
        </th>
      </tr>
    </thead>
    <tbody>
      {channels.map(({ channel, recipients, uncovered }) => (
        <tr key={channel}>
          <th scope="row">{label(channel)}</th>
          <td class="number">{count(recipients)}</td>
          <td class="number">{count(uncovered)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Changing({ id, isOpen, channels }: { id: string; isOpen: boolean; channels: Channels }) {
  const send = useSave()
  const uncovered = channels.reduce((sum, channel) => sum + channel.uncovered, 0)
  if (!session.may('org:campaigns:write')) return null
  return (
    <div class="actions">
      {isOpen && (
        <Opener label={t('campaigns:audience.add')}>
          {(close) => <AudienceForm campaignId={id} onClose={close} />}
        </Opener>
      )}
      {uncovered > 0 && (
        <ConfirmButton
          title={t('campaigns:audience.remove')}
          consequence={t('campaigns:audience.consequence', { count: uncovered })}
          action={t('campaigns:audience.remove')}
          confirm={() =>
            send(RemoveUncoveredRecipientsDocument, { id }, { said: () => t('campaigns:audience.removed') })
          }
        />
      )}
    </div>
  )
}
