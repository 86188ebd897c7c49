import {
  DeleteSegmentDocument,
  ExportedSegmentsDocument,
  SavedViewList,
  SegmentOrderField,
  type SegmentRowFragment,
  SegmentsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Confirm } from '../components/confirm.tsx'
import { pageOf } from '../components/list.tsx'
import { Opener } from '../components/opener.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { SegmentForm, sentencesOf } from './segment-form.tsx'

const columns = (): Column<SegmentRowFragment>[] => [
  { id: 'name', order: SegmentOrderField.NAME, title: t('name'), show: ({ name }) => name },
  { id: 'conditions', title: t('delivery:segment.conditions'), show: ({ filter }) => sentencesOf(filter).join('; ') },
]

/** Named filters over the known contacts. */
export function Segments() {
  const asked = pageOf(route.value.parameters, SegmentOrderField)
  return (
    <Records
      list={SavedViewList.SEGMENTS}
      sentences={{
        create: t('delivery:segment.new'),
        empty: t('delivery:segment.none'),
        count: (count) => t('delivery:segment.count', { count }),
      }}
      query={useQuery(SegmentsDocument, asked)}
      readAll={async () => (await session.request(ExportedSegmentsDocument, asked)).list.nodes}
      columns={columns()}
      mayWrite={session.may('org:campaigns:write')}
      nameOf={({ name }) => name}
      form={({ row, onClose }) => <SegmentForm segment={row} onClose={onClose} />}
      rowActions={
        session.may('org:campaigns:delete')
          ? (row) => (
              <Opener label={t('delete')} name={t('delivery:deleteNamed', { name: row.name })}>
                {(close) => <Removal segment={row} onClose={close} />}
              </Opener>
            )
          : undefined
      }
    />
  )
}

function Removal({ segment: { id, name }, onClose }: { segment: SegmentRowFragment; onClose: () => void }) {
  const send = useSave()
  const remove = async () => {
    await send(DeleteSegmentDocument, { id })
    notify(t('delivery:deleted', { name }))
  }
  return (
    <Confirm
      title={t('delivery:deleteNamed', { name })}
      consequence={t('delivery:segment.deleteConsequence')}
      action={t('delete')}
      confirm={remove}
      onClose={onClose}
    />
  )
}
