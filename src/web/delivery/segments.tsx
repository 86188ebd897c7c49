import {
  DeleteSegmentDocument,
  ExportedSegmentsDocument,
  SavedViewList,
  SegmentOrderField,
  type SegmentRowFragment,
  SegmentsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import type { Column } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { pageOf } from '../components/list.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { filter, SegmentForm } from './segment-form.tsx'

const columns = (): Column<SegmentRowFragment>[] => [
  { id: 'name', order: SegmentOrderField.NAME, title: t('name'), show: ({ name }) => name },
  { id: 'conditions', title: fieldName('filter'), show: (row) => filter.show(row.filter) },
]

/** Named filters over the known contacts. */
export const Segments = () => (
  <Records
    list={SavedViewList.SEGMENTS}
    words="delivery:segment"
    {...useList(SegmentsDocument, ExportedSegmentsDocument, pageOf(SegmentOrderField))}
    mayWrite={session.may('org:campaigns:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={({ row, onClose }) => <SegmentForm segment={row} onClose={onClose} />}
    rowActions={session.may('org:campaigns:delete') ? (row) => <Removal {...row} /> : undefined}
  />
)

const Removal = ({ id, name }: SegmentRowFragment) => (
  <ConfirmButton
    isOfRow
    title={t('delivery:deleteNamed', { name })}
    consequence={t('delivery:segment.deleteConsequence')}
    action={t('delete')}
    confirm={() => session.save(DeleteSegmentDocument, { id }, { said: () => t('delivery:deleted', { name }) })}
  />
)
