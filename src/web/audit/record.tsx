import { useState } from 'preact/hooks'
import { AuditOutcome, type AuditRowFragment, RecordBeforeDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, Loaded } from '../components/panel.tsx'
import { count, moment } from '../format.ts'
import { actionLabel, actorName, eventLabel, fieldName, label, resourceLabel, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'

const FIRST_PREVIOUS = '0'.repeat(64)

interface Props {
  record: AuditRowFragment
  /** The position of the record in the list of all records. */
  cursor: string
}

/** A record in one line. When the user opens it, it shows all facts. */
export function AuditRecord({ record, cursor }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { action, resourceType, timestamp, metadata } = record
  const outcome = metadata.details?.outcome ?? AuditOutcome.DONE
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <time dateTime={timestamp}>{moment(timestamp)}</time>
          <span>{actionLabel(action, resourceType)}</span>
          <span class="user">{actorName(record)}</span>
          {outcome !== AuditOutcome.DONE && <span class="badge bad">{label(outcome)}</span>}
        </summary>
        {isOpen && <Details record={record} cursor={cursor} />}
      </details>
    </li>
  )
}

function Details({ record, cursor }: Pick<Props, 'record' | 'cursor'>) {
  const { action, userId, resourceType, resourceId, metadata } = record
  const { details } = metadata
  const of = (parameters: Record<string, string>) => hrefOf('audit', ['records'], parameters)
  return (
    <Facts
      facts={[
        [t('audit:filters.user'), <a href={of({ user: userId })}>{userId}</a>],
        [t('audit:filters.action'), <a href={of({ action, reads: 'yes' })}>{action}</a>],
        [t('audit:filters.resourceType'), <a href={of({ resourceType })}>{resourceType}</a>],
        [t('audit:filters.resource'), resourceId && <a href={of({ resource: resourceId })}>{resourceId}</a>],
        [t('audit:filters.outcome'), details && label(details.outcome)],
        [t('audit:attempted'), details?.attempted && eventLabel(details.attempted)],
        [t('audit:code'), details?.code],
        [t('audit:fields'), details?.fields?.map(fieldName).join(', ')],
        [t('audit:rows'), details?.count != null && count(details.count)],
        [t('audit:ids'), details?.ids?.join(', ')],
        [t('audit:includes'), details?.includes?.map(resourceLabel).join(', ')],
        [t('audit:omitted'), details?.omitted && count(details.omitted)],
        [t('audit:address'), metadata.ipAddress],
        [t('audit:userAgent'), metadata.userAgent],
        [t('audit:id'), record.id],
        [t('audit:sequence'), count(record.sequence)],
        [t('audit:hash'), <code>{record.hash}</code>],
        [t('audit:previousHash'), <PreviousHash cursor={cursor} />],
      ]}
    />
  )
}

/** The hash of the previous record in the whole trail, which this record's hash includes. */
const PreviousHash = ({ cursor }: { cursor: string }) => (
  <Loaded query={useQuery(RecordBeforeDocument, { cursor })}>
    {({ auditRecords: { nodes } }) => <code>{nodes[0]?.hash ?? FIRST_PREVIOUS}</code>}
  </Loaded>
)
