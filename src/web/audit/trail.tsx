import {
  AuditOutcome,
  AuditTrailDocument,
  ExportedAuditRecordsDocument,
  type SavedAuditRowFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { column, type FileColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { Pager, pageOf } from '../components/list.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { allOf } from '../components/records.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { actionLabel, actorName, label, t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { filterOf, TrailFilters } from './filters.tsx'
import { endsBeforeItBegins } from './period.ts'
import { AuditRecord } from './record.tsx'

/** The columns of the file. */
const columns = (): FileColumn<SavedAuditRowFragment>[] => [
  timeColumn('timestamp', { title: t('audit:time') }),
  column('action', t('audit:filters.action'), ({ action, resourceType }) => actionLabel(action, resourceType)),
  column('user', t('audit:filters.user'), actorName),
  textColumn('resourceType', { title: t('audit:filters.resourceType') }),
  textColumn('resourceId', { title: t('audit:filters.resource') }),
  column('outcome', t('audit:filters.outcome'), ({ metadata }) =>
    label(metadata.details?.outcome ?? AuditOutcome.DONE),
  ),
]

/** The trail, newest first, with the filter in the address. */
export function Trail() {
  const { parameters } = route.value
  const filter = filterOf(parameters)
  const names = session.mayNameUsers
  const query = useQuery(AuditTrailDocument, { ...pageOf(), filter, names })
  const rows = query.data?.list.edges.map(({ node }) => node) ?? []
  const people = new Map(rows.map((row) => [row.userId, actorName(row)]))
  const isBackwards = endsBeforeItBegins({ from: parameters.get('from'), to: parameters.get('to') })
  return (
    <div class="panel">
      <TrailFilters
        choices={{
          user: [...people].map(([value, label]) => ({ value, label })),
          resourceType: choicesOf(rows.map(({ resourceType }) => resourceType)),
          action: choicesOf(rows.map(({ action }) => action)),
        }}
      >
        {session.may('org:audit:export') && (
          <SaveMenu name="audit" columns={columns()} readAll={allOf(ExportedAuditRecordsDocument, { filter, names })} />
        )}
      </TrailFilters>
      {isBackwards && (
        <p class="fault" role="alert">
          {t('audit:backwards')}
        </p>
      )}
      <Loaded query={query}>
        {({ list: { edges, pageInfo } }) => (
          <>
            {edges.length === 0 && <Empty>{t('audit:empty')}</Empty>}
            <ol class="trail" aria-label={t('audit:records')}>
              {edges.map(({ cursor, node }) => (
                <AuditRecord key={node.sequence} record={node} cursor={cursor} />
              ))}
            </ol>
            <Pager page={{ pageInfo }} sentence={t('audit:newestFirst')} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const choicesOf = (values: readonly string[]) => [...new Set(values)].sort().map((value) => ({ value }))
