import { sql } from 'kysely'
import type { OrganizationWork } from '../../background/work.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { alertId, causesOf, messageOf } from '../compliance/alert.derivation.ts'
import { AlertSeverity } from '../compliance/alert.entity.ts'
import { raise, SILENCE } from './alert-intake.ts'

/** Heartbeats arrive every 60 to 90 s, so at least three were missed. */
const SILENCE_MINUTES = 5

/** Raises a security alert when heartbeats stop, because monitoring that fails cannot report its own failure. */
export const noticeSilence: OrganizationWork = {
  kind: 'monitoring',
  perform: ({ database }, organizationId) => database.change(organizationId, (unit) => silent(unit, organizationId)),
  next: (organizationId) => sql`select last_at + make_interval(mins => ${SILENCE_MINUTES}) as at
    from monitoring_heartbeat where organization_id = ${organizationId} and not is_silent`,
}

async function silent(unit: Transaction, organizationId: string): Promise<void> {
  // Several replicas may run this. The replica that sets the flag raises the alert.
  const { rows } = await sql`update monitoring_heartbeat set is_silent = true
    where organization_id = ${organizationId} and not is_silent
    and last_at <= now() - make_interval(mins => ${SILENCE_MINUTES}) returning organization_id`.execute(unit.db)
  if (rows.length === 0) return
  await raise(unit, organizationId, {
    fingerprint: SILENCE,
    name: 'MonitoringSilent',
    summary: 'The monitoring sends no heartbeat',
    description: `No heartbeat arrived for ${SILENCE_MINUTES} minutes: alerts may be lost`,
  })
}

/**
 * Compliance alerts are derived, so a schedule must check for them. Alerts of high severity are published once, and again if
 * they return.
 */
export const announceComplianceAlerts: OrganizationWork = {
  kind: 'compliance_alerts',
  atOnce: 1,
  everySeconds: 300,
  perform: (tools, organizationId) => asService(tools, organizationId, 'scheduler', announceAlerts),
}

async function announceAlerts(ctx: Context): Promise<void> {
  const { db, organizationId } = ctx
  // An organization without a record has never written, so it has no alerts.
  const record = await db.selectFrom('organization').select('organizationId').executeTakeFirst()
  if (!record) return
  const causes = await causesOf(ctx)
  const grave = causes.filter(({ severity }) => severity === AlertSeverity.HIGH || severity === AlertSeverity.CRITICAL)
  const byId = new Map(grave.map((cause) => [alertId(organizationId, cause), cause]))
  const ids = [...byId.keys()]
  await sql`delete from announced_alert where organization_id = ${organizationId}
    and alert_id <> all(${ids}::uuid[])`.execute(db)
  if (ids.length === 0) return
  const values = ids.map((alertId) => ({ organizationId, alertId, announcedAt: sql<Date>`now()` }))
  const rows = await db
    .insertInto('announcedAlert')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('alertId')
    .execute()
  for (const { alertId: id } of rows) {
    const cause = byId.get(id)
    const payload = cause && { type: cause.type, severity: cause.severity, message: messageOf(cause) }
    ctx.record('COMPLIANCE_ALERT', 'RAISED', id, payload)
  }
}
