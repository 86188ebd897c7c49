import { SignOffFiguresDocument, type SignOffFiguresQuery, SignOffStatus } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, column, countColumn, figureColumn } from '../components/columns.tsx'
import { Empty, QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { Tile } from '../components/tile.tsx'
import { count } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import type { Period } from './period-choice.tsx'
import { hrefWith } from './scope.tsx'

type Shown = NonNullable<SignOffFiguresQuery['signOffFigures']>
type ClientRow = Shown['clients'][number]

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const tenths = (value: number) => Math.round(value * 10) / 10

function duration(seconds: number | null): string {
  if (seconds === null) return t('analytics:signOffs.undecided')
  if (seconds >= DAY) return t('analytics:signOffs.days', { count: tenths(seconds / DAY) })
  if (seconds >= HOUR) return t('analytics:signOffs.hours', { count: tenths(seconds / HOUR) })
  return t('analytics:signOffs.minutes', { count: Math.round(seconds / MINUTE) })
}

/** The outcomes of the sign-offs that were requested in a period, and the time to the decisions of the clients. */
export function SignOffs({ period, clientId }: { period: Period; clientId: string | undefined }) {
  const query = useQuery(SignOffFiguresDocument, { ...period, clientId }, { topics: ['signOffs'], pauseMs: 30_000 })
  return (
    <QueryPanel title={t('screens.sign-offs')} query={query}>
      {({ signOffFigures: { totals, clients } }) =>
        totals.requested === 0 ? (
          <Empty>{t('analytics:signOffs.none')}</Empty>
        ) : (
          <>
            <Tiles {...totals} />
            {!clientId && <Clients clients={clients} />}
          </>
        )
      }
    </QueryPanel>
  )
}

const Tiles = (totals: Shown['totals']) => (
  <dl class="tiles">
    <Tile name={t('analytics:signOffs.requested')} value={count(totals.requested)} />
    <Tile name={t('analytics:signOffs.median')} value={duration(totals.medianSeconds)} />
    <Tile name={t('analytics:signOffs.p90')} value={duration(totals.p90Seconds)} />
    <Tile name={label(SignOffStatus.REQUESTED)} value={count(totals.waiting)} />
    <Tile name={label(SignOffStatus.APPROVED)} value={count(totals.approved)} />
    <Tile name={label(SignOffStatus.CHANGES_REQUESTED)} value={count(totals.changesRequested)} />
    <Tile name={label(SignOffStatus.REVOKED)} value={count(totals.withdrawn)} />
    <Tile name={label(SignOffStatus.VOIDED)} value={count(totals.voided)} />
    <Tile name={label('EXPIRED')} value={count(totals.expired)} />
  </dl>
)

const nameOf = ({ clientName }: ClientRow) => clientName ?? t('noClient')

const columns = (): Column<ClientRow>[] => [
  column('client', label('CLIENT'), nameOf),
  countColumn('requested', { title: t('analytics:signOffs.requested'), isRoomy: true }),
  countColumn('approved', { title: label(SignOffStatus.APPROVED), isRoomy: true }),
  countColumn('changesRequested', { title: label(SignOffStatus.CHANGES_REQUESTED), isRoomy: true }),
  countColumn('waiting', { title: label(SignOffStatus.REQUESTED), isRoomy: true }),
  figureColumn('medianSeconds', ({ medianSeconds }) => duration(medianSeconds), {
    title: t('analytics:signOffs.median'),
  }),
]

const Clients = ({ clients }: { clients: readonly ClientRow[] }) => (
  <Table
    rows={clients.map((row) => ({ ...row, id: row.clientId ?? '' }))}
    columns={columns()}
    hrefOf={({ clientId }) => (clientId === null ? undefined : hrefWith({ client: clientId }))}
  />
)
