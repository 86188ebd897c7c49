import {
  type ContentFilter,
  ContentOrderField,
  type ContentRowFragment,
  ContentStatus,
  ContentsDocument,
  ContentType,
  ExportedContentsDocument,
  Language,
  SavedViewList,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { labelColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { daysIn, type FurtherFilter } from '../components/further-filters.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Content } from './content.tsx'
import { ContentForm } from './content-form.tsx'

const FILTERS = {
  status: Object.values(ContentStatus),
  type: Object.values(ContentType),
  language: Object.values(Language),
}

const columns = (): Column<ContentRowFragment>[] => [
  { id: 'title', title: fieldName('title'), order: ContentOrderField.TITLE, show: ({ title }) => title },
  statusColumn({ order: ContentOrderField.STATUS }),
  labelColumn('type', ({ type }) => type, { order: ContentOrderField.TYPE, isRoomy: true }),
  labelColumn('language', ({ language }) => language, { order: ContentOrderField.LANGUAGE, isRoomy: true }),
  { id: 'campaign', title: fieldName('campaignId'), isRoomy: true, show: ({ campaign }) => campaign?.name },
  timeColumn('edited', ({ updatedAt }) => updatedAt, {
    order: ContentOrderField.UPDATED_AT,
    title: t('content:edited'),
    isRoomy: true,
  }),
]

const furtherFilters = (): FurtherFilter[] => [
  { name: 'edited', label: t('content:edited'), kind: 'days' },
  { name: 'createdBy', label: t('filters.createdBy'), kind: 'person' },
]

function filterOf(parameters: URLSearchParams): ContentFilter {
  const [updatedFrom, updatedBefore] = daysIn(parameters, 'edited')
  return {
    ...filterIn(parameters, FILTERS),
    createdBy: parameters.get('createdBy'),
    updatedFrom,
    updatedBefore,
  }
}

export default function Screen() {
  const [id] = route.value.path
  return id ? <Content key={id} id={id} /> : <Contents />
}

function Contents() {
  const { parameters } = route.value
  const asked = { ...pageOf(parameters, ContentOrderField), filter: filterOf(parameters) }
  return (
    <Records
      list={SavedViewList.CONTENT}
      sentences={{
        search: t('content:search'),
        create: t('content:new'),
        empty: t('content:none'),
        count: (count) => t('content:count', { count }),
      }}
      query={useQuery(ContentsDocument, asked, { topics: ['content'] })}
      filters={FILTERS}
      readAll={async () => (await session.request(ExportedContentsDocument, asked)).list.nodes}
      further={furtherFilters()}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('content', [id])}
      mayCreate={session.may('org:content:write')}
      mayWrite={false}
      nameOf={({ title }) => title}
      form={({ onClose }) => <ContentForm content={undefined} onClose={onClose} />}
    />
  )
}
