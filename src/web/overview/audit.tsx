import { useEffect, useRef, useState } from 'preact/hooks'
import { type AuditEventFragment, LatestAuditDocument } from '../api/generated.ts'
import { paced } from '../api/pace.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { AuditEvents } from '../components/history.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { time } from '../format.ts'
import { t } from '../i18n/language.ts'

const MOST_SHOWN = 12

/** The actions of reads, as the filter of the schema defines them. */
const READ = /(VIEWED|LISTED|FOLLOWED)$/

/**
 * Received records, newest first. Changes are stored separately from reads, because the many reads would displace them.
 */
interface Received {
  all: readonly AuditEventFragment[]
  changes: readonly AuditEventFragment[]
}

const isRead = ({ action }: AuditEventFragment) => READ.test(action)

const first = (records: readonly AuditEventFragment[]) => records.slice(0, MOST_SHOWN)

const withRecord = ({ all, changes }: Received, record: AuditEventFragment): Received => ({
  all: first([record, ...all]),
  changes: isRead(record) ? changes : first([record, ...changes]),
})

/** Newest first, without duplicates, because live events and read records overlap. */
function merged(received: readonly AuditEventFragment[], read: readonly AuditEventFragment[]): AuditEventFragment[] {
  const bySequence = new Map([...read, ...received].map((record) => [record.sequence, record]))
  return first([...bySequence.values()].sort((one, other) => other.sequence - one.sequence))
}

export function Audit() {
  const { live } = session
  const [withReads, setWithReads] = useState(false)
  const query = useQuery(LatestAuditDocument, {
    first: MOST_SHOWN,
    reads: withReads ? undefined : false,
    names: session.mayNameUsers,
  })
  const [received, setReceived] = useState<Received>({ all: [], changes: [] })
  const [heard, setHeard] = useState(0)
  const { refresh } = query

  useEffect(
    () =>
      live.on('audit', ({ data }) => {
        if (!data) return refresh()
        setReceived((before) => withRecord(before, data))
        if (!isRead(data)) setHeard((before) => before + 1)
      }),
    [live, refresh],
  )

  return (
    <Panel title={t('overview:audit')} aside={<Reads isOn={withReads} set={setWithReads} />}>
      <Announcer total={heard} sentence={(count) => t('overview:newEvents', { count })} />
      <Loaded query={query}>
        {({ auditRecords }) => {
          const records = merged(withReads ? received.all : received.changes, auditRecords.nodes)
          if (records.length === 0) return <Empty>{t('overview:nothingRecorded')}</Empty>
          return <AuditEvents records={records} timeOf={time} />
        }}
      </Loaded>
    </Panel>
  )
}

const Reads = ({ isOn, set }: { isOn: boolean; set: (isOn: boolean) => void }) => (
  <label class="switch">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    {t('overview:withReads')}
  </label>
)

const PAUSE_MS = 20_000

interface Props {
  /** The number of events so far. */
  total: number
  sentence: (number: number) => string
}

/**
 * Announces the number of new events to a screen reader, at most every 20 seconds, because one announcement per event
 * would be too many.
 */
function Announcer({ total, sentence }: Props) {
  const [spoken, setSpoken] = useState('')
  const latest = useRef({ total, said: 0, sentence })
  latest.current = { ...latest.current, total, sentence }
  const pace = useRef<ReturnType<typeof paced> | undefined>(undefined)
  useEffect(() => {
    pace.current = paced(() => {
      const { total, said, sentence } = latest.current
      latest.current = { ...latest.current, said: total }
      setSpoken(sentence(total - said))
    }, PAUSE_MS)
    return () => pace.current?.stop()
  }, [])
  useEffect(() => {
    if (total > latest.current.said) pace.current?.call()
  }, [total])
  return (
    <p class="hidden" role="status">
      {spoken}
    </p>
  )
}
