import type { ComponentChildren } from 'preact'
import {
  type AwaitingCampaignFragment,
  AwaitingCampaignsDocument,
  CampaignStatus,
  DecideOnCampaignDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { decidedOn } from '../campaigns/decision.ts'
import { fields } from '../campaigns/fields.tsx'
import { Facts } from '../components/panel.tsx'
import { factsOf } from '../components/record-fields.tsx'
import { takeStep } from '../components/steps.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Inbox, Item } from './inbox.tsx'

/** Campaigns that the caller may approve. */
export const Campaigns = ({ below }: { below: ComponentChildren }) => (
  <Inbox
    title={t('screens.campaigns')}
    query={useQuery(AwaitingCampaignsDocument, {}, { topics: ['campaigns'] })}
    below={below}
  >
    {(campaign) => <Awaiting key={campaign.id} campaign={campaign} />}
  </Inbox>
)

function Awaiting({ campaign }: { campaign: AwaitingCampaignFragment }) {
  const { id, name } = campaign
  const change = async (status: CampaignStatus, reason?: string) =>
    (await session.save(DecideOnCampaignDocument, { id, status, reason, ...decidedOn(campaign, status) })).changed
  return (
    <Item
      title={<a href={hrefOf('campaigns', [id])}>{name}</a>}
      name={name}
      rows={fields}
      changes={campaign.changesSinceApproval}
      steps={campaign.transitions}
      wayBack={CampaignStatus.DRAFT}
      decide={(to, reason) => takeStep(name, campaign.status, to, change, reason)}
    >
      {campaign.description && <p>{campaign.description}</p>}
      <Facts facts={[...factsOf(fields, { ...campaign }), [t('approvals:author'), campaign.author?.name]]} />
    </Item>
  )
}
