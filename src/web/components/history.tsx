import { useState } from 'preact/hooks'
import { type AuditEventFragment, HistoryDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { moment } from '../format.ts'
import { actionLabel, actorName, t } from '../i18n/language.ts'
import { QueryPanel } from './panel.tsx'

/** The audit records of a record, newest first, for callers who may read the trail. */
export const History = ({ id }: { id: string }) => (session.may('org:audit:read') ? <Records id={id} /> : null)

function Records({ id }: { id: string }) {
  const [after, setAfter] = useState<string>()
  return (
    <QueryPanel
      title={t('history.title')}
      query={useQuery(HistoryDocument, { id, after, names: session.mayNameUsers })}
    >
      {({ list: { nodes, pageInfo } }) => (
        <>
          <AuditEvents records={nodes} timeOf={moment} />
          {pageInfo.hasNextPage && (
            <button type="button" onClick={() => setAfter(pageInfo.endCursor ?? undefined)}>
              {t('history.older')}
            </button>
          )}
        </>
      )}
    </QueryPanel>
  )
}

type AuditEvent = Pick<AuditEventFragment, 'sequence' | 'action' | 'resourceType' | 'userId' | 'userName' | 'timestamp'>

interface EventsProps {
  records: readonly AuditEvent[]
  timeOf: (iso: string) => string
}

/** Records of the audit trail, each on one line. */
export const AuditEvents = ({ records, timeOf }: EventsProps) => (
  <ol class="events">
    {records.map(({ sequence, action, resourceType, timestamp, ...actor }) => (
      <li key={sequence}>
        <time dateTime={timestamp}>{timeOf(timestamp)}</time>
        <span>{actionLabel(action, resourceType)}</span>
        <span class="quiet user roomy">{actorName(actor)}</span>
      </li>
    ))}
  </ol>
)
