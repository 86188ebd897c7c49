import { z } from 'zod'
import type { Transaction } from '../../data/transaction.ts'
import type { Event } from '../../events/events.ts'
import type { StreamSpec } from './changes.ts'
import { idsOf, rowsFor } from './event-rows.ts'
import { BreachKind, type BreachTold } from './realtime.outputs.ts'

const KINDS: Readonly<Record<string, BreachKind>> = {
  BREACH_REPORTED: BreachKind.POPIA_BREACH,
  COMPLIANCE_ALERT_RAISED: BreachKind.COMPLIANCE_ALERT,
  SECURITY_ALERT_FIRED: BreachKind.SECURITY_ALERT,
}

/** The fields of a breach event that come from the row of the breach or alert. */
type Facts = Pick<BreachTold, 'title' | 'severity' | 'description' | 'discoveredAt'>

const isOf = (kind: BreachKind) => (event: Event) => KINDS[event.type] === kind

const breachesOf = ({ db }: Transaction, ids: string[]) =>
  db
    .selectFrom('breach')
    .select(['id', 'title', 'severity', 'description', 'discoveredAt'])
    .where('id', 'in', ids)
    .execute()

const alertsOf = ({ db }: Transaction, ids: string[]) =>
  db
    .selectFrom('securityAlert')
    .select(['id', 'name as title', 'severity', 'summary as description', 'startsAt as discoveredAt'])
    .where('id', 'in', ids)
    .execute()

const rows = rowsFor<Facts & { id: string }>(async (unit, events) => {
  const breaches = idsOf(events.filter(isOf(BreachKind.POPIA_BREACH)))
  const alerts = idsOf(events.filter(isOf(BreachKind.SECURITY_ALERT)))
  return [
    ...(breaches.length > 0 ? await breachesOf(unit, breaches) : []),
    ...(alerts.length > 0 ? await alertsOf(unit, alerts) : []),
  ]
})

/** A compliance alert is derived, so its text at the time of the event is only in the event. */
const Cause = z.object({ type: z.string(), severity: z.string(), message: z.string() })

function factsOf({ type, payload, occurredAt }: Event, row: Facts | undefined): Facts {
  if (KINDS[type] === BreachKind.COMPLIANCE_ALERT) {
    const { type: title, severity, message: description } = Cause.parse(payload)
    return { title, severity, description, discoveredAt: occurredAt }
  }
  if (!row) throw new Error('the breach or alert no longer exists')
  return row
}

/** Breaches, and alerts of similar weight. */
export const BREACHES: StreamSpec<BreachTold, Facts> = {
  kind: 'breaches',
  event: 'breach',
  isWanted: ({ type }) => Object.hasOwn(KINDS, type),
  own({ type, resourceId, occurredAt }) {
    const kind = KINDS[type]
    return { ...(kind && { kind }), resourceId, occurredAt }
  },
  rows,
  fields: ['title', 'severity', 'description', 'discoveredAt'],
  show(event, row) {
    const { title, severity, description, discoveredAt } = factsOf(event, row)
    return { title, severity: severity.toUpperCase(), description, discoveredAt }
  },
}
