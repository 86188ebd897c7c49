import {
  BackgroundWorkDocument,
  type BackgroundWorkQuery,
  BillingDocument,
  IntegrationsDocument,
  type IntegrationsQuery,
  RetryBackgroundWorkDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { type Column, column, countColumn, labelColumn, timeColumn } from '../components/columns.tsx'
import { Facts, QueryPanel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { Table } from '../components/table.tsx'
import { count, moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

/** The usage of the current month. */
export const Billing = () => (
  <QueryPanel title={t('administration:billing.usage')} query={useQuery(BillingDocument, {})}>
    {({ billing: { periodStart, periodEnd, usage } }) => (
      <>
        <p class="quiet">{t('administration:billing.period', { from: moment(periodStart), to: moment(periodEnd) })}</p>
        <Facts facts={usage.map(({ measure, used }) => [label(measure), count(used)])} />
      </>
    )}
  </QueryPanel>
)

type Integration = NonNullable<IntegrationsQuery['integrations']>['integrations'][number]

const integrationColumns = (): Column<Integration>[] => [
  labelColumn('name', { title: t('administration:integrations.service') }),
  { id: 'state', title: fieldName('status'), show: ({ state }) => <Badge status={state} /> },
  column('detail', t('administration:integrations.detail'), ({ detail, cause }) => reasonText(detail, cause)),
]

/** The external services of the gateway, and their states. */
export function Integrations() {
  const query = useQuery(IntegrationsDocument, {})
  const checkedAt = query.data?.integrations.checkedAt
  return (
    <QueryPanel
      title={t('administration:sections.integrations')}
      aside={
        checkedAt && (
          <span class="quiet">{t('administration:integrations.checked', { moment: moment(checkedAt) })}</span>
        )
      }
      query={query}
    >
      {({ integrations: { integrations } }) => (
        <Table rows={integrations.map((each) => ({ ...each, id: each.name }))} columns={integrationColumns()} />
      )}
    </QueryPanel>
  )
}

type Work = NonNullable<BackgroundWorkQuery['backgroundWork']>[number]

/** The columns of figures; true: hidden on a phone. */
const FIGURES = [
  ['waiting', false],
  ['running', true],
  ['retrying', true],
  ['dead', false],
] as const

const figureClass = (name: string, figure: number) => {
  if (figure === 0) return 'quiet'
  return name === 'dead' ? 'badge bad' : undefined
}

const columns = (): Column<Work>[] => [
  labelColumn('kind', { title: t('administration:work.kind') }),
  ...FIGURES.map(([name, isRoomy]) => ({
    ...countColumn(name, { title: t(`administration:work.${name}`), isRoomy }),
    // Most figures are zero: the others are to be seen at once.
    show: (work: Work) => <span class={figureClass(name, work[name])}>{count(work[name])}</span>,
  })),
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
