import { invalidFields, refusal } from '../../common/errors.ts'
import { transitions } from '../../common/transitions.ts'
import { Sector } from '../clients/client.entity.ts'
import { type Campaign, CampaignStatus } from './campaign.entity.ts'

const { DRAFT, PENDING_APPROVAL, SCHEDULED, ACTIVE, PAUSED, COMPLETED, CANCELLED, FAILED, ARCHIVED } = CampaignStatus

/** The allowed next statuses of each status. */
export const campaignTransitions = transitions<CampaignStatus>('Campaign', {
  [DRAFT]: [PENDING_APPROVAL, CANCELLED],
  [PENDING_APPROVAL]: [SCHEDULED, ACTIVE, DRAFT],
  [SCHEDULED]: [ACTIVE, DRAFT, CANCELLED],
  [ACTIVE]: [PAUSED, COMPLETED, CANCELLED, FAILED],
  [PAUSED]: [ACTIVE, CANCELLED],
  [COMPLETED]: [ARCHIVED],
  [CANCELLED]: [ARCHIVED],
  [FAILED]: [DRAFT, ARCHIVED],
  [ARCHIVED]: [],
})

/** The statuses that are final for edits. */
export const TERMINAL_STATUSES: readonly CampaignStatus[] = [COMPLETED, CANCELLED, ARCHIVED]

/** Statuses that only a caller with the start permission can set. */
export const isStart = (status: CampaignStatus) => status === SCHEDULED || status === ACTIVE

/** Statuses of a campaign that has started and not ended. */
export const isRunning = (status: CampaignStatus) => status === ACTIVE || status === PAUSED

/** The status after an edit. `mayStart`: whether the editor could have set the status without an approval. */
export const statusAfterEdit = (status: CampaignStatus, mayStart: boolean) =>
  status === PENDING_APPROVAL || (status === SCHEDULED && !mayStart) ? DRAFT : status

/** @throws VALIDATION_ERROR if the dates conflict with each other or with the status */
export function demandPeriod({ status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>): void {
  if (startsAt && endsAt && endsAt <= startsAt)
    throw invalidFields({ endsAt: { code: 'NOT_AFTER', other: 'startsAt' } })
  if (status === SCHEDULED && !startsAt) throw invalidFields({ startsAt: 'START_NEEDED' })
}

/** @throws INVALID_STATE_TRANSITION if the campaign may not be edited any more */
export function demandOpen({ status }: Pick<Campaign, 'status'>): void {
  if (!TERMINAL_STATUSES.includes(status)) return
  throw refusal('INVALID_STATE_TRANSITION', 'CAMPAIGN_CLOSED', { status })
}

export const hasEnded = ({ endsAt }: Pick<Campaign, 'endsAt'>, now: Date): boolean => endsAt !== null && endsAt <= now

/** The earliest time at which the job must check a campaign. Null if it never must. */
export function dueAt({ status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>): Date | null {
  if (status === SCHEDULED) return startsAt
  return isRunning(status) || status === PENDING_APPROVAL ? endsAt : null
}

/**
 * Whether a budget exceeds the approved one by more than the tolerance, in percent. If no budget was approved, every
 * budget exceeds it. A campaign without a budget never exceeds it.
 */
export const exceedsApproval = (budgetCents: number | null, approvedCents: number | null, tolerance: number): boolean =>
  budgetCents !== null && budgetCents * 100 > (approvedCents ?? 0) * (100 + tolerance)

/** The statuses that a new campaign may have. */
export const INITIAL_STATUSES: readonly CampaignStatus[] = [DRAFT, PENDING_APPROVAL, SCHEDULED, ACTIVE]

/** The percentages of a budget whose reaching is notified. */
const BUDGET_MARKS = [80, 100]

/** The spent fraction of a budget. Null without a budget. */
export const budgetUsed = (spentCents: number, budgetCents: number | null): number | null =>
  budgetCents ? spentCents / budgetCents : null

/** The percentages of a budget that are reached, in order. */
export const marksReached = (spentCents: number, budgetCents: number | null): number[] =>
  BUDGET_MARKS.filter((percent) => (budgetUsed(spentCents, budgetCents) ?? 0) >= percent / 100)

const GOVERNMENT_TYPES = ['MUNICIPALITY', 'PROVINCIAL_GOVT', 'NATIONAL_GOVT', 'STATE_OWNED_ENTITY']

/**
 * The sector that campaign lists show. It is derived from the client's type, not from its sector, so a
 * LOCAL_MUNICIPALITY shows BUSINESS. Legacy callers rely on this.
 */
export const sectorOfType = (clientType: string): Sector =>
  GOVERNMENT_TYPES.includes(clientType) ? Sector.GOVERNMENT : Sector.BUSINESS

/** `sectorOfType` in SQL. Null without a type. */
export const sectorSql = (clientType: string): string => {
  const types = GOVERNMENT_TYPES.map((type) => `'${type}'`).join(', ')
  return `case ${clientType} in (${types}) when true then '${Sector.GOVERNMENT}' when false then '${Sector.BUSINESS}' end`
}
