import { notFound } from '../../common/errors.ts'
import { transitions } from '../../common/transitions.ts'
import { type Context, oncePerOperation } from '../../engine/execute/context.ts'
import { changeRow, changesOf, lockRow } from '../../engine/write/rows.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { alertId, causesOf, messageOf } from './alert.derivation.ts'
import { AlertMark, AlertSeverity, AlertStatus, AlertType, type ComplianceAlert } from './alert.entity.ts'
import { type AlertFilter, AlertOrderField, type ComplianceAlertMarkInput } from './alert.inputs.ts'

const RESOURCE_NAME = 'Compliance alert'
const { OPEN, ACKNOWLEDGED, RESOLVED } = AlertStatus

/** The allowed next statuses of each status of an alert. */
const alertTransitions = transitions<AlertStatus>(RESOURCE_NAME, {
  [OPEN]: [ACKNOWLEDGED, RESOLVED],
  [ACKNOWLEDGED]: [RESOLVED],
  [RESOLVED]: [],
})

/** All current alerts, with the responses to them. */
export const currentAlerts = oncePerOperation(async (ctx): Promise<ComplianceAlert[]> => {
  const causes = (await causesOf(ctx)).map((cause) => ({ id: alertId(ctx.organizationId, cause), ...cause }))
  if (causes.length === 0) return []
  const ids = causes.map(({ id }) => id)
  const marks = await ctx.db.selectFrom('alertMark').selectAll().where('id', 'in', ids).execute()
  const markOf = new Map(marks.map((mark) => [mark.id, mark]))
  return causes.map((cause) => {
    const { status = OPEN, note = null, changedBy = null, updatedAt: changedAt = null } = markOf.get(cause.id) ?? {}
    return { ...cause, message: messageOf(cause), status, note, changedBy, changedAt }
  })
})

/** One alert. @throws NOT_FOUND if the alert no longer exists */
export async function findAlert(ctx: Context, id: string): Promise<ComplianceAlert> {
  const known = id.toLowerCase()
  const alert = (await currentAlerts(ctx)).find((each) => each.id === known)
  if (!alert) throw notFound(RESOURCE_NAME)
  return alert
}

const rankIn = (values: object, value: string) => Object.values(values).indexOf(value)

const RANKS: Readonly<Record<AlertOrderField, (alert: ComplianceAlert) => number | undefined>> = {
  [AlertOrderField.SEVERITY]: ({ severity }) => rankIn(AlertSeverity, severity),
  [AlertOrderField.SINCE]: ({ since }) => since?.getTime(),
  [AlertOrderField.STATUS]: ({ status }) => rankIn(AlertStatus, status),
  [AlertOrderField.TYPE]: ({ type }) => rankIn(AlertType, type),
}

/** The alerts in an order. Those without the value are last in both directions. */
export function orderedAlerts(alerts: ComplianceAlert[], { orderBy }: AlertFilter): ComplianceAlert[] {
  if (!orderBy) return alerts
  const way = orderBy.direction === OrderDirection.ASC ? 1 : -1
  const rank = RANKS[orderBy.field]
  return alerts.toSorted((a, b) => {
    const [left = way * Infinity, right = way * Infinity] = [rank(a), rank(b)]
    if (left !== right) return left < right ? -way : way
    return a.id < b.id ? -way : way
  })
}

/** The alerts that match a filter. */
export const alertsWhere = (alerts: ComplianceAlert[], { status, severity, type }: AlertFilter): ComplianceAlert[] =>
  alerts.filter(
    (alert) =>
      (!status || alert.status === status) &&
      (!severity || alert.severity === severity) &&
      (!type || alert.type === type),
  )

/**
 * Locks the row of an alert. A derived alert has no row before the first response; that response inserts it. If two
 * first responses are concurrent, the second one finds the row of the first.
 */
async function lockMark(ctx: Context, id: string): Promise<AlertMark> {
  const now = ctx.now
  const untouched = { status: OPEN, note: null, changedBy: ctx.caller.userId, createdAt: now, updatedAt: now }
  await ctx.db
    .insertInto('alertMark')
    .values({ id, organizationId: ctx.organizationId, ...untouched })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return lockRow(ctx, AlertMark, id, RESOURCE_NAME)
}

/** Acknowledges or resolves an alert. @throws NOT_FOUND if the alert no longer exists */
export async function markAlert(
  ctx: Context,
  id: string,
  { status, note }: ComplianceAlertMarkInput,
): Promise<ComplianceAlert> {
  const alert = await findAlert(ctx, id)
  const mark = await lockMark(ctx, id)
  const next = AlertStatus[status]
  if (mark.status !== next) alertTransitions.check(mark.status, next)
  const changes = changesOf(mark, { status: next, note })
  const isChanged = Object.keys(changes).length > 0
  const stored = isChanged ? changeRow(ctx, AlertMark, mark, { ...changes, changedBy: ctx.caller.userId }) : mark
  return { ...alert, status: next, note: stored.note, changedBy: stored.changedBy, changedAt: stored.updatedAt }
}
