import { CAMPAIGN_STATUSES, CAMPAIGN_TYPES, CAMPAIGNS, type Campaign, type CampaignFilter } from '../api/documents.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { pageOf } from '../components/list.tsx'
import { type Column, Records } from '../components/records.tsx'
import { label, moment, rand } from '../format.ts'
import { route } from '../route.ts'
import { CampaignForm } from './campaign-form.tsx'

const FILTERS = { status: CAMPAIGN_STATUSES, type: CAMPAIGN_TYPES }

const COLUMNS: Column<Campaign>[] = [
  { title: 'Client', show: ({ clientName }) => clientName },
  { title: 'Type', show: ({ type }) => label(type) },
  {
    title: 'Budget',
    isNumber: true,
    show: ({ budgetCents }) => (budgetCents === null ? '' : rand(budgetCents)),
  },
  { title: 'Starts', show: ({ startsAt }) => startsAt && <time dateTime={startsAt}>{moment(startsAt)}</time> },
]

function filterOf(parameters: URLSearchParams): CampaignFilter {
  const status = CAMPAIGN_STATUSES.find((each) => each === parameters.get('status'))
  const type = CAMPAIGN_TYPES.find((each) => each === parameters.get('type'))
  return { search: parameters.get('search') ?? undefined, status: status && [status], type: type && [type] }
}

export function Campaigns() {
  const session = useSession()
  const { parameters } = route.value
  const asked = { ...pageOf(parameters), filter: filterOf(parameters) }
  return (
    <Records
      view="campaigns"
      what="campaign"
      query={useQuery(CAMPAIGNS, asked, { topics: ['campaigns', 'clients'] })}
      filters={FILTERS}
      columns={COLUMNS}
      mayWrite={session.may('org:campaigns:write')}
      form={({ row, ...handlers }) => <CampaignForm campaign={row} {...handlers} />}
    />
  )
}
