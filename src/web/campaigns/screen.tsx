import { useState } from 'preact/hooks'
import {
  type CampaignFilter,
  CampaignOrderField,
  type CampaignRowFragment,
  CampaignStatus,
  CampaignsDocument,
  CampaignType,
} from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import { type Column, orderOf } from '../components/table.tsx'
import { moment, rand } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Bulk } from './bulk.tsx'
import { Campaign } from './campaign.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { ClientFilter } from './client-filter.tsx'

const STATUSES = Object.values(CampaignStatus)
const TYPES = Object.values(CampaignType)
const ORDERS = Object.values(CampaignOrderField)

const FILTERS = { status: STATUSES, type: TYPES }

const columns = (): Column<CampaignRowFragment>[] => [
  { title: t('name'), order: CampaignOrderField.NAME, show: ({ name }) => name },
  { title: t('filters.status'), show: ({ status }) => <Badge status={status} /> },
  { title: t('campaigns:client'), isRoomy: true, show: ({ clientName }) => clientName },
  { title: t('filters.type'), isRoomy: true, show: ({ type }) => label(type) },
  {
    title: t('campaigns:budget'),
    isNumber: true,
    isRoomy: true,
    show: ({ budgetCents }) => (budgetCents === null ? '' : rand(budgetCents)),
  },
  {
    title: t('campaigns:starts'),
    isRoomy: true,
    show: ({ startsAt }) => startsAt && <time dateTime={startsAt}>{moment(startsAt)}</time>,
  },
]

/** Every condition, except those that other screens ask for. */
type Chosen = { [Name in keyof Required<Omit<CampaignFilter, 'awaitingMe' | 'startsBefore'>>]: CampaignFilter[Name] }

function filterOf(parameters: URLSearchParams): Chosen {
  const status = STATUSES.find((each) => each === parameters.get('status'))
  const type = TYPES.find((each) => each === parameters.get('type'))
  return {
    search: parameters.get('search') ?? undefined,
    clientId: parameters.get('client') ?? undefined,
    status: status && [status],
    type: type && [type],
  }
}

export default function Screen() {
  const [id] = route.value.path
  return id ? <Campaign key={id} id={id} /> : <Campaigns />
}

function Campaigns() {
  const session = useSession()
  const { parameters } = route.value
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const mayWrite = session.may('org:campaigns:write')
  const asked = { ...pageOf(parameters), filter: filterOf(parameters), orderBy: orderOf(parameters, ORDERS) }
  return (
    <Records
      sentences={{
        search: t('campaigns:search'),
        create: t('campaigns:new'),
        empty: t('campaigns:noMatch'),
        count: (count) => t('campaigns:count', { count }),
      }}
      query={useQuery(CampaignsDocument, asked, { topics: ['campaigns', 'clients'] })}
      filters={FILTERS}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('campaigns', [id])}
      {...(mayWrite && { selection: { chosen, choose } })}
      actions={
        <>
          <ClientFilter />
          {chosen.size > 0 && <Bulk ids={[...chosen]} onDone={() => choose(new Set())} />}
        </>
      }
      mayWrite={mayWrite}
      nameOf={({ name }) => name}
      form={({ row, ...handlers }) => <CampaignForm campaign={row} {...handlers} />}
    />
  )
}
