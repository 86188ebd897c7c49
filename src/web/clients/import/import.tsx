import { useState } from 'preact/hooks'
import { Panel } from '../../components/panel.tsx'
import { type Line, type Sheet, Source } from '../../components/source.tsx'
import { t } from '../../i18n/language.ts'
import { hrefOf } from '../../route.ts'
import { Columns } from './columns.tsx'
import { FailedRows } from './failed-rows.tsx'
import { type Faults, isTooLong, type Job, type Row, useJob } from './job.ts'
import { guess, type Mapping, recordOf } from './mapping.ts'
import { Progress, Stage } from './stage.tsx'

/** Imports clients from a file, batch by batch: reads, maps, tries and then creates them. */
export function Import() {
  const [sheet, setSheet] = useState<Sheet>()
  return (
    <>
      <p>
        <a href={hrefOf('clients')}>{t('clients:all')}</a>
      </p>
      <Panel title={t('clients:import.title')}>
        {sheet ? (
          <Steps sheet={sheet} onBack={() => setSheet(undefined)} />
        ) : (
          <Stage title={t('clients:import.source')}>
            <Source onRead={setSheet} />
          </Stage>
        )}
      </Panel>
    </>
  )
}

function Steps({ sheet, onBack }: { sheet: Sheet; onBack: () => void }) {
  const [lines, setLines] = useState(sheet.lines)
  const [mapping, setMapping] = useState<Mapping>(() => ({
    columns: sheet.columns,
    targets: guess(sheet.columns),
    same: {},
  }))
  const [faults, setFaults] = useState<Faults>()
  const [result, setResult] = useState<Job>()
  const [isEdited, setEdited] = useState(false)
  const { job, error, isRunning, start, goOn } = useJob((done) => {
    if (done.isTrial) setFaults(done.faults)
    else setResult(done)
  })
  const rowsOf = (some: readonly Line[]) => some.map((line) => rowOf(line, mapping))
  const isGood = ({ number }: Line) => !faults?.has(number)
  /** Rows that passed a trial are not tried again. */
  const check = () => {
    setEdited(false)
    return start(rowsOf(faults ? lines.filter((line) => !isGood(line)) : lines), true)
  }
  const edit = (number: number, column: number, text: string) => {
    setEdited(true)
    setLines((before) => before.map((line) => (line.number === number ? changed(line, column, text) : line)))
  }

  if (job && (isRunning || error !== undefined)) return <Progress job={job} error={error} onGoOn={goOn} />
  if (result) return <Result job={result} {...{ lines, mapping, onBack }} faults={merged(faults, result.faults)} />
  if (!faults) return <Columns {...{ sheet, mapping, onBack }} onChange={setMapping} onCheck={check} />
  const good = lines.filter(isGood)
  return (
    <Stage title={t('clients:import.checked')}>
      <p>{t('clients:import.good', { count: good.length })}</p>
      {faults.size > 0 && (
        <>
          <p>{t('clients:import.bad', { count: faults.size })}</p>
          <FailedRows {...{ lines, faults, mapping }} onEdit={edit} />
        </>
      )}
      <div class="actions">
        {isEdited && (
          <button type="button" onClick={check}>
            {t('clients:import.checkAgain')}
          </button>
        )}
        {good.length > 0 && (
          <button type="button" class="primary" onClick={() => start(rowsOf(good), false)}>
            {t('clients:import.do', { count: good.length })}
          </button>
        )}
        <button type="button" onClick={() => setFaults(undefined)}>
          {t('clients:import.back')}
        </button>
      </div>
    </Stage>
  )
}

function rowOf(line: Line, mapping: Mapping): Row {
  const record = recordOf(line, mapping)
  const isShifted = line.cells.slice(mapping.columns.length).some((cell) => cell !== '')
  const refusal = isShifted
    ? t('clients:import.tooManyCells')
    : isTooLong(record)
      ? t('clients:import.rowTooLong')
      : undefined
  return { number: line.number, record, refusal }
}

const changed = ({ number, cells }: Line, column: number, text: string): Line => ({
  number,
  cells: Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) => (at === column ? text : cells[at])),
})

const merged = (one: Faults | undefined, other: Faults): Faults => new Map([...(one ?? []), ...other])

interface ResultProps {
  job: Job
  lines: readonly Line[]
  faults: Faults
  mapping: Mapping
  onBack: () => void
}

const Result = ({ job, lines, faults, mapping, onBack }: ResultProps) => (
  <Stage title={t('clients:import.done', { count: job.imported })}>
    {faults.size > 0 && (
      <>
        <p>{t('clients:import.bad', { count: faults.size })}</p>
        <FailedRows {...{ lines, faults, mapping }} />
      </>
    )}
    <div class="actions">
      <a class="button primary" href={hrefOf('clients')}>
        {t('clients:all')}
      </a>
      <button type="button" onClick={onBack}>
        {t('clients:import.another')}
      </button>
    </div>
  </Stage>
)
