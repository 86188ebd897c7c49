import { useRef } from 'preact/hooks'
import {
  type AnalyticsCorrectionInput,
  AnalyticsRecordOrderField,
  CampaignResultsDocument,
  CampaignType,
  CorrectRecordDocument,
  DeleteRecordDocument,
  ExportedRecordsDocument,
  RecordAnalyticsDocument,
  RecordedResultsDocument,
  type RecordedRowFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { column, countColumn, type FileColumn, labelColumn, randColumn } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { Dialog } from '../components/dialog.tsx'
import { changesOf } from '../components/entered.ts'
import { FormButton } from '../components/input-form.tsx'
import { pageOf, usePlace } from '../components/list.tsx'
import { Opener } from '../components/opener.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { amount, choice, date, number } from '../components/record-fields.tsx'
import { allOf } from '../components/records.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { TablePage } from '../components/table.tsx'
import { Tile } from '../components/tile.tsx'
import { count, day, rand, today } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { RecordFile } from './record-file.tsx'

/** The all-time figures of a campaign. */
export const Results = ({ id }: { id: string }) => (
  <QueryPanel
    title={t('campaigns:results')}
    aside={session.may('org:analytics:write') && <Actions campaignId={id} />}
    query={useQuery(CampaignResultsDocument, { id }, { topics: ['dashboard'] })}
  >
    {({ campaignAnalytics: { totals } }) => (
      <dl class="tiles">
        <Tile name={fieldName('impressions')} value={count(totals.impressions)} />
        <Tile name={fieldName('clicks')} value={count(totals.clicks)} />
        <Tile name={fieldName('conversions')} value={count(totals.conversions)} />
        <Tile name={fieldName('spendCents')} value={rand(totals.spendCents)} />
        <Tile name={fieldName('revenueCents')} value={rand(totals.revenueCents)} />
      </dl>
    )}
  </QueryPanel>
)

const Actions = ({ campaignId }: { campaignId: string }) => (
  <div class="actions">
    <Recording campaignId={campaignId} />
    <Opener label={t('campaigns:file.open')}>
      {(close) => <RecordFile campaignId={campaignId} onClose={close} />}
    </Opener>
    <Opener label={t('campaigns:recorded.title')}>
      {(close) => <Recorded campaignId={campaignId} onClose={close} />}
    </Opener>
  </div>
)

const fields = {
  day: date({ required: true, isHalf: true }),
  channel: choice(CampaignType, { hasNoHint: true, isHalf: true }),
  impressions: number(),
  clicks: number({ isHalf: true }),
  conversions: number({ isHalf: true }),
  spendCents: amount({ isHalf: true }),
  revenueCents: amount({ isHalf: true }),
}

const columns = (): FileColumn<RecordedRowFragment>[] => [
  column('day', fieldName('day'), (record) => day(record.day)),
  labelColumn('channel', { isRoomy: true }),
  countColumn('impressions'),
  countColumn('clicks', { isRoomy: true }),
  countColumn('conversions', { isRoomy: true }),
  randColumn('spendCents', { isRoomy: true }),
  randColumn('revenueCents', { isRoomy: true }),
  column('suspect', t('campaigns:recorded.suspect'), ({ suspect }) => suspect.map(label).join(', ')),
]

/** The recorded results of a campaign, to correct and to delete. The server finds a record by its key. */
function Recorded({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  // The messages of the campaign have the address.
  const place = usePlace()
  const page = pageOf(AnalyticsRecordOrderField, { size: 50, parameters: place.parameters })
  const actionsOf = (record: RecordedRowFragment) =>
    record.key === null ? (
      t('campaigns:recorded.noKey')
    ) : (
      <div class="actions">
        <Correction record={record} />
        {session.may('org:analytics:delete') && <Removal record={record} />}
      </div>
    )
  return (
    <Dialog title={t('campaigns:recorded.title')} onClose={onClose}>
      <SaveMenu
        name="results"
        columns={columns()}
        readAll={allOf(ExportedRecordsDocument, { filter: { campaignId } })}
      />
      <TablePage
        query={useQuery(RecordedResultsDocument, { campaignId, ...page })}
        columns={columns()}
        orders={AnalyticsRecordOrderField}
        place={place}
        rowActions={actionsOf}
        empty={t('campaigns:recorded.none')}
        sentence={(count) => t('campaigns:recorded.count', { count })}
      />
    </Dialog>
  )
}

function Correction({ record }: { record: RecordedRowFragment }) {
  const said = t('campaigns:recorded.corrected', { day: day(record.day) })
  const save = (input: AnalyticsCorrectionInput, seen = record) =>
    session.save(CorrectRecordDocument, { key: record.key ?? '', input: changesOf(seen, input) }, { said })
  return (
    <FormButton<AnalyticsCorrectionInput, RecordedRowFragment>
      isOfRow
      label={t('campaigns:recorded.correct')}
      title={t('campaigns:recorded.correctNamed', { day: day(record.day) })}
      draft={`record ${record.id}`}
      rows={fields}
      record={record}
      save={save}
    />
  )
}

function Removal({ record: { key, day: of } }: { record: RecordedRowFragment }) {
  const said = t('campaigns:recorded.deleted', { day: day(of) })
  return (
    <ConfirmButton
      isOfRow
      title={t('campaigns:recorded.deleteNamed', { day: day(of) })}
      consequence={t('campaigns:recorded.deleteConsequence')}
      action={t('delete')}
      confirm={() => session.save(DeleteRecordDocument, { key: key ?? '' }, { said })}
    />
  )
}

/** Records the results of a campaign on one day. */
function Recording({ campaignId }: { campaignId: string }) {
  // With a key, a repeated save adds no second record, and the record can be corrected later.
  const key = useRef(crypto.randomUUID())
  const save = async ({ day, ...figures }: AnalyticsCorrectionInput) => {
    const records = [{ campaignId, key: key.current, day: day ?? today(), ...figures }]
    await session.save(RecordAnalyticsDocument, { records }, { said: t('campaigns:record.done') })
    key.current = crypto.randomUUID()
  }
  return (
    <FormButton<AnalyticsCorrectionInput>
      label={t('campaigns:record.open')}
      draft={`results ${campaignId}`}
      rows={fields}
      record={{ day: today() }}
      save={save}
    />
  )
}
