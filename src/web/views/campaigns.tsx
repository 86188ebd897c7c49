import { useState } from 'preact/hooks'
import { CAMPAIGN_STATUSES, CAMPAIGN_TYPES, CAMPAIGNS, type Campaign, type CampaignFilter } from '../api/documents.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { Filter, Pager, pageOf, Search, Toolbar } from '../components/list.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { label, moment, rand } from '../format.ts'
import { route } from '../route.ts'
import { CampaignForm } from './campaign-form.tsx'

function filterOf(parameters: URLSearchParams): CampaignFilter {
  const status = CAMPAIGN_STATUSES.find((each) => each === parameters.get('status'))
  const type = CAMPAIGN_TYPES.find((each) => each === parameters.get('type'))
  return { search: parameters.get('search') ?? undefined, status: status && [status], type: type && [type] }
}

export function Campaigns() {
  const session = useSession()
  const { parameters } = route.value
  const [edited, setEdited] = useState<Campaign | 'new'>()
  const asked = { ...pageOf(parameters), filter: filterOf(parameters) }
  const query = useQuery(CAMPAIGNS, asked, { topics: ['campaigns', 'clients'] })
  const mayWrite = session.may('org:campaigns:write')
  const saved = () => {
    setEdited(undefined)
    query.reload()
  }
  return (
    <div class="panel">
      <Toolbar>
        <Search view="campaigns" what="campaigns" />
        <Filter view="campaigns" name="status" values={CAMPAIGN_STATUSES} />
        <Filter view="campaigns" name="type" values={CAMPAIGN_TYPES} />
        {mayWrite && (
          <button type="button" class="primary" onClick={() => setEdited('new')}>
            New campaign
          </button>
        )}
      </Toolbar>
      <Loaded query={query}>
        {({ campaigns }) => (
          <>
            {campaigns.nodes.length === 0 ? (
              <Empty>No campaign matches.</Empty>
            ) : (
              <CampaignTable campaigns={campaigns.nodes} onEdit={mayWrite ? setEdited : undefined} />
            )}
            <Pager view="campaigns" page={campaigns} what="campaign" />
          </>
        )}
      </Loaded>
      {edited && (
        <CampaignForm
          campaign={edited === 'new' ? undefined : edited}
          onSaved={saved}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface TableProps {
  campaigns: Campaign[]
  onEdit: ((campaign: Campaign) => void) | undefined
}

function CampaignTable({ campaigns, onEdit }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col" class="roomy">
            Client
          </th>
          <th scope="col" class="roomy">
            Type
          </th>
          <th scope="col" class="number roomy">
            Budget
          </th>
          <th scope="col" class="roomy">
            Starts
          </th>
          {onEdit && (
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <tr key={campaign.id}>
            <th scope="row">{campaign.name}</th>
            <td>
              <Badge status={campaign.status} />
            </td>
            <td class="roomy">{campaign.clientName}</td>
            <td class="roomy">{label(campaign.type)}</td>
            <td class="number roomy">{campaign.budgetCents === null ? '' : rand(campaign.budgetCents)}</td>
            <td class="roomy">
              {campaign.startsAt && <time dateTime={campaign.startsAt}>{moment(campaign.startsAt)}</time>}
            </td>
            {onEdit && (
              <td class="row-actions">
                <button type="button" aria-label={`Edit ${campaign.name}`} onClick={() => onEdit(campaign)}>
                  Edit
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
