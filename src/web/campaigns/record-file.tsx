import { useState } from 'preact/hooks'
import { RecordAnalyticsDocument } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { begin } from '../api/unfinished.ts'
import { useBusy } from '../components/action-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Source } from '../components/source.tsx'
import { notify } from '../components/toasts.tsx'
import { rowFault, t } from '../i18n/language.ts'
import { type ResultRow, resultRowsOf } from './result-rows.ts'

/** Maximum number of records that the server accepts in one request. It records all of them or none. */
const BATCH = 1000
const MOST_SHOWN = 50

/** Records the results of many days from a file: first all rows are validated, then all are recorded. */
export function RecordFile({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const [rows, setRows] = useState<readonly ResultRow[]>()
  return (
    <Dialog title={t('campaigns:file.open')} onClose={onClose}>
      {rows ? (
        <Rows rows={rows} onBack={() => setRows(undefined)} onClose={onClose} />
      ) : (
        <>
          <p>{t('campaigns:file.columns')}</p>
          <Source onRead={(sheet) => setRows(resultRowsOf(sheet, campaignId))} />
        </>
      )}
    </Dialog>
  )
}

interface Props {
  rows: readonly ResultRow[]
  onBack: () => void
  onClose: () => void
}

function Rows({ rows, onBack, onClose }: Props) {
  const { isBusy, run } = useBusy()
  const [done, setDone] = useState(0)
  const [faults, setFaults] = useState(() => faultsOf(rows))
  const record = async () => {
    let recorded = 0
    const all = rows.map((row) => row.record)
    // After a reload or a lost answer, the same rows are not counted twice.
    const work = await begin(session.caller.value, ['results', all])
    for (let start = done; start < rows.length; start += BATCH) {
      const batch = rows.slice(start, start + BATCH)
      const records = all.slice(start, start + BATCH)
      const answer = await session
        .save(RecordAnalyticsDocument, { records }, { key: `${work.key} ${start}` })
        .catch((error: unknown) => {
          setFaults(faultsIn(error, batch))
          throw error
        })
      recorded += answer.recordAnalytics.recorded
      setDone(start + batch.length)
    }
    work.finish()
    notify(t('campaigns:file.done', { count: recorded }))
    onClose()
  }
  return (
    <>
      <p role="status">{t('campaigns:file.progress', { done, total: rows.length })}</p>
      {faults.length > 0 && <Faults faults={faults} />}
      <div class="actions">
        <button
          type="button"
          class="primary"
          aria-disabled={isBusy}
          disabled={faults.length > 0}
          onClick={() => run(record)}
        >
          {t('campaigns:file.record', { count: rows.length - done })}
        </button>
        <button type="button" disabled={isBusy || done > 0} onClick={onBack}>
          {t('campaigns:file.another')}
        </button>
      </div>
    </>
  )
}

interface Fault {
  number: number
  text: string
}

const faultsOf = (rows: readonly ResultRow[]): Fault[] =>
  rows.filter(({ faults }) => faults.length > 0).map(({ number, faults }) => ({ number, text: faults.join('; ') }))

/** The server's faults, by row instead of record. */
const faultsIn = (error: unknown, batch: readonly ResultRow[]): Fault[] =>
  error instanceof RequestError
    ? error.records.map(({ index, ...fault }) => ({
        number: batch[index]?.number ?? 0,
        text: rowFault(fault),
      }))
    : []

const Faults = ({ faults }: { faults: readonly Fault[] }) => (
  <div role="alert">
    <p class="fault">{t('campaigns:file.faults', { count: faults.length })}</p>
    <ul>
      {faults.slice(0, MOST_SHOWN).map(({ number, text }) => (
        <li key={`${number} ${text}`}>{t('campaigns:file.row', { number, text })}</li>
      ))}
    </ul>
  </div>
)
