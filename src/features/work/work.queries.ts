import { sql } from 'kysely'
import { type AnyItemWork, isItemWork, type Work } from '../../background/work.ts'
import type { WorkKind } from '../../data/due-times.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { BackgroundWork, BackgroundWorkKind } from './work.outputs.ts'

type Figures = Omit<BackgroundWork, 'kind' | 'canRetry'>

const NONE: Figures = { waiting: 0, running: 0, retrying: 0, dead: 0, oldestDueAt: null, nextDueAt: null }

/** The figures of kinds that work on a whole organization, by kind. */
async function turnFigures({ db }: Pick<Transaction, 'db'>, organizationId: string): Promise<Map<WorkKind, Figures>> {
  const { rows } = await sql<Figures & { kind: WorkKind }>`select kind,
      (lease is null and failures = 0 and due_at <= now())::int as waiting, (lease is not null)::int as running,
      (lease is null and failures > 0)::int as retrying, 0 as dead,
      case when due_at <= now() then due_at end as oldest_due_at,
      case when lease is null and due_at > now() then due_at end as next_due_at
    from due_work where organization_id = ${organizationId}`.execute(db)
  return new Map(rows.map(({ kind, ...figures }) => [kind, figures]))
}

async function itemFigures(
  { items: { table, waits, isRetry }, dead }: AnyItemWork,
  { db }: Pick<Transaction, 'db'>,
  organizationId: string,
): Promise<Figures> {
  const isDead = dead?.isDead ?? sql`false`
  const { rows } = await sql<Figures>`select
      count(*) filter (where ${waits} and item.lease is null and not (${isRetry}))::int as waiting,
      count(*) filter (where item.lease is not null)::int as running,
      count(*) filter (where ${waits} and item.lease is null and ${isRetry})::int as retrying,
      count(*) filter (where ${isDead})::int as dead,
      min(item.next_attempt_at) filter (where ${waits} and item.next_attempt_at <= now()) as oldest_due_at,
      min(item.next_attempt_at) filter (where ${waits} and item.next_attempt_at > now()) as next_due_at
    from ${sql.table(table)} as item
    where item.organization_id = ${organizationId} and (${waits} or item.lease is not null or ${isDead})`.execute(db)
  return rows[0] ?? NONE
}

/** The figures of every kind of background work of an organization, including events that wait for consumers. */
export async function backgroundWorkOf(
  unit: Pick<Transaction, 'db'>,
  organizationId: string,
  work: readonly Work[],
): Promise<BackgroundWork[]> {
  const turns = await turnFigures(unit, organizationId)
  const kinds: { kind: WorkKind; items?: AnyItemWork }[] = work.map((each) => {
    return isItemWork(each) ? { kind: each.kind, items: each } : { kind: each.kind }
  })
  const all: BackgroundWork[] = []
  for (const { kind, items } of [{ kind: 'events' as const, items: undefined }, ...kinds]) {
    const figures = items ? await itemFigures(items, unit, organizationId) : (turns.get(kind) ?? NONE)
    all.push({ kind: kind.toUpperCase() as BackgroundWorkKind, ...figures, canRetry: items?.dead !== undefined })
  }
  return all
}
