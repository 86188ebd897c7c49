import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { storedNow } from '../data/due-times.ts'
import type { Transaction } from '../data/transaction.ts'
import { dueIn, inSeconds, LEASE_SECONDS, turnOf } from './due-work.ts'
import type { AnyItemWork, ItemTable, LeasedItem, NextDue, WorkTools } from './work.ts'

/*
 * Leases of rows. A lease is stored in the row and is not a database lock, so no transaction is open during the work.
 * The lease of a crashed process expires. Replicas take turns per organization, so two replicas never count free slots
 * at the same time.
 */

/** Waiting items are notified when a slot is free. Polling interval, seconds, in case the notification is lost. */
const LOOK_SECONDS = 5

const isFree = sql`item.next_attempt_at <= ${storedNow} and (item.leased_until is null or item.leased_until <= ${storedNow})`

/** The parts of the statements that differ between tables. */
const namesOf = ({ table, owner }: ItemTable) => ({
  items: sql.table(table),
  owners: sql.table(owner.table),
  ownerOf: sql.ref(`item.${owner.column}`),
  key: sql.ref(`owner.${owner.key}`),
  rests: owner.restsUntil ?? sql`null::timestamptz`,
})

/**
 * Leases due items. The first item of each owner precedes the second item of any owner. Owners with more slots come
 * first. (Citus does not allow `now()` in the returning clause of an update.)
 */
export async function leaseItems(
  { items: table }: AnyItemWork,
  { db }: Transaction,
  organizationId: string,
  most: number,
): Promise<LeasedItem[]> {
  const { waits, columns, countsAttempts, owner, mostPerOrganization } = table
  const { items, owners, ownerOf, key, rests } = namesOf(table)
  const { rows } = await sql<LeasedItem>`
    with busy as (
      select ${ownerOf} as owner_key, count(*) as slots from ${items} as item
      where item.organization_id = ${organizationId} and item.lease is not null and item.leased_until > ${storedNow} group by 1
    ), due as (
      select item.id, item.next_attempt_at, ${owner.slots} as owner_slots, coalesce(busy.slots, 0) +
        row_number() over (partition by ${key} order by item.next_attempt_at, item.id) as slot
      from ${owners} as owner left join busy on busy.owner_key = ${key} cross join lateral (
        select item.id, item.next_attempt_at from ${items} as item
        where item.organization_id = ${organizationId} and ${ownerOf} = ${key} and ${waits} and ${isFree}
        order by item.next_attempt_at, item.id
        limit greatest(${owner.slots} - coalesce(busy.slots, 0), 0) for update skip locked
      ) as item
      where owner.organization_id = ${organizationId} and ${owner.isOpen} and (${rests} is null or ${rests} <= ${storedNow})
    ), ranked as (
      select id, slot, row_number() over (order by slot, owner_slots desc, next_attempt_at) +
        (select coalesce(sum(slots), 0) from busy) as turn
      from due
    ), leased as (
      update ${items} as item set lease = ${randomUUID()}, leased_until = ${inSeconds(LEASE_SECONDS)}
        ${countsAttempts ? sql`, attempts = item.attempts + 1` : sql``}
      from ${owners} as owner where owner.organization_id = ${organizationId} and ${key} = ${ownerOf}
      and item.organization_id = ${organizationId} and item.id = any((array(
        select id from ranked where slot = 1 or turn <= ${mostPerOrganization} order by turn
      ))[1:${most}::int])
      returning item.organization_id, item.id, item.lease, ${columns}
    )
    select leased.*, now() as leased_at from leased`.execute(db)
  return rows
}

/**
 * The time at which the next item is due or a lease expires. It is computed per owner, because that needs one index
 * lookup for each owner.
 */
export function nextItem({ items: table }: AnyItemWork, organizationId: string): NextDue {
  const { waits, owner } = table
  const { items, owners, ownerOf, key, rests } = namesOf(table)
  return sql`
    select min(least(leased.until, case
      when waiting.at is null then null
      when greatest(waiting.at, ${rests}) > now() then greatest(waiting.at, ${rests})
      else ${inSeconds(LOOK_SECONDS)} end)) as at
    from ${owners} as owner cross join lateral (
      select min(item.leased_until) as until from ${items} as item
      where item.organization_id = ${organizationId} and ${ownerOf} = ${key} and item.lease is not null
    ) as leased cross join lateral (
      select min(item.next_attempt_at) as at from ${items} as item
      where item.organization_id = ${organizationId} and ${ownerOf} = ${key} and ${waits} and item.lease is null
    ) as waiting
    where owner.organization_id = ${organizationId} and ${owner.isOpen}`
}

/** Leases up to `most` items in a turn of an organization. If it leases `most` items, there may be more. */
export async function takeItems(work: AnyItemWork, unit: Transaction, organizationId: string, most: number) {
  const items = await leaseItems(work, unit, organizationId, most)
  return { items, next: items.length < most ? nextItem(work, organizationId) : dueIn(0) }
}

/**
 * Records the result of an item and the time of its next attempt, unless the item was deleted or its lease was lost.
 */
export const settleItem = (work: AnyItemWork, tools: WorkTools, item: LeasedItem, result: unknown): Promise<void> =>
  tools.database.transaction(turnOf(item.organizationId), async (unit) => {
    const { organizationId, id, lease } = item
    const { table, waits } = work.items
    const items = sql.table(table)
    const isItem = sql`organization_id = ${organizationId} and id = ${id}`
    const locked = await work.lockOwner?.(unit, item)
    const held = await sql`select 1 from ${items} where ${isItem} and lease = ${lease} for update`.execute(unit.db)
    if (held.rows.length === 0) return
    const seconds = await work.settle(unit, item, result, locked, tools)
    const at = seconds === null ? sql`null` : inSeconds(seconds)
    const settled = await sql<{ nextAttemptAt: Date | null }>`update ${items}
      set lease = null, leased_until = null, next_attempt_at = ${at} where ${isItem} returning next_attempt_at`.execute(
      unit.db,
    )
    for (const { nextAttemptAt } of settled.rows) if (nextAttemptAt) unit.makeDue(work.kind, nextAttemptAt)
    // The item's slot is free again, so other waiting items are due.
    const others = await sql`select 1 from ${items} as item
      where item.organization_id = ${organizationId} and ${waits} and ${isFree} limit 1`.execute(unit.db)
    if (others.rows.length > 0) unit.makeDue(work.kind)
  })

/** Maximum number of dead items that one call revives. */
const MOST_REVIVED = 1000

/** Makes dead items of an organization wait for an attempt again, the oldest first. Returns their number. */
export async function reviveItems(
  { kind, items: { table }, dead }: AnyItemWork,
  transaction: Pick<Transaction, 'db' | 'makeDue'>,
  organizationId: string,
): Promise<number> {
  if (!dead) return 0
  const items = sql.table(table)
  const { rows } = await sql`update ${items} as item
    set ${dead.revive}, next_attempt_at = now(), lease = null, leased_until = null
    where item.organization_id = ${organizationId} and item.id = any(array(
      select item.id from ${items} as item where item.organization_id = ${organizationId} and ${dead.isDead}
      order by item.id limit ${sql.lit(MOST_REVIVED)} for update skip locked
    )) returning item.id`.execute(transaction.db)
  if (rows.length > 0) transaction.makeDue(kind)
  return rows.length
}
