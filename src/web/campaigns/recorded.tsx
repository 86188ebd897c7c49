import { useState } from 'preact/hooks'
import {
  type AnalyticsCorrectionInput,
  CampaignType,
  CorrectRecordDocument,
  DeleteRecordDocument,
  ExportedRecordsDocument,
  RecordedResultsDocument,
  type RecordedRowFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Confirm } from '../components/confirm.tsx'
import { Dialog } from '../components/dialog.tsx'
import { changesOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { amount, choice, date, number } from '../components/record-fields.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { type Column, Table } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { useInitial } from '../components/use-record.ts'
import { count, day, rand } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

const rows = {
  day: date({ required: true }),
  channel: choice(CampaignType, { hasNoHint: true }),
  impressions: number(),
  clicks: number(),
  conversions: number(),
  spendCents: amount(),
  revenueCents: amount(),
}

const columns = (): Column<RecordedRowFragment>[] => [
  { id: 'day', title: fieldName('day'), show: (record) => day(record.day) },
  { id: 'channel', title: fieldName('channel'), isRoomy: true, show: ({ channel }) => channel && label(channel) },
  {
    id: 'impressions',
    title: fieldName('impressions'),
    isNumber: true,
    show: ({ impressions }) => count(impressions),
    cell: ({ impressions }) => impressions,
  },
  {
    id: 'clicks',
    title: fieldName('clicks'),
    isNumber: true,
    isRoomy: true,
    show: ({ clicks }) => count(clicks),
    cell: ({ clicks }) => clicks,
  },
  {
    id: 'conversions',
    title: fieldName('conversions'),
    isNumber: true,
    isRoomy: true,
    show: ({ conversions }) => count(conversions),
    cell: ({ conversions }) => conversions,
  },
  {
    id: 'spendCents',
    title: fieldName('spendCents'),
    isNumber: true,
    isRoomy: true,
    show: ({ spendCents }) => rand(spendCents),
    cell: ({ spendCents }) => ({ cents: spendCents }),
  },
  {
    id: 'revenueCents',
    title: fieldName('revenueCents'),
    isNumber: true,
    isRoomy: true,
    show: ({ revenueCents }) => rand(revenueCents),
    cell: ({ revenueCents }) => ({ cents: revenueCents }),
  },
  { id: 'suspect', title: t('campaigns:recorded.suspect'), show: ({ suspect }) => suspect.map(label).join(', ') },
]

/** The recorded results of a campaign, to correct and to delete. The server finds a record by its key. */
export function Recorded({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const [after, setAfter] = useState<string | null>(null)
  const query = useQuery(RecordedResultsDocument, { campaignId, after })
  const [corrected, correct] = useState<string>()
  const [removed, remove] = useState<RecordedRowFragment>()
  const actionsOf = (record: RecordedRowFragment) =>
    record.key === null ? (
      t('campaigns:recorded.noKey')
    ) : (
      <div class="actions">
        <button type="button" onClick={() => correct(record.id)}>
          {t('campaigns:recorded.correct')}
        </button>
        {corrected === record.id && <CorrectionForm record={record} onClose={() => correct(undefined)} />}
        {session.may('org:analytics:delete') && (
          <button type="button" onClick={() => remove(record)}>
            {t('delete')}
          </button>
        )}
      </div>
    )
  return (
    <Dialog title={t('campaigns:recorded.title')} onClose={onClose}>
      <Loaded query={query}>
        {({ list: { nodes, totalCount, pageInfo } }) => (
          <>
            {nodes.length === 0 ? (
              <Empty>{t('campaigns:recorded.none')}</Empty>
            ) : (
              <Table rows={nodes} columns={columns()} nameOf={(record) => day(record.day)} rowActions={actionsOf} />
            )}
            <p role="status">{t('campaigns:recorded.count', { count: totalCount })}</p>
            <div class="actions">
              <SaveMenu
                name="results"
                columns={columns()}
                readAll={async () =>
                  (await session.request(ExportedRecordsDocument, { filter: { campaignId } })).list.nodes
                }
              />
              {after && (
                <button type="button" onClick={() => setAfter(null)}>
                  {t('campaigns:recorded.newest')}
                </button>
              )}
              {pageInfo.hasNextPage && (
                <button type="button" onClick={() => setAfter(pageInfo.endCursor)}>
                  {t('history.older')}
                </button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {removed && <Removal record={removed} onClose={() => remove(undefined)} />}
    </Dialog>
  )
}

interface Props {
  record: RecordedRowFragment
  onClose: () => void
}

function CorrectionForm({ record: given, onClose }: Props) {
  const record = useInitial(given)
  const send = useSave()
  const save = async (input: AnalyticsCorrectionInput) => {
    await send(CorrectRecordDocument, { key: record.key ?? '', input: changesOf(record, input) })
    notify(t('campaigns:recorded.corrected', { day: day(record.day) }))
  }
  return (
    <InputForm<AnalyticsCorrectionInput>
      title={t('campaigns:recorded.correctNamed', { day: day(record.day) })}
      draft={`record ${record.id}`}
      rows={rows}
      record={record}
      save={save}
      onClose={onClose}
    />
  )
}

function Removal({ record, onClose }: Props) {
  const send = useSave()
  const remove = async () => {
    await send(DeleteRecordDocument, { key: record.key ?? '' })
    notify(t('campaigns:recorded.deleted', { day: day(record.day) }))
  }
  return (
    <Confirm
      title={t('campaigns:recorded.deleteNamed', { day: day(record.day) })}
      consequence={t('campaigns:recorded.deleteConsequence')}
      action={t('delete')}
      confirm={remove}
      onClose={onClose}
    />
  )
}
