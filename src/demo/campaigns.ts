import { CampaignStatus } from '../features/campaigns/campaign.entity.ts'
import { CAMPAIGNS, type DemoCampaign } from './campaign-table.ts'
import type { Stage } from './stage.ts'

const CREATE = 'mutation ($input: CampaignInput!) { createCampaign(input: $input) { id } }'
const MOVE =
  'mutation ($id: ID!, $status: CampaignStatus!) { changeCampaignStatus(id: $id, status: $status, isSentElsewhere: true) { id } }'
const INVITE =
  'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { __typename } }'

const { DRAFT, PENDING_APPROVAL, SCHEDULED, ACTIVE, PAUSED, COMPLETED, CANCELLED, FAILED, ARCHIVED } = CampaignStatus

/** The status changes after DRAFT that lead to each status. */
const PATHS: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  [DRAFT]: [],
  [PENDING_APPROVAL]: [PENDING_APPROVAL],
  [SCHEDULED]: [PENDING_APPROVAL, SCHEDULED],
  [ACTIVE]: [PENDING_APPROVAL, ACTIVE],
  [PAUSED]: [PENDING_APPROVAL, ACTIVE, PAUSED],
  [COMPLETED]: [PENDING_APPROVAL, ACTIVE, COMPLETED],
  [CANCELLED]: [PENDING_APPROVAL, ACTIVE, CANCELLED],
  [FAILED]: [PENDING_APPROVAL, ACTIVE, FAILED],
  [ARCHIVED]: [PENDING_APPROVAL, ACTIVE, COMPLETED, ARCHIVED],
}

/**
 * The day, relative to today, on which a campaign reaches a status. It is never before its creation or in the future.
 */
function dayOf(status: CampaignStatus, campaign: DemoCampaign): number {
  const [begins, ends] = campaign.days
  const made = createdOn(campaign)
  const days: Readonly<Record<CampaignStatus, number>> = {
    [DRAFT]: made,
    [PENDING_APPROVAL]: made + 2,
    [SCHEDULED]: made + 4,
    [ACTIVE]: begins,
    [PAUSED]: -4,
    [COMPLETED]: ends,
    [CANCELLED]: ends - 10,
    [FAILED]: begins + 3,
    [ARCHIVED]: ends + 20,
  }
  return days[status]
}

const createdOn = ({ days: [begins] }: DemoCampaign) => Math.min(begins - 14, -7)

/** A created campaign of the demo. */
export interface PlayedCampaign extends DemoCampaign {
  id: string
}

/** Creates campaigns in every status. An author never approves their own campaign. */
export async function playCampaigns(stage: Stage, clients: ReadonlyMap<string, string>): Promise<PlayedCampaign[]> {
  const played: PlayedCampaign[] = []
  for (const campaign of CAMPAIGNS) {
    const { name, description, client, type, channels = [], purpose, budget, author, days, status } = campaign
    const input = {
      name,
      description,
      clientId: client && clients.get(client),
      type,
      channels,
      purpose,
      budgetCents: budget * 100,
      startsAt: stage.at(days[0]),
      endsAt: stage.at(days[1]),
    }
    const { id } = await stage.perform(author, createdOn(campaign), CREATE, { input })
    for (const next of PATHS[status]) {
      const by = next === PENDING_APPROVAL ? author : author === 'thandi' ? 'admin' : 'thandi'
      await stage.perform(by, dayOf(next, campaign), MOVE, { id, status: next })
    }
    played.push({ ...campaign, id })
  }
  const [first] = played
  const contacts = ['andile.m@example.com', 'carmen.w@example.com', 'naledi.k@example.com'].map((email) => ({ email }))
  if (first) await stage.perform('ayesha', -20, INVITE, { id: first.id, input: { channel: 'EMAIL', contacts } })
  return played
}
