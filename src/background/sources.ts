import { dueIn, endTurn, inTurn, leaseTurn, putOff, type Turn } from './due-work.ts'
import { settleItem, takeItems } from './items.ts'
import type { TaskSource } from './lane.ts'
import {
  type AnyItemWork,
  isItemWork,
  type LeasedItem,
  type OrganizationWork,
  type Work,
  type WorkTools,
} from './work.ts'

/** Milliseconds that a stop waits for running items. */
const STOP_MS = 5_000
const TURNS_AT_ONCE = 4

const itemsOf = (work: AnyItemWork, tools: WorkTools): TaskSource<LeasedItem> => ({
  kind: work.kind,
  atOnce: work.atOnce,
  stopMs: STOP_MS,
  async take(organizationId, most) {
    let taken: LeasedItem[] = []
    await inTurn(tools.database, work.kind, organizationId, async (unit) => {
      const { items, next } = await takeItems(work, unit, organizationId, most)
      taken = items
      return next
    })
    return taken
  },
  leaseOf: ({ organizationId, id, lease }) => {
    return { table: work.items.table, organizationId, key: 'id', value: id, lease }
  },
  perform: async (item, signal) => settleItem(work, tools, item, await work.perform({ ...tools, signal }, item)),
})

async function takeTurn(work: OrganizationWork, tools: WorkTools, turn: Turn): Promise<void> {
  const { database, log, metrics, signal } = tools
  const { kind, organizationId } = turn
  try {
    const hasMore = signal.aborted || (await work.perform(tools, organizationId)) === true
    const isLeft = hasMore || signal.aborted
    await endTurn(database, turn, isLeft ? dueIn(0) : work.next?.(organizationId), isLeft)
  } catch (error) {
    log.error({ err: error, kind, organizationId }, 'work failed for one organization; it will be tried again')
    metrics.backgroundFailed(kind)
    await putOff(database, turn)
  }
}

const turnsOf = (work: OrganizationWork, tools: WorkTools): TaskSource<Turn> => ({
  kind: work.kind,
  atOnce: work.atOnce ?? TURNS_AT_ONCE,
  stopMs: 0,
  take: (organizationId) => leaseTurn(tools.database, work.kind, organizationId),
  leaseOf: ({ organizationId, kind, lease }) => ({
    table: 'due_work',
    organizationId,
    key: 'kind',
    value: kind,
    lease,
  }),
  perform: (turn, signal) => takeTurn(work, { ...tools, signal }, turn),
})

/** The task source of a kind of work. */
export const sourceOf = (work: Work, tools: WorkTools): TaskSource<LeasedItem> | TaskSource<Turn> =>
  isItemWork(work) ? itemsOf(work, tools) : turnsOf(work, tools)
