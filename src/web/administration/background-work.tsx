import { BackgroundWorkDocument, type BackgroundWorkQuery, RetryBackgroundWorkDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Loaded, Panel } from '../components/panel.tsx'
import { type Column, Table } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { useBusy } from '../components/use-busy.ts'
import { count, moment } from '../format.ts'
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
  { id: 'kind', title: t('administration:work.kind'), show: ({ kind }) => label(kind) },
  ...FIGURES.map(([name, isRoomy]) => {
    const title = t(`administration:work.${name}`)
    return { id: name, title, isNumber: true, isRoomy, show: (work: Work) => count(work[name]) }
  }),
  {
    id: 'oldest',
    title: t('administration:work.oldest'),
    isRoomy: true,
    show: ({ oldestDueAt }) => oldestDueAt && moment(oldestDueAt),
  },
  {
    id: 'next',
    title: t('administration:work.next'),
    isRoomy: true,
    show: ({ nextDueAt }) => nextDueAt && moment(nextDueAt),
  },
]

/** The background work of the organization, by kind. A user can retry dead items. */
export function BackgroundWork() {
  const send = useSave()
  const { isBusy, run } = useBusy()
  const query = useQuery(BackgroundWorkDocument, {})
  const retry = async ({ kind }: Work) => {
    const { retryBackgroundWork: retried } = await send(RetryBackgroundWorkDocument, { kind })
    notify(t('administration:work.retried', { count: retried ?? 0 }))
    query.reload()
  }
  const actions = (work: Work) =>
    work.canRetry && work.dead > 0 ? (
      <button
        type="button"
        aria-label={t('administration:work.retryNamed', { kind: label(work.kind) })}
        disabled={isBusy}
        onClick={() => run(() => retry(work))}
      >
        {t('administration:work.retry')}
      </button>
    ) : null
  return (
    <Panel title={t('administration:sections.work')}>
      <Loaded query={query}>
        {({ backgroundWork }) => (
          <Table
            rows={backgroundWork.map((work) => ({ ...work, id: work.kind }))}
            columns={columns()}
            nameOf={({ kind }) => label(kind)}
            rowActions={session.may('org:provider:write') ? actions : undefined}
          />
        )}
      </Loaded>
    </Panel>
  )
}
