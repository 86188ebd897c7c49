import { z } from 'zod'
import type { Unit } from '../../data/transaction.ts'
import type { Event } from '../../events/events.ts'
import type { Telling } from './changes.ts'
import { idsOf, rowsFor } from './event-rows.ts'
import { BreachKind, type BreachTold } from './realtime.outputs.ts'

const KINDS: Readonly<Record<string, BreachKind>> = {
  BREACH_REPORTED: BreachKind.POPIA_BREACH,
  COMPLIANCE_ALERT_RAISED: BreachKind.COMPLIANCE_ALERT,
  SECURITY_ALERT_FIRED: BreachKind.SECURITY_ALERT,
}

/** What is said of a breach, or of an alert, beside its event. */
type Facts = Pick<BreachTold, 'title' | 'severity' | 'description' | 'discoveredAt'>

const isOf = (kind: BreachKind) => (event: Event) => KINDS[event.type] === kind

const breachesOf = ({ db }: Unit, ids: string[]) =>
  db
    .selectFrom('breach')
    .select(['id', 'title', 'severity', 'description', 'discoveredAt'])
    .where('id', 'in', ids)
    .execute()

const alertsOf = ({ db }: Unit, ids: string[]) =>
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

/** Compliance alerts are derived: what they said when they came up is in their event alone. */
const Cause = z.object({ type: z.string(), severity: z.string(), message: z.string() })

function factsOf({ type, payload, occurredAt }: Event, row: Facts | undefined): Facts {
  if (KINDS[type] === BreachKind.COMPLIANCE_ALERT) {
    const { type: title, severity, message: description } = Cause.parse(payload)
    return { title, severity, description, discoveredAt: occurredAt }
  }
  if (!row) throw new Error('the breach or alert is gone')
  return row
}

/** Breaches, and alerts that are like them. */
export const BREACHES: Telling<BreachTold, Facts> = {
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
