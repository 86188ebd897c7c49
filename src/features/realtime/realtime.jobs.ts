import { sql } from 'kysely'
import type { Unit } from '../../data/transaction.ts'
import { sweep } from '../../events/batches.ts'
import { type DueWork, workDue } from '../../events/due-work.ts'
import type { Job, JobTools } from '../../events/jobs.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { alertId, causesOf } from '../compliance/alert.derivation.ts'
import { AlertSeverity } from '../compliance/alert.entity.ts'
import { raise, SILENCE } from './alert-intake.ts'
import { readerOf } from './reader.ts'

/** Heartbeats come every minute, or 90 s apart at worst: three of them must be missing. */
const SILENCE_MINUTES = 5
const SOURCE = { userId: 'system', ipAddress: 'unknown', userAgent: 'scheduler' }

/** Heartbeats that stay away are a security alert: a monitoring that is dead cannot say so itself. */
export const noticeSilence: Job = {
  name: 'noticeSilence',
  everySeconds: 30,
  run: (tools) => workDue(tools, heartbeatsDue(tools)),
}

const inOrganization = (
  { database }: JobTools,
  organizationId: string,
  work: (unit: Unit, organizationId: string) => Promise<void>,
) => database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => work(unit, organizationId))

const heartbeatsDue = (tools: JobTools): DueWork => ({
  kind: 'monitoring',
  work: (organizationId) => inOrganization(tools, organizationId, silent),
  next: (organizationId) => sql`select last_at + make_interval(mins => ${SILENCE_MINUTES}) as at
    from monitoring_heartbeat where organization_id = ${organizationId} and not is_silent`,
})

async function silent(unit: Unit, organizationId: string): Promise<void> {
  // Of several replicas the one that turns the mark raises the alert.
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

/** Compliance alerts are derived, so someone must look: those of high severity are told once, and again if they return. */
export const announceComplianceAlerts: Job = {
  name: 'announceComplianceAlerts',
  everySeconds: 300,
  run: (tools) =>
    sweep(tools, async (organizationId) => {
      await inOrganization(tools, organizationId, tell)
      return false
    }),
}

async function tell(unit: Unit, organizationId: string): Promise<void> {
  // One that was only ever read has no record, and nothing to be told of.
  const record = await unit.db.selectFrom('organization').select('organizationId').executeTakeFirst()
  if (!record) return
  const causes = await causesOf(readerOf(organizationId, unit))
  const grave = causes.filter(({ severity }) => severity === AlertSeverity.HIGH || severity === AlertSeverity.CRITICAL)
  const byId = new Map(grave.map((cause) => [alertId(organizationId, cause), cause]))
  const ids = [...byId.keys()]
  await sql`delete from announced_alert where organization_id = ${organizationId}
    and alert_id <> all(${ids}::uuid[])`.execute(unit.db)
  if (ids.length === 0) return
  const values = ids.map((alertId) => ({ organizationId, alertId, announcedAt: sql<Date>`now()` }))
  const rows = await unit.db
    .insertInto('announcedAlert')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('alertId')
    .execute()
  const facts = rows.map(({ alertId: id }) => {
    const { type, severity, message } = byId.get(id) ?? {}
    const entry = { action: 'COMPLIANCE_ALERT_RAISED', resourceType: 'COMPLIANCE_ALERT', resourceId: id }
    return auditFacts({ ...entry, payload: { type, severity, message } }, { organizationId, ...SOURCE })
  })
  await appendChanges(unit, facts)
}
