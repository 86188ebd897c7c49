import {
  type CampaignFilter,
  type CampaignRowFragment,
  CampaignStatus,
  CampaignsDocument,
  CampaignType,
} from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { pageOf } from '../components/list.tsx'
import { type Column, Records } from '../components/records.tsx'
import { moment, rand } from '../format.ts'
import { label } from '../i18n/language.ts'
import { route } from '../route.ts'
import { CampaignForm } from './campaign-form.tsx'

const STATUSES = Object.values(CampaignStatus)
const TYPES = Object.values(CampaignType)

const FILTERS = { status: STATUSES, type: TYPES }

const COLUMNS: Column<CampaignRowFragment>[] = [
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
  const status = STATUSES.find((each) => each === parameters.get('status'))
  const type = TYPES.find((each) => each === parameters.get('type'))
  return { search: parameters.get('search') ?? undefined, status: status && [status], type: type && [type] }
}

export default function Screen() {
  const session = useSession()
  const { parameters } = route.value
  const asked = { ...pageOf(parameters), filter: filterOf(parameters) }
  return (
    <Records
      what="campaign"
      query={useQuery(CampaignsDocument, asked, { topics: ['campaigns', 'clients'] })}
      filters={FILTERS}
      columns={COLUMNS}
      mayWrite={session.may('org:campaigns:write')}
      form={({ row, ...handlers }) => <CampaignForm campaign={row} {...handlers} />}
    />
  )
}
