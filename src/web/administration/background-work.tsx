import { BackgroundWorkDocument, type BackgroundWorkQuery, RetryBackgroundWorkDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { type Column, countColumn, labelColumn, timeColumn } from '../components/columns.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { label, t } from '../i18n/language.ts'

type Work = NonNullable<BackgroundWorkQuery['backgroundWork']>[number]

/** The columns of figures; true: hidden on a phone. */
const FIGURES = [
  ['waiting', false],
  ['running', true],
  ['retrying', true],
  ['dead', false],
] as const

const columns = (): Column<Work>[] => [
  labelColumn('kind', { title: t('administration:work.kind') }),
  ...FIGURES.map(([name, isRoomy]) => countColumn(name, { title: t(`administration:work.${name}`), isRoomy })),
  timeColumn('oldestDueAt', { title: t('administration:work.oldest') }),
  timeColumn('nextDueAt', { title: t('administration:work.next') }),
]

/** The background work of the organization, by kind. A user can retry dead items. */
export function BackgroundWork() {
  const query = useQuery(BackgroundWorkDocument, {})
  const retry = async ({ kind }: Work) => {
    const said = ({ retryBackgroundWork: count = 0 }) => t('administration:work.retried', { count })
    await session.save(RetryBackgroundWorkDocument, { kind }, { said })
    query.reload()
  }
  const actions = (work: Work) =>
    work.canRetry && work.dead > 0 ? (
      <ActionButton
        run={() => retry(work)}
        label={t('administration:work.retry')}
        name={t('administration:work.retryNamed', { kind: label(work.kind) })}
      />
    ) : null
  return (
    <QueryPanel title={t('administration:sections.work')} query={query}>
      {({ backgroundWork }) => (
        <Table
          rows={backgroundWork.map((work) => ({ ...work, id: work.kind }))}
          columns={columns()}
          rowActions={session.may('org:provider:write') ? actions : undefined}
        />
      )}
    </QueryPanel>
  )
}
