import {
  type CampaignFilter,
  CampaignOrderField,
  type CampaignRowFragment,
  CampaignStatus,
  CampaignsDocument,
  ExportCampaignsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import {
  column,
  type FileColumn,
  labelColumn,
  randColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../components/columns.tsx'
import { centsIn, daysIn, type FurtherFilter } from '../components/further-filters.tsx'
import { filterIn } from '../components/list.tsx'
import { filtersOf } from '../components/record-fields.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { useSelection } from '../components/table.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Board } from './board.tsx'
import { Bulk } from './bulk.tsx'
import { Calendar } from './calendar.tsx'
import { Campaign } from './campaign.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { clientOf } from './client-of.ts'
import { fields } from './fields.tsx'
import { ClientFilter, LayoutPanel, Layouts, layoutOf } from './layouts.tsx'

const FILTERS = { status: Object.values(CampaignStatus), ...filtersOf(fields) }

const columns = (): FileColumn<CampaignRowFragment>[] => [
  textColumn('name'),
  statusColumn(),
  column('client', fieldName('clientId'), clientOf, { isRoomy: true }),
  labelColumn('type', { isRoomy: true }),
  randColumn('budgetCents', { isRoomy: true }),
  timeColumn('startsAt'),
]

const furtherFilters = (): FurtherFilter[] => [
  { name: 'starts', label: fieldName('startsAt'), kind: 'days' },
  { name: 'budget', label: fieldName('budgetCents'), kind: 'rand' },
  { name: 'createdBy', label: t('filters.createdBy'), kind: 'person' },
]

/** The filter in the address. */
function filterNow(): CampaignFilter {
  const { parameters } = route.value
  const [startsFrom, startsBefore] = daysIn('starts')
  const [budgetFrom, budgetTo] = centsIn('budget')
  return {
    ...filterIn(FILTERS),
    clientId: parameters.get('client') ?? undefined,
    createdBy: parameters.get('createdBy') ?? undefined,
    startsFrom,
    startsBefore,
    budgetFrom,
    budgetTo,
  }
}

function Campaigns() {
  const layout = layoutOf(route.value.parameters)
  if (layout === 'list') return <List />
  const filter = filterNow()
  return (
    <LayoutPanel filters={FILTERS} further={furtherFilters()}>
      {layout === 'board' ? <Board filter={filter} /> : <Calendar filter={filter} />}
    </LayoutPanel>
  )
}

function List() {
  const mayWrite = session.may('org:campaigns:write')
  const filter = filterNow()
  const selection = useSelection(filter)
  return (
    <Records
      list="CAMPAIGNS"
      words="campaigns:list"
      search={t('campaigns:list.search')}
      {...useList(
        CampaignsDocument,
        ExportCampaignsDocument,
        CampaignOrderField,
        { filter },
        { topics: ['campaigns', 'clients'] },
      )}
      filters={FILTERS}
      further={furtherFilters()}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('campaigns', [id])}
      {...(mayWrite && { selection })}
      actions={
        <>
          <Layouts />
          <ClientFilter />
          {selection.chosen.size > 0 && <Bulk chosen={selection.chosen} onDone={() => selection.choose(new Map())} />}
        </>
      }
      mayWrite={mayWrite}
      nameOf={({ name }) => name}
      form={(editing) => <CampaignForm {...editing} />}
    />
  )
}

export default listOrRecord(0, Campaigns, Campaign)
