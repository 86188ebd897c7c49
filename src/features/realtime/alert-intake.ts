import { sql } from 'kysely'
import { z } from 'zod'
import { invalidBody } from '../../common/errors.ts'
import type { Database } from '../../data/database.ts'
import type { Deadline } from '../../data/deadline.ts'
import { newId } from '../../data/ids.ts'
import type { Transaction } from '../../data/transaction.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import type { SecurityAlert } from './security-alert.entity.ts'

/** The alert that always fires. It shows that the monitoring works. */
const HEARTBEAT = 'Watchdog'
const MOST_ALERTS = 1000

/** Fingerprint of the alert about missing heartbeats. */
export const SILENCE = 'monitoring-silent'

const text = z.string().max(4000)
const Alert = z.object({
  status: z.enum(['firing', 'resolved']),
  labels: z.record(z.string(), text).refine(({ alertname }) => Boolean(alertname), 'must name the alert'),
  annotations: z.record(z.string(), text).default({}),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }).optional(),
  fingerprint: text,
})

/** The used fields of Alertmanager's webhook body, version 4. */
const Notification = z.object({ version: z.literal('4'), alerts: z.array(Alert).max(MOST_ALERTS) })

type Alert = z.infer<typeof Alert>

const SOURCE = { userId: 'alertmanager', ipAddress: 'unknown', userAgent: 'alertmanager' }

/**
 * Stores the alerts that Alertmanager sends, for the organization that operates the gateway. An alert that is sent
 * again changes nothing. An alert of the category security is published to the breaches stream when it starts firing.
 * @throws VALIDATION_ERROR that names each field that does not match Alertmanager's format
 */
export async function takeAlerts(
  database: Database,
  { organizationId, deadline }: { organizationId: string; deadline: Deadline },
  body: unknown,
): Promise<void> {
  const parsed = Notification.safeParse(body)
  if (!parsed.success) throw invalidBody(parsed.error.issues)
  await database.transaction({ role: 'gateway_tenant', organizationId, deadline }, async (unit) => {
    await addOrganization(unit, organizationId)
    for (const alert of parsed.data.alerts) {
      if (alert.labels.alertname === HEARTBEAT) await beat(unit, organizationId, alert)
      else await take(unit, organizationId, alert)
    }
  })
}

/** Starts the heartbeat timer now, so that monitoring that never sent a heartbeat is reported too. */
export function expectHeartbeats(database: Database, organizationId: string): Promise<void> {
  return database.change(organizationId, async (unit) => {
    await addOrganization(unit, organizationId)
    unit.makeDue('monitoring')
    await sql`insert into monitoring_heartbeat values (${organizationId}, now(), false)
      on conflict do nothing`.execute(unit.db)
  })
}

async function addOrganization({ db }: Transaction, organizationId: string): Promise<void> {
  await db
    .insertInto('organization')
    .values({ organizationId, createdAt: new Date(), updatedAt: new Date() } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function beat(unit: Transaction, organizationId: string, { status }: Alert): Promise<void> {
  if (status !== 'firing') return
  const { db } = unit
  unit.makeDue('monitoring')
  await sql`insert into monitoring_heartbeat values (${organizationId}, now(), false)
    on conflict (organization_id) do update set last_at = excluded.last_at, is_silent = false`.execute(db)
  await sql`update security_alert set status = 'resolved', ends_at = now(), updated_at = now()
    where organization_id = ${organizationId} and fingerprint = ${SILENCE} and status = 'firing'`.execute(db)
}

async function take(unit: Transaction, organizationId: string, alert: Alert): Promise<void> {
  const { labels, annotations, status, fingerprint } = alert
  const { now } = unit
  const endsAt = status === 'resolved' && alert.endsAt ? new Date(alert.endsAt) : null
  const row = await unit.db
    .insertInto('securityAlert')
    .values({
      id: newId(),
      organizationId,
      fingerprint,
      name: labels.alertname ?? '',
      severity: labels.severity ?? 'warning',
      category: labels.category ?? null,
      summary: annotations.summary ?? null,
      description: annotations.description ?? null,
      status,
      startsAt: new Date(alert.startsAt),
      endsAt,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'fingerprint', 'startsAt']).doUpdateSet({ status, endsAt, updatedAt: now }),
    )
    .returning(['id', sql<boolean>`(xmax = 0)`.as('isNew')])
    .executeTakeFirstOrThrow()
  if (row.isNew && status === 'firing' && labels.category === 'security') await announce(unit, organizationId, row.id)
}

/** Inserts a critical alert that the gateway itself detected, and publishes it. */
export async function raise(
  unit: Transaction,
  organizationId: string,
  alert: Pick<SecurityAlert, 'fingerprint' | 'name' | 'summary' | 'description'>,
): Promise<void> {
  const id = newId()
  const now = sql<Date>`now()`
  await unit.db
    .insertInto('securityAlert')
    .values({
      ...{ id, organizationId, ...alert, severity: 'critical', category: 'security', status: 'firing' },
      ...{ startsAt: now, endsAt: null, createdAt: now, updatedAt: now },
    })
    .execute()
  await announce(unit, organizationId, id)
}

/** Records the event of a security alert, which streams, webhooks and notifications publish. */
async function announce(unit: Transaction, organizationId: string, id: string): Promise<void> {
  const entry = { action: 'SECURITY_ALERT_FIRED', resourceType: 'SECURITY_ALERT', resourceId: id }
  const facts = [auditFacts(entry, { organizationId, ...SOURCE })]
  await appendChanges(unit, facts)
}
