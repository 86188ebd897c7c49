import type { Event } from '../kernel/events.ts'
import type { StreamContext } from '../kernel/stream-context.ts'
import type { Unit } from '../kernel/transaction.ts'
import { perEvent, type Told, tell } from './changes.ts'
import { BreachKind, type BreachTold } from './realtime.outputs.ts'

const KINDS: Record<string, BreachKind> = {
  BREACH_REPORTED: BreachKind.POPIA_BREACH,
  COMPLIANCE_ALERT_RAISED: BreachKind.COMPLIANCE_ALERT,
  SECURITY_ALERT_FIRED: BreachKind.SECURITY_ALERT,
}

async function factsOf({ db }: Unit, { type, resourceId, payload }: Event) {
  const id = resourceId ?? ''
  switch (KINDS[type]) {
    case BreachKind.POPIA_BREACH:
      return db
        .selectFrom('breach')
        .select(['title', 'severity', 'description'])
        .where('id', '=', id)
        .executeTakeFirst()
    case BreachKind.SECURITY_ALERT:
      return db
        .selectFrom('securityAlert')
        .select(['name as title', 'severity', 'summary as description'])
        .where('id', '=', id)
        .executeTakeFirst()
    default:
      return { title: String(payload.type), severity: String(payload.severity), description: String(payload.message) }
  }
}

const noticeOf = perEvent<BreachTold | undefined>(async (unit, event) => {
  const kind = KINDS[event.type]
  const facts = await factsOf(unit, event)
  if (!kind || !facts) return undefined
  const { title, severity, description } = facts
  return {
    kind,
    title,
    severity: severity.toUpperCase(),
    description,
    resourceId: event.resourceId,
    occurredAt: event.occurredAt,
  }
})

/** Follows breaches, and alerts that are like them. */
export const followBreaches = (
  ctx: StreamContext,
  since: string | undefined,
): Promise<AsyncIterable<Told<BreachTold>>> =>
  tell<BreachTold>(
    ctx,
    'breaches',
    since,
    ({ type }) => type in KINDS,
    async (event) => {
      const data = await noticeOf(ctx, event)
      return data ? { event: 'breach', data } : null
    },
  )
