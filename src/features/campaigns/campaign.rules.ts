import { invalid, ServiceError } from '../../common/errors.ts'
import { transitions } from '../../common/transitions.ts'
import { Sector } from '../clients/client.entity.ts'
import { type Campaign, CampaignStatus } from './campaign.entity.ts'

const { DRAFT, PENDING_APPROVAL, SCHEDULED, ACTIVE, PAUSED, COMPLETED, CANCELLED, FAILED, ARCHIVED } = CampaignStatus

/** The states that a campaign may go to, from each. */
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

/** The states from which no campaign comes back. */
export const OVER: readonly CampaignStatus[] = [COMPLETED, CANCELLED, ARCHIVED]

/** States that only who may start campaigns can bring about. */
export const isStart = (status: CampaignStatus) => status === SCHEDULED || status === ACTIVE

/** States of a campaign that has started and not ended. */
export const isRunning = (status: CampaignStatus) => status === ACTIVE || status === PAUSED

/** Where an edit leaves a campaign; `mayStart`: whether the editor could have put it there without an approval. */
export const statusAfterEdit = (status: CampaignStatus, mayStart: boolean) =>
  status === PENDING_APPROVAL || (status === SCHEDULED && !mayStart) ? DRAFT : status

/** @throws VALIDATION_ERROR for dates that do not fit each other or the status */
export function demandPeriod({ status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>): void {
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid({ endsAt: 'must be after startsAt' })
  if (status === SCHEDULED && !startsAt) throw invalid({ startsAt: 'is needed to schedule a campaign' })
}

/** @throws INVALID_STATE_TRANSITION for a campaign that is closed to edits */
export function demandOpen({ status }: Pick<Campaign, 'status'>): void {
  if (!OVER.includes(status)) return
  const message = `A campaign that is ${status} is closed to edits: duplicate it to go on from it`
  throw new ServiceError('INVALID_STATE_TRANSITION', message, { status })
}

export const hasEnded = ({ endsAt }: Pick<Campaign, 'endsAt'>, now: Date): boolean => endsAt !== null && endsAt <= now

/** When the clock demands something of a campaign, at the earliest; null when it never does. */
export function dueAt({ status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>): Date | null {
  if (status === SCHEDULED) return startsAt
  return isRunning(status) || status === PENDING_APPROVAL ? endsAt : null
}

/**
 * Whether a budget exceeds the approved one by more than the tolerance, in percent. Where no budget was approved, every
 * budget exceeds it; without a budget there is none to exceed it.
 */
export const exceedsApproval = (budgetCents: number | null, approvedCents: number | null, tolerance: number): boolean =>
  budgetCents !== null && budgetCents * 100 > (approvedCents ?? 0) * (100 + tolerance)

/** The states that a new campaign may be given. */
export const INITIAL_STATUSES: readonly CampaignStatus[] = [DRAFT, PENDING_APPROVAL, SCHEDULED, ACTIVE]

/** The shares of a budget, in percent, that people are told of when they are spent. */
const BUDGET_MARKS = [80, 100]

/** What is spent of a budget, as a fraction; null when there is none. */
export const budgetUsed = (spentCents: number, budgetCents: number | null): number | null =>
  budgetCents ? spentCents / budgetCents : null

/** The marks of a budget that are reached, in order. */
export const marksReached = (spentCents: number, budgetCents: number | null): number[] =>
  BUDGET_MARKS.filter((percent) => (budgetUsed(spentCents, budgetCents) ?? 0) >= percent / 100)

const GOVERNMENT_TYPES = ['MUNICIPALITY', 'PROVINCIAL_GOVT', 'NATIONAL_GOVT', 'STATE_OWNED_ENTITY']

/**
 * The sector that campaign lists show: by the client's type, and not by its sector.
 * So a LOCAL_MUNICIPALITY reads BUSINESS here; legacy callers rely on it.
 */
export const sectorOfType = (clientType: string): Sector =>
  GOVERNMENT_TYPES.includes(clientType) ? Sector.GOVERNMENT : Sector.BUSINESS
