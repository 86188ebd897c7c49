import {
  type ContentFilter,
  ContentOrderField,
  type ContentRowFragment,
  ContentStatus,
  ContentsDocument,
  ContentType,
  ExportedContentsDocument,
  Language,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, statusColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { daysIn, type FurtherFilter } from '../components/further-filters.tsx'
import { filterIn } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Content } from './content.tsx'
import { ContentForm } from './content-form.tsx'

const FILTERS = {
  status: Object.values(ContentStatus),
  type: Object.values(ContentType),
  language: Object.values(Language),
}

const columns = (): FileColumn<ContentRowFragment>[] => [
  textColumn('title'),
  statusColumn(),
  labelColumn('type', { isRoomy: true }),
  labelColumn('language', { isRoomy: true }),
  column('campaign', fieldName('campaignId'), ({ campaign }) => campaign?.name, { isRoomy: true }),
  timeColumn('updatedAt', { title: t('content:edited') }),
]

const furtherFilters = (): FurtherFilter[] => [
  { name: 'edited', label: t('content:edited'), kind: 'days' },
  { name: 'createdBy', label: t('filters.createdBy'), kind: 'person' },
]

/** The filter in the address. */
function filterNow(): ContentFilter {
  const [updatedFrom, updatedBefore] = daysIn('edited')
  return {
    ...filterIn(FILTERS),
    createdBy: route.value.parameters.get('createdBy'),
    updatedFrom,
    updatedBefore,
  }
}

const Contents = () => (
  <Records
    list="CONTENT"
    words="content:list"
    search={t('content:list.search')}
    {...useList(
      ContentsDocument,
      ExportedContentsDocument,
      ContentOrderField,
      { filter: filterNow() },
      { topics: ['content'] },
    )}
    filters={FILTERS}
    further={furtherFilters()}
    columns={columns()}
    hrefOf={({ id }) => hrefOf('content', [id])}
    mayCreate={session.may('org:content:write')}
    mayWrite={false}
    nameOf={({ title }) => title}
    form={({ onClose }) => <ContentForm row={undefined} onClose={onClose} />}
  />
)

export default listOrRecord(0, Contents, Content)
