import { hash } from 'node:crypto'
import { transitions } from '../../common/transitions.ts'
import { type Invitation, InvitationStatus } from './invitation.entity.ts'

const { PENDING, ACCEPTED, DECLINED, REVOKED, EXPIRED } = InvitationStatus

/** The allowed next statuses of each status. Resending makes an expired invitation pending again. */
export const invitationTransitions = transitions<InvitationStatus>('Invitation', {
  [PENDING]: [PENDING, ACCEPTED, DECLINED, REVOKED, EXPIRED],
  [ACCEPTED]: [],
  [DECLINED]: [],
  [REVOKED]: [],
  [EXPIRED]: [PENDING, REVOKED],
})

/** The status at a time. An invitation expires without a job. */
export const statusAt = (now: Date, invitation: { status: InvitationStatus; expiresAt: Date }): InvitationStatus =>
  invitation.status === PENDING && invitation.expiresAt <= now ? EXPIRED : invitation.status

const DAY = 24 * 3600 * 1000

/** Default validity of an invitation, in days. */
export const USUAL_DAYS = 7

/** The time at which an invitation expires. */
export const expiryOf = (sentAt: Date, days: number) => new Date(sentAt.getTime() + days * DAY)

/** Validity of a demo invitation, in days. */
export const HOUR_IN_DAYS = 1 / 24

/** The time at which an invitation was last sent. */
export const sentAtOf = (invitation: Pick<Invitation, 'expiresAt' | 'isDemo' | 'validDays'>): Date =>
  expiryOf(invitation.expiresAt, -(invitation.isDemo ? HOUR_IN_DAYS : invitation.validDays))

/** The stored form of a token: only its hash. */
export const hashOf = (token: string) => hash('sha256', token, 'hex')
