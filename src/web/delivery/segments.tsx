import {
  DeleteSegmentDocument,
  ExportedSegmentsDocument,
  SegmentOrderField,
  type SegmentRowFragment,
  SegmentsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { type FileColumn, textColumn } from '../components/columns.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { filter, SegmentForm } from './segment-form.tsx'

const columns = (): FileColumn<SegmentRowFragment>[] => [
  textColumn('name'),
  { id: 'conditions', title: fieldName('filter'), show: (row) => filter.show(row.filter) },
]

const removalOf = (segment: SegmentRowFragment) => (
  <DeleteButton
    record={segment}
    document={DeleteSegmentDocument}
    consequence={t('delivery:segment.deleteConsequence')}
  />
)

/** Named filters over the known contacts. */
export const Segments = () => (
  <Records
    list="SEGMENTS"
    words="delivery:segment"
    {...useList(SegmentsDocument, ExportedSegmentsDocument, SegmentOrderField)}
    mayWrite={session.may('org:campaigns:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={(editing) => <SegmentForm {...editing} />}
    rowActions={session.may('org:campaigns:delete') ? removalOf : undefined}
  />
)
