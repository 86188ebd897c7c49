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
import { Badge } from '../components/badge.tsx'
import { daysIn, type FurtherFilter } from '../components/further-filters.tsx'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Content } from './content.tsx'
import { ContentForm } from './content-form.tsx'

const STATUSES = Object.values(ContentStatus)
const TYPES = Object.values(ContentType)
const LANGUAGES = Object.values(Language)

const columns = (): Column<ContentRowFragment>[] => [
  { id: 'title', title: t('content:title'), order: ContentOrderField.TITLE, show: ({ title }) => title },
  {
    id: 'status',
    order: ContentOrderField.STATUS,
    title: t('enums:fields.status'),
    show: ({ status }) => <Badge status={status} />,
    cell: ({ status }) => label(status),
  },
  {
    id: 'type',
    order: ContentOrderField.TYPE,
    title: t('enums:fields.type'),
    isRoomy: true,
    show: ({ type }) => label(type),
  },
  {
    id: 'language',
    order: ContentOrderField.LANGUAGE,
    title: t('enums:fields.language'),
    isRoomy: true,
    show: ({ language }) => label(language),
  },
  { id: 'campaign', title: t('content:campaign'), isRoomy: true, show: ({ campaign }) => campaign?.name },
  {
    id: 'edited',
    title: t('content:edited'),
    isRoomy: true,
    order: ContentOrderField.UPDATED_AT,
    show: ({ updatedAt }) => <time dateTime={updatedAt}>{moment(updatedAt)}</time>,
    cell: ({ updatedAt }) => ({ time: updatedAt }),
  },
]

const furtherFilters = (): FurtherFilter[] => [
  { name: 'edited', label: t('content:edited'), kind: 'days' },
  { name: 'createdBy', label: t('filters.createdBy'), kind: 'person' },
]

function filterOf(parameters: URLSearchParams): ContentFilter {
  const status = STATUSES.find((each) => each === parameters.get('status'))
  const type = TYPES.find((each) => each === parameters.get('type'))
  const language = LANGUAGES.find((each) => each === parameters.get('language'))
  const [updatedFrom, updatedBefore] = daysIn(parameters, 'edited')
  return {
    search: parameters.get('search'),
    status: status && [status],
    type: type && [type],
    language: language && [language],
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
      filters={{ status: STATUSES, type: TYPES, language: LANGUAGES }}
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
