import { sql } from 'kysely'
import { alertId, causesOf } from '../compliance/alert.derivation.ts'
import { AlertSeverity } from '../compliance/alert.entity.ts'
import { appendChanges, auditFacts } from '../kernel/audit/writer.ts'
import { eachApart } from '../kernel/batches.ts'
import { newId } from '../kernel/columns.ts'
import type { Job, JobTools } from '../kernel/jobs.ts'
import type { Unit } from '../kernel/transaction.ts'
import { announce, SILENCE } from './alert-intake.ts'
import { readerOf } from './reader.ts'

/** Heartbeats come every minute, or 90 s apart at worst: three of them must be missing. */
const SILENCE_MINUTES = 5
const SOURCE = { userId: 'system', ipAddress: 'unknown', userAgent: 'scheduler' }

async function organizations({ database }: JobTools, table: 'organization' | 'monitoringHeartbeat') {
  const { rows } = await database.transaction({ role: 'gateway_system' }, ({ db }) =>
    table === 'organization'
      ? sql<{ organizationId: string }>`select id as organization_id from organization order by id`.execute(db)
      : sql<{ organizationId: string }>`select organization_id from monitoring_heartbeat where not is_silent
          and last_at < now() - make_interval(mins => ${SILENCE_MINUTES})`.execute(db),
  )
  return rows
}

/** Heartbeats that stay away are a security alert: a monitoring that is dead cannot say so itself. */
export const noticeSilence: Job = {
  name: 'noticeSilence',
  everySeconds: 30,
  async run(tools) {
    await eachApart(tools, await organizations(tools, 'monitoringHeartbeat'), ({ organizationId }) =>
      tools.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => silent(unit, organizationId)),
    )
  },
}

async function silent(unit: Unit, organizationId: string): Promise<void> {
  // Of several replicas the one that turns the mark raises the alert.
  const turned = await sql<{ lastAt: Date }>`update monitoring_heartbeat set is_silent = true
    where organization_id = ${organizationId} and not is_silent
    and last_at < now() - make_interval(mins => ${SILENCE_MINUTES}) returning last_at`.execute(unit.db)
  if (turned.rows.length === 0) return
  const [id, now] = [newId(), new Date()]
  await unit.db
    .insertInto('securityAlert')
    .values({
      id,
      organizationId,
      fingerprint: SILENCE,
      name: 'MonitoringSilent',
      severity: 'critical',
      category: 'security',
      summary: 'The monitoring sends no heartbeat',
      description: `No heartbeat arrived for ${SILENCE_MINUTES} minutes: alerts may be lost`,
      status: 'firing',
      startsAt: now,
      endsAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await announce(unit, organizationId, id)
}

/** Compliance alerts are derived, so someone must look: those of high severity are told once, and again if they return. */
export const announceComplianceAlerts: Job = {
  name: 'announceComplianceAlerts',
  everySeconds: 300,
  async run(tools) {
    await eachApart(tools, await organizations(tools, 'organization'), ({ organizationId }) =>
      tools.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => tell(unit, organizationId)),
    )
  },
}

async function tell(unit: Unit, organizationId: string): Promise<void> {
  const causes = await causesOf(readerOf(organizationId, unit))
  const grave = causes.filter(({ severity }) => severity === AlertSeverity.HIGH || severity === AlertSeverity.CRITICAL)
  const byId = new Map(grave.map((cause) => [alertId(organizationId, cause), cause]))
  const ids = [...byId.keys()]
  await sql`delete from announced_alert where organization_id = ${organizationId}
    and alert_id <> all(${ids}::uuid[])`.execute(unit.db)
  const { rows } = await sql<{ alertId: string }>`insert into announced_alert (organization_id, alert_id)
    select ${organizationId}, unnest(${ids}::uuid[]) on conflict do nothing returning alert_id`.execute(unit.db)
  const facts = rows.map(({ alertId: id }) => {
    const { type, severity, message } = byId.get(id) ?? {}
    const entry = { action: 'COMPLIANCE_ALERT_RAISED', resourceType: 'COMPLIANCE_ALERT', resourceId: id }
    return auditFacts({ ...entry, payload: { type, severity, message } }, { organizationId, ...SOURCE })
  })
  await appendChanges(unit, facts)
}
